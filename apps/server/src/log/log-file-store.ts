import { constants } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import type { BlockStore } from "./log-writer.ts";
import type { SegmentName } from "./segment.ts";

const { O_CREAT, O_EXCL, O_RDWR, O_TRUNC } = constants;

/** Writes all of it: a disk that is nearly full takes a part, and says so only when it is asked again. */
async function writeWhole(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

/** Files are read when somebody asks, and not held open for it. */
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

/** Blocks one after the other in a file, which is made with the first of them. What was kept is in the hands of the operating system: it outlives this process,
 *  however that ends (L4). Rejects with the error of the file system. */
export class LogFileStore implements BlockStore {
  readonly path: string;
  readonly #firstLine: string;
  readonly #flags: number;
  #handle: FileHandle | undefined;
  #bytes = 0;

  /** Without `isReplacing`, a file that is there already is an error. */
  constructor(path: string, firstLine: string, { isReplacing }: { readonly isReplacing: boolean }) {
    this.path = path;
    this.#firstLine = firstLine;
    this.#flags = O_RDWR | O_CREAT | (isReplacing ? O_TRUNC : O_EXCL);
  }

  /** Of the file. */
  get bytes(): number {
    return this.#bytes;
  }

  async keep(_segment: SegmentName, block: Buffer): Promise<() => Promise<Buffer>> {
    const handle = this.#handle ?? (await this.#open());
    const at = this.#bytes;
    await this.#append(handle, block);
    return () => bytesAt(this.path, at, block.length);
  }

  drop(): void {
    // A file is written to its end.
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /** Takes the file away, where it was made. */
  async discard(): Promise<void> {
    if (this.#handle === undefined) return;
    await this.close();
    await unlink(this.path);
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
      // What is there in part would be read as damage.
      await handle.truncate(this.#bytes).catch(() => undefined);
      throw error;
    }
  }
}
