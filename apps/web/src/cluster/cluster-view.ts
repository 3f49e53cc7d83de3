import type { ClusterState } from "@daemonscope/shared/cluster-state";
import type { Doubt } from "./doubt.ts";
import type { FetchProblem } from "./fetch-problem.ts";

/** A moment of the past, and of which the server is asked what no frame tells: undefined while somebody passes by. */
export interface ShownMoment {
  readonly atMs: number;
  readonly askedAtMs: number | undefined;
  /** Number of jumps in time so far. Equal for two moments if the player played from one to the other. */
  readonly jumps: number;
}

/** What the page knows at one moment. A new object for each change, in which what stayed is the same object. */
export interface ClusterView {
  readonly state: ClusterState | undefined;
  /** Of the state: rises with each one that is taken over, whatever epoch it is of. What it changed: ClusterStore.effectBetween. */
  readonly version: number;
  readonly seq: number;
  /** What the server's log is now called; while `state` is of another, it is of a cluster that is no longer watched. */
  readonly epoch: string | undefined;
  readonly connection: "connecting" | "open" | "lost";
  /** Real time of the last sign of the server. */
  readonly heardAtMs: number | undefined;
  /** Real time at which the connection was lost. */
  readonly lostAtMs: number | undefined;
  /** Set while the whole state is fetched anew: since when, and the cluster time of what is shown. */
  readonly behind: { readonly sinceMs: number; readonly asOfMs: number } | undefined;
  /** Set while a needed kind that was read is not live. */
  readonly doubt: Doubt | undefined;
  /** Cluster time at `heardAtMs`, and how fast it runs. */
  readonly clusterAtMs: number;
  readonly clockRate: number;
  /** Times that this page fetched the whole state again. */
  readonly resyncs: number;
  /** Set while the page is of a moment that is past: which one. `clusterAtMs` is the same, and its clock stands. */
  readonly moment: ShownMoment | undefined;
  /** Set while `state` is the head of a keyframe alone, all DaemonSets and no node: how many nodes were read, and of how many. */
  readonly nodesRead: { readonly read: number; readonly of: number } | undefined;
  /** Why the keyframe could not be fetched. */
  readonly problem: FetchProblem | undefined;
}
