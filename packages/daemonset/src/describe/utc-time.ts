/** Returns a time in UTC with its date, `2026-11-27 18:05:42`: a command's output and an alarm are read on another day too. */
export const utcTime = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19).replace("T", " ");
