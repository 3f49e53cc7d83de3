import type { Sink } from "./stream-out.ts";
import type { Tail, TailMessage } from "./tail.ts";

/** One of those abreast, as they know it. */
export interface Standing {
  /** The last has taken a seat that became free. */
  sitsAt(seat: number): void;
  leave(): void;
  /** Its socket took the last message, and takes no more: it leaves. */
  fill(): void;
}

/** Readers that have all of a log's messages, take them in one form and are sent them framed in one way: the log is looked at and a chunk is found once for all of them, and what is left of each is a write.
 *  *Invariant*: each was written every message before the place, and waits for nothing. Who falls behind, is told something beside the log, or goes, leaves. */
export class Abreast {
  readonly #chunkOf: (message: TailMessage) => Buffer;
  /** Of the next message. */
  #place = 0;
  readonly #readers: Standing[] = [];
  /** Of each reader, apart from it: a frame touches nothing else of theirs. */
  readonly #sinks: Sink[] = [];

  /** `chunkOf`: a message as all of them are written it. */
  constructor(chunkOf: (message: TailMessage) => Buffer) {
    this.#chunkOf = chunkOf;
  }

  get place(): number {
    return this.#place;
  }

  /** Takes in a reader that has all messages before the place; gives back its seat. All others must have been brought there. */
  add(reader: Standing, sink: Sink, place: number): number {
    this.#place = place;
    this.#sinks.push(sink);
    return this.#readers.push(reader) - 1;
  }

  /** The last takes the seat of one that leaves. */
  remove(seat: number): void {
    const [last, sink] = [this.#readers.pop(), this.#sinks.pop()];
    if (last === undefined || sink === undefined || seat === this.#readers.length) return;
    this.#readers[seat] = last;
    this.#sinks[seat] = sink;
    last.sitsAt(seat);
  }

  /** Everyone leaves. */
  disperse(): void {
    for (let seat = this.#readers.length - 1; seat >= 0; seat--) this.#readers[seat]?.leave();
  }

  /** Writes what the log has beyond the place. Whose socket is full then has the message, and leaves. */
  pump(tail: Tail): void {
    while (this.#readers.length > 0 && this.#place !== tail.end) {
      const message = tail.at(this.#place);
      // It left the log before it was written: each finds out alone.
      if (message === undefined) return this.disperse();
      this.#place += 1;
      this.#write(this.#chunkOf(message));
    }
  }

  #write(chunk: Buffer): void {
    const [sinks, full] = [this.#sinks, [] as Standing[]];
    // By number: the iterator of an array costs as much as all else that is ours here.
    for (let seat = 0; seat < sinks.length; seat++) {
      const reader = sinks[seat]?.write(chunk) === false ? this.#readers[seat] : undefined;
      if (reader !== undefined) full.push(reader);
    }
    for (const reader of full) reader.fill();
  }
}
