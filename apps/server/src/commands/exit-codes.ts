/** What the exit codes of the questions say; 2 is one that cannot be answered (UsageError). */
/** Of `diff`: something differs. */
export const DIFFERENT = 1;
/** What cannot be asked: of several clusters where one cannot, of one a UsageError. */
export const CANNOT_ASK = 2;
export const STUCK = 3;
export const TIMED_OUT = 4;
export const GONE = 5;
/** Of `what-if`: nodes would lose an agent. */
export const AGENTS_LOST = 6;
/** Whoever read the answer is gone: what a shell makes of SIGPIPE, which ends kubectl there. */
export const NO_READER = 141;

/** The signals that end a command, and what a shell makes of each: 128 and its number. */
export const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type EndingSignal = keyof typeof SIGNAL_CODES;

const isEnding = (reason: unknown): reason is EndingSignal => typeof reason === "string" && Object.hasOwn(SIGNAL_CODES, reason);

/** The exit code of a question that was ended before its answer: that of the signal which the abort names. */
export function stoppedCode({ reason }: AbortSignal): number {
  return SIGNAL_CODES[isEnding(reason) ? reason : "SIGINT"];
}
