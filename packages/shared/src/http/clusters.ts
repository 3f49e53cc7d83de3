import type { CellState } from "@daemonscope/daemonset/cell/cell";
import type { Need } from "@daemonscope/daemonset/rollout/need";
import type { UnreadyNodes } from "@daemonscope/daemonset/rollout/unready-nodes";
import type { RevisionDifference } from "./answers.ts";

/** A meta of the page of a server that watches several clusters: the name of the one that it is about, empty on the page of all. */
export const CLUSTER_META = "daemonscope-cluster";

/** How a cluster is heard. `reading`: its first lists are not complete. `silent`: what is known of it may be old, or was never heard. `forbidden`: its DaemonSets may not be
 *  read. `unusable`: its context cannot be used at all. */
export type ClusterHearing = "reading" | "live" | "silent" | "forbidden" | "unusable";

/** Nodes by what is there of a DaemonSet. */
export interface NodesBy {
  readonly state: CellState;
  /** The pod is of an older revision. */
  readonly old: boolean;
  /** The node is not Ready. */
  readonly unready: boolean;
  readonly count: number;
}

/** A DaemonSet of one cluster, as the matrix of all of them draws it. */
export interface AgentSummary {
  readonly key: string;
  /** What it is the same agent by where its namespace, or its name, is another in another cluster: the label `app.kubernetes.io/name` of its pods, else its name and its selector. */
  readonly alike: string;
  readonly need: Need;
  /** Since when it needs that, on the cluster's clock; absent where that is not known. */
  readonly sinceMs?: number;
  /** Nodes that its concern is about. */
  readonly about?: number;
  readonly underWay: boolean;
  readonly onDelete: boolean;
  readonly desired: number;
  readonly available: number;
  readonly updated: number;
  /** Of the template: the containers by name, the main one first. */
  readonly images: readonly (readonly [container: string, image: string])[];
  /** Of the main container in older revisions that nodes still run. */
  readonly olderImages: readonly string[];
  /** Equal where templates of agents that are alike are; numbers of this server. */
  readonly template: number;
  /** Without those where none is wanted and none is. */
  readonly nodes: readonly NodesBy[];
  /** Nodes that want it and have no pod, or one that waits for the scheduler. */
  readonly lacking: number;
  /** How long its rollout takes still, where that can be said. */
  readonly left?: { readonly aboutMs: number; readonly soonestMs: number; readonly latestMs: number };
}

/** One of the clusters. */
export interface ClusterSummary {
  /** Its part of addresses: `/clusters/NAME/`. */
  readonly name: string;
  readonly context: string;
  readonly server?: string;
  /** Of the API server. */
  readonly version?: string;
  readonly simulated: boolean;
  readonly hearing: ClusterHearing;
  /** One sentence: why it is not live. */
  readonly detail?: string;
  /** For how long what is known of it may be old, in real milliseconds; absent where it is live, or nothing was ever heard. */
  readonly silentMs?: number;
  /** Its own time, as of this answer. */
  readonly atMs: number;
  /** Of its templates only what a log holds is compared: not variables, arguments and much else. */
  readonly templatesInPart?: true;
  /** Absent where they were not read. */
  readonly nodes?: number;
  /** Its NotReady nodes that have agents, with their first names; absent without one. */
  readonly unready?: UnreadyNodes;
  /** Sorted by key; absent where they are as the asker has them (`since`). */
  readonly agents?: readonly AgentSummary[];
}

/** GET /api/clusters?since=VERSION: every cluster, and the agents of those that changed after that version; without it, or where the server does not know it, of all. */
export interface ClustersAnswer {
  /** To ask with the next time. */
  readonly version: string;
  /** What the asker had is to be forgotten. */
  readonly whole: boolean;
  readonly clusters: readonly ClusterSummary[];
  /** Contexts that are the same cluster as one that is served, a sentence each. */
  readonly notes: readonly string[];
}

/** GET /api/clusters/difference?namespace=&daemonSet=&from=NAME&to=NAME: how its templates differ, in words and as YAML, as two revisions do. With `toNamespace` and `toDaemonSet` it is called so in the second cluster. */
export interface ClustersDifferenceAnswer {
  readonly from: string;
  readonly to: string;
  readonly difference: Omit<RevisionDifference, "from" | "to">;
  readonly showsValues: boolean;
}
