import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Faults and writes that failed once, after the removal of faults that the failure does not need. */
export interface Recording {
  readonly id: string;
  readonly seed: number;
  readonly steps: readonly string[];
  readonly writesPerStep: number;
}

const FOLDER = join(import.meta.dirname, "../recordings");

/** Returns the recordings of a case. Each run plays them first. */
export const recordingsOf = (id: string): readonly Recording[] =>
  readdirSync(FOLDER)
    .filter((name) => name.startsWith(`${id}-`))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")));

/** Writes a recording into the tree. Returns its path. */
export function keepRecording(recording: Recording): string {
  const name = `${recording.id}-${recording.seed}.json`;
  writeFileSync(join(FOLDER, name), `${JSON.stringify(recording, undefined, 2)}\n`);
  return `e2e/faults/recordings/${name}`;
}
