/** Bytes that arrive chunk by chunk and are kept: late and slow readers get the same chunks. There is no queue per
 *  reader. */
export class GrowingBytes {
  #chunks: Buffer[] = [];
  #end: "open" | "whole" | { readonly failed: unknown } = "open";
  #waiting: (() => void)[] = [];

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  /** Marks the bytes as complete. */
  close(): void {
    this.#end = "whole";
    this.#wake();
  }

  /** Ends the bytes with an error. Readers get the error, so that they never take a part for the whole. */
  fail(error: unknown): void {
    this.#end = { failed: error };
    this.#wake();
  }

  get hasFailed(): boolean {
    return typeof this.#end === "object";
  }

  /** Total number of bytes; undefined until the bytes are complete. */
  get length(): number | undefined {
    return this.#end === "whole" ? this.#chunks.reduce((sum, { length }) => sum + length, 0) : undefined;
  }

  /** All bytes as one buffer, joined on first use; undefined until they are complete. */
  get whole(): Buffer | undefined {
    if (this.#end !== "whole") return undefined;
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0];
  }

  /** Yields each chunk as it arrives, to the end. Throws the error of `fail`. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    // `whole` may replace the array. An iteration that is under way keeps the old one.
    const chunks = this.#chunks;
    for (let at = 0; ; at++) {
      let chunk = chunks[at];
      while (chunk === undefined) {
        if (this.#end === "whole") return;
        if (this.#end !== "open") throw this.#end.failed;
        await new Promise<void>((resume) => this.#waiting.push(resume));
        chunk = chunks[at];
      }
      yield chunk;
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
