import type { LabProblemCode } from "@daemonscope/shared/http/lab";
import type { lab } from "../../words/i18n/en/lab.ts";
import type { LabTranslate } from "./lab-text.ts";

/** The reason for a refusal: a code and the names for its sentence. `message` is the server's text, in English or
 *  from the API server. */
export interface LabProblem {
  readonly code: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly nearest?: readonly string[];
}

/** Problems that the page itself finds. */
type PageProblemCode = "BadSeed" | "NoServer" | "NoAnswer" | "BegunElsewhere" | "BegunAnewElsewhere";

/** Messages that are not problems. */
const NOTICES: readonly string[] = ["BegunElsewhere", "BegunAnewElsewhere"] satisfies readonly PageProblemCode[];
export const isNotice = ({ code }: LabProblem): boolean => NOTICES.includes(code);

/** Codes with a sentence of this project. A code without a sentence does not compile. */
type OurCode = LabProblemCode | PageProblemCode;
const keyOf = (code: OurCode): `problems.${keyof typeof lab.problems}` => `problems.${code}`;
/** A key without a text is its own text. */
function isOurs(code: string, t: LabTranslate): code is OurCode {
  const text: string = t(keyOf(code as OurCode));
  return text !== keyOf(code as OurCode);
}

/** Returns one sentence in the user's language; `verbatim` for a text of the API server, which is never translated. */
export function labProblemSentence(
  { code, message, params = {}, nearest = [] }: LabProblem,
  t: LabTranslate,
): { readonly text: string; readonly verbatim: boolean } {
  if (!isOurs(code, t)) return { text: message, verbatim: true };
  const near =
    code !== "StoryNotFound"
      ? ""
      : nearest.length === 0
        ? t("notFound.inTheList")
        : t("notFound.nearest", { nearest: nearest.join(t("notFound.or")) });
  // The server decides which names come with a code. The types therefore see a sentence without names.
  return { text: t(keyOf(code) as "problems.NothingToUndo", params).replaceAll("  ", " ") + near, verbatim: false };
}
