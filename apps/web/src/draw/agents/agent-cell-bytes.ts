import { type CellByte, cellByte, cellOf } from "@daemonscope/daemonset/pair/cell/cell";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { type TaintCap, taintCapOf } from "../../data/cell/cell-style.ts";
import { cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import { severityOf } from "../../data/cell/severity.ts";
import { rowsBetween } from "../../data/computed/computed.ts";
import type { NodeStates } from "../../data/nodes/select-node-states.ts";
import type { CellChangeSet } from "../grid/cell-renderer.ts";
import { otherNodes, rowsUnderOtherTaints } from "../grid/cell-style-column.ts";
import type { GridScene } from "../grid/layout/grid-scene.ts";
import type { LiveChanges } from "../grid/live-cell-source.ts";
import { type AgentSlots, agentSlotCount } from "./agent-slots.ts";

/** Nodes with their agents inside. */
export interface AgentScene extends GridScene {
  readonly states: NodeStates;
  readonly agents: AgentSlots;
}

/** Content of the frame of a node's cell. */
interface NodeFrame {
  readonly isReady: boolean;
  readonly isCordoned: boolean;
  readonly taint: TaintCap;
}

/** Content of one node's cell: a byte for each agent slot, then one for its frame. */
export type AgentBytes = Uint8Array;

const CAPS: readonly TaintCap[] = ["none", "NoSchedule", "NoExecute", "PreferNoSchedule"];

/** Flag in the byte of a frame. */
export const UNREADY_FRAME = 1;

const frameByte = ({ isReady, isCordoned, taint }: NodeFrame): number =>
  (isReady ? 0 : UNREADY_FRAME) | (isCordoned ? 2 : 0) | (CAPS.indexOf(taint) << 2);

/** Decodes the frame from the last byte of a cell. */
export const frameOf = (bytes: AgentBytes): NodeFrame => frameOfByte(bytes.at(-1) ?? 0);

function frameOfByte(byte: number): NodeFrame {
  return { isReady: (byte & UNREADY_FRAME) === 0, isCordoned: (byte & 2) !== 0, taint: CAPS[byte >> 2] ?? "none" };
}

/** The byte of an agent by that of its cell: without the state of the node, which the frame shows. */
const AGENT_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const cell = cellOf(byte);
  const state = cellVariantOfByte(byte) === "misscheduled" || cell.state !== "misscheduled" ? cell.state : "available";
  return cellByte({ ...cell, state, nodeUnready: false });
});

const NO_CELLS = new Uint8Array();
const NO_LISTS: readonly (readonly number[])[] = [];

/** The current cells by row, of the DaemonSets with their own slot, and of those that share the last. */
interface SlotColumns {
  readonly separate: readonly Uint8Array[];
  readonly rest: readonly Uint8Array[];
}

/** Cells whose content changed. `previous`: their previous content, in the same order. */
export interface ChangedAgents extends CellChangeSet<AgentBytes> {
  readonly previous: Uint8Array;
}

/** Agent slots whose content changed, and the cell of each. */
export interface ChangedSlots {
  readonly cells: Uint32Array;
  readonly slots: Uint8Array;
}

/** Rewritten cells and their previous content, cell after cell. */
interface Rewritten {
  readonly cells: Uint32Array;
  readonly previous: Uint8Array;
  count: number;
}

/** The content of a scene's cells as one column of bytes. It remembers the previous content and reports which cells
 *  changed. */
export class AgentCellBytes {
  #scene: AgentScene | undefined;
  /** The column of the cluster state by agent slot. The last slot may represent several columns. */
  #separate: readonly number[] = [];
  #rest: readonly number[] = [];
  #stride = 1;
  #bytes = new Uint8Array();
  /** Buffers that are reused with each frame. */
  #touched: ChangedSlots = { cells: new Uint32Array(), slots: new Uint8Array() };

  /** The content of all cells, one after the other, with `stride` bytes each. It changes with the cells. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get stride(): number {
    return this.#stride;
  }

  /** Returns the content of a cell as a view, which changes with the cell. */
  of(cell: number): AgentBytes {
    return this.#bytes.subarray(cell * this.#stride, (cell + 1) * this.#stride);
  }

  /** Sets the scene and returns the changed cells with their previous content; undefined if cells moved or agents have
   *  other slots. `isFollowed`: `touch` reports changed cells, so only replaced nodes are checked. O(changes ×
   *  slots). */
  show(scene: AgentScene, isFollowed = false): ChangedAgents | undefined {
    const before = this.#scene;
    this.#scene = scene;
    const { places, states, agents, nodes } = scene;
    const rows =
      before?.places === places && before.agents === agents && before.states.columns.names === states.columns.names
        ? rowsBetween(before.states, states)
        : undefined;
    if (before === undefined || rows === undefined) {
      this.#begin(scene);
      return undefined;
    }
    const rowsWithOtherFrame = rowsUnderOtherTaints(before.nodes, nodes);
    const isOtherNode = otherNodes(before.states.records, states.records);
    const checkedRows = isFollowed ? rows.filter(isOtherNode) : rows;
    const changed = this.#rewritten(checkedRows.length + rowsWithOtherFrame.length);
    const columns = this.#columnsOf(states);
    for (const row of checkedRows) this.#rewrite(scene, columns, row, isOtherNode(row), changed);
    // A row that is also in `checkedRows` is already up to date, so it is not reported twice.
    for (const row of rowsWithOtherFrame) this.#rewrite(scene, columns, row, true, changed);
    return this.#changedOf(changed);
  }

