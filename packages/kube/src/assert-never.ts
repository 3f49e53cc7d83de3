/** Ends a switch over a tagged union: the compiler points here when a variant has no branch. */
export function assertNever(value: never): never {
  throw new Error(`unreachable variant: ${JSON.stringify(value)}`);
}
