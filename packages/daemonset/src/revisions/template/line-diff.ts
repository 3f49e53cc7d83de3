import { structuredPatch } from "diff";

/** One line of a unified diff. */
export interface DiffLine {
  readonly kind: "hunk" | "same" | "removed" | "added";
  readonly text: string;
}

const CONTEXT_LINES = 3;
/** Above this number of edits the difference is one replaced block: time and memory grow with the square. */
const EDIT_LIMIT = 300;
const KINDS: Readonly<Record<string, DiffLine["kind"]>> = { " ": "same", "-": "removed", "+": "added" };

/**
 * Returns the start and length of a hunk, as `diff -u` writes them. A length of one is omitted. An empty side begins on
 * the line before.
 */
function rangeText(start: number, length: number): string {
  if (length === 1) return String(start);
  return `${length === 0 ? start - 1 : start},${length}`;
}

/** Returns the number of common lines at the start and at the end. */
function sharedEnds(before: readonly string[], after: readonly string[]): { readonly head: number; readonly tail: number } {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head, tail };
}

/** Returns all lines between the common ends as one hunk. */
function singleHunk(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const { head, tail } = sharedEnds(before, after);
  const from = Math.max(0, head - CONTEXT_LINES);
  const until = before.length - Math.max(0, tail - CONTEXT_LINES);
  const lengthChange = after.length - before.length;
  const lines = (kind: DiffLine["kind"], texts: readonly string[]) => texts.map((text): DiffLine => ({ kind, text }));
  return [
    { kind: "hunk", text: `@@ -${rangeText(from + 1, until - from)} +${rangeText(from + 1, until + lengthChange - from)} @@` },
    ...lines("same", before.slice(from, head)),
    ...lines("removed", before.slice(head, before.length - tail)),
    ...lines("added", after.slice(head, after.length - tail)),
    ...lines("same", before.slice(before.length - tail, until)),
  ];
}

/**
 * Returns the unified diff of two texts by lines, with three lines of context; empty if they are equal. No line
 * contains a line break. It is the shortest diff up to 300 edits; beyond, one replaced block.
 */
export function unifiedDiff(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  const patch = structuredPatch("", "", text(before), text(after), undefined, undefined, {
    context: CONTEXT_LINES,
    maxEditLength: EDIT_LIMIT,
  });
  if (patch === undefined) return singleHunk(before, after);
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    { kind: "hunk" as const, text: `@@ -${rangeText(oldStart, oldLines)} +${rangeText(newStart, newLines)} @@` },
    ...lines.map((line): DiffLine => ({ kind: KINDS[line.charAt(0)] ?? "same", text: line.slice(1) })),
  ]);
}
