/** Commands of `daemonscope`; the first is the default. */
export const COMMANDS = [
  "serve",
  "simulate",
  "explain",
  "status",
  "pods",
  "wait",
  "history",
  "diff",
  "what-if",
  "audit",
  "record",
  "replay",
  "import",
  "collect",
  "version",
  "completion",
  "help",
  "options",
] as const;
export type CommandName = (typeof COMMANDS)[number];

/** Reports whether a word is a command. */
export const isCommand = (word: string): word is CommandName => (COMMANDS as readonly string[]).includes(word);
