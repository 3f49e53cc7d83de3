import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { RawMirror } from "./raw-mirror.ts";

const FOLDER = join(import.meta.dirname, "../../recordings");

/** Name and path of every recording, of the stories and of seeds. */
export const RECORDINGS: readonly (readonly [name: string, file: string])[] = [FOLDER, join(FOLDER, "differential")].flatMap((folder) =>
  readdirSync(folder).flatMap((name) => (name.endsWith(".jsonl.gz") ? [[name, join(folder, name)] as const] : [])),
);

export type Lines = Readonly<Record<string, readonly string[]>>;

/** Returns the lines of a recording by kind. */
export function recordedLines(file: string): Lines {
  const byKind: Record<string, string[]> = {};
  for (const text of gunzipSync(readFileSync(file)).toString("utf8").trim().split("\n")) {
    const { resource, line } = JSON.parse(text) as { readonly resource: string; readonly line: string };
    const lines = byKind[resource] ?? [];
    lines.push(line);
    byKind[resource] = lines;
  }
  return byKind;
}

/** Returns a mirror of these lines of watches. */
export const mirrorOf = (lines: Lines): RawMirror =>
  new RawMirror(Object.fromEntries(Object.entries(lines).map(([kind, kindLines]) => [kind, { lines: kindLines, stop() {} }])));