  /** Applies the agents on the nodes of some rows, in a scene whose cells have not moved. */
  touch(scene: AgentScene, rows: Iterable<number> = scene.places.rows): ChangedAgents {
    const changed = this.#rewritten(Array.isArray(rows) ? rows.length : scene.places.rows.length);
    const columns = this.#columnsOf(scene.states);
    for (const row of rows) this.#rewrite(scene, columns, row, false, changed);
    return this.#changedOf(changed);
  }

  /** Applies changes of agents with their own slots and returns the changed slots, for drawing slot by slot. The result
   *  is valid until the next call. Undefined if an agent of the shared slot changed. O(changes). */
  touchSlots({ places: { cellOfRow }, states }: AgentScene, changes: LiveChanges): ChangedSlots | undefined {
    if (this.#rest.some((column) => changes.has(column))) return undefined;
    let most = 0;
    for (const lists of changes.values()) for (const rows of lists) most += rows.length;
    if (this.#touched.slots.length < most) this.#touched = { cells: new Uint32Array(most), slots: new Uint8Array(most) };
    const { cells, slots } = this.#touched;
    const { separate } = this.#columnsOf(states);
    let count = 0;
    for (let slot = 0; slot < separate.length; slot++) {
      const column = separate[slot] ?? NO_CELLS;
      for (const rows of changes.get(this.#separate[slot] ?? -1) ?? NO_LISTS)
        for (let each = 0; each < rows.length; each++) {
          const row = rows[each] ?? 0;
          const cell = cellOfRow[row] ?? -1;
          if (cell < 0) continue;
          const at = cell * this.#stride + slot;
          const byte = AGENT_BYTES[column[row] ?? 0] ?? 0;
          if (this.#bytes[at] === byte) continue;
          this.#bytes[at] = byte;
          cells[count] = cell;
          slots[count++] = slot;
        }
    }
    return { cells: cells.subarray(0, count), slots };
  }

  #rewritten(most: number): Rewritten {
    return { cells: new Uint32Array(most), previous: new Uint8Array(most * this.#stride), count: 0 };
  }

  #changedOf({ cells, previous, count }: Rewritten): ChangedAgents {
    const stride = this.#stride;
    return { cells: cells.subarray(0, count), previous, wasAt: (slot) => previous.subarray(slot * stride, (slot + 1) * stride) };
  }

  #begin(scene: AgentScene): void {
    const { places, states, agents } = scene;
    const columnOf = (key: string) => rowIdOf(states.columns, key) ?? -1;
    this.#separate = agents.separate.map(columnOf);
    this.#rest = agents.rest.map(columnOf);
    this.#stride = agentSlotCount(agents) + 1;
    this.#bytes = new Uint8Array(places.rows.length * this.#stride);
    const columns = this.#columnsOf(states);
    const { rows } = places;
    for (const [slot, column] of columns.separate.entries())
      for (let cell = 0, at = slot; cell < rows.length; cell++, at += this.#stride)
        this.#bytes[at] = AGENT_BYTES[column[rows[cell] ?? 0] ?? 0] ?? 0;
    for (let cell = 0; cell < rows.length; cell++) {
      if (columns.rest.length > 0) this.#writeRest(columns, rows[cell] ?? 0, cell);
      this.#bytes[(cell + 1) * this.#stride - 1] = frameIn(scene, cell);
    }
  }

  #columnsOf({ cells }: NodeStates): SlotColumns {
    const bytesOf = (column: number) => cells[column]?.now ?? NO_CELLS;
    return { separate: this.#separate.map(bytesOf), rest: this.#rest.map(bytesOf) };
  }

  /** Applies the node of a row. If the content of its cell changed, it records the cell and its previous content. */
  #rewrite(scene: AgentScene, columns: SlotColumns, row: number, hasOtherFrame: boolean, changed: Rewritten): void {
    const cell = scene.places.cellOfRow[row] ?? -1;
    if (cell < 0) return;
    const stride = this.#stride;
    const [from, to] = [cell * stride, changed.count * stride];
    for (let at = 0; at < stride; at++) changed.previous[to + at] = this.#bytes[from + at] ?? 0;
    this.#write(columns, row, cell);
    if (hasOtherFrame) this.#bytes[from + stride - 1] = frameIn(scene, cell);
    for (let at = 0; at < stride; at++) {
      if (changed.previous[to + at] === this.#bytes[from + at]) continue;
      changed.cells[changed.count++] = cell;
      return;
    }
  }

  /** Writes the agents of a node into its cell. */
  #write(columns: SlotColumns, row: number, cell: number): void {
    const { separate, rest } = columns;
    const start = cell * this.#stride;
    for (let slot = 0; slot < separate.length; slot++) this.#bytes[start + slot] = AGENT_BYTES[separate[slot]?.[row] ?? 0] ?? 0;
    if (rest.length > 0) this.#writeRest(columns, row, cell);
  }

  /** Writes the worst of the agents that share the last slot. */
  #writeRest({ separate, rest }: SlotColumns, row: number, cell: number): void {
    let worst: CellByte = 0;
    for (const [at, column] of rest.entries()) {
      const byte = AGENT_BYTES[column[row] ?? 0] ?? 0;
      if (at === 0 || severityOf(byte) < severityOf(worst)) worst = byte;
    }
    this.#bytes[cell * this.#stride + separate.length] = worst;
  }
}

/** Returns the last byte of a cell. */
function frameIn({ places, states, nodes }: AgentScene, cell: number): number {
  const record = states.records[places.rows[cell] ?? 0];
  if (record === undefined) return 0;
  // Most nodes have no marks.
  if (record.ready === "True" && !record.unschedulable && record.taints.length === 0) return 0;
  const shared = nodes.groups[places.group[cell] ?? 0]?.sharedTaints ?? [];
  return frameByte({
    isReady: record.ready === "True",
    isCordoned: record.unschedulable,
    taint: taintCapOf(record.taints, shared),
  });
}
