/**
 * Codes with which the server refuses limited work. Another of the same user runs, all slots are taken, or its time is
 * over. `params.seconds` is the delay before a retry, and the duration for the last.
 */
export const LIMIT_CODES = {
  preview: { running: "PreviewRunning", busy: "PreviewBusy", tooLong: "PreviewTooLong" },
  recording: { running: "RecordingRunning", busy: "RecordingBusy" },
} as const;

type CodesOf<Codes> = Codes extends unknown ? Codes[keyof Codes] : never;
export type LimitCode = CodesOf<(typeof LIMIT_CODES)[keyof typeof LIMIT_CODES]>;
