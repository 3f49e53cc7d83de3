import type { LabProblemCode } from "@daemonscope/shared/http/lab";
import type { lab } from "../i18n/en/lab.ts";
import type { LabTranslate } from "./lab-words.ts";

/** Why something was not done: a code and what its sentence names. `message` is what the server said, in English or in the API server's own words. */
export interface LabProblem {
  readonly code: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly nearest?: readonly string[];
}

/** What the page itself finds. */
type PageProblemCode = "BadSeed" | "NoServer" | "NoAnswer" | "BegunElsewhere" | "BegunAnewElsewhere";

/** Said, but nothing went wrong. */
const NEWS: readonly string[] = ["BegunElsewhere", "BegunAnewElsewhere"] satisfies readonly PageProblemCode[];
export const isNews = ({ code }: LabProblem): boolean => NEWS.includes(code);

/** What we say ourselves: a code without its sentence does not compile. */
type OurCode = LabProblemCode | PageProblemCode;
const isOurs = (code: string, t: LabTranslate): code is OurCode => Object.hasOwn(t("problems", { returnObjects: true }), code);

/** One sentence in the reader's language; `verbatim` for one in the API server's own words, which are never translated. */
export function problemSentence(
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
  const sentence: `problems.${keyof typeof lab.problems}` = `problems.${code}`;
  // Which names a code comes with is the server's word: to the types it is a sentence without any.
  return { text: t(sentence as "problems.NothingToUndo", params).replaceAll("  ", " ") + near, verbatim: false };
}
