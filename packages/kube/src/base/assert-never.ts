/** Ends a switch over a tagged union: the compiler reports an error here if a variant has no branch. */
export function assertNever(value: never): never {
  throw new Error(`unreachable variant: ${JSON.stringify(value)}`);
}
