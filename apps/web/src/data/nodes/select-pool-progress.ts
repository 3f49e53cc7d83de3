import { CELL_FACTS, type CellByte, cellState, hasFlag } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetKey, NodeRecord } from "@daemonscope/daemonset/records/records";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { type CellVariant, cellVariantOfByte } from "../cell/cell-variant.ts";
import type { IncrementalReducer } from "../computed/computed.ts";
import { compareGroups } from "../rows/grouping.ts";
import type { GroupOf } from "../rows/groupings.ts";
import type { NodeStates } from "./select-node-states.ts";

/** The progress of a DaemonSet in one group of nodes. `updated`: nodes with a pod of the current revision and none of
 *  an old one, as the grid counts them. */
export interface PoolProgress {
  readonly group: string;
  readonly wanted: number;
  readonly updated: number;
  readonly failing: number;
  readonly figures: ReadonlyMap<CellVariant, number>;
}

/** The progress of a DaemonSet by group, and the columns from which it was counted. */
interface PoolsProgress {
  /** The groups that want the DaemonSet: those with most failing nodes first, then those with most remaining nodes.
   *  Empty if the DaemonSet does not exist. */
  readonly pools: readonly PoolProgress[];
  readonly bytes: Uint8Array | undefined;
  readonly records: NodeStates["records"];
}

interface Counts {
  wanted: number;
  updated: number;
  failing: number;
  readonly figures: Map<CellVariant, number>;
}

/** Adds a node to its group, or subtracts it. */
function add(groups: Map<string, Counts>, groupOf: GroupOf, record: NodeRecord | undefined, byte: CellByte, sign: 1 | -1): void {
  const { isWanted, pod } = CELL_FACTS[cellState(byte)];
  if (record === undefined || !isWanted) return;
  const name = groupOf(record);
  const group = groups.get(name) ?? { wanted: 0, updated: 0, failing: 0, figures: new Map() };
  const figure = cellVariantOfByte(byte);
  group.wanted += sign;
  if (pod !== "none" && !hasFlag(byte, "oldRevision") && !hasFlag(byte, "twoPods")) group.updated += sign;
  if (figure === "failing") group.failing += sign;
  group.figures.set(figure, (group.figures.get(figure) ?? 0) + sign);
  groups.set(name, group);
}

const worstFirst = (groups: ReadonlyMap<string, Counts>): readonly PoolProgress[] =>
  [...groups]
    .map(([group, counts]) => ({ group, ...counts }))
    .filter(({ wanted }) => wanted > 0)
    .sort((a, b) => b.failing - a.failing || b.wanted - b.updated - (a.wanted - a.updated) || compareGroups(a.group, b.group));

/** Updates the progress of a DaemonSet from the changed nodes. */
export function poolProgress(key: DaemonSetKey, groupOf: GroupOf): IncrementalReducer<NodeStates, PoolsProgress> {
  const bytesOf = ({ columns, cells }: NodeStates) => cells[rowIdOf(columns, key) ?? -1]?.bytes;
  return {
    whole: (states) => {
      const bytes = bytesOf(states);
      const groups = new Map<string, Counts>();
      for (const [row, byte] of bytes?.entries() ?? []) add(groups, groupOf, states.records[row], byte, 1);
      return { pools: worstFirst(groups), bytes, records: states.records };
    },
    next: (before, states, rows) => {
      const bytes = bytesOf(states);
      const { records } = states;
      const changed = rows.filter((row) => before.bytes?.[row] !== bytes?.[row] || before.records[row] !== records[row]);
      if (changed.length === 0) return before;
      const groups = new Map(before.pools.map(({ group, ...counts }) => [group, { ...counts, figures: new Map(counts.figures) }]));
      for (const row of changed) {
        add(groups, groupOf, before.records[row], before.bytes?.[row] ?? 0, -1);
        add(groups, groupOf, records[row], bytes?.[row] ?? 0, 1);
      }
      return { pools: worstFirst(groups), bytes, records };
    },
  };
}
