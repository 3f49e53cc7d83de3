import { Buffer } from "node:buffer";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { StartStep } from "@daemonscope/daemonset/pods/start-step";
import { StringTableReader, StringTableWriter } from "./string-table.ts";

/** Up to `BATCH_PODS` events of pods, in order, for transfer between threads: columns whose memory is transferred,
 *  and repeated texts by number. */
export interface PodBatch {
  readonly count: number;
  /** The kind of each event: DROP, PLAIN or WHOLE, with the flags of a plain pod. */
  readonly kinds: Uint8Array;
  /** For each event the lengths of its uid and its name in `texts`. */
  readonly lengths: Uint16Array;
  readonly texts: Uint8Array;
  /** `NUMBERS` values for each plain pod, consecutively. */
  readonly numbers: Float64Array;
  /** `SHARED` values for each plain pod. */
  readonly shared: Uint32Array;
  /** Events without columns: pods with further facts or unusual texts, and unusual uids to drop. */
  readonly whole: readonly (PodFacts | string)[];
  /** Repeated texts that get a number in this batch, in the order of the numbers. */
  readonly added: readonly string[];
  /** True if all earlier numbers of texts are invalid from this batch on. */
  readonly forgets: boolean;
}

/** Limits the consumer's work for one batch to a few milliseconds. */
export const BATCH_PODS = 256;

const DROP = 0;
const PLAIN = 1;
const WHOLE = 2;
/** The bits of the kind; SCHEDULED and READY are flags of a plain pod. */
const KIND = 3;
const SCHEDULED = 4;
const READY = 8;
/** The number of values of a plain pod in `numbers`, and in `shared`. */
const NUMBERS = 6;
const SHARED = 8;
/** The longest uid or name in `texts`. */
const MAX_TEXT = 512;

/** Returns the memory of a batch, for the transfer. */
export const batchBytes = ({ kinds, lengths, texts, numbers, shared }: PodBatch): ArrayBuffer[] =>
  [kinds, lengths, texts, numbers, shared].map(({ buffer }) => buffer as ArrayBuffer);

/** Reports whether a pod has only the facts that the columns hold. Most pods do. */
const isPlain = (pod: PodFacts): boolean =>
  pod.reason === undefined &&
  pod.message === undefined &&
  pod.lastExit === undefined &&
  pod.overcomeAtMs === undefined &&
  pod.loopSinceMs === undefined &&
  pod.container === undefined &&
  pod.finalizers === undefined &&
  pod.hasTaintedDevice === undefined &&
  pod.holds === undefined &&
  pod.unscheduled === undefined &&
  pod.notReady === undefined &&
  !pod.failing &&
  !pod.passing;

/** Collects events of pods until `take` returns them as a batch. At most BATCH_PODS fit. */
export class PodBatchWriter {
  readonly #texts: StringTableWriter;
  readonly #kinds = new Uint8Array(BATCH_PODS);
  readonly #lengths = new Uint16Array(BATCH_PODS * 2);
  readonly #bytes = Buffer.alloc(BATCH_PODS * MAX_TEXT * 2);
  readonly #numbers = new Float64Array(BATCH_PODS * NUMBERS);
  readonly #shared = new Uint32Array(BATCH_PODS * SHARED);
  #whole: (PodFacts | string)[] = [];
  #count = 0;
  #plain = 0;
  #textBytes = 0;
  #forgets = false;

  constructor(mostTexts?: number) {
    this.#texts = new StringTableWriter(mostTexts);
  }

  get count(): number {
    return this.#count;
  }

