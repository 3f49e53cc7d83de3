import type { ConcernDetail } from "@daemonscope/daemonset/records/concern-detail";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";

/** A rollout of a DaemonSet that began while its past was kept. `replaced`: another revision came before it had reached all nodes. */
export interface RolloutSpan {
  /** Of the revision that was rolled out. */
  readonly hash: string;
  readonly startedAtMs: number;
  /** The moment that was asked about, where it was not over by then. */
  readonly endedAtMs: number;
  readonly ending: "finished" | "replaced" | "underWay";
}

/** A node on its way to the new revision. Times are those of the ticks that showed it: up to a second late. */
export interface RolloutNode {
  readonly node: string;
  /** From the first change of its pod, or the start where its pod was not available then. */
  readonly fromMs: number;
  /** When its pod of the new revision was available first; undefined while it was not. */
  readonly doneAtMs: number | undefined;
  /** Until it was done, or the report ends. */
  readonly tookMs: number;
  /** How long a pod of the new revision was failing there. */
  readonly failingMs: number;
}

/** A node on which a pod of the new revision failed. */
export interface RolloutFailure {
  readonly node: string;
  /** First seen failing: a moment that can be asked about. */
  readonly atMs: number;
  readonly failingMs: number;
  /** It is failing at the end of the report. */
  readonly isFailing: boolean;
}

/** What calls for a person while a rollout runs. */
export interface RolloutTrouble {
  readonly fromMs: number;
  /** Undefined where it goes on at the end of the report. */
  readonly toMs: number | undefined;
  readonly detail: ConcernDetail;
}

/** Since the start in milliseconds; nodes that have an available pod of the new revision; nodes whose pod of it is failing. */
export type RolloutSample = readonly [sinceStartMs: number, done: number, failing: number];

/** What became of a rollout until it ended, or until the moment that was asked about. `endedUnseen`: it was over when somebody watched again; `endedAtMs` is that moment. */
export interface RolloutReport extends Omit<RolloutSpan, "ending"> {
  readonly ending: RolloutSpan["ending"] | "endedUnseen";
  /** As the DaemonSet tells of it at the end of the report; undefined where it does not any more. */
  readonly revision: number | undefined;
  readonly images: readonly { readonly container: string; readonly image: string }[];
  readonly strategy: DaemonSetRecord["strategy"];
  readonly minReadySeconds: number;
  /** Nodes that may be without an available pod, or with two; undefined where the DaemonSet sets no such number. */
  readonly budget: { readonly kind: "maxUnavailable" | "maxSurge"; readonly allowed: number } | undefined;
  /** Nodes at the end of the report: that want a pod; that got one of the new revision; that had one before; that joined on the way, among those that got one; that left or stopped wanting one on the way. */
  readonly nodes: {
    readonly wanted: number;
    readonly done: number;
    readonly alreadyThere: number;
    readonly joined: number;
    readonly lost: number;
  };
  /** The most nodes that were on their way at one time, without those that joined. */
  readonly mostAtOnce: number;
  /** Of nodes that are done and did not join on the way; undefined where there are none. */
  readonly tookMs: { readonly median: number; readonly ninthTenth: number; readonly longest: number } | undefined;
  /** Those that took longest, the longest first; also those that are not done. */
  readonly slowest: readonly RolloutNode[];
  /** The first that failed; there may be more. */
  readonly failed: readonly RolloutFailure[];
  readonly failedCount: number;
  readonly troubles: readonly RolloutTrouble[];
  readonly curve: readonly RolloutSample[];
}

/** GET /api/rollouts?namespace=&daemonSet=: its rollouts that began in what is kept, oldest first, up to `at`, and the report of one of them: `&started=` says which, the newest where it is left out. `previous`: of the
 *  one before that, as far as it is kept. */
export interface RolloutsAnswer {
  readonly at: number;
  readonly namespace: string;
  readonly daemonSet: string;
  /** Since when something is kept. */
  readonly keptFromMs: number;
  readonly rollouts: readonly RolloutSpan[];
  readonly report: RolloutReport | undefined;
  readonly previous: RolloutReport | undefined;
}
