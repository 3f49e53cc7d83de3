import { readFileSync } from "node:fs";
import { UsageError } from "../command-line/usage-error.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "reading it is not allowed",
  EPERM: "reading it is not allowed",
  ENAMETOOLONG: "no file can have such a name",
  ENOTDIR: "a part of its path is no folder",
  ERR_INVALID_ARG_VALUE: "no file can have such a name",
};

/** How a file is called in a message. */
export const fileWords = (file: string): string => (file === "-" ? "standard input" : file);

/** The text of a file; `-` is standard input. Throws UsageError. */
export function readText(flag: string, file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    throw new UsageError(`--${flag} ${file} cannot be read: ${REASONS[code] ?? (code || String(cause))}.`);
  }
}
