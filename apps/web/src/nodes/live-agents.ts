import type { ClusterSource } from "../cluster/cluster-source.ts";
import type { LiveCells } from "../grid/live-cells.ts";
import type { AgentScene } from "./agent-ticks.ts";

/** The agents of all nodes, as they are now. What a node lacks, and so what a filter of the legend keeps, is that of the scene. */
export const liveAgents = (source: ClusterSource): LiveCells<AgentScene> => ({
  source,
  sceneAt(scene, { columns, cells }) {
    const { states } = scene;
    // Columns of other DaemonSets are told of with the next scene.
    return columns.names === states.columns.names ? { ...scene, states: { ...states, cells } } : undefined;
  },
  changesIn: (_state, { cells }) => cells,
});
