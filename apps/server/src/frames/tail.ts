import { packed, packedAlone } from "./packed.ts";
import { sseMessage } from "./sse.ts";

/** How far back packed messages may go by what was before them. */
export const WINDOW_BYTES = 8192;

/** One message as all readers get it: plain, or packed against the window before it. */
export class TailMessage {
  readonly plain: Buffer;
  readonly #window: () => Buffer;
  #packed: Buffer | undefined;

  constructor(plain: Buffer, window: () => Buffer) {
    this.plain = plain;
    this.#window = window;
  }

  /** Made when the first reader wants it. */
  get packed(): Buffer {
    this.#packed ??= packed(this.plain, this.#window());
    return this.#packed;
  }
}

/** The messages that all readers of a log get, in one order; each is made into bytes once (F3), and packed once (F16). A place in it is a number that never means another.
 *  *Invariant*: the window of a place begins at a message, and moves only forward. So whoever has the window of one place, and every message since, has the window of each later place. */
export class Tail {
  /** The message of place `#first + i` at `#cut + i`; the front is cut off in batches. */
  #messages: (TailMessage | undefined)[] = [];
  #cut = 0;
  #first = 0;
  /** What is right before the first: for windows alone. */
  #past: readonly TailMessage[] = [];
  #plainBytes = 0;
  #again: { readonly place: number; readonly bytes: Buffer } | undefined;

  /** The first place that readers may still begin at. */
  get begin(): number {
    return this.#first;
  }

  /** The place after the last message. */
  get end(): number {
    return this.#first + this.#messages.length - this.#cut;
  }

  /** Plain bytes of what readers may still get. */
  get plainBytes(): number {
    return this.#plainBytes;
  }

  append(plain: Buffer): void {
    const place = this.end;
    this.#messages.push(new TailMessage(plain, () => Buffer.concat(this.#windowAt(place).map((message) => message.plain))));
    this.#plainBytes += plain.length;
  }

  /** The message at a place; undefined where there is none yet, or none any more. */
  at(place: number): TailMessage | undefined {
    return place < this.#first ? undefined : this.#messages[place - this.#first + this.#cut];
  }

  /** What a reader of packed messages needs who begins at a place: how many messages come again, and these, so that what follows may go by them. Empty at the very beginning. */
  againAt(place: number): Buffer {
    if (this.#again?.place !== place) {
      const messages = this.#windowAt(place);
      const parts = [sseMessage("again", { messages: messages.length }), ...messages.map(({ plain }) => plain)];
      this.#again = { place, bytes: messages.length === 0 ? NOTHING : packedAlone(Buffer.concat(parts)) };
    }
    return this.#again.bytes;
  }

  /** Readers may begin at the first place no more. */
  dropOldest(): void {
    const oldest = this.at(this.#first);
    if (oldest === undefined) return;
    this.#past = endWithin([...this.#past, oldest]);
    this.#plainBytes -= oldest.plain.length;
    // The slot would keep the bytes alive until the batch is cut.
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

/** The last messages that a window has room for. */
function endWithin(messages: readonly TailMessage[]): readonly TailMessage[] {
  let bytes = 0;
  let from = messages.length;
  while (from > 0) {
    bytes += messages[from - 1]?.plain.length ?? 0;
    if (bytes > WINDOW_BYTES) break;
    from -= 1;
  }
  return messages.slice(from);
}

const CUT_AT = 256;
const NOTHING = Buffer.alloc(0);
