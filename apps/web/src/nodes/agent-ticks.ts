import { CELL_FLAGS, type CellByte } from "@daemonscope/daemonset/cell/cell";
import { slotOf } from "@daemonscope/shared/slots";
import { type TaintCap, taintCapOf } from "../cell/look.ts";
import { severityOf } from "../cell/severity.ts";
import { rowsBetween } from "../cluster/derived.ts";
import type { GridScene } from "../grid/grid-scene.ts";
import { rowsUnderOtherTaints } from "../grid/look-column.ts";
import { type AgentPlaces, countOfPlaces } from "./agent-places.ts";
import type { NodeStates } from "./select-node-states.ts";

/** Nodes with their agents inside. */
export interface AgentScene extends GridScene {
  readonly states: NodeStates;
  readonly agents: AgentPlaces;
}

/** What the frame of a node's cell says. */
interface NodeFrame {
  readonly isReady: boolean;
  readonly isCordoned: boolean;
  readonly taint: TaintCap;
}

/** What one node's cell shows: a byte for each place, then one for its frame. */
export type AgentBytes = Uint8Array;

const CAPS: readonly TaintCap[] = ["none", "NoSchedule", "NoExecute", "PreferNoSchedule"];

const frameByte = ({ isReady, isCordoned, taint }: NodeFrame): number =>
  (isReady ? 0 : 1) | (isCordoned ? 2 : 0) | (CAPS.indexOf(taint) << 2);

/** The frame that the last byte of a cell stands for. */
export function frameOf(bytes: AgentBytes): NodeFrame {
  const byte = bytes.at(-1) ?? 0;
  return { isReady: (byte & 1) === 0, isCordoned: (byte & 2) !== 0, taint: CAPS[byte >> 2] ?? "none" };
}

/** What the cells of a scene show, as one column of bytes; remembers what it was, and says which cells show something else. */
export class AgentTicks {
  #scene: AgentScene | undefined;
  /** By place, the column of the cluster state; the last place may stand for several. */
  #own: readonly number[] = [];
  #rest: readonly number[] = [];
  #stride = 1;
  #bytes = new Uint8Array();

  /** What a cell shows; a view, which changes with the cell. */
  of(cell: number): AgentBytes {
    return this.#bytes.subarray(cell * this.#stride, (cell + 1) * this.#stride);
  }

  /** Takes over a scene. The cells that show something else, with what they showed; undefined where cells stand elsewhere or agents have other places. O(what
   *  changed × places). */
  show(scene: AgentScene): ReadonlyMap<number, AgentBytes> | undefined {
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
    const changed = new Map<number, AgentBytes>();
    for (const row of [...rows, ...rowsUnderOtherTaints(before.nodes, nodes)]) {
      const cell = places.cellOfRow[row] ?? -1;
      if (cell < 0) continue;
      const was = this.of(cell).slice();
      this.#write(scene, cell);
      const is = this.of(cell);
      if (was.some((byte, place) => byte !== is[place])) changed.set(cell, changed.get(cell) ?? was);
    }
    return changed;
  }

  #begin(scene: AgentScene): void {
    const { places, states, agents } = scene;
    const columnOf = (key: string) => slotOf(states.columns, key) ?? -1;
    this.#own = agents.own.map(columnOf);
    this.#rest = agents.rest.map(columnOf);
    this.#stride = countOfPlaces(agents) + 1;
    this.#bytes = new Uint8Array(places.rows.length * this.#stride);
    for (const cell of places.rows.keys()) this.#write(scene, cell);
  }

  #write({ places, states, nodes }: AgentScene, cell: number): void {
    const row = places.rows[cell] ?? 0;
    const start = cell * this.#stride;
    const byteOf = (column: number): CellByte => (states.cells[column]?.[row] ?? 0) & ~CELL_FLAGS.nodeUnready;
    for (const [place, column] of this.#own.entries()) this.#bytes[start + place] = byteOf(column);
    if (this.#rest.length > 0) {
      const bytes = this.#rest.map(byteOf);
      this.#bytes[start + this.#own.length] = bytes.reduce((worst, byte) => (severityOf(byte) < severityOf(worst) ? byte : worst), 0);
    }
    const record = states.records[row];
    const shared = nodes.groups[places.group[cell] ?? 0]?.sharedTaints ?? [];
    this.#bytes[start + this.#stride - 1] =
      record === undefined
        ? 0
        : frameByte({
            isReady: record.ready === "True",
            isCordoned: record.unschedulable,
            taint: taintCapOf(record.taints, shared),
          });
  }
}
