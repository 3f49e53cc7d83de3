import { AdaptiveUintColumn } from "@daemonscope/columns/adaptive-uint-column";
import { TextIds } from "@daemonscope/columns/text-ids";
import { TimeColumn } from "@daemonscope/columns/time-column";
import type { NodeAllocatable } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import type { NodeRecord } from "../../records/records.ts";
import type { LabelMatcher, NodeLabel } from "../tables/label-matcher.ts";
import { isEqualNodeInfo, NodePressures, type NodeSystem, type NodesByRow } from "../tables/node-array.ts";
import type { NodeEntry } from "../tables/node-entry.ts";
import { NodeRecords } from "../tables/node-records.ts";
import { AllocatableColumns } from "./allocatable-columns.ts";
import { conditionsFrom, conditionTimes, isShapeOf, type NodeShape, shapeKeyOf } from "./node-shape.ts";

function withSystem(
  record: NodeRecord,
  conditions: NodeEntry["conditions"],
  { kubeletVersion, nodeInfo }: NodeSystem,
  allocatable: NodeAllocatable | undefined,
): NodeEntry {
  const entry = nodeInfo === undefined ? { record, conditions, kubeletVersion } : { record, conditions, kubeletVersion, nodeInfo };
  return allocatable === undefined ? entry : { ...entry, allocatable };
}

/** NodeArray in columns. Many nodes share the facts outside the record, except for the times of conditions. These
 *  facts take a shape number, four bytes a condition, and nine bytes for allocatable resources. NodeRecords stores
 *  the records. Each read creates an entry. With PodColumns it takes 3.3 instead of 73 MB at 5,000 × 12. */
export class NodeColumns implements NodesByRow {
  readonly #records = new NodeRecords();
  readonly #texts = new TextIds();
  readonly #shapes: (NodeShape | undefined)[] = [];
  /** Shape number plus one; 0 if the facts outside the record are stored as a whole. */
  readonly #shapeAt = new AdaptiveUintColumn();
  /** By the index of the condition. */
  readonly #times: TimeColumn[] = [];
  readonly #allocatable = new AllocatableColumns();
  readonly #whole = new Map<number, Omit<NodeEntry, "record">>();
  readonly #pressures = new NodePressures();

  has(row: number): boolean {
    return this.#records.has(row);
  }

  at(row: number): NodeEntry | undefined {
    const record = this.#records.at(row);
    if (record === undefined) return undefined;
    const shape = this.#shapes[this.#shapeAt.at(row) - 1];
    if (shape === undefined) {
      const { conditions = [], allocatable, ...system } = this.#whole.get(row) ?? {};
      return withSystem(record, conditions, system, allocatable);
    }
    const conditions = conditionsFrom(shape, (index) => this.#times[index]?.at(row) ?? 0);
    return withSystem(record, conditions, shape, this.#allocatable.at(row, shape.extended));
  }

  recordAt(row: number): NodeRecord | undefined {
    return this.#records.at(row);
  }

  isRecordAt(row: number, record: NodeRecord): boolean {
    return this.#records.isAt(row, record);
  }

  labelAt(row: number, key: string): string | undefined {
    return this.#records.labelAt(row, key);
  }

  labelMatcher(labels: readonly NodeLabel[]): LabelMatcher {
    return this.#records.labelMatcher(labels);
  }

  taintsAt(row: number): NodeRecord["taints"] | undefined {
    return this.#records.taintsAt(row);
  }

  systemAt(row: number): NodeSystem | undefined {
    return this.#shapes[this.#shapeAt.at(row) - 1] ?? this.#whole.get(row);
  }

  readyAt(row: number): NodeRecord["ready"] | undefined {
    return this.#records.readyAt(row);
  }

  readySinceMsAt(row: number): number | undefined {
    return this.#records.readySinceMsAt(row);
  }

  createdAtMsAt(row: number): number | undefined {
    return this.#records.createdAtMsAt(row);
  }

  pressuresAt(row: number): readonly string[] | undefined {
    return this.#pressures.get(row);
  }

  allocatableAt(row: number): NodeAllocatable | undefined {
    const shape = this.#shapes[this.#shapeAt.at(row) - 1];
    return shape === undefined ? this.#whole.get(row)?.allocatable : this.#allocatable.at(row, shape.extended);
  }

  hasEqualDetails(row: number, entry: NodeEntry): boolean {
    const shape = this.#shapes[this.#shapeAt.at(row) - 1];
    if (shape !== undefined)
      return (
        isShapeOf(shape, (index) => this.#times[index]?.at(row) ?? 0, entry) &&
        isEqualJson(this.#allocatable.at(row, shape.extended), entry.allocatable)
      );
    const whole = this.#whole.get(row);
    return (
      whole !== undefined &&
      whole.kubeletVersion === entry.kubeletVersion &&
      isEqualNodeInfo(whole.nodeInfo, entry.nodeInfo) &&
      isEqualJson(whole.conditions, entry.conditions) &&
      isEqualJson(whole.allocatable, entry.allocatable)
    );
  }

  put(row: number, entry: NodeEntry): void {
    this.#records.put(row, entry.record);
    this.putDetails(row, entry);
  }

  putDetails(row: number, entry: NodeEntry): void {
    this.#clearDetails(row);
    this.#pressures.put(row, entry);
    const times = conditionTimes(entry.conditions);
    if (times === undefined || !AllocatableColumns.canHold(entry.allocatable)) {
      const { record: _, ...details } = entry;
      this.#whole.set(row, details);
      return;
    }
    const text = shapeKeyOf(entry);
    const id = this.#texts.use(text);
    this.#shapes[id] ??= JSON.parse(text) as NodeShape;
    this.#shapeAt.reach(row);
    this.#shapeAt.put(row, id + 1);
    for (const [index, atMs] of times.entries()) {
      const column = this.#timesAt(index);
      column.reach(row);
      column.put(row, atMs);
    }
    this.#allocatable.put(row, entry.allocatable);
  }

  clear(row: number): void {
    this.#records.clear(row);
    this.#clearDetails(row);
  }

  #clearDetails(row: number): void {
    this.#whole.delete(row);
    this.#pressures.delete(row);
    const id = this.#shapeAt.at(row) - 1;
    if (id < 0) return;
    this.#shapeAt.put(row, 0);
    this.#texts.release(id);
    if (this.#texts.at(id) === "") this.#shapes[id] = undefined;
  }

  #timesAt(index: number): TimeColumn {
    let column = this.#times[index];
    if (column === undefined) {
      column = new TimeColumn();
      this.#times[index] = column;
    }
    return column;
  }
}
