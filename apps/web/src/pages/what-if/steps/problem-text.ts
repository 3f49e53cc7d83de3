import type { Translate } from "../../../words/i18n/translator.ts";
import type { DraftProblem } from "./read-draft.ts";

const EMPTY_PARAMS = { selector: "", why: "", name: "", text: "", kind: "", size: "", word: "", needs: "", most: 0 };

const LINE = /\bat line (\d+)\b/;

/** Returns the line, from 1, at which the parser stopped; undefined if the message names none. */
export function errorLine(problem: DraftProblem | undefined): number | undefined {
  const line = LINE.exec(String(problem?.params?.why ?? ""))?.[1];
  return line === undefined ? undefined : Number(line);
}

/** Describes the problem of a field, in one sentence. */
export const problemWords = ({ code, params }: DraftProblem, t: Translate): string =>
  t(`whatIf.form.problems.${code}`, { ...EMPTY_PARAMS, ...params });
