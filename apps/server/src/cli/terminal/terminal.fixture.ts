import type { DECIDED_BY_ANOTHER, EndingSignal } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** A terminal that keeps its output. */
export interface CapturedTerminal extends Terminal {
  readonly out: () => string;
  readonly warnings: readonly string[];
  readonly end: (reason?: EndingSignal | typeof DECIDED_BY_ANOTHER) => void;
}

async function* noInput(): AsyncGenerator<Uint8Array> {}

export function capturedTerminal(
  environment: Record<string, string> = {},
  stdin: () => AsyncIterable<Uint8Array> = noInput,
): CapturedTerminal {
  const stop = new AbortController();
  const warnings: string[] = [];
  let out = "";
  return {
    print: (line) => {
      out += `${line}\n`;
    },
    write: (text) => {
      out += text;
    },
    warn: (line) => void warnings.push(line),
    stdin,
    environment,
    home: "/nonexistent",
    platform: "linux",
    isTerminal: false,
    columns: () => undefined,
    rows: () => undefined,
    stop: stop.signal,
    out: () => out,
    warnings,
    end: (reason = "SIGINT") => stop.abort(reason),
  };
}
