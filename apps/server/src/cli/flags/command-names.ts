/** Commands of `daemonscope`; the first is the default. */
export const COMMANDS = [
  "serve",
  "simulate",
  "explain",
  "status",
  "wait",
  "diff",
  "what-if",
  "record",
  "replay",
  "import",
  "collect",
  "version",
  "completion",
] as const;
export type CommandName = (typeof COMMANDS)[number];
