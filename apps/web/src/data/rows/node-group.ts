import { CELL_FACTS, type CellByte, cellOf } from "@daemonscope/daemonset/pair/cell/cell";
import type { Taint } from "@daemonscope/kube/objects";
import { isConditionTaint } from "@daemonscope/kube/well-known";
import { sameTaint } from "../cell/cell-style.ts";
import { zoneOf } from "./grouping.ts";
import type { NodeCells } from "./node-cells.ts";

export interface NodeGroup {
  /** The name that `groupOf` returns; "" if the nodes have no value. */
  readonly name: string;
  /** Rows of the cluster state in drawing order. The array stays the same while no node joins or leaves. */
  readonly rows: Uint32Array;
  /** The number of nodes for each bit of `tallyOf`. */
  readonly tallies: readonly number[];
  /** Taints of every node in the group, except condition taints. They are drawn once on its heading. */
  readonly sharedTaints: readonly Taint[];
  /** The zone, if all nodes share it. */
  readonly zone: string | undefined;
}

const BITS = 16;

/** Returns the tally bits of a cell: 1 for a wanted pod, 2 if updated, 4 if failing, 8 if available. */
function progressTally(byte: CellByte): number {
  const cell = cellOf(byte);
  const { isWanted, pod } = CELL_FACTS[cell.state];
  if (!isWanted) return 0;
  const isUpdated = pod !== "none" && !cell.oldRevision && !cell.twoPods;
  const isFailing = pod === "failing" && !cell.terminating && cell.leaving !== true;
  return 1 | (isUpdated ? 2 : 0) | (isFailing ? 4 : 0) | (pod === "available" ? 8 : 0);
}
export const PROGRESS_TALLY = Uint8Array.from({ length: 256 }, (_, byte) => progressTally(byte));

/** Returns how many nodes of a group should run the pod, and how many of these are updated, failing and available. */
export function progressOf({ tallies }: Pick<NodeGroup, "tallies">): {
  readonly run: number;
  readonly updated: number;
  readonly failing: number;
  readonly available: number;
} {
  const [run = 0, updated = 0, failing = 0, available = 0] = tallies;
  return { run, updated, failing, available };
}

/** Changes of the tallies of groups, by group and bit. */
export class TallyChanges {
  readonly #changes: Int32Array;

  constructor(groups: number) {
    this.#changes = new Int32Array(groups * BITS);
  }

  /** Replaces the bits of one node in a group. */
  change(group: number, before: number, after: number): void {
    for (let bits = before ^ after, at = group * BITS; bits !== 0; bits >>>= 1, before >>>= 1, at++)
      if ((bits & 1) !== 0) this.#changes[at] = (this.#changes[at] ?? 0) + ((before & 1) === 0 ? 1 : -1);
  }

  /** Returns the same group object if its tallies did not change. */
  after<Group extends Pick<NodeGroup, "tallies">>(group: Group, index: number): Group {
    const changes = this.#changes.subarray(index * BITS, (index + 1) * BITS);
    return changes.every((change) => change === 0)
      ? group
      : { ...group, tallies: group.tallies.map((count, bit) => count + (changes[bit] ?? 0)) };
  }
}

/** Returns the taints, except condition taints, and the zone that all nodes of a group share. O(nodes of the group). */
export function sharedByGroup({ records }: Pick<NodeCells, "records">, rows: Uint32Array): Pick<NodeGroup, "sharedTaints" | "zone"> {
  let zone: string | undefined;
  let sharedTaints: readonly Taint[] | undefined;
  for (const row of rows) {
    const record = records[row];
    if (record === undefined) continue;
    if (sharedTaints === undefined) {
      sharedTaints = record.taints.filter((taint) => !isConditionTaint(taint));
      zone = zoneOf(record);
      continue;
    }
    if (zone !== undefined && zoneOf(record) !== zone) zone = undefined;
    if (sharedTaints.length > 0 && !sharedTaints.every((taint) => record.taints.some((other) => sameTaint(other, taint))))
      sharedTaints = sharedTaints.filter((taint) => record.taints.some((other) => sameTaint(other, taint)));
    if (zone === undefined && sharedTaints.length === 0) break;
  }
  return { sharedTaints: sharedTaints ?? [], zone };
}

export function rebuildGroup(cells: NodeCells, name: string, rows: Uint32Array): NodeGroup {
  const tallies = new Array<number>(BITS).fill(0);
  for (const row of rows) {
    for (let bits = cells.tallyOf(row), bit = 0; bits !== 0; bits >>>= 1, bit++) tallies[bit] = (tallies[bit] ?? 0) + (bits & 1);
  }
  return { name, rows, tallies, ...sharedByGroup(cells, rows) };
}
