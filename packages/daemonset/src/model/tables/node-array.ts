import { ownValue } from "@daemonscope/kube/base/own-value";
import type { NodeAllocatable } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import type { NodeRecord } from "../../records/records.ts";
import { type LabelMatcher, type NodeLabel, objectLabelMatcher } from "./label-matcher.ts";
import { type NodeEntry, pressuresOf } from "./node-entry.ts";

/** The software and hardware of a node. */
export type NodeSystem = { readonly [Field in "kubeletVersion" | "nodeInfo"]?: NodeEntry[Field] };

/** Nodes of one kind mostly share one object. */
export const isEqualNodeInfo = (a: NodeEntry["nodeInfo"], b: NodeEntry["nodeInfo"]): boolean => a === b || isEqualJson(a, b);

/** Reports whether a node still has this software and hardware. */
export const isSystemOf = (system: NodeSystem | undefined, entry: NodeEntry): boolean =>
  system !== undefined && system.kubeletVersion === entry.kubeletVersion && isEqualNodeInfo(system.nodeInfo, entry.nodeInfo);

/** Nodes by row. Facts that millions of pairs read have their own methods, because a record may have to be created. */
export interface NodesByRow {
  has(row: number): boolean;
  at(row: number): NodeEntry | undefined;
  recordAt(row: number): NodeRecord | undefined;
  /** Reports whether the record of a row equals this one. */
  isRecordAt(row: number, record: NodeRecord): boolean;
  /** Undefined if the label or the node does not exist. */
  labelAt(row: number, key: string): string | undefined;
  /** Returns a function that finds which of these labels a row has. Valid until the next change of a node. */
  labelMatcher(labels: readonly NodeLabel[]): LabelMatcher;
  taintsAt(row: number): NodeRecord["taints"] | undefined;
  systemAt(row: number): NodeSystem | undefined;
  readyAt(row: number): NodeRecord["ready"] | undefined;
  readySinceMsAt(row: number): number | undefined;
  createdAtMsAt(row: number): number | undefined;
  /** The pressure conditions that are True; undefined if there are none. */
  pressuresAt(row: number): readonly string[] | undefined;
  /** Undefined if the node states none. */
  allocatableAt(row: number): NodeAllocatable | undefined;
  /** Reports whether the facts outside the record equal those of an entry. */
  hasEqualDetails(row: number, entry: NodeEntry): boolean;
  put(row: number, entry: NodeEntry): void;
  /** Stores the facts of an entry outside its record, which equals the stored record. */
  putDetails(row: number, entry: NodeEntry): void;
  clear(row: number): void;
}

/** Pressures by row. Few nodes have any, and each assessment of a pair reads them. */
export class NodePressures {
  readonly #byRow = new Map<number, readonly string[]>();

  get(row: number): readonly string[] | undefined {
    return this.#byRow.size === 0 ? undefined : this.#byRow.get(row);
  }

  put(row: number, { conditions }: NodeEntry): void {
    const pressures = pressuresOf(conditions);
    if (pressures === undefined) this.#byRow.delete(row);
    else this.#byRow.set(row, pressures);
  }

  delete(row: number): void {
    this.#byRow.delete(row);
  }
}

/** Nodes by row, as received: an event log shares these objects. */
export class NodeArray implements NodesByRow {
  readonly #entries: (NodeEntry | undefined)[] = [];
  readonly #pressures = new NodePressures();

  has(row: number): boolean {
    return this.#entries[row] !== undefined;
  }

  at(row: number): NodeEntry | undefined {
    return this.#entries[row];
  }

  recordAt(row: number): NodeRecord | undefined {
    return this.#entries[row]?.record;
  }

  isRecordAt(row: number, record: NodeRecord): boolean {
    const known = this.recordAt(row);
    return known !== undefined && isEqualJson(known, record);
  }

  labelAt(row: number, key: string): string | undefined {
    const record = this.recordAt(row);
    return record === undefined ? undefined : ownValue(record.labels, key);
  }

  labelMatcher(labels: readonly NodeLabel[]): LabelMatcher {
    return objectLabelMatcher(labels, (row) => this.recordAt(row)?.labels);
  }

  taintsAt(row: number): NodeRecord["taints"] | undefined {
    return this.recordAt(row)?.taints;
  }

  systemAt(row: number): NodeSystem | undefined {
    return this.#entries[row];
  }

  readyAt(row: number): NodeRecord["ready"] | undefined {
    return this.recordAt(row)?.ready;
  }

  readySinceMsAt(row: number): number | undefined {
    return this.recordAt(row)?.readySinceMs;
  }

  createdAtMsAt(row: number): number | undefined {
    return this.recordAt(row)?.createdAtMs;
  }

  pressuresAt(row: number): readonly string[] | undefined {
    return this.#pressures.get(row);
  }

  allocatableAt(row: number): NodeAllocatable | undefined {
    return this.#entries[row]?.allocatable;
  }

  hasEqualDetails(row: number, { conditions, kubeletVersion, nodeInfo, allocatable }: NodeEntry): boolean {
    const entry = this.#entries[row];
    return (
      entry !== undefined &&
      entry.kubeletVersion === kubeletVersion &&
      isEqualNodeInfo(entry.nodeInfo, nodeInfo) &&
      isEqualJson(entry.conditions, conditions) &&
      isEqualJson(entry.allocatable, allocatable)
    );
  }

  put(row: number, entry: NodeEntry): void {
    this.#entries[row] = entry;
    this.#pressures.put(row, entry);
  }

  putDetails(row: number, entry: NodeEntry): void {
    // An equal record stays the same object.
    this.#entries[row] = { ...entry, record: this.#entries[row]?.record ?? entry.record };
    this.#pressures.put(row, entry);
  }

  clear(row: number): void {
    this.#entries[row] = undefined;
    this.#pressures.delete(row);
  }
}
