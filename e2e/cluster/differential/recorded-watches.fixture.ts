import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export const RECORDINGS = join(import.meta.dirname, "../../recordings");

/** The lines of a recording by kind. */
export function recordedLines(file: string): Readonly<Record<string, readonly string[]>> {
  const byKind: Record<string, string[]> = {};
  for (const text of gunzipSync(readFileSync(file)).toString("utf8").trim().split("\n")) {
    const { resource, line } = JSON.parse(text) as { readonly resource: string; readonly line: string };
    const lines = byKind[resource] ?? [];
    lines.push(line);
    byKind[resource] = lines;
  }
  return byKind;
}
