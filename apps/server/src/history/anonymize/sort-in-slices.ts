/** Number of texts that one time slice sorts or merges. */
const TEXTS_PER_SLICE = 1000;

/** Sorts texts in the order of `Array.prototype.sort`. O(n log n). */
export function* sortedInParts(texts: readonly string[]): Generator<undefined, readonly string[]> {
  let runs: (readonly string[])[] = [];
  for (let from = 0; from < texts.length; from += TEXTS_PER_SLICE) {
    runs.push(texts.slice(from, from + TEXTS_PER_SLICE).sort());
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly string[])[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergedInParts(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedInParts(a: readonly string[], b: readonly string[]): Generator<undefined, readonly string[]> {
  const merged: string[] = [];
  let [atA, atB] = [0, 0];
  while (merged.length < a.length + b.length) {
    const [nextA, nextB] = [a[atA], b[atB]];
    const isA = nextB === undefined || (nextA !== undefined && nextA <= nextB);
    const next = isA ? nextA : nextB;
    if (isA) atA++;
    else atB++;
    if (next !== undefined) merged.push(next);
    if (merged.length % TEXTS_PER_SLICE === 0) yield;
  }
  return merged;
}
