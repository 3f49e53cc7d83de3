import { AdaptiveUintColumn } from "@daemonscope/columns/adaptive-uint-column";
import { uint32Column } from "@daemonscope/columns/chunked-column";
import { TextIds } from "@daemonscope/columns/text-ids";
import { TimeColumn } from "@daemonscope/columns/time-column";
import { parsedUuidWords, parseUuid, UUID_WORDS, uuidText } from "@daemonscope/columns/uuid";
import { ownValue } from "@daemonscope/kube/base/own-value";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { type CompleteNodeKind, isOfNodeKind, nodeKindOf, nodeKindText, nodeRecordInOrder } from "../../records/node-fields.ts";
import type { NodeRecord } from "../../records/records.ts";
import { type LabelMatcher, type NodeLabel, objectLabelMatcher } from "./label-matcher.ts";
import { type LabelShape, labelShapeOf, labelsOf } from "./label-shapes.ts";

/** Values that many nodes share. */
interface StoredKind {
  readonly fields: CompleteNodeKind;
  readonly shape: LabelShape;
  readonly hasReadySince: boolean;
}

/** Exceeds the label count of ordinary nodes; a record with more labels is stored as a whole. */
const MAX_LABELS = 64;
/** Marks a label whose value is the name of its node. Other values are the number of their text plus FIRST_VALUE. */
const OWN_NAME = 1;
const FIRST_VALUE = 2;

const storedKindText = (record: NodeRecord, keys: readonly string[]): string =>
  `${keys.length} ${keys.join("\n")}\n${record.readySinceMs === undefined} ${nodeKindText(record)}`;

/** Node records by row in columns: some 30 bytes each besides the name, where an object with its texts takes 270.
 *  Names are strings that other owners share. All values that nodes share, including label keys, take one number.
 *  Each label value takes one number. Each read creates a new record. */
export class NodeRecords {
  readonly #names: (string | undefined)[] = [];
  readonly #uids = uint32Column();
  /** Uids that are not UUIDs, which no API server creates. */
  readonly #otherUids = new Map<number, string>();
  readonly #createdAt = new TimeColumn();
  readonly #readySince = new TimeColumn();
  readonly #kindTexts = new TextIds();
  readonly #kinds: (StoredKind | undefined)[] = [];
  /** Kind number plus one; 0 if the record is stored as a whole. */
  readonly #kindAt = new AdaptiveUintColumn();
  readonly #values = new TextIds();
  /** By the index of the label key in the keys of the node's kind. */
  readonly #valueAt: AdaptiveUintColumn[] = [];
  readonly #whole = new Map<number, NodeRecord>();

  /** One more than the highest row that ever had a record. */
  get length(): number {
    return this.#names.length;
  }

  has(row: number): boolean {
    return this.#names[row] !== undefined;
  }

