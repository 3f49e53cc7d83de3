import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { FREE_BYTES, mostUnpacked, unpacksTo } from "../log/unpacked-limits.ts";
import { ANY_FIRST_LINE } from "../storage/log-file.ts";
import { ImportError } from "./file-documents.ts";

/** Longer than a list of all pods of the largest supported cluster. */
const LIMIT_CHARS = 256 * 1024 * 1024;

/**
 * Beyond FREE_BYTES a file unpacks to at most this multiple of its read bytes. In gzip 5 KB of two nearly equal objects
 * take 100 bytes. The best possible ratio of gzip is 1,032 to 1.
 */
const MAX_GZIP_RATIO = 256;

/** A line of a multi-line file. */
interface FileLine {
  /** Counts from 1. */
  readonly number: number;
  readonly text: string;
  /** The last line has no end, because its writer was stopped. */
  readonly isCutOff: boolean;
}

/** Returns at most the first 64 bytes of a file. */
async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Reports whether a file is a Daemonscope recording, of any version. */
export async function isRecording(path: string): Promise<boolean> {
  return ANY_FIRST_LINE.test((await firstBytes(path)).toString("latin1"));
}

const isGzip = (first: Buffer): boolean => first[0] === 0x1f && first[1] === 0x8b;

/** Reports whether a file holds JSON lines or is compressed, as rotated logs are. kwok writes YAML. */
export async function isLineDelimited(path: string): Promise<boolean> {
  const first = await firstBytes(path);
  return isGzip(first) || first.toString("utf8").trimStart().startsWith("{");
}

/** Reads a truncated compressed file up to the point where it ends. */
async function* untilTorn(content: Readable): AsyncGenerator<string> {
  try {
    for await (const chunk of content) yield chunk as string;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "Z_BUF_ERROR") return;
    throw code?.startsWith("Z_") ? new ImportError(`is compressed, and damaged: ${code}`) : error;
  }
}

/**
 * Yields the lines of a plain or gzip file one at a time, without empty lines. Throws ImportError for a line that is
 * too long, and for gzip data that is damaged or unpacks too far. Passes on errors of the file system.
 */
export async function* fileLines(path: string): AsyncGenerator<FileLine> {
  const file = createReadStream(path);
  let content: Readable = file;
  if (isGzip(await firstBytes(path))) {
    const plain = createGunzip();
    file.on("error", (error) => plain.destroy(error));
    content = file.pipe(plain);
  }
  content.setEncoding("utf8");
  let parts: string[] = [];
  let chars = 0;
  let allChars = 0;
  let number = 0;
  const isPacked = content !== file;
  for await (const chunk of untilTorn(content)) {
    allChars += chunk.length;
    if (isPacked && allChars > FREE_BYTES + MAX_GZIP_RATIO * file.bytesRead) throw new ImportError(unpacksTo(allChars).message);
    for (const [at, text] of chunk.split("\n").entries()) {
      if (at > 0) {
        const line = parts.join("");
        number++;
        if (line.trim() !== "") yield { number, text: line, isCutOff: false };
        parts = [];
        chars = 0;
      }
      parts.push(text);
      chars += text.length;
    }
    if (isPacked && chars > mostUnpacked(file.bytesRead))
      throw new ImportError(`has a line ${number + 1} that ${unpacksTo(mostUnpacked(file.bytesRead)).message}`);
    if (chars > LIMIT_CHARS)
      throw new ImportError(`has a line ${number + 1} of more than ${LIMIT_CHARS} characters: no audit event is that long`);
  }
  const last = parts.join("");
  if (last.trim() !== "") yield { number: number + 1, text: last, isCutOff: true };
}
