import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { FrameEffect } from "@daemonscope/shared/state/frame-effect";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import type { ReadableCluster } from "../../data/cluster/readable-cluster.ts";
import type { GridScene } from "./layout/grid-scene.ts";

/** Rows whose cell may have changed, by column of the cluster state. A row may be in several lists. */
export type LiveChanges = FrameEffect["cells"];

/** Live values of a scene's cells. React builds a scene at a readable rate, but its cells are drawn with each frame. */
export interface LiveCellSource<Scene extends GridScene> {
  readonly source: ReadableCluster;
  /** Returns the scene with the cells of a state, to be drawn at once. Undefined if the state lacks these cells. */
  readonly sceneAt: (scene: Scene, state: ClusterState) => Scene | undefined;
  /** Returns the changed cells of an effect that belong to the scene. */
  readonly changesIn: (state: ClusterState, effect: FrameEffect) => LiveChanges;
}

/** The cells of one DaemonSet. */
export function liveDaemonSet(source: ReadableCluster, key: DaemonSetKey): LiveCellSource<GridScene> {
  const columnIn = ({ columns }: ClusterState) => rowIdOf(columns, key) ?? -1;
  return {
    source,
    sceneAt(scene, state) {
      const column = state.cells[columnIn(state)];
      if (column === undefined) return undefined;
      const { nodes } = scene;
      return { ...scene, nodes: { ...nodes, cells: { ...nodes.cells, bytes: column.now } } };
    },
    changesIn(state, { cells }) {
      const column = columnIn(state);
      const rows = cells.get(column);
      return new Map(rows === undefined ? [] : [[column, rows]]);
    },
  };
}
