/** What a command needs of the process that it runs in. */
export interface Terminal {
  /** A line for people, on stdout. */
  say(line: string): void;
  /** Text as it is, on stdout. */
  write(text: string): void;
  /** A line that calls for attention, on stderr. */
  warn(line: string): void;
  /** Text as it is, on stderr. Absent where stderr is no terminal: nobody sees how far the work is. */
  readonly progress?: (text: string) => void;
  /** Standard input, from its beginning. */
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The person's home folder; a number that an image runs as has none. */
  readonly home: string | undefined;
  readonly platform: string;
  readonly isTerminal: boolean;
  /** How wide the terminal is now; undefined where nobody knows. */
  readonly columns: () => number | undefined;
  /** Aborted by the first signal to end, with its name as the reason. */
  readonly stop: AbortSignal;
}

/** Resolves when the person wants to end. */
export function stopped({ stop }: Terminal): Promise<void> {
  if (stop.aborted) return Promise.resolve();
  return new Promise((done) => stop.addEventListener("abort", () => done(), { once: true }));
}
