import type { LimitCode } from "@daemonscope/shared/http/limits";
import type { Translate } from "../../words/i18n/translator.ts";
import { ApiProblem } from "./fetch-answer.ts";

/** The words of each refusal of limited work. */
const WORDS = {
  PreviewRunning: "whatIf.refused.PreviewRunning",
  PreviewBusy: "whatIf.refused.PreviewBusy",
  PreviewTooLong: "whatIf.refused.PreviewTooLong",
  RecordingRunning: "timeline.saving.refused.RecordingRunning",
  RecordingBusy: "timeline.saving.refused.RecordingBusy",
} as const satisfies Readonly<Record<LimitCode, string>>;

const isLimit = (code: string | undefined): code is LimitCode => code !== undefined && Object.hasOwn(WORDS, code);

/** Returns the refusal in the user's language; undefined for any other problem. */
export const previewRefusal = ({ code, params }: ApiProblem, t: Translate): string | undefined =>
  isLimit(code) ? t(WORDS[code], { seconds: Number(params?.seconds ?? 1) }) : undefined;

/** Explains in one sentence why a preview has no answer. */
export const previewProblem = (error: Error, t: Translate): string =>
  error instanceof ApiProblem ? (previewRefusal(error, t) ?? error.message) : t("whatIf.noAnswer");
