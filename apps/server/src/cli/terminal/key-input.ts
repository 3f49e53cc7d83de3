import type { ReadStream } from "node:tty";

/** A key of a terminal view. `resumed`: the process continues after a suspension, and the screen is not ours. */
export type Key =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "up" | "down" | "enter" | "escape" | "backspace" | "interrupt" | "resumed" };

/** Keys in raw mode until `close`. */
export interface KeyInput {
  close(): void;
}

const SEQUENCES: Readonly<Record<string, Exclude<Key["kind"], "text" | "resumed">>> = {
  "\u001b[A": "up",
  "\u001bOA": "up",
  "\u001b[B": "down",
  "\u001bOB": "down",
  "\r": "enter",
  "\n": "enter",
  "\u001b": "escape",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u0003": "interrupt",
};
const SUSPEND = "\u001a";

const ESCAPE = "\u001b";
const SEQUENCE = new RegExp(`${ESCAPE}(?:\\[[0-9;]*[A-Za-z~]|O[A-Z])?|[\\s\\S]`, "gu");

/** Splits a chunk into escape sequences and characters. */
const keysIn = (chunk: string): readonly string[] => chunk.match(SEQUENCE) ?? [];

/** Returns the key of a sequence; undefined for one without a meaning, such as F1. */
export function keyOf(sequence: string): Key | undefined {
  const kind = SEQUENCES[sequence];
  if (kind !== undefined) return { kind };
  return /^\p{C}/u.test(sequence) ? undefined : { kind: "text", text: sequence };
}

/** Reads keys in raw mode, in which the terminal sends Ctrl-C and Ctrl-Z as characters. Ctrl-Z suspends the process as
 *  in a shell. */
export function openKeyInput(stdin: ReadStream, onKey: (key: Key) => void): KeyInput {
  const onResume = () => {
    stdin.setRawMode(true);
    onKey({ kind: "resumed" });
  };
  const onData = (chunk: string) => {
    for (const sequence of keysIn(chunk)) {
      if (sequence === SUSPEND) {
        stdin.setRawMode(false);
        process.once("SIGCONT", onResume);
        process.kill(process.pid, "SIGTSTP");
        continue;
      }
      const key = keyOf(sequence);
      if (key !== undefined) onKey(key);
    }
  };
  stdin.setEncoding("utf8");
  stdin.setRawMode(true);
  stdin.on("data", onData);
  return {
    close() {
      process.removeListener("SIGCONT", onResume);
      stdin.removeListener("data", onData);
      stdin.setRawMode(false);
      stdin.pause();
    },
  };
}
