import type { CellState } from "@daemonscope/daemonset/pair/cell/cell";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { UnreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import type { VerdictKind } from "@daemonscope/daemonset/rollout/verdict-kind";
import type { VerdictWord } from "@daemonscope/daemonset/rollout/verdict-word";
import type { RevisionDifference } from "./answers.ts";

/**
 * Meta element of a page from a server with several clusters: the name of its cluster, empty on the page of all
 * clusters.
 */
export const CLUSTER_META_NAME = "daemonscope-cluster";

/**
 * The connection to a cluster. `reading`: its first lists are not complete; `silent`: its data may be stale, or none
 * ever arrived; `forbidden`: reading its DaemonSets is not allowed; `unusable`: its context does not work at all.
 */
type ClusterConnectivity = "reading" | "live" | "silent" | "forbidden" | "unusable";

/** Nodes by their cell state for a DaemonSet. */
export interface NodeCounts {
  readonly state: CellState;
  /** The pod is of an older revision. */
  readonly old: boolean;
  /** The node is not Ready. */
  readonly unready: boolean;
  /** The nodes are on their way out, and that explains the state. */
  readonly leaving?: true;
  readonly count: number;
}

/** A DaemonSet of one cluster, for the matrix of all clusters. */
export interface AgentSummary {
  readonly key: string;
  /**
   * Identifies the same agent across clusters where its namespace or name differs. The label `app.kubernetes.io/name`
   * of its pods, otherwise its name and its selector.
   */
  readonly alike: string;
  readonly need: VerdictKind;
  readonly word: VerdictWord;
  /** Start of that need, on the clock of the cluster; absent if unknown. */
  readonly sinceMs?: number;
  /** Number of nodes of its concern. */
  readonly about?: number;
  /** The cause on most nodes; absent if the agent needs nothing. */
  readonly cause?: { readonly fact: CauseFact; readonly nodes: number };
  readonly underWay: boolean;
  readonly onDelete: boolean;
  readonly desired: number;
  readonly available: number;
  readonly updated: number;
  /** Containers of the template by name, the main one first. */
  readonly images: readonly (readonly [container: string, image: string])[];
  /** Images of the main container in older revisions that nodes still run. */
  readonly olderImages: readonly string[];
  /** Equal for agents that are alike and have equal templates; the numbers are valid for this server only. */
  readonly template: number;
  /** Without nodes that want no pod and have none. */
  readonly nodes: readonly NodeCounts[];
  /** Nodes that want a pod and have none, or one that waits for the scheduler. */
  readonly lacking: number;
  /** Remaining time of its rollout, if it can be estimated. */
  readonly left?: { readonly aboutMs: number; readonly soonestMs: number; readonly latestMs: number };
}

/** One cluster of the server. */
export interface ClusterSummary {
  /** Its part of URLs: `/clusters/NAME/`. */
  readonly name: string;
  readonly context: string;
  readonly server?: string;
  /** Of the API server. */
  readonly version?: string;
  readonly simulated: boolean;
  readonly hearing: ClusterConnectivity;
  /** One sentence: why it is not live. */
  readonly detail?: string;
  /** Age of possibly stale data, in real milliseconds. Absent if the cluster is live, or no data ever arrived. */
  readonly silentMs?: number;
  /** The clock of the cluster at the time of this answer. */
  readonly atMs: number;
  /** Templates come from a log, so the comparison omits variables, arguments and more. */
  readonly templatesInPart?: true;
  /** Absent if nodes were not read. */
  readonly nodes?: number;
  /** Its NotReady nodes with agents, with the first names; absent if there are none. */
  readonly unready?: UnreadyNodes;
  /** Sorted by key; absent if unchanged after the version in `since`. */
  readonly agents?: readonly AgentSummary[];
}

/**
 * GET /api/clusters?since=VERSION: every cluster, and the agents of clusters that changed after that version. Without a
 * known version it has the agents of all clusters.
 */
export interface ClustersAnswer {
  /** The `since` of the next request. */
  readonly version: string;
  /** True if the client must drop its earlier data. */
  readonly whole: boolean;
  readonly clusters: readonly ClusterSummary[];
  /** Contexts that refer to a cluster that is already served, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * GET /api/clusters/difference?namespace=&daemonSet=&from=NAME&to=NAME: the template difference between two clusters,
 * like that of two revisions. `toNamespace` and `toDaemonSet` give the names in the second cluster.
 */
export interface ClustersDifferenceAnswer {
  readonly from: string;
  readonly to: string;
  readonly difference: Omit<RevisionDifference, "from" | "to">;
  readonly showsValues: boolean;
}
