import { Buffer } from "node:buffer";
import { constants, createReadStream, openSync } from "node:fs";
import { stat } from "node:fs/promises";
import { Socket } from "node:net";
import { devNull } from "node:os";
import { FileRefused, refusedKind } from "@daemonscope/kube-client/connect/small-file";
import { UsageError } from "../../platform/failure/usage-error.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "reading it is not allowed",
  EPERM: "reading it is not allowed",
  ENAMETOOLONG: "no file can have such a name",
  ENOTDIR: "a part of its path is no folder",
  ERR_INVALID_ARG_VALUE: "no file can have such a name",
};

/** Above the manifests of the largest cluster, and below the maximum string length. */
const LIMIT_BYTES = 256 * 1024 * 1024;

/** The source of file text. */
export interface TextSource {
  /** Standard input, from its beginning. */
  readonly stdin: () => AsyncIterable<Uint8Array>;
  /** Aborts the reading, because an input may never end. */
  readonly stop: AbortSignal;
}

/** Names a file in a message. At the start of a sentence "file" is capitalized, and the name stays unchanged. */
export const fileLabel = (file: string): string => (file === "-" ? "standard input" : `file ${file}`);

/**
 * A named pipe, as of `<(kubectl get nodes -o yaml)`, is read as a socket. A file read that waits for a writer would
 * keep the process from exiting.
 */
async function open(file: string): Promise<AsyncIterable<Uint8Array>> {
  const stats = await stat(file);
  const refused = refusedKind(stats);
  if (refused !== undefined && file !== devNull) throw new FileRefused(refused);
  if (!stats.isFIFO()) return createReadStream(file);
  return new Socket({ fd: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false });
}

/** Decodes UTF-16 with a byte order mark, which PowerShell writes and kubectl reads. Anything else is UTF-8. */
function decodedText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return bytes.toString("utf8");
}

async function textOf(chunks: AsyncIterable<Uint8Array>, label: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of chunks) {
    parts.push(part);
    bytes += part.length;
    if (bytes > LIMIT_BYTES) throw new UsageError(`${label} cannot be read: it is larger than ${LIMIT_BYTES / 1024 / 1024} MB.`);
  }
  return decodedText(Buffer.concat(parts, bytes));
}

/** Returns the text of a file; `-` is standard input. Returns undefined if the user aborts first. Throws UsageError. */
export async function readTextSource(flag: string, file: string, { stdin, stop }: TextSource): Promise<string | undefined> {
  const label = `--${flag} ${file}`;
  if (stop.aborted) return undefined;
  if (/^https?:\/\//i.test(file))
    throw new UsageError(`${label} is a URL, and Daemonscope connects only to the API server. Download it first: curl -fsSLO ${file}`);
  const ended = new Promise<undefined>((done) => stop.addEventListener("abort", () => done(undefined), { once: true }));
  try {
    return await Promise.race([textOf(file === "-" ? stdin() : await open(file), label), ended]);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    if (cause instanceof FileRefused) throw new UsageError(`${label} cannot be read: it ${cause.message}.`);
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    throw new UsageError(`${label} cannot be read: ${REASONS[code] ?? (code || String(cause))}.`);
  }
}
