/** Formats a count with its noun: `1 node`, `3 nodes`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
