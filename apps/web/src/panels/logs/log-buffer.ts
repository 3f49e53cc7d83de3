import type { LogNote } from "./log-note.ts";
import { type StyledStretch, styledText } from "./styled-text.ts";

/** A displayed line. */
export interface LogLine {
  readonly id: number;
  /** Number of the stream that wrote the line. */
  readonly stream: number;
  /** RFC 3339 with nanoseconds, as the container runtime writes it; empty if the line has none. */
  readonly time: string;
  readonly text: string;
  /** Stretches of the text with colours that the container set. */
  readonly stretches: readonly StyledStretch[];
  /** Set if this is a note and not a line of a container. */
  readonly note?: LogNote;
}

interface BufferLimits {
  readonly lines: number;
  readonly characters: number;
}

const LIMITS: BufferLimits = { lines: 20_000, characters: 16_000_000 };
/** Number of flushes after which a held note appears without a line of its container. */
const HELD_FLUSHES = 7;
const TIMESTAMP = /^(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)) ?/;
/** Removes the Z, so that a time with fewer digits sorts first. */
const timeKey = ({ time }: LogLine): string => (time.endsWith("Z") ? time.slice(0, -1) : time);

/** The newest lines of all streams in the order of their times, within limits. The oldest lines are dropped and
 *  counted. */
export class LogBuffer {
  readonly #limits: BufferLimits;
  #lines: LogLine[] = [];
  #waiting: LogLine[] = [];
  #characters = 0;
  #dropped = 0;
  #next = 0;
  /** Notes of beginning streams: each appears before the first line of its stream. */
  readonly #held = new Map<number, { readonly line: LogLine; flushes: number }>();

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Adds a note that a stream begins or ends. `atMs` is the time at the server. Lines that the container wrote
   *  earlier still follow the note of its beginning. */
  note(stream: number, atMs: number, note: LogNote): void {
    this.#release(stream, undefined);
    const line: LogLine = { id: this.#next++, stream, time: new Date(atMs).toISOString(), text: "", stretches: [], note };
    if (note.kind === "joined" || note.kind === "resumed") this.#held.set(stream, { line, flushes: 0 });
    else this.#waiting.push(line);
  }

  /** Adds lines; the next flush returns them. */
  push(stream: number, written: readonly string[]): void {
    if (this.#held.has(stream)) this.#release(stream, TIMESTAMP.exec(written[0] ?? "")?.[1]);
    for (const line of written) {
      const time = TIMESTAMP.exec(line);
      const { text, stretches } = styledText(time === null ? line : line.slice(time[0].length));
      this.#waiting.push({ id: this.#next++, stream, time: time?.[1] ?? "", text, stretches });
      this.#characters += text.length;
    }
    // A burst must not use unlimited memory before the next draw.
    if (this.#waiting.length > this.#limits.lines || this.#characters > 2 * this.#limits.characters) this.flush();
  }

  /** Returns all lines, with new ones merged in order; the same list if nothing arrived. */
  flush(): readonly LogLine[] {
    for (const [stream, held] of this.#held) if (held.flushes++ >= HELD_FLUSHES) this.#release(stream, undefined);
    if (this.#waiting.length === 0) return this.#lines;
    const waiting = this.#waiting.map((line) => (line.time === "" ? { line, key: "" } : { line, key: timeKey(line) }));
    this.#waiting = [];
    waiting.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.line.id - b.line.id));
    const first = waiting[0]?.key ?? "";
    let from = this.#lines.length;
    while (from > 0 && first !== "" && timeKey(this.#lines[from - 1] as LogLine) > first) from--;
    const merged = this.#lines.slice(0, from);
    const later = this.#lines.slice(from);
    let at = 0;
    for (const { line, key } of waiting) {
      for (let next = later[at]; next !== undefined && key !== "" && timeKey(next) <= key; next = later[++at]) merged.push(next);
      merged.push(line);
    }
    this.#lines = this.#bounded([...merged, ...later.slice(at)]);
    return this.#lines;
  }

  #release(stream: number, firstTime: string | undefined): void {
    const held = this.#held.get(stream);
    if (held === undefined) return;
    this.#held.delete(stream);
    const { line } = held;
    this.#waiting.push(firstTime !== undefined && firstTime < line.time ? { ...line, time: firstTime } : line);
  }

  #bounded(lines: LogLine[]): LogLine[] {
    let drop = Math.max(0, lines.length - this.#limits.lines);
    for (let at = 0; at < drop; at++) this.#characters -= lines[at]?.text.length ?? 0;
    while (this.#characters > this.#limits.characters && drop < lines.length) this.#characters -= lines[drop++]?.text.length ?? 0;
    this.#dropped += drop;
    return drop === 0 ? lines : lines.slice(drop);
  }
}