  at(row: number): NodeRecord | undefined {
    const name = this.#names[row];
    if (name === undefined) return undefined;
    const kind = this.#kindOf(row);
    if (kind === undefined) return this.#whole.get(row);
    const uid = this.#uidAt(row);
    const labels = labelsOf(kind.shape, (index) => this.#labelAt(row, index, name));
    const createdAtMs = this.#createdAt.at(row);
    const readySinceMs = kind.hasReadySince ? this.#readySince.at(row) : undefined;
    return nodeRecordInOrder({ name, uid, labels, readySinceMs, createdAtMs }, kind.fields);
  }

  /** Reports whether this is the record of a row, without creating objects. */
  isAt(row: number, record: NodeRecord): boolean {
    const name = this.#names[row];
    if (name === undefined) return false;
    const kind = this.#kindOf(row);
    if (kind === undefined) return isEqualJson(this.#whole.get(row), record);
    const { labels } = record;
    if (!isOfNodeKind(kind.fields, record) || name !== record.name || this.#createdAt.at(row) !== record.createdAtMs) return false;
    if ((kind.hasReadySince ? this.#readySince.at(row) : undefined) !== record.readySinceMs || !this.#isUidAt(row, record.uid))
      return false;
    const keys = Object.keys(labels);
    if (keys.length !== kind.shape.keys.length) return false;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? "";
      // Labels in another order are equal, too.
      if (key !== kind.shape.keys[index]) return isEqualJson(this.at(row), record);
      if (labels[key] !== this.#labelAt(row, index, name)) return false;
    }
    return true;
  }

  /** Undefined if the label or the node does not exist. */
  labelAt(row: number, key: string): string | undefined {
    const kind = this.#kindOf(row);
    const index = kind?.shape.keys.indexOf(key) ?? -1;
    if (index >= 0) return this.#labelAt(row, index, this.#names[row] ?? "");
    const whole = kind === undefined ? this.#whole.get(row) : undefined;
    return whole === undefined ? undefined : ownValue(whole.labels, key);
  }

  /** Compares numbers: five nanoseconds a label. Finds the place of each key once for each kind of node. */
  labelMatcher(labels: readonly NodeLabel[]): LabelMatcher {
    const idOf = labels.map(([, value]) => this.#values.find(value) + FIRST_VALUE);
    const placesOfKind: (Int16Array | undefined)[] = [];
    const matchWhole = objectLabelMatcher(labels, (row) => this.#whole.get(row)?.labels);
    return (row) => {
      const kindId = this.#kindAt.at(row) - 1;
      const kind = this.#kinds[kindId];
      if (kind === undefined) return matchWhole(row);
      let places = placesOfKind[kindId];
      if (places === undefined) {
        places = Int16Array.from(labels, ([key]) => kind.shape.keys.indexOf(key));
        placesOfKind[kindId] = places;
      }
      let found = 0;
      let bit = 1;
      for (let index = 0; index < places.length; index++) {
        const place = places[index] ?? -1;
        if (place >= 0) {
          const stored = this.#valueAt[place]?.at(row) ?? 0;
          if (stored === OWN_NAME ? labels[index]?.[1] === this.#names[row] : stored === idOf[index]) found += bit;
        }
        bit *= 2;
      }
      return found;
    };
  }

  taintsAt(row: number): NodeRecord["taints"] | undefined {
    return (this.#kindOf(row)?.fields ?? this.#whole.get(row))?.taints;
  }

  readyAt(row: number): NodeRecord["ready"] | undefined {
    return (this.#kindOf(row)?.fields ?? this.#whole.get(row))?.ready;
  }

  readySinceMsAt(row: number): number | undefined {
    const kind = this.#kindOf(row);
    if (kind === undefined) return this.#whole.get(row)?.readySinceMs;
    return kind.hasReadySince ? this.#readySince.at(row) : undefined;
  }

  createdAtMsAt(row: number): number | undefined {
    return this.#kindOf(row) === undefined ? this.#whole.get(row)?.createdAtMs : this.#createdAt.at(row);
  }

  put(row: number, record: NodeRecord): void {
    this.clear(row);
    const { name, uid, labels, readySinceMs, createdAtMs } = record;
    this.#names[row] = name;
    const keys = Object.keys(labels);
    const shape = keys.length > MAX_LABELS ? undefined : labelShapeOf(keys);
    if (shape === undefined) {
      this.#whole.set(row, record);
      return;
    }
    const id = this.#kindTexts.use(storedKindText(record, keys));
    this.#kinds[id] ??= { shape, fields: nodeKindOf(record), hasReadySince: readySinceMs !== undefined };
    putAt(this.#kindAt, row, id + 1);
    putAt(this.#createdAt, row, createdAtMs);
    if (readySinceMs !== undefined) putAt(this.#readySince, row, readySinceMs);
    this.#putUid(row, uid);
    for (let index = 0; index < keys.length; index++) {
      const value = labels[keys[index] ?? ""] ?? "";
      putAt(this.#valuesAt(index), row, value === name ? OWN_NAME : this.#values.use(value) + FIRST_VALUE);
    }
  }

  clear(row: number): void {
    if (this.#names[row] === undefined) return;
    this.#names[row] = undefined;
    const kind = this.#kindOf(row);
    if (kind === undefined) {
      this.#whole.delete(row);
      return;
    }
    const id = this.#kindAt.at(row) - 1;
    this.#kindAt.put(row, 0);
    this.#otherUids.delete(row);
    for (let index = 0; index < kind.shape.keys.length; index++) {
      const value = this.#valueAt[index]?.at(row) ?? 0;
      if (value >= FIRST_VALUE) this.#values.release(value - FIRST_VALUE);
    }
    this.#kindTexts.release(id);
    if (this.#kindTexts.at(id) === "") this.#kinds[id] = undefined;
  }

  #kindOf(row: number): StoredKind | undefined {
    return this.#kinds[this.#kindAt.at(row) - 1];
  }

  #labelAt(row: number, index: number, name: string): string {
    const value = this.#valueAt[index]?.at(row) ?? 0;
    return value === OWN_NAME ? name : this.#values.at(value - FIRST_VALUE);
  }

  #valuesAt(index: number): AdaptiveUintColumn {
    let column = this.#valueAt[index];
    if (column === undefined) {
      column = new AdaptiveUintColumn();
      this.#valueAt[index] = column;
    }
    return column;
  }

  #putUid(row: number, uid: string): void {
    if (!parseUuid(uid)) {
      this.#otherUids.set(row, uid);
      return;
    }
    for (let word = 0; word < UUID_WORDS; word++) this.#uids.put(row * UUID_WORDS + word, parsedUuidWords[word] ?? 0);
  }

  #wordAt(row: number, word: number): number {
    return this.#uids.at(row * UUID_WORDS + word);
  }

  #uidAt(row: number): string {
    const other = this.#otherUids.get(row);
    return other ?? uuidText(this.#wordAt(row, 0), this.#wordAt(row, 1), this.#wordAt(row, 2), this.#wordAt(row, 3));
  }

  #isUidAt(row: number, uid: string): boolean {
    const other = this.#otherUids.get(row);
    if (other !== undefined || !parseUuid(uid)) return other === uid;
    return (
      this.#wordAt(row, 0) === parsedUuidWords[0] &&
      this.#wordAt(row, 1) === parsedUuidWords[1] &&
      this.#wordAt(row, 2) === parsedUuidWords[2] &&
      this.#wordAt(row, 3) === parsedUuidWords[3]
    );
  }
}

function putAt(column: AdaptiveUintColumn | TimeColumn, row: number, value: number): void {
  column.reach(row);
  column.put(row, value);
}
