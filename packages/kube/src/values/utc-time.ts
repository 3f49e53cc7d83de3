/** Returns a time in UTC with its date, `2026-11-27 18:05:42`. The output of a command or an alarm may be read on
 *  another day. */
export const utcTime = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19).replace("T", " ");
