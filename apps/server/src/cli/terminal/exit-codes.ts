// Exit codes of queries. A UsageError, which is a query that cannot be answered, has the code 2.
/** For `diff`: something differs. */
export const EXIT_DIFFERENT = 1;
/** The query of one of several clusters failed. For a single cluster this is a UsageError, with the same code. */
export const EXIT_QUERY_FAILED = 2;
export const EXIT_STUCK = 3;
export const EXIT_TIMED_OUT = 4;
export const EXIT_DELETED = 5;
/** For `what-if`: nodes would lose an agent. */
export const EXIT_AGENTS_LOST = 6;
/** For `what-if --strict` and `--fail-on refused`: the API server would refuse a manifest. */
export const EXIT_MANIFEST_REFUSED = 7;
/** For `wait --require-nodes` and `what-if --fail-on nowhere`: no node matches the DaemonSet. */
export const EXIT_NO_NODES = 8;
/** For `what-if --fail-on noroom`: pods would find no free capacity. */
export const EXIT_NO_ROOM = 9;
/** For `what-if --fail-on misscheduled`: more pods would be on nodes that do not want them. */
export const EXIT_MISSCHEDULED = 10;
/** For `audit --fail-on`: a finding matches. */
export const EXIT_AUDIT_FAILED = 11;
/** The reader of the output is gone: a shell's code for SIGPIPE, which ends kubectl in this case. */
export const EXIT_BROKEN_PIPE = 141;

/** The signals that end a command, and a shell's code for each: 128 plus its number. */
export const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type EndingSignal = keyof typeof SIGNAL_CODES;

/** The abort reason of one of several waits if another one decides their result. */
export const DECIDED_BY_ANOTHER = "decided by another";

const isEnding = (reason: unknown): reason is EndingSignal => typeof reason === "string" && Object.hasOwn(SIGNAL_CODES, reason);

/** Returns the exit code of an interrupted query: that of the signal in the abort reason. */
export function signalExitCode({ reason }: AbortSignal): number {
  return SIGNAL_CODES[isEnding(reason) ? reason : "SIGINT"];
}
