import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { type ApplyResult, applyFrame } from "../apply-frame.ts";
import { encodeCellChanges } from "../codec/cell-changes.ts";
import { frameText } from "../codec/write-frame.ts";
import type { ClusterState } from "./cluster-state.ts";
import { emptyState } from "./empty-state.ts";
import type { Frame, WireFrame } from "./frame.ts";

/**
 * Returns a state with the nodes and DaemonSets in slots of their list order. `bytes` holds the cells of each node, by
 * DaemonSet.
 */
export function clusterStateOf(
  nodes: readonly NodeRecord[],
  daemonSets: readonly (Pick<DaemonSetRecord, "key"> & Partial<DaemonSetRecord>)[],
  bytes: readonly (readonly number[])[],
): ClusterState {
  const identity = { context: "test", server: "http://127.0.0.1:1", version: undefined, simulated: true };
  return afterFrame(emptyState("e", identity, 0), {
    nodes: { put: nodes.map((node, row) => [row, node]) },
    daemonSets: { put: daemonSets.map((record, column) => [column, record as DaemonSetRecord]) },
    cells: cellsText(bytes.flatMap((nodeBytes, row) => nodeBytes.map((byte, column) => [row, column, byte] as const))),
  }).state;
}

/** Returns the state after the next frame, and its effect. Throws if the frame does not apply. */
export function afterFrame(state: ClusterState, changes: Partial<Frame>): Omit<Extract<ApplyResult, { readonly kind: "applied" }>, "kind"> {
  const applied = applyFrame(state, { epoch: state.epoch, seq: state.seq + 1, at: state.at + 1, ...changes });
  if (applied.kind !== "applied") throw new Error(`a frame was refused: ${applied.kind}`);
  return applied;
}

/** Returns a frame in its wire form, and the state after it. Throws if the frame does not apply to `before`. */
export function sentFrame(before: ClusterState, frame: Frame): { readonly sent: WireFrame; readonly after: ClusterState } {
  const applied = applyFrame(before, frame);
  if (applied.kind !== "applied") throw new Error(`a frame was refused: ${applied.kind}`);
  const { epoch, seq, at } = frame;
  return { sent: { epoch, seq, at, text: frameText(frame, before, applied.state) }, after: applied.state };
}

/** Encodes changed cells as a frame carries them. */
export function cellsText(cells: readonly (readonly [row: number, column: number, byte: number])[]): string {
  const columns = new Map<number, Map<number, number>>();
  for (const [row, column, byte] of cells) columns.set(column, (columns.get(column) ?? new Map()).set(row, byte));
  const sorted = (bytes: ReadonlyMap<number, number>) => [...bytes].sort(([a], [b]) => a - b);
  return encodeCellChanges(
    new Map(
      Array.from(columns, ([column, bytes]) => [
        column,
        { rows: sorted(bytes).map(([row]) => row), bytes: sorted(bytes).map(([, byte]) => byte) },
      ]),
    ),
  );
}
