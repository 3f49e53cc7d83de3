import type { Translate } from "../i18n/translator.ts";
import { ApiProblem } from "./fetch-answer.ts";

/** Codes with which the server refuses a valid preview. */
const REFUSALS = ["PreviewRunning", "PreviewBusy", "PreviewTooLong"] as const;

/** Returns the refusal in the user's language; undefined for any other problem. */
export function previewRefusal({ code, params }: ApiProblem, t: Translate): string | undefined {
  const refusal = REFUSALS.find((each) => each === code);
  return refusal === undefined ? undefined : t(`whatIf.refused.${refusal}`, { seconds: Number(params?.seconds ?? 0) });
}

/** Explains in one sentence why a preview has no answer. */
export const previewProblem = (error: Error, t: Translate): string =>
  error instanceof ApiProblem ? (previewRefusal(error, t) ?? error.message) : t("whatIf.noAnswer");
