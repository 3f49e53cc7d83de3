/** Moves one member of a list to another index. Returns the same list if the index is equal or invalid. */
export function moveStep<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const member = list[from];
  if (member === undefined || to < 0 || to >= list.length || to === from) return list;
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, member);
}
