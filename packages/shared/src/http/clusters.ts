import type { CellState } from "@daemonscope/daemonset/cell/cell";
import type { Need } from "@daemonscope/daemonset/rollout/need";

/** A meta of the page of a server that watches several clusters: the name of the one that it is about, empty on the page of all. */
export const CLUSTER_META = "daemonscope-cluster";

/** How a cluster is heard. `unusable`: its context cannot be used at all. */
export type ClusterHearing = "reading" | "live" | "silent" | "forbidden" | "unusable";

/** A DaemonSet of one cluster, as the matrix of all of them draws it. */
export interface AgentSummary {
  readonly key: string;
  readonly need: Need;
  /** Since when it needs that, where that is known; milliseconds since the epoch, of the cluster. */
  readonly sinceMs?: number;
  /** What is behind the need is told by a number of nodes: those that its concern is about. */
  readonly about?: number;
  readonly underWay: boolean;
  readonly desired: number;
  readonly available: number;
  readonly updated: number;
  readonly misscheduled: number;
  /** Of the template, by its containers' names. */
  readonly images: readonly (readonly [container: string, image: string])[];
  /** Equal where templates are; a number of this server, for this DaemonSet. */
  readonly template: number;
  /** What else there still are on nodes: images of older revisions, the main container's. */
  readonly olderImages: readonly string[];
  /** Nodes by what is there, in the order of CELL_STATES; old: of an older revision; unready: on nodes that are not Ready. */
  readonly nodes: readonly NodesOf[];
  /** How long its rollout takes still, about; where that can be said. */
  readonly leftMs?: number;
}

export interface NodesOf {
  readonly state: CellState;
  readonly old: boolean;
  readonly unready: boolean;
  readonly count: number;
}

/** One of the clusters. */
export interface ClusterSummary {
  /** Its part of addresses: `/clusters/NAME/`. */
  readonly name: string;
  readonly context: string;
  readonly server?: string;
  readonly version?: string;
  readonly simulated: boolean;
  readonly hearing: ClusterHearing;
  /** One sentence: why it is not live. */
  readonly detail?: string;
  /** For how long its oldest data may be old; absent where nothing was ever read. In real milliseconds before this answer. */
  readonly silentMs?: number;
  /** Its own time, as of this answer. */
  readonly atMs: number;
  /** Undefined where nodes were not read. */
  readonly nodes?: number;
  /** Absent where it is as the asker has it (`since`). */
  readonly agents?: readonly AgentSummary[];
}

/** GET /api/clusters?since=VERSION: every cluster; the agents of those that changed after that version. Without it, or where the server does not know that version any more, all of them. */
export interface ClustersAnswer {
  /** To ask with the next time. */
  readonly version: string;
  /** True: what the asker had is of another server, or none: forget it. */
  readonly whole: boolean;
  readonly clusters: readonly ClusterSummary[];
  /** Contexts that are the same cluster as one that is served, in one sentence each. */
  readonly notes: readonly string[];
}
