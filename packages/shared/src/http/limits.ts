/**
 * Codes with which the server refuses limited work. `running`: the same user runs one already; `busy`: all slots are
 * taken; `tooLong`: the time limit is over. `params.seconds` is the delay before a retry, or the limit for `tooLong`.
 */
export const LIMIT_CODES = {
  preview: { running: "PreviewRunning", busy: "PreviewBusy", tooLong: "PreviewTooLong" },
  recording: { running: "RecordingRunning", busy: "RecordingBusy" },
} as const;

type CodesOf<Codes> = Codes extends unknown ? Codes[keyof Codes] : never;
export type LimitCode = CodesOf<(typeof LIMIT_CODES)[keyof typeof LIMIT_CODES]>;
