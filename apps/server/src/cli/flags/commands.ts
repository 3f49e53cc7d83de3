/** What a command does. Flags, help, completion and exit codes derive their commands from it. */
type CommandTrait =
  /** Shows a page. */
  | "page"
  /** Listens on an address. */
  | "listens"
  /** Has a server of a simulated cluster. */
  | "server"
  /** Follows a cluster until it is ended. */
  | "follows"
  /** Watches a cluster and keeps its model. */
  | "watches"
  /** Answers a question about a cluster. */
  | "query"
  /** Prints a list, as `kubectl get` does. */
  | "list"
  /** Prints a table of rows. */
  | "table"
  /** Reads a recording. */
  | "readsRecording"
  /** Writes a recording. */
  | "writesRecording"
  /** Reads manifests. */
  | "manifests"
  /** May read several clusters at once. */
  | "several"
  /** Continues after the reader of its output is gone. */
  | "outlivesReader";

/** Commands of `daemonscope`, each with its traits, in the order of completion. */
const TRAITS = {
  serve: ["page", "listens", "server", "follows", "watches", "several", "outlivesReader"],
  simulate: ["listens", "server", "outlivesReader"],
  explain: ["query", "list", "table", "readsRecording", "manifests"],
  status: ["query", "list", "table", "readsRecording", "several"],
  pods: ["query", "list", "table", "readsRecording", "several"],
  // Its answer is its exit code.
  wait: ["query", "several", "outlivesReader"],
  history: ["query", "table"],
  diff: ["query", "manifests", "several"],
  "what-if": ["query", "readsRecording", "manifests"],
  audit: ["query", "list", "table", "readsRecording"],
  record: ["follows", "writesRecording", "outlivesReader"],
  replay: ["page", "listens", "outlivesReader"],
  import: ["writesRecording", "outlivesReader"],
  collect: ["follows", "watches", "outlivesReader"],
  version: [],
  completion: [],
  help: [],
  options: [],
} as const satisfies Readonly<Record<string, readonly CommandTrait[]>>;

export type CommandName = keyof typeof TRAITS;
export const COMMANDS = Object.keys(TRAITS) as readonly CommandName[];
export const DEFAULT_COMMAND: CommandName = "serve";

/** Reports whether a word is a command. */
export const isCommand = (word: string): word is CommandName => Object.hasOwn(TRAITS, word);

/** Reports whether a command has a trait. */
export const hasTrait = (command: CommandName, trait: CommandTrait): boolean =>
  (TRAITS[command] as readonly CommandTrait[]).includes(trait);

/** Returns the commands with at least one of the traits, in the order of completion. */
export const commandsWith = (...traits: readonly CommandTrait[]): readonly CommandName[] =>
  COMMANDS.filter((command) => traits.some((trait) => hasTrait(command, trait)));

export const queryCommands = commandsWith("query");
/** Commands that read a cluster. */
export const clientCommands = commandsWith("follows", "query");
/** Commands that may read several clusters at once. */
export const multiClusterCommands = commandsWith("several");
/** Commands that connect to an engine. */
export const engineCommands = commandsWith("watches", "query");
