import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { Staleness } from "./staleness.ts";
import type { StateFetchProblem } from "./state-fetch-problem.ts";

/**
 * A moment of history. `askedAtMs` is the moment of requests for data that is not in frames; undefined while the user
 * scrubs.
 */
interface DisplayedMoment {
  readonly atMs: number;
  readonly askedAtMs: number | undefined;
  /** Number of past jumps in time. Equal for two moments if the player played from one to the other. */
  readonly jumps: number;
}

/**
 * The cluster as the page knows it at one moment. Each change creates a new object; unchanged fields keep their
 * objects.
 */
export interface ClusterView {
  readonly state: ClusterState | undefined;
  /**
   * Version of the state: increases with each applied state, across epochs. `ClusterStore.effectBetween` returns the
   * changes.
   */
  readonly version: number;
  readonly seq: number;
  /** Current epoch of the server's log. If `state` has another epoch, it is from before a restart
   *  of the server or a change of the cluster, and is stale until the new state arrives. */
  readonly epoch: string | undefined;
  /** `withheld`: the server answers, but a proxy in between withholds the stream. */
  readonly connection: "connecting" | "open" | "lost" | "withheld";
  /** Real time at which the server sent its last data. */
  readonly lastReceivedAtMs: number | undefined;
  /** Real time at which the connection was lost. */
  readonly lostAtMs: number | undefined;
  /** Set while the shown state may be behind the server: the real time of its start, and the cluster time until
   *  which the state is true. */
  readonly behind: { readonly sinceMs: number; readonly asOfMs: number } | undefined;
  /** Set while a needed kind that was read is not live. */
  readonly doubt: Staleness | undefined;
  /** Cluster time at `lastReceivedAtMs`, and the rate of the clock. */
  readonly clusterAtMs: number;
  readonly clockRate: number;
  /** Number of completed fetches of the whole state by this page. */
  readonly resyncs: number;
  /** Set while the page shows history: its moment. `clusterAtMs` is the same moment, and the clock is stopped. */
  readonly moment: DisplayedMoment | undefined;
  /**
   * Set while `state` is only the head of a keyframe, with all DaemonSets and no node. Counts the nodes that are read
   * and their total.
   */
  readonly nodesRead: { readonly read: number; readonly of: number } | undefined;
  /** The reason why the keyframe could not be fetched. */
  readonly problem: StateFetchProblem | undefined;
}
