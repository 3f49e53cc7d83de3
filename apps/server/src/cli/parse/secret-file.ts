import { readSmallFile, SECRET_LIMIT_BYTES, unreadable } from "@daemonscope/kube-client/connect/small-file";
import { UsageError } from "../../platform/failure/usage-error.ts";

const MIN_SECRET_LENGTH = 16;

/** Returns the secret in the file of a flag, without surrounding white space. Throws UsageError. */
export function readSecretFile(flag: string, file: string): string {
  let secret: string;
  try {
    secret = readSmallFile(file, { limitBytes: SECRET_LIMIT_BYTES, acceptsPipe: true }).toString("utf8").trim();
  } catch (cause) {
    throw new UsageError(`--${flag} ${file} ${unreadable(cause)}.`);
  }
  if (secret.length < MIN_SECRET_LENGTH)
    throw new UsageError(
      `--${flag} ${file} holds ${secret.length} characters: a secret has at least ${MIN_SECRET_LENGTH}, of a generator.`,
    );
  return secret;
}
