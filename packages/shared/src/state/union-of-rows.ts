/** Scratch bitmap: one bit per row, all 0 between two calls. */
let words = new Int32Array(0);

/**
 * Returns the distinct rows of ascending lists, ascending. O(rows of all lists), plus one check per 32 rows up to the
 * last.
 */
export function unionOfRows(lists: Iterable<readonly number[]>): readonly number[] {
  const nonEmpty = [...lists].filter(({ length }) => length > 0);
  if (nonEmpty.length <= 1) return nonEmpty[0] ?? [];
  const extent = (Math.max(...nonEmpty.map((list) => list.at(-1) ?? 0)) >>> 5) + 1;
  if (words.length < extent) words = new Int32Array(extent);
  for (const list of nonEmpty) for (const row of list) words[row >>> 5] = (words[row >>> 5] ?? 0) | (1 << (row & 31));
  const union: number[] = [];
  for (let word = 0; word < extent; word++) {
    let left = words[word] ?? 0;
    if (left === 0) continue;
    words[word] = 0;
    // Takes the lowest bit first.
    for (; left !== 0; left &= left - 1) union.push(word * 32 + 31 - Math.clz32(left & -left));
  }
  return union;
}
