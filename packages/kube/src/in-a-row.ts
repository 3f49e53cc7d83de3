/** What parts of some work come to, all of them in a row: for whoever has nobody waiting. */
export function inARow<T>(parts: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
