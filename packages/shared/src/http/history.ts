import type { ConcernDetail } from "@daemonscope/daemonset/records/concern-detail";
import type { Concern } from "@daemonscope/daemonset/records/rollout";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import type { Frame, Keyframe } from "../state/frame.ts";
import { PATHS } from "./paths.ts";

/** The requested moment: RFC 3339, or milliseconds since the epoch, on the clock of the cluster. */
export const MOMENT_PARAMETER = "at";

/** Paths that answer for any stored moment. All others read from the cluster per request and are live only. */
export const HISTORICAL_PATHS: ReadonlySet<string> = new Set([
  PATHS.explain,
  PATHS.trail,
  PATHS.node,
  PATHS.daemonSetPods,
  PATHS.podsNamed,
  PATHS.eligibility,
  PATHS.joins,
  PATHS.taints,
  PATHS.labels,
  PATHS.revisions,
  PATHS.rollouts,
  PATHS.whatIf,
  PATHS.whatIfPair,
]);

/** The name of the summed counts of all DaemonSets; not a valid DaemonSet key. */
export const ALL_DAEMON_SETS = "*";

/** A timeline event: a mark of a frame, or a change of a node or DaemonSet between two frames. */
export type TimelineEvent =
  | TimelineMark
  | { readonly kind: "nodeNotReady"; readonly atMs: number; readonly node: string; readonly reason?: string }
  | { readonly kind: "nodeReady"; readonly atMs: number; readonly node: string }
  /** The node is on its way out. `pool`: empty if it has none. */
  | { readonly kind: "nodeLeaving" | "nodeShuttingDown"; readonly atMs: number; readonly node: string; readonly pool: string }
  /** A DaemonSet has a new concern, or another one than before. `stuck`: a rollout that does not end by waiting;
   *  `sinceMs`: start of the age that the verdict has, earlier than its detection. */
  | {
      readonly kind: "concernBegan";
      readonly atMs: number;
      readonly daemonSet: string;
      readonly concern: Concern["kind"];
      readonly stuck: boolean;
      readonly sinceMs?: number;
      readonly detail: ConcernDetail;
    }
  | { readonly kind: "concernEnded"; readonly atMs: number; readonly daemonSet: string; readonly concern: Concern["kind"] };

/** The status counts of a DaemonSet, valid until the next sample. `leaving`: unavailable pods on nodes on their way
 *  out; absent if there are none. */
export type CountSample = readonly [
  atMs: number,
  desired: number,
  current: number,
  ready: number,
  updated: number,
  available: number,
  leaving?: number,
];

/** A time without a watch. */
export interface HistoryGap {
  readonly fromMs: number;
  /** Excluded. */
  readonly toMs: number;
}

/** The range of the stored history. Times are on the clock of the cluster, in milliseconds since the epoch. */
export interface KeptHistory {
  readonly fromMs: number;
  /** Of the last tick. */
  readonly toMs: number;
  readonly bytes: number;
  readonly maxBytes: number;
  /** Moments that can be read without replay. */
  readonly checkpoints: readonly number[];
  /**
   * Times without data: between two runs of the server, or while storing failed. In time order; absent if there are
   * none.
   */
  readonly gaps?: readonly HistoryGap[];
}

/** Storing the history fails, while live data continue. The server retries each minute. */
export interface HistoryProblem {
  /** Start of the problem, on the clock of the cluster. */
  readonly sinceMs: number;
  /** The folder on the server. Absent for a user who sees only a part of the cluster. */
  readonly folder?: string;
  /** Error code of the operating system: `ENOSPC`. */
  readonly code: string;
}

/**
 * GET /api/history: the stored range, and its timeline events. `?from=&to=` have the format of `at`; the default is the
 * whole range. `&samples=`: the maximum number of counts for each DaemonSet, 0 for none; `&of=`: only this DaemonSet,
 * or the sum of all (ALL_DAEMON_SETS).
 */
export interface HistoryAnswer {
  /** Cluster time of the answer. */
  readonly at: number;
  /** Null while nothing is stored. */
  readonly retained: KeptHistory | null;
  /** Absent if storing works. */
  readonly problem?: HistoryProblem;
  readonly fromMs: number;
  readonly toMs: number;
  /** In time order; the newest ones, if there are more than the answer holds. */
  readonly happenings: readonly TimelineEvent[];
  readonly eventCount: number;
  readonly counts: Readonly<Record<string, readonly CountSample[]>>;
}

/**
 * GET /api/history/frames?from=&to=: the state at `from`, and the frames up to `to`. A client applies them like live
 * frames.
 */
export interface HistoryFramesAnswer {
  readonly keyframe: Keyframe;
  readonly frames: readonly Frame[];
  /** More frames exist before `to`: the next request starts here. Absent if these are all. */
  readonly moreFromMs?: number;
  /** Start of a time without a watch, up to `moreFromMs`. */
  readonly unknownFromMs?: number;
}
