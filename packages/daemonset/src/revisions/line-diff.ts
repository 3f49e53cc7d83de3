/** One line of a unified difference. */
export interface DiffLine {
  readonly kind: "hunk" | "same" | "removed" | "added";
  readonly text: string;
}

const CONTEXT_LINES = 3;
/** Beyond so many edits the rest is shown as replaced whole: time and memory grow with the square. */
const EDIT_LIMIT = 800;

type Edit = { readonly kind: "same" | "removed" | "added"; readonly text: string };

/** The shortest script of whole lines from one text to the other, removed lines before added ones. Source: E. W. Myers, An O(ND) Difference Algorithm. */
function editsOf(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const [n, m] = [before.length, after.length];
  const limit = Math.min(n + m, EDIT_LIMIT);
  const reach = new Int32Array(2 * limit + 3);
  const trail: Int32Array[] = [];
  for (let d = 0; d <= limit; d++) {
    trail.push(reach.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach[limit + k] ?? 0) < (reach[limit + k + 2] ?? 0));
      let x = down ? (reach[limit + k + 2] ?? 0) : (reach[limit + k] ?? 0) + 1;
      let y = x - k;
      while (x < n && y < m && before[x] === after[y]) {
        x++;
        y++;
      }
      reach[limit + k + 1] = x;
      if (x >= n && y >= m) return walkBack(before, after, trail, limit);
    }
  }
  return [...before.map((text): Edit => ({ kind: "removed", text })), ...after.map((text): Edit => ({ kind: "added", text }))];
}

function walkBack(before: readonly string[], after: readonly string[], trail: readonly Int32Array[], limit: number): readonly Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [before.length, after.length];
  for (let d = trail.length - 1; d >= 0; d--) {
    const reach = trail[d] ?? new Int32Array(0);
    const k = x - y;
    const down = k === -d || (k !== d && (reach[limit + k] ?? 0) < (reach[limit + k + 2] ?? 0));
    const fromK = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : (reach[limit + fromK + 1] ?? 0);
    const fromY = d === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      edits.push({ kind: "same", text: before[--x] ?? "" });
      y--;
    }
    if (d === 0) break;
    if (down) edits.push({ kind: "added", text: after[--y] ?? "" });
    else edits.push({ kind: "removed", text: before[--x] ?? "" });
  }
  return edits.reverse();
}

/** All lines of both texts in order: those of `before` are the same and the removed ones, those of `after` the same and the added ones. */
export function alignLines(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail++;
  const same = (text: string): Edit => ({ kind: "same", text });
  return [
    ...before.slice(0, head).map(same),
    ...editsOf(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

/** Where a hunk begins and how long it is, as `diff -u` writes it: a length of one is left out, an empty side begins on the line before. */
function rangeText(start: number, length: number): string {
  if (length === 1) return String(start + 1);
  return `${length === 0 ? start : start + 1},${length}`;
}

/** The unified difference of two texts by lines, three lines of context around each change; empty when they are equal. */
export function unifiedDiff(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const edits = alignLines(before, after);
  const lines: DiffLine[] = [];
  const isNear = (at: number): boolean => {
    for (let near = Math.max(0, at - CONTEXT_LINES); near <= at + CONTEXT_LINES && near < edits.length; near++)
      if (edits[near]?.kind !== "same") return true;
    return false;
  };
  let [beforeAt, afterAt, at] = [0, 0, 0];
  while (at < edits.length) {
    if (!isNear(at)) {
      beforeAt++;
      afterAt++;
      at++;
      continue;
    }
    const hunk: Edit[] = [];
    for (let edit = edits[at]; edit !== undefined && isNear(at); edit = edits[++at]) hunk.push(edit);
    const removed = hunk.filter(({ kind }) => kind !== "added").length;
    const added = hunk.filter(({ kind }) => kind !== "removed").length;
    lines.push({ kind: "hunk", text: `@@ -${rangeText(beforeAt, removed)} +${rangeText(afterAt, added)} @@` }, ...hunk);
    beforeAt += removed;
    afterAt += added;
  }
  return lines;
}
