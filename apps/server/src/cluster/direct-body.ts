import { Buffer } from "node:buffer";
import { PlainChunks, type TakeBytes } from "./plain-chunks.ts";

const BUFFER_BYTES = 65_536;
const END_OF_HEAD = [13, 10, 13, 10] as const;
const CR = 13;

/** Of a socket of node's client. */
interface ReadSocket {
  readonly destroyed: boolean;
  emit(event: "data", bytes: Buffer): boolean;
}
/** Of what its parser makes of a head. */
interface ParsedAnswer {
  readonly statusCode?: number | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  destroy(error: Error): unknown;
}

/** Reads a long answer into one buffer, again and again, past node's HTTP parser, which calls back for each chunk and makes a buffer of it that goes through a stream.
 *
 *  Node's parser gets the head of the answer, and judges it; a body that is not in plain chunks is the parser's whole, and so is what follows the last plain chunk: the end of the answer and
 *  whatever is malformed. So all that can be wrong with an answer is found, and told, where it always was.
 *  *Invariant*: the parser stands at the beginning of a chunk whenever it is given bytes of a body.
 *  A socket that is read this way tells its listeners nothing by itself (`onread` of node:net): the parser hears what is given to it. */
export class DirectBody {
  /** For the options of the request. */
  readonly onread: { readonly buffer: Buffer; readonly callback: (length: number) => boolean };
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  readonly #chunks = new PlainChunks();
  #socket: ReadSocket | undefined;
  #response: ParsedAnswer | undefined;
  #take: TakeBytes | undefined;
  /** What came before somebody took it: no more than comes in a turn. */
  #early: Buffer[] = [];
  #reads: "head" | "chunks" | "parser" = "head";
  /** So many bytes of the head's end were read last. */
  #matched = 0;

  constructor() {
    this.onread = {
      buffer: this.#buffer,
      callback: (length) => {
        this.#read(length);
        return true;
      },
    };
  }

  /** The request has this socket. */
  opened(socket: ReadSocket): void {
    this.#socket = socket;
  }

  /** The parser has made this of the head. */
  answered(response: ParsedAnswer): void {
    this.#response = response;
  }

  /** From here on `take` gets what does not come as data of the answer itself. What it throws breaks the answer. */
  deliver(take: TakeBytes): void {
    this.#take = take;
    const early = this.#early;
    this.#early = [];
    for (const part of early) this.#guarded(() => take(part, 0, part.length));
  }

  #read(length: number): void {
    if (this.#socket?.destroyed !== false) return;
    const from = this.#reads === "head" ? this.#readHead(length) : 0;
    if (from === length) return;
    if (this.#reads === "chunks") this.#guarded(() => this.#readChunks(from, length));
    else this.#toParser(this.#buffer.subarray(from, length));
  }

  /** Gives the parser heads as far as they came, one at a time: informational answers come before the one that counts. Where the last one ends. */
  #readHead(length: number): number {
    let from = 0;
    for (let at = 0; at < length && this.#reads === "head"; at++) {
      const byte = this.#buffer[at];
      this.#matched = byte === END_OF_HEAD[this.#matched] ? this.#matched + 1 : byte === CR ? 1 : 0;
      const isEnd = this.#matched === END_OF_HEAD.length;
      if (!isEnd && at + 1 < length) continue;
      this.#toParser(this.#buffer.subarray(from, at + 1));
      from = at + 1;
      if (isEnd) this.#matched = 0;
      const response = this.#response;
      // A head that the parser takes for whole where it does not end as it should: what follows is the parser's.
      if (response !== undefined) this.#reads = isEnd && isInChunks(response) ? "chunks" : "parser";
    }
    return from;
  }

  #readChunks(from: number, length: number): void {
    const stopped = this.#chunks.take(this.#buffer, from, length, this.#take ?? this.#keep);
    if (stopped < 0) return;
    this.#reads = "parser";
    this.#toParser(Buffer.concat([Buffer.from(this.#chunks.owed, "latin1"), this.#buffer.subarray(stopped, length)]));
  }

  readonly #keep: TakeBytes = (bytes, from, to) => void this.#early.push(Buffer.from(bytes.subarray(from, to)));

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#response?.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** The parser hands on parts of what it is given: a copy, for the buffer is read into again. */
  #toParser(bytes: Buffer): void {
    this.#socket?.emit("data", Buffer.from(bytes));
  }
}

const isInChunks = ({ statusCode, headers }: ParsedAnswer): boolean => statusCode === 200 && headers["transfer-encoding"] === "chunked";
