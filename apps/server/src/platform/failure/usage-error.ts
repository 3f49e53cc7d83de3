/** An error that the user can fix: printed as one sentence with exit code 2, never with a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
