import { BLOCK, kindOfBlock } from "../log/block.ts";
import type { LoggedTick } from "../log/entry.ts";
import type { Happenings, HappeningsPart } from "../log/happenings.ts";
import type { BlockStore } from "../log/log-writer.ts";
import type { SegmentName } from "../log/segment.ts";
import type { LogStream, StreamMessage } from "./log-stream.ts";

/** A word that the segment `of` can be played, whose blocks begin at `headerSeq`. */
export interface WholeWord {
  readonly headerSeq: number;
}

/** What happened in a segment, which ended at `untilMs`. */
export interface ToldWord {
  readonly untilMs: number;
  readonly part: HappeningsPart;
}

export const toldOf = (message: StreamMessage): ToldWord => JSON.parse(Buffer.from(message.bytes).toString("utf8")) as ToldWord;

/** Keeps the blocks of one writer's log in a stream, each after the last one that it knows: where another writes, it is fenced, and says so once and for all (`Fenced`). When a checkpoint is whole, a word
 *  says where its segment begins. *Invariant*: blocks are kept one after the other, as the writer gives them. */
export class StreamStore implements BlockStore {
  readonly #stream: LogStream;
  readonly #run: string;
  readonly #headers = new Map<number, number>();
  #lastSeq: number;
  #wholeSeq: number | undefined;
  #toTell: { readonly segment: SegmentName; readonly word: ToldWord }[] = [];

  /** `lastSeq`: the number of the writer's claim. `untold`: what the writer before did not come to tell. */
  constructor(stream: LogStream, run: string, lastSeq: number, untold?: { readonly fromMs: number; readonly word: ToldWord }) {
    if (untold !== undefined) this.#toTell.push({ segment: { number: 0, fromMs: untold.fromMs }, word: untold.word });
    this.#stream = stream;
    this.#run = run;
    this.#lastSeq = lastSeq;
  }

  /** Where the segment begins that was made whole last; undefined before the first. */
  get wholeSeq(): number | undefined {
    return this.#wholeSeq;
  }

  async keep(segment: SegmentName, block: Buffer): Promise<() => Promise<Buffer>> {
    const kind = kindOfBlock(block);
    const told = this.#toTell;
    this.#toTell = [];
    for (const each of told) await this.#append("told", each.segment, Buffer.from(JSON.stringify(each.word), "utf8"));
    const seq = await this.#append("block", segment, block);
    if (kind === BLOCK.header) this.#headers.set(segment.number, seq);
    if (kind === BLOCK.checkpointEnd) await this.#sayWhole(segment);
    // Nobody asks the writer for what it wrote: readers ask the stream.
    return () => Promise.reject(new Error("a block of a stream is read from the stream"));
  }

  /** The writer lets go of a segment as soon as the next can be played: what happened in it is told with the next block. */
  drop({ number, fromMs }: SegmentName, untilMs: number, happenings: Happenings): void {
    this.#headers.delete(number);
    this.#toTell.push({ segment: { number, fromMs }, word: { untilMs, part: happenings.part(fromMs, untilMs) } });
  }

  async #sayWhole(segment: SegmentName): Promise<void> {
    const headerSeq = this.#headers.get(segment.number);
    if (headerSeq === undefined) throw new Error(`segment ${segment.number} has no header`);
    const word: WholeWord = { headerSeq };
    await this.#append("whole", segment, Buffer.from(JSON.stringify(word), "utf8"));
    this.#wholeSeq = headerSeq;
  }

  async #append(kind: StreamMessage["kind"], { number, fromMs }: SegmentName, bytes: Uint8Array): Promise<number> {
    const message = { kind, run: this.#run, segment: number, fromMs, bytes };
    this.#lastSeq = await this.#stream.append(message, this.#lastSeq);
    return this.#lastSeq;
  }
}

/** A writer's first word. `tick`: who follows the log ticks once more, so that what was told and not ticked before is of one state for all; undefined where there was no log to follow. */
export interface ClaimWord {
  readonly tick?: LoggedTick;
}

export const claimOf = (message: StreamMessage): ClaimWord => JSON.parse(Buffer.from(message.bytes).toString("utf8")) as ClaimWord;

/** Takes a stream over: from here on whoever wrote before is fenced. Gives the number of the claim. Throws Fenced where somebody wrote since `lastSeq`. */
export const claim = (stream: LogStream, run: string, lastSeq: number, word: ClaimWord): Promise<number> =>
  stream.append(
    { kind: "claim", run, segment: 0, fromMs: word.tick?.atMs ?? 0, bytes: Buffer.from(JSON.stringify(word), "utf8") },
    lastSeq,
  );
