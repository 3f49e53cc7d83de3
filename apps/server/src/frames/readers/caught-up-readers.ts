import type { Tail, TailMessage } from "../log/tail.ts";
import type { ByteSink } from "./stream-output.ts";

/** A member of a group of readers. */
export interface CaughtUpReader {
  /** Sets the reader's new seat. Called when the last reader moves into a free seat. */
  setSeat(seat: number): void;
  leave(): void;
  /** The socket accepted the last message and is now full. The reader leaves the group. */
  fill(): void;
}

/** Group of readers that have all of a log's messages, in the same form and framing. The log is read and a chunk is
 *  found once for the group; the remaining cost of a reader is one write.
 *  *Invariant*: each reader was sent every message before the place, and its socket is not full. A reader that falls
 *  behind, receives a message outside the log, or closes leaves the group. */
export class CaughtUpReaders {
  readonly #chunkOf: (message: TailMessage) => Buffer;
  /** Place of the next message in the log. */
  #place = 0;
  readonly #readers: CaughtUpReader[] = [];
  /** The sinks by seat, separate from the readers: writing a frame touches no other data of a reader. */
  readonly #sinks: ByteSink[] = [];

  /** `chunkOf`: returns the bytes of a message for all readers of the group. */
  constructor(chunkOf: (message: TailMessage) => Buffer) {
    this.#chunkOf = chunkOf;
  }

  get place(): number {
    return this.#place;
  }

  /** Adds a reader that has all messages before `place`, and returns its seat. All other readers must be at `place`. */
  add(reader: CaughtUpReader, sink: ByteSink, place: number): number {
    this.#place = place;
    this.#sinks.push(sink);
    return this.#readers.push(reader) - 1;
  }

  /** Removes a reader. The last reader moves into the free seat. */
  remove(seat: number): void {
    const [last, sink] = [this.#readers.pop(), this.#sinks.pop()];
    if (last === undefined || sink === undefined || seat === this.#readers.length) return;
    this.#readers[seat] = last;
    this.#sinks[seat] = sink;
    last.setSeat(seat);
  }

  /** Removes all readers. */
  disperse(): void {
    for (let seat = this.#readers.length - 1; seat >= 0; seat--) this.#readers[seat]?.leave();
  }

  /** Writes the log's messages after the place. A reader whose socket fills up has the message and leaves. */
  pump(tail: Tail): void {
    while (this.#readers.length > 0 && this.#place !== tail.end) {
      const message = tail.at(this.#place);
      // The log dropped the message before it was written. Each reader then detects the gap alone.
      if (message === undefined) return this.disperse();
      this.#place += 1;
      this.#write(this.#chunkOf(message));
    }
  }

  #write(chunk: Buffer): void {
    const [sinks, full] = [this.#sinks, [] as CaughtUpReader[]];
    // By index: an array iterator costs as much as the rest of this loop.
    for (let seat = 0; seat < sinks.length; seat++) {
      const reader = sinks[seat]?.write(chunk) === false ? this.#readers[seat] : undefined;
      if (reader !== undefined) full.push(reader);
    }
    for (const reader of full) reader.fill();
  }
}
