import { readFileSync } from "node:fs";
import { UsageError } from "./usage-error.ts";

const SECRET_LENGTH = 16;

/** The secret in the file that a flag names, without the line break at its end. Throws UsageError. */
export function secretIn(flag: string, file: string): string {
  let secret: string;
  try {
    secret = readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new UsageError(`--${flag} ${file} cannot be read: ${(cause as NodeJS.ErrnoException).code ?? "unknown"}.`);
  }
  if (secret.length < SECRET_LENGTH)
    throw new UsageError(`--${flag} ${file} holds ${secret.length} characters: a secret has at least ${SECRET_LENGTH}, of a generator.`);
  return secret;
}
