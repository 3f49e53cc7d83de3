import type { Key, KeyInput } from "./key-input.ts";

/** The parts of the process that a command needs. */
export interface Terminal {
  /** Writes a line for users to stdout. */
  print(line: string): void;
  /** Writes unchanged text to stdout. */
  write(text: string): void;
  /** Writes a warning to stderr. */
  warn(line: string): void;
  /** Writes unchanged text to stderr. Absent if stderr is not a terminal. */
  readonly progress?: (text: string) => void;
  /** Standard input, from its beginning. */
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder; undefined for a numeric user without one, as in a container. */
  readonly home: string | undefined;
  readonly platform: string;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /** The current width of the terminal; undefined if it is unknown. */
  readonly columns: () => number | undefined;
  /** The current height of the terminal; undefined if it is unknown. */
  readonly rows: () => number | undefined;
  /** Reads single keys. Absent if standard input is not a terminal. */
  readonly openKeys?: (onKey: (key: Key) => void) => KeyInput;
  /** Aborted by the first signal to end, with its name as the reason. */
  readonly stop: AbortSignal;
}

/** Resolves when the user ends the command. */
export function stopped({ stop }: Terminal): Promise<void> {
  if (stop.aborted) return Promise.resolve();
  return new Promise((done) => stop.addEventListener("abort", () => done(), { once: true }));
}
