import { deflateAlone } from "../encoding/gzip-messages.ts";
import { MessagePacker, WINDOW_BYTES } from "../encoding/message-packer.ts";
import { sseMessage } from "./sse.ts";

/** One message for all readers: plain, or packed against the window before it. */
export class TailMessage {
  readonly plain: Buffer;
  readonly #pack: () => Buffer;
  #packed: Buffer | undefined;

  constructor(plain: Buffer, pack: () => Buffer) {
    this.plain = plain;
    this.#pack = pack;
  }

  /** Packed on first use. */
  get packed(): Buffer {
    this.#packed ??= this.#pack();
    return this.#packed;
  }
}

/** The messages for all readers of a log, in one order. Each is encoded once (F3) and packed once (F16). A place is the
 *  position of a message in this order; it is never reused.
 *  *Invariant*: the window of a place begins at a message, and moves only forward. So a reader with the window of one
 *  place and every later message has the window of each later place. */
export class Tail {
  /** `#messages[#cut + i]` is the message of place `#first + i`. The front is cut off in batches. */
  #messages: (TailMessage | undefined)[] = [];
  #cut = 0;
  #first = 0;
  /** Dropped messages right before the first place. They are used only for windows. */
  #past: readonly TailMessage[] = [];
  #plainBytes = 0;
  /** Created on first use. It has the window of `#packedUntil`. */
  #packer: MessagePacker | undefined;
  #packedUntil: number | undefined;
  #again: { readonly place: number; readonly bytes: Buffer } | undefined;

  /** The first place at which readers can still begin. */
  get begin(): number {
    return this.#first;
  }

  /** The place after the last message. */
  get end(): number {
    return this.#first + this.#messages.length - this.#cut;
  }

  /** Plain bytes of the messages that readers can still get. */
  get plainBytes(): number {
    return this.#plainBytes;
  }

  append(plain: Buffer): void {
    const place = this.end;
    this.#messages.push(new TailMessage(plain, () => this.#pack(plain, place)));
    this.#plainBytes += plain.length;
  }

  #pack(plain: Buffer, place: number): Buffer {
    this.#packer ??= new MessagePacker();
    if (place !== this.#packedUntil) {
      this.#packer.clear();
      for (const message of this.#windowAt(place)) this.#packer.add(message.plain);
    }
    this.#packedUntil = place + 1;
    return this.#packer.pack(plain);
  }

  /** Returns the message at a place; undefined if it does not exist yet or was dropped. */
  at(place: number): TailMessage | undefined {
    return place < this.#first ? undefined : this.#messages[place - this.#first + this.#cut];
  }

  /** Returns the messages that a new reader must receive again so that it can decode the following ones. They are
   *  packed and preceded by their count. Empty if the window of the place is empty. */
  againAt(place: number): Buffer {
    if (this.#again?.place !== place) {
      const messages = this.#windowAt(place);
      const parts = [sseMessage("again", { messages: messages.length }), ...messages.map(({ plain }) => plain)];
      this.#again = { place, bytes: messages.length === 0 ? NOTHING : deflateAlone(Buffer.concat(parts)) };
    }
    return this.#again.bytes;
  }

  /** Drops the first message. Readers can no longer begin there. */
  dropOldest(): void {
    const oldest = this.at(this.#first);
    if (oldest === undefined) return;
    this.#past = lastInWindow([...this.#past, oldest]);
    this.#plainBytes -= oldest.plain.length;
    // Otherwise the slot would keep the bytes alive until the batch is cut.
    this.#messages[this.#cut] = undefined;
    this.#cut += 1;
    this.#first += 1;
    if (this.#cut > CUT_AT && this.#cut * 2 > this.#messages.length) {
      this.#messages = this.#messages.slice(this.#cut);
      this.#cut = 0;
    }
  }

  #windowAt(place: number): readonly TailMessage[] {
    const messages: TailMessage[] = [];
    let bytes = 0;
    for (let at = place - 1; at >= this.#first - this.#past.length; at--) {
      const message = this.at(at) ?? this.#past[at - this.#first + this.#past.length];
      bytes += message?.plain.length ?? 0;
      if (message === undefined || bytes > WINDOW_BYTES) break;
      messages.push(message);
    }
    return messages.reverse();
  }
}

/** Returns the last messages that fit into a window. */
function lastInWindow(messages: readonly TailMessage[]): readonly TailMessage[] {
  let bytes = 0;
  let from = messages.length;
  while (from > 0) {
    bytes += messages[from - 1]?.plain.length ?? 0;
    if (bytes > WINDOW_BYTES) break;
    from -= 1;
  }
  return messages.slice(from);
}

/** The front is cut off when the dropped messages are more than this number, and more than half of the list. */
const CUT_AT = 256;
const NOTHING = Buffer.alloc(0);
