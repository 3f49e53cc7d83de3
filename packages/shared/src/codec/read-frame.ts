import type { DaemonSetRecord, NodeRecord, StatusWrite } from "@daemonscope/daemonset/records/records";
import { isJsonObject } from "@daemonscope/kube/values/json-value";
import type { ClusterState } from "../state/cluster-state.ts";
import { type AnyFrame, baseSeq, type Frame, type WireFrame } from "../state/frame.ts";
import type { RowIdChanges } from "../state/row-ids.ts";
import { cacheCellChanges, decodeCellChanges } from "./cell-changes.ts";
import { namesWith, PARTS } from "./frame-parts.ts";
import { type PrimaryFields, predictDerived, predictStatusWrite, splitRecord } from "./predict-derived.ts";
import { readValue } from "./read-value.ts";
import { DamagedText, readText, TextReader } from "./text-reader.ts";
import type { NodeNameContext } from "./value-tags.ts";

/** Records by slot: a base state with later changes on top. */
class RecordsAfter<T> {
  readonly #before: readonly (T | undefined)[];
  readonly #changed = new Map<number, T | undefined>();

  constructor(before: readonly (T | undefined)[]) {
    this.#before = before;
  }

  at(slot: number): T | undefined {
    return this.#changed.has(slot) ? this.#changed.get(slot) : this.#before[slot];
  }

  take({ freed = [], put = [] }: RowIdChanges<T>): void {
    for (const [slot] of freed) this.#changed.set(slot, undefined);
    for (const [slot, record] of put) this.#changed.set(slot, record);
  }
}

const NO_NAMES: NodeNameContext = namesWith(
  [],
  () => undefined,
  () => undefined,
);

/** Checks that a decoded record has its `name` or `key`. Throws DamagedText. */
function recordOf<T>(value: unknown, key: "name" | "key"): T {
  if (!isJsonObject(value) || typeof (value as Readonly<Record<string, unknown>>)[key] !== "string") throw new DamagedText();
  return value as T;
}

function readSlots<T>(
  reader: TextReader,
  seq: number,
  readRecord: (slot: number, isFreed: boolean) => T,
): { readonly freed?: readonly (readonly [number, number])[]; readonly put?: readonly (readonly [number, T])[] } {
  const freed: (readonly [number, number])[] = [];
  const put: (readonly [number, T])[] = [];
  let slot = -1;
  for (let left = reader.count(); left > 0; left--) {
    slot += reader.number() + 1;
    freed.push([slot, seq - reader.signed()]);
  }
  slot = -1;
  const isFreed = new Set(freed.map(([each]) => each));
  for (let left = reader.count(); left > 0; left--) {
    slot += reader.number() + 1;
    put.push([slot, readRecord(slot, isFreed.has(slot))]);
  }
  return { ...(freed.length === 0 ? {} : { freed }), ...(put.length === 0 ? {} : { put }) };
}

/** Reads the time of a frame, with which its text begins. Throws DamagedText. */
function readAt(reader: TextReader): number {
  const at = readValue(reader, undefined, { atMs: 0, names: NO_NAMES });
  if (typeof at !== "number") throw new DamagedText();
  return at;
}

/** Returns a frame in wire form from the id and the data of its SSE message; undefined if they are invalid. */
export function wireFrameOf(id: string, text: string): WireFrame | undefined {
  const [, epoch, digits] = /^(.*)\.(\d{1,15})$/.exec(id) ?? [];
  if (epoch === undefined || digits === undefined) return undefined;
  try {
    return { epoch, seq: Number(digits), at: readAt(new TextReader(text)), text };
  } catch {
    return undefined;
  }
}

/** Reads frames in order: each is a difference from the state after the one before it (F14). */
export class FrameReader {
  readonly #nodes: RecordsAfter<NodeRecord>;
  readonly #daemonSets: RecordsAfter<DaemonSetRecord>;
  readonly #epoch: string;
  #seq: number;

  constructor({ epoch, seq, nodes, daemonSets }: Pick<ClusterState, "epoch" | "seq" | "nodes" | "daemonSets">) {
    this.#epoch = epoch;
    this.#seq = seq;
    this.#nodes = new RecordsAfter(nodes);
    this.#daemonSets = new RecordsAfter(daemonSets);
  }

