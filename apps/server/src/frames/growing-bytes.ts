/** Bytes that come one chunk after the other, and are kept: whoever begins late, or reads slowly, gets the same. No queue for a reader exists. */
export class GrowingBytes {
  #chunks: Buffer[] = [];
  #end: "open" | "whole" | { readonly failed: unknown } = "open";
  #waiting: (() => void)[] = [];

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  /** Nothing more comes. */
  close(): void {
    this.#end = "whole";
    this.#wake();
  }

  /** The rest never comes: whoever reads is told so, and never takes what there is for all of it. */
  fail(error: unknown): void {
    this.#end = { failed: error };
    this.#wake();
  }

  get hasFailed(): boolean {
    return typeof this.#end === "object";
  }

  /** How many bytes there are in all; undefined until all are there. */
  get length(): number | undefined {
    return this.#end === "whole" ? this.#chunks.reduce((sum, { length }) => sum + length, 0) : undefined;
  }

  /** All of it as one piece, put together when first asked for; undefined until all is there. */
  get whole(): Buffer | undefined {
    if (this.#end !== "whole") return undefined;
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0];
  }

  /** Each chunk as it is there, to the end. Throws what it failed with. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    // Whoever has begun goes on with the chunks that it counts.
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
