import { structuredPatch } from "diff";

/** One line of a unified difference. */
export interface DiffLine {
  readonly kind: "hunk" | "same" | "removed" | "added";
  readonly text: string;
}

const CONTEXT_LINES = 3;
/** Beyond so many edits what differs is shown as replaced whole: time and memory grow with the square. */
const EDIT_LIMIT = 300;
const KINDS: Readonly<Record<string, DiffLine["kind"]>> = { " ": "same", "-": "removed", "+": "added" };

/** Where a hunk begins and how long it is, as `diff -u` writes it: a length of one is left out, an empty side begins on the line before. */
function rangeText(start: number, length: number): string {
  if (length === 1) return String(start);
  return `${length === 0 ? start - 1 : start},${length}`;
}

/** How many lines both texts begin with, and how many they end with. */
function sharedEnds(before: readonly string[], after: readonly string[]): { readonly head: number; readonly tail: number } {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head, tail };
}

/** All that lies between the shared ends, as one hunk. */
function replacedWhole(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const { head, tail } = sharedEnds(before, after);
  const from = Math.max(0, head - CONTEXT_LINES);
  const until = before.length - Math.max(0, tail - CONTEXT_LINES);
  const grown = after.length - before.length;
  const lines = (kind: DiffLine["kind"], texts: readonly string[]) => texts.map((text): DiffLine => ({ kind, text }));
  return [
    { kind: "hunk", text: `@@ -${rangeText(from + 1, until - from)} +${rangeText(from + 1, until + grown - from)} @@` },
    ...lines("same", before.slice(from, head)),
    ...lines("removed", before.slice(head, before.length - tail)),
    ...lines("added", after.slice(head, after.length - tail)),
    ...lines("same", before.slice(before.length - tail, until)),
  ];
}

/** The unified difference of two texts by lines, three lines of context around each change; empty when they are equal. No line holds a line break.
 *  The shortest there is up to 300 edits; beyond, what differs is replaced whole. */
export function unifiedDiff(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  const patch = structuredPatch("", "", text(before), text(after), undefined, undefined, {
    context: CONTEXT_LINES,
    maxEditLength: EDIT_LIMIT,
  });
  if (patch === undefined) return replacedWhole(before, after);
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    { kind: "hunk" as const, text: `@@ -${rangeText(oldStart, oldLines)} +${rangeText(newStart, newLines)} @@` },
    ...lines.map((line): DiffLine => ({ kind: KINDS[line.charAt(0)] ?? "same", text: line.slice(1) })),
  ]);
}