  /**
   * Returns the next frame. Returns undefined if it does not directly follow the last one, or its text is damaged: then
   * the caller fetches a keyframe (F2).
   */
  read(frame: AnyFrame): Frame | undefined {
    if (frame.epoch !== this.#epoch || baseSeq(frame) !== this.#seq) return undefined;
    const read = "text" in frame ? readText(frame.text, (reader) => this.#read(reader, frame.seq)) : this.#take(frame);
    if (read !== undefined) this.#seq = frame.seq;
    return read;
  }

  #take(frame: Frame): Frame {
    this.#nodes.take(frame.nodes ?? {});
    this.#daemonSets.take(frame.daemonSets ?? {});
    return frame;
  }

  #read(reader: TextReader, seq: number): Frame {
    const at = readAt(reader);
    const parts = reader.number();
    const has = (part: number) => (parts & part) !== 0;
    const nameAt = (row: number) => this.#nodes.at(row)?.name;
    const namesNear = (rows: readonly number[]) => namesWith(rows.map(nameAt), () => undefined, nameAt);
    const context = { atMs: at, names: namesNear([]) };
    const nodes = has(PARTS.nodes) ? this.#readNodes(reader, seq, at) : undefined;
    if (nodes !== undefined) this.#nodes.take(nodes);
    const cells = has(PARTS.cells) ? reader.skip(reader.number()) : undefined;
    const changes = cells === undefined ? undefined : decodeCellChanges(cells);
    if (cells !== undefined && changes === undefined) throw new DamagedText();
    const daemonSets = has(PARTS.daemonSets)
      ? readSlots(reader, seq, (column, isFreed) =>
          this.#readRecord(reader, isFreed ? undefined : this.#daemonSets.at(column), at, namesNear(changes?.get(column)?.rows ?? [])),
        )
      : undefined;
    if (daemonSets !== undefined) this.#daemonSets.take(daemonSets);
    const statusWrites: StatusWrite[] = [];
    for (let left = has(PARTS.statusWrites) ? reader.count() : 0; left > 0; left--) {
      const record = this.#daemonSets.at(reader.number() - 1);
      statusWrites.push(recordOf(readValue(reader, predictStatusWrite(record), context), "key"));
    }
    const sources = has(PARTS.sources) ? readValue(reader, undefined, context) : undefined;
    const marks = has(PARTS.marks) ? readValue(reader, undefined, context) : undefined;
    const frame: Frame = {
      epoch: this.#epoch,
      seq,
      at,
      ...(nodes === undefined ? {} : { nodes }),
      ...(daemonSets === undefined ? {} : { daemonSets }),
      ...(cells === undefined ? {} : { cells }),
      ...(sources === undefined ? {} : { sources: sources as NonNullable<Frame["sources"]> }),
      ...(statusWrites.length === 0 ? {} : { statusWrites }),
      ...(marks === undefined ? {} : { marks: marks as NonNullable<Frame["marks"]> }),
    };
    return cacheCellChanges(frame, changes);
  }

  #readNodes(reader: TextReader, seq: number, atMs: number): RowIdChanges<NodeRecord> {
    let last: NodeRecord | undefined;
    return readSlots(reader, seq, (row, isFreed) => {
      const known = isFreed ? undefined : this.#nodes.at(row);
      last = recordOf<NodeRecord>(readValue(reader, known ?? last, { atMs, names: NO_NAMES }), "name");
      return last;
    });
  }

  #readRecord(reader: TextReader, known: DaemonSetRecord | undefined, atMs: number, names: NodeNameContext): DaemonSetRecord {
    const context = { atMs, names };
    const before = known === undefined ? undefined : splitRecord(known).leading;
    const leading = recordOf<PrimaryFields>(readValue(reader, before, context), "key");
    const following = readValue(reader, predictDerived(known, leading, atMs), context);
    return { ...leading, ...(following as Pick<DaemonSetRecord, "disagreements" | "causes" | "rollout">) };
  }
}
