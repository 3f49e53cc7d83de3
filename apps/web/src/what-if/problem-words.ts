import type { Translate } from "../i18n/translator.ts";
import type { DraftProblem } from "./read-draft.ts";

const NOTHING = { selector: "", why: "", name: "", text: "", kind: "", size: "", word: "", needs: "", most: 0 };

/** What is wrong with a field, in one sentence. */
export const problemWords = ({ code, params }: DraftProblem, t: Translate): string =>
  t(`whatIf.form.problems.${code}`, { ...NOTHING, ...params });
