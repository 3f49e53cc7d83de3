/** Runs all time slices of some work without a pause and returns its result. For callers that block no other work. */
export function drain<T>(parts: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
