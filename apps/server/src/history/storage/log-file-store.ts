import { constants } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import type { BlockStore } from "../log/log-writer.ts";
import type { SegmentName } from "../log/segment.ts";

const { O_CREAT, O_EXCL, O_RDWR, O_TRUNC } = constants;

/** Writes all bytes. A nearly full disk accepts a part, and reports the error only at the next write. */
async function writeWhole(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

/** Opens a file only while it is read. */
async function bytesAt(path: string, at: number, length: number): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, at);
    if (bytesRead < length) throw new Error("a log's file is shorter than it was");
    return bytes;
  } finally {
    await handle.close();
  }
}

/**
 * Appends blocks to a file, which is created with the first block. Kept blocks are written to the operating system, so
 * that they survive the end of this process (L4). Rejects with the error of the file system.
 */
export class LogFileStore implements BlockStore {
  readonly path: string;
  readonly #firstLine: string;
  readonly #flags: number;
  #handle: FileHandle | undefined;
  #bytes = 0;
  #isClosed = false;

  /** Without `isReplacing`, an existing file is an error. */
  constructor(path: string, firstLine: string, { isReplacing }: { readonly isReplacing: boolean }) {
    this.path = path;
    this.#firstLine = firstLine;
    this.#flags = O_RDWR | O_CREAT | (isReplacing ? O_TRUNC : O_EXCL);
  }

  /** The size of the file. */
  get bytes(): number {
    return this.#bytes;
  }

  async keep(_segment: SegmentName, block: Buffer): Promise<() => Promise<Buffer>> {
    // Opening the file again would replace it, or bring back a deleted one.
    if (this.#isClosed) throw new Error(`${this.path} is closed`);
    const handle = this.#handle ?? (await this.#open());
    const at = this.#bytes;
    await this.#append(handle, block);
    return () => bytesAt(this.path, at, block.length);
  }

  drop(): void {
    // The file keeps all its segments.
  }

  /** Later blocks are refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /** Closes and deletes the file, unless it was never created or is closed. */
  async discard(): Promise<void> {
    const isCreated = this.#handle !== undefined;
    await this.close();
    if (isCreated) await unlink(this.path);
  }

  async #open(): Promise<FileHandle> {
    this.#handle = await open(this.path, this.#flags, 0o600);
    await this.#append(this.#handle, Buffer.from(this.#firstLine, "latin1"));
    return this.#handle;
  }

  async #append(handle: FileHandle, bytes: Buffer): Promise<void> {
    try {
      await writeWhole(handle, bytes, this.#bytes);
      this.#bytes += bytes.length;
    } catch (error) {
      // A partial block would be read as damage.
      await handle.truncate(this.#bytes).catch(() => undefined);
      throw error;
    }
  }
}
