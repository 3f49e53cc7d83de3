import type { ConcernDetail } from "@daemonscope/daemonset/records/concern-detail";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";

/**
 * A rollout of a DaemonSet that started within the stored history. `replaced`: another revision started before this one
 * reached all nodes.
 */
export interface RolloutSpan {
  /** The hash of the new revision. */
  readonly hash: string;
  readonly startedAtMs: number;
  /** The requested moment, if the rollout was not over by then. */
  readonly endedAtMs: number;
  readonly ending: "finished" | "replaced" | "underWay";
}

/** The update of one node to the new revision. Times are those of ticks: up to one second late. */
export interface RolloutNode {
  readonly node: string;
  /** The first change of its pod, or the start of the rollout if its pod was unavailable then. */
  readonly fromMs: number;
  /** When its pod of the new revision first became available; undefined before that. */
  readonly doneAtMs: number | undefined;
  /** Time until it was done, or until the end of the report. */
  readonly tookMs: number;
  /** How long a pod of the new revision was failing on the node. */
  readonly failingMs: number;
}

/** A node on which a pod of the new revision failed. */
interface RolloutFailure {
  readonly node: string;
  /** First observed failure; the history can be requested for this moment. */
  readonly atMs: number;
  readonly failingMs: number;
  /** The pod is failing at the end of the report. */
  readonly isFailing: boolean;
}

/** A problem during a rollout that needs a user. */
export interface RolloutProblem {
  readonly fromMs: number;
  /** Undefined if it continues at the end of the report. */
  readonly toMs: number | undefined;
  readonly detail: ConcernDetail;
}

/** Milliseconds since the start; nodes with an available pod of the new revision; nodes whose new pod is failing. */
export type RolloutSample = readonly [sinceStartMs: number, done: number, failing: number];

/**
 * The report of a rollout until its end, or until the requested moment. `endedUnseen`: it ended during a time without a
 * watch; `endedAtMs` is when the watch resumed.
 */
export interface RolloutReport extends Omit<RolloutSpan, "ending"> {
  readonly ending: RolloutSpan["ending"] | "endedUnseen";
  /** The number at the end of the report; undefined if the DaemonSet no longer has the revision. */
  readonly revision: number | undefined;
  readonly images: readonly { readonly container: string; readonly image: string }[];
  readonly strategy: DaemonSetRecord["strategy"];
  readonly minReadySeconds: number;
  /** Nodes that may lack an available pod, or have two; undefined if the DaemonSet sets no limit. */
  readonly budget: { readonly kind: "maxUnavailable" | "maxSurge"; readonly allowed: number } | undefined;
  /**
   * Nodes at the end of the report. `wanted`: want a pod; `done`: got one of the new revision; `alreadyThere`: had one
   * before; `joined`: joined during the rollout, among those that are done; `lost`: left, or stopped wanting one,
   * during the rollout.
   */
  readonly nodes: {
    readonly wanted: number;
    readonly done: number;
    readonly alreadyThere: number;
    readonly joined: number;
    readonly lost: number;
  };
  /** The maximum number of nodes updating at one time, without nodes that joined. */
  readonly mostAtOnce: number;
  /** Only nodes that are done and did not join during the rollout; undefined if there are none. */
  readonly tookMs: { readonly median: number; readonly percentile90: number; readonly longest: number } | undefined;
  /** Nodes with the longest updates, longest first; including nodes that are not done. */
  readonly slowest: readonly RolloutNode[];
  /** The first failures; there may be more. */
  readonly failed: readonly RolloutFailure[];
  readonly failedCount: number;
  readonly problems: readonly RolloutProblem[];
  readonly curve: readonly RolloutSample[];
}

/**
 * GET /api/rollouts?namespace=&daemonSet=: rollouts within the stored history up to `at`, oldest first, and the report
 * of one. `&started=` selects it; the default is the newest. `previous`: the report of the rollout before it, if
 * stored.
 */
export interface RolloutsAnswer {
  readonly at: number;
  readonly namespace: string;
  readonly daemonSet: string;
  /** Start of the stored history. */
  readonly keptFromMs: number;
  readonly rollouts: readonly RolloutSpan[];
  readonly report: RolloutReport | undefined;
  readonly previous: RolloutReport | undefined;
}
