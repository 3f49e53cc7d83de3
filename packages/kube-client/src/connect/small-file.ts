import { Buffer } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { devNull } from "node:os";

const KB = 1024;
const MB = 1024 * KB;
/** Limit of a kubeconfig, a certificate or a key. The bundle of all public authorities has a quarter of a megabyte. */
export const CONFIG_LIMIT_BYTES = 4 * MB;
/** Limit of a token or a secret. An API server accepts at most 1 MB of headers. */
export const SECRET_LIMIT_BYTES = 256 * KB;
const PART_BYTES = 64 * KB;

/** A file that is not read. The message is the end of a sentence about the file: "does not exist". */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
  /** The system's code: ENOENT, EACCES. Undefined if the file exists and is refused. */
  readonly code: string | undefined;
  constructor(message: string, code?: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EACCES: "may not be read by this user",
  EPERM: "may not be read by this user",
  EISDIR: "is a folder, not a file",
  ELOOP: "is a link that leads to itself",
  ENAMETOOLONG: "has a name that no file can have",
  ERR_INVALID_ARG_VALUE: "has a name that no file can have",
};

/** Returns why a file cannot be read, as the end of a sentence about it. */
export function unreadable(cause: unknown): string {
  if (cause instanceof FileRefused) return cause.message;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String((cause as { code: unknown }).code) : "unknown error";
  return WHY[code] ?? `cannot be read (${code})`;
}

/**
 * Returns why an object that is neither a regular file nor a pipe is refused; undefined for those two. A device may
 * never end.
 */
export function refusedKind(stats: Stats): string | undefined {
  if (stats.isFile() || stats.isFIFO()) return undefined;
  if (stats.isDirectory()) return "is a folder, not a file";
  return stats.isSocket() ? "is a socket, not a file" : "is a device, not a file";
}

interface SmallFileOptions {
  readonly limitBytes: number;
  /**
   * Accepts a pipe such as `<(command)`, and waits for its writer. Only allowed while the process starts, because the
   * wait blocks the process.
   */
  readonly acceptsPipe?: boolean;
}

function check(stats: Stats, { limitBytes, acceptsPipe = false }: SmallFileOptions): void {
  const refused = refusedKind(stats) ?? (stats.isFIFO() && !acceptsPipe ? "is a pipe, which can be read only once" : undefined);
  if (refused !== undefined) throw new FileRefused(refused);
  if (stats.size > limitBytes) throw new FileRefused(tooLarge(limitBytes));
}

const tooLarge = (limitBytes: number) =>
  `is larger than ${limitBytes >= MB ? `${limitBytes / MB} MB` : `${limitBytes / KB} KB`}, the most that is read of such a file`;

/**
 * Reads a regular file or a pipe that a flag, a variable or a field names, up to a limit. A device is never opened; the
 * null device reads as an empty file. Throws FileRefused.
 */
export function readSmallFile(path: string, options: SmallFileOptions): Buffer {
  if (path === devNull) return Buffer.alloc(0);
  let file: number | undefined;
  try {
    check(statSync(path), options);
    // Between the two calls the file may be replaced by a pipe without a writer, which would block the process.
    file = openSync(path, constants.O_RDONLY | (options.acceptsPipe === true ? 0 : (constants.O_NONBLOCK ?? 0)));
    check(fstatSync(file), options);
    return readUpTo(file, options.limitBytes);
  } catch (cause) {
    if (cause instanceof FileRefused) throw cause;
    throw new FileRefused(unreadable(cause), String((cause as NodeJS.ErrnoException).code ?? "unknown error"), cause);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Reads until the end or the limit, because the size of a pipe or of a file in /proc is unknown. */
function readUpTo(file: number, limitBytes: number): Buffer {
  const parts: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(PART_BYTES);
    const read = readSync(file, part, 0, PART_BYTES, null);
    if (read === 0) return Buffer.concat(parts, bytes);
    parts.push(part.subarray(0, read));
    bytes += read;
    if (bytes > limitBytes) throw new FileRefused(tooLarge(limitBytes));
  }
}
