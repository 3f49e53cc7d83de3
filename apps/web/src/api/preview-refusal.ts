import type { Translate } from "../i18n/translator.ts";
import { ApiProblem } from "./fetch-answer.ts";

/** Why the server did not answer a preview that it understood. */
const REFUSALS = ["PreviewRunning", "PreviewBusy", "PreviewTooLong"] as const;

/** The refusal in the reader's language; undefined for any other problem. */
export function previewRefusal({ code, params }: ApiProblem, t: Translate): string | undefined {
  const refusal = REFUSALS.find((each) => each === code);
  return refusal === undefined ? undefined : t(`whatIf.refused.${refusal}`, { seconds: Number(params?.seconds ?? 0) });
}

/** Why a preview has no answer, in one sentence. */
export const previewProblem = (error: Error, t: Translate): string =>
  error instanceof ApiProblem ? (previewRefusal(error, t) ?? error.message) : t("whatIf.noAnswer");
