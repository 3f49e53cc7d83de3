import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ANY_FIRST_LINE } from "../log/log-file.ts";
import { FREE_BYTES, mostUnpacked, unpacksTo } from "../log/unpacked-limits.ts";
import { ImportError } from "./file-documents.ts";

/** Longer than a list of every pod of the largest cluster that is supported. */
const LIMIT_CHARS = 256 * 1024 * 1024;

/** gzip makes 5 KB of two objects that are nearly alike into 100 bytes, and cannot do better than 1,032 to 1. */
const MOST_GZIP_RATIO = 256;

/** A line of a file of many. */
export interface FileLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** The last, which does not end: what wrote it was ended. */
  readonly isCutOff: boolean;
}

/** What a file begins with. */
async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether a file is a recording of ours already, of whatever version. */
export async function isRecording(path: string): Promise<boolean> {
  return ANY_FIRST_LINE.test((await firstBytes(path)).toString("latin1"));
}

const isGzip = (first: Buffer): boolean => first[0] === 0x1f && first[1] === 0x8b;

/** JSON lines begin with an object, and rotated logs are compressed; what kwok writes is YAML. */
export async function isOfLines(path: string): Promise<boolean> {
  const first = await firstBytes(path);
  return isGzip(first) || first.toString("utf8").trimStart().startsWith("{");
}

/** A compressed file that was cut off is read as far as it goes. */
async function* untilTorn(content: Readable): AsyncGenerator<string> {
  try {
    for await (const chunk of content) yield chunk as string;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "Z_BUF_ERROR") return;
    throw code?.startsWith("Z_") ? new ImportError(`is compressed, and damaged: ${code}`) : error;
  }
}

/** The lines of a file, compressed by gzip or not, one at a time; empty ones are left out. Throws ImportError for one beyond any list's size, and the error of the file system or of zlib. */
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
    if (isPacked && allChars > FREE_BYTES + MOST_GZIP_RATIO * file.bytesRead) throw new ImportError(unpacksTo(allChars).message);
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
      throw new ImportError(`has a line ${number + 1} of more than ${LIMIT_CHARS} characters: no audit event is so long`);
  }
  const last = parts.join("");
  if (last.trim() !== "") yield { number: number + 1, text: last, isCutOff: true };
}
