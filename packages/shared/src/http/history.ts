import type { ConcernDetail } from "@daemonscope/daemonset/records/concern-detail";
import type { Mark } from "@daemonscope/daemonset/records/mark";
import type { Concern } from "@daemonscope/daemonset/records/rollout";
import type { Frame, Keyframe } from "../frame.ts";
import { PATHS } from "./paths.ts";

/** The moment that a request asks about: RFC 3339, or milliseconds since the epoch, on the cluster's clock. */
export const MOMENT_PARAMETER = "at";

/** What is answered of any moment that is kept; all else is read from the cluster when somebody asks, and is only of now. */
export const OF_ANY_MOMENT: ReadonlySet<string> = new Set([
  PATHS.explain,
  PATHS.trail,
  PATHS.node,
  PATHS.daemonSetPods,
  PATHS.podsNamed,
  PATHS.eligibility,
  PATHS.taints,
  PATHS.labels,
  PATHS.revisions,
  PATHS.rollouts,
  PATHS.whatIf,
  PATHS.whatIfPair,
]);

/** The name of the counts of all DaemonSets together; no DaemonSet's key. */
export const COUNTS_OF_ALL = "*";

/** Something that happened, as the timeline draws it: marks of the frames, and what became of nodes and DaemonSets between two of them. */
export type Happening =
  | Mark
  | { readonly kind: "nodeNotReady"; readonly atMs: number; readonly node: string; readonly reason?: string }
  | { readonly kind: "nodeReady"; readonly atMs: number; readonly node: string }
  /** A DaemonSet calls for a person, or for another reason than before. `stuck`: a rollout that waiting alone does not end. */
  | {
      readonly kind: "concernBegan";
      readonly atMs: number;
      readonly daemonSet: string;
      readonly concern: Concern["kind"];
      readonly stuck: boolean;
      readonly detail: ConcernDetail;
    }
  | { readonly kind: "concernEnded"; readonly atMs: number; readonly daemonSet: string; readonly concern: Concern["kind"] };

/** The numbers of a DaemonSet at a time, as its status says: since then, until the next. */
export type CountSample = readonly [atMs: number, desired: number, current: number, ready: number, updated: number, available: number];

/** A time in which nobody watched. */
export interface HistoryGap {
  readonly fromMs: number;
  /** Excluded. */
  readonly toMs: number;
}

/** How far back the past can be asked. Times are of the cluster's clock, in milliseconds since the epoch. */
export interface KeptHistory {
  readonly fromMs: number;
  /** Of the last tick. */
  readonly toMs: number;
  readonly bytes: number;
  readonly maxBytes: number;
  /** Where a moment is found at once. */
  readonly checkpoints: readonly number[];
  /** Between two runs of the server, or while nothing could be kept: nobody watched, and nothing is known. In the order of time; absent: none. */
  readonly gaps?: readonly HistoryGap[];
}

/** Nothing more can be kept, while what is live goes on: it is tried again each minute. */
export interface HistoryProblem {
  /** Since when, on the cluster's clock. */
  readonly sinceMs: number;
  /** On the server. Absent for a user who sees a part of the cluster. */
  readonly folder?: string;
  /** As the operating system calls it: `ENOSPC`. */
  readonly code: string;
}

/** GET /api/history: what is kept, and what happened. `?from=&to=` as `at`; all that is kept where they are left out. `&samples=`: of each DaemonSet at most so many counts, 0 for none;
 *  `&of=`: of this one alone, or of all together (COUNTS_OF_ALL). */
export interface HistoryAnswer {
  /** Cluster time of the answer. */
  readonly at: number;
  /** Null while nothing is kept yet. */
  readonly kept: KeptHistory | null;
  /** Absent: all is well. */
  readonly problem?: HistoryProblem;
  readonly fromMs: number;
  readonly toMs: number;
  /** In the order in which they happened; the newest, where there are more than are sent. */
  readonly happenings: readonly Happening[];
  readonly happeningCount: number;
  readonly counts: Readonly<Record<string, readonly CountSample[]>>;
}

/** GET /api/history/frames?from=&to=: the state at `from`, and the frames that follow until `to`, for a store that knows nothing of time. */
export interface HistoryFramesAnswer {
  readonly keyframe: Keyframe;
  readonly frames: readonly Frame[];
  /** There are more frames until `to`: ask again from here. Absent: these are all. */
  readonly moreFromMs?: number;
  /** From here until `moreFromMs` nobody watched, and nothing is known. */
  readonly unknownFromMs?: number;
}
