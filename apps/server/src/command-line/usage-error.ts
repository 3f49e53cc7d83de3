/** Something that the person can mend: told in one sentence, exit code 2, never with a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
