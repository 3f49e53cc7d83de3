import type { ReadableCluster } from "../../data/cluster/readable-cluster.ts";
import type { LiveCellSource } from "../grid/live-cell-source.ts";
import type { AgentScene } from "./agent-cell-bytes.ts";

/** Live agents of all nodes. The missing agents of a node, and so the filter of the legend, come from the scene. */
export const liveAgents = (source: ReadableCluster): LiveCellSource<AgentScene> => ({
  source,
  sceneAt(scene, { columns, cells }) {
    const { states } = scene;
    // Columns of other DaemonSets arrive with the next scene.
    return columns.names === states.columns.names ? { ...scene, states: { ...states, cells } } : undefined;
  },
  changesIn: (_state, { cells }) => cells,
});