  put(pod: PodFacts): void {
    const kind = PLAIN | (pod.scheduled ? SCHEDULED : 0) | (pod.ready ? READY : 0);
    if (!isPlain(pod) || !this.#add(kind, pod.uid, pod.name)) return this.#addWhole(pod);
    const numbers = this.#numbers;
    let at = this.#plain * NUMBERS;
    numbers[at++] = pod.createdAtMs;
    numbers[at++] = pod.restarts;
    numbers[at++] = pod.readySinceMs ?? Number.NaN;
    numbers[at++] = pod.unreadySinceMs ?? Number.NaN;
    numbers[at++] = pod.deletingSinceMs ?? Number.NaN;
    numbers[at] = pod.goneByMs ?? Number.NaN;
    const shared = this.#shared;
    const texts = this.#texts;
    at = this.#plain * SHARED;
    shared[at++] = texts.numberOf(pod.namespace);
    shared[at++] = texts.numberOf(pod.ownerUid);
    shared[at++] = texts.numberOf(pod.node);
    shared[at++] = texts.numberOf(pod.phase);
    shared[at++] = texts.numberOf(pod.hash);
    shared[at++] = texts.numberOf(pod.templateGeneration);
    shared[at++] = texts.numberOf(pod.step);
    shared[at] = texts.numberOf(pod.images);
    this.#plain++;
  }

  drop(uid: string): void {
    if (!this.#add(DROP, uid, "")) this.#addWhole(uid);
  }

  /** Returns the collected events in separate memory; the next batch begins empty. */
  take(): PodBatch {
    const batch: PodBatch = {
      count: this.#count,
      kinds: this.#kinds.slice(0, this.#count),
      lengths: this.#lengths.slice(0, this.#count * 2),
      texts: new Uint8Array(this.#bytes.subarray(0, this.#textBytes)),
      numbers: this.#numbers.slice(0, this.#plain * NUMBERS),
      shared: this.#shared.slice(0, this.#plain * SHARED),
      whole: this.#whole,
      added: this.#texts.takeAdded(),
      forgets: this.#forgets,
    };
    this.#whole = [];
    this.#count = 0;
    this.#plain = 0;
    this.#textBytes = 0;
    this.#forgets = false;
    return batch;
  }

  #addWhole(whole: PodFacts | string): void {
    this.#add(WHOLE, "", "");
    this.#whole.push(whole);
  }

  /** Returns false, without a change, for texts that are long or not ASCII. */
  #add(kind: number, uid: string, name: string): boolean {
    const middle = this.#write(uid, this.#textBytes);
    const end = middle < 0 ? -1 : this.#write(name, middle);
    if (end < 0) return false;
    this.#textBytes = end;
    // Numbers are reassigned only between batches: within one, each has one meaning.
    if (this.#count === 0) this.#forgets = this.#texts.begin();
    const at = this.#count++;
    this.#kinds[at] = kind;
    this.#lengths[at * 2] = uid.length;
    this.#lengths[at * 2 + 1] = name.length;
    return true;
  }

  /** Returns the end of the text; -1 if it cannot be written. */
  #write(text: string, from: number): number {
    const { length } = text;
    const bytes = this.#bytes;
    if (length > MAX_TEXT) return -1;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code > 127) return -1;
      bytes[from + at] = code;
    }
    return from + length;
  }
}

export interface BatchedPods {
  put(pod: PodFacts): void;
  drop(uid: string): void;
}

/** Reads the batches of one writer, in order. */
export class PodBatchReader {
  readonly #texts = new StringTableReader();

  /** Passes each event on, in order. */
  read(batch: PodBatch, to: BatchedPods): void {
    const { count, kinds, lengths, whole } = batch;
    this.#texts.learn(batch.added, batch.forgets);
    const texts = Buffer.from(batch.texts.buffer, batch.texts.byteOffset, batch.texts.byteLength);
    let plain = 0;
    let wholeAt = 0;
    let from = 0;
    for (let at = 0; at < count; at++) {
      const kind = kinds[at] ?? DROP;
      const middle = from + (lengths[at * 2] ?? 0);
      const end = middle + (lengths[at * 2 + 1] ?? 0);
      if ((kind & KIND) === WHOLE) {
        const podOrUid = whole[wholeAt++];
        if (typeof podOrUid === "string") to.drop(podOrUid);
        else if (podOrUid !== undefined) to.put(podOrUid);
      } else {
        const uid = texts.toString("latin1", from, middle);
        if ((kind & KIND) === DROP) to.drop(uid);
        else to.put(this.#plain(batch, plain++, kind, uid, texts.toString("latin1", middle, end)));
      }
      from = end;
    }
  }

  #plain({ numbers, shared }: PodBatch, nth: number, kind: number, uid: string, name: string): PodFacts {
    const texts = this.#texts;
    const from = nth * SHARED;
    const text = (column: number) => texts.at(shared[from + column] ?? 0);
    const atMs = (column: number) => {
      const value = numbers[nth * NUMBERS + column] ?? Number.NaN;
      return Number.isNaN(value) ? undefined : value;
    };
    const images = text(7);
    return {
      uid,
      namespace: text(0) ?? "",
      name,
      ownerUid: text(1) ?? "",
      node: text(2) ?? "",
      scheduled: (kind & SCHEDULED) !== 0,
      createdAtMs: atMs(0) ?? 0,
      hash: text(4),
      templateGeneration: text(5),
      phase: text(3) ?? "",
      ready: (kind & READY) !== 0,
      readySinceMs: atMs(2),
      unreadySinceMs: atMs(3),
      deletingSinceMs: atMs(4),
      goneByMs: atMs(5),
      restarts: atMs(1) ?? 0,
      reason: undefined,
      message: undefined,
      failing: false,
      passing: false,
      step: text(6) as StartStep | undefined,
      ...(images === undefined ? {} : { images }),
    };
  }
}
