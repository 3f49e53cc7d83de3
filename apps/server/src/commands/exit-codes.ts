/** What the exit codes of `explain`, `status` and `wait` say; 2 is a question that cannot be answered (UsageError). */
export const STUCK = 3;
export const TIMED_OUT = 4;
export const GONE = 5;
/** By Ctrl-C: what a shell makes of SIGINT. */
export const STOPPED = 130;
