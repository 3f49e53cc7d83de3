import type { Toleration } from "@daemonscope/kube/objects";
import type { Step } from "../actions/changes/step.ts";
import type { PlacementCheck } from "../placement/placement.ts";
import type { Ghost } from "./ghost.ts";

/** Nodes of one DaemonSet with the same ghost and the same deciding check. */
export interface GhostNodes {
  readonly ghost: Exclude<Ghost, "same">;
  /** Sorted. */
  readonly nodes: readonly string[];
  /** The check that decides the verdict after the change; absent for `restarts` and `replacedByHand`, and if no
   *  single check decides. */
  readonly check?: PlacementCheck;
  /** For `comes` and `restarts`: the node has no free capacity now, and preemption would evict these pods. */
  readonly preempts?: readonly { readonly namespace: string; readonly name: string; readonly node: string }[];
}

/** The numbers of a DaemonSet's status, in nodes, now and after all controllers have converged. `updated` and
 *  `available`: as far as the rollout proceeds by itself. */
export interface CountsPreview {
  readonly desired: number;
  readonly current: number;
  readonly misscheduled: number;
  readonly updated: number;
  readonly available: number;
}

/** The state of a DaemonSet without the steps, after convergence: a running rollout continues, and starting pods
 *  become ready. */
export interface Anyway {
  readonly counts: CountsPreview;
  /** The running rollout, without the steps. */
  readonly rollout?: RolloutPreview;
}

/** A rollout that a step would begin or change. Durations use the measured pace; they are absent without one. */
export interface RolloutPreview {
  /** Pods that are replaced. */
  readonly replaced: number;
  readonly atOnce: number;
  readonly waves: number;
  readonly leastMs?: number;
  /** The duration at the measured pace of the running rollout, computed as its forecast is (R25). */
  readonly leftMs?: number;
  /** The measured duration of one wave (R24). */
  readonly turnMs?: number;
  /** It does not end by itself, because new pods that do not start hold the budget. `unfit` of them lack free
   *  capacity, the others are on nodes that are not Ready. `endsAt`: the maximum number of updated nodes when it
   *  stops, because the controller takes nodes in no order. */
  readonly stands?: {
    readonly unfit: number;
    readonly endsAt: number;
    /** Only nodes that shut down or are removed hold the budget, until they are gone. */
    readonly untilGone?: true;
  };
  /** OnDelete: nothing is replaced until a user deletes pods. */
  readonly byHand: boolean;
}

export interface DaemonSetPreview {
  /** `namespace/name`. */
  readonly key: string;
  /** `comes` does not exist now, `goes` does not exist afterwards. */
  readonly life: "stays" | "comes" | "goes";
  readonly now: CountsPreview;
  readonly then: CountsPreview;
  /** Absent if nothing happens without the steps. The effect of the steps is the difference between `then` and its
   *  counts. */
  readonly anyway?: Anyway;
  /** Nodes that have it now, still exist afterwards, and would not want it: the alarm *desired fell*, before it
   *  falls. */
  readonly unwanted: number;
  /** Unwanted nodes whose pod ends. On the others the pod stays, misscheduled: NoSchedule deletes none. */
  readonly lost: number;
  /** The check that decides for most lost nodes; for most unwanted nodes if no node loses its pod. */
  readonly lostBy?: PlacementCheck;
  /** The effect of the steps beyond what happens anyway. */
  readonly ghosts: readonly GhostNodes[];
  /** Pods that the running rollout replaces with and without the steps, but with another template; absent if there
   *  are none. They have no ghost. */
  readonly replacedAnyway?: number;
  /** The rollout that the steps begin or change; absent if it is the same with and without the steps. */
  readonly rollout?: RolloutPreview;
  /** NotReady nodes among the nodes whose pod ends, except those of `onEnding`; absent if there are none. */
  readonly onUnready?: number;
  /** Nodes that end and start no new pod, among the nodes that would get one; absent if there are none. */
  readonly onEnding?: number;
  /** Nodes that want their misscheduled pod again; absent if there are none. */
  readonly again?: readonly string[];
  /** Nodes whose old pod stays, because the controller gave up on their upgrade; absent if there are none. */
  readonly givenUp?: readonly string[];
  /** Failing pods that only their deletion replaces, because a changed template is not used under OnDelete before that.
   *  Absent if there are none. */
  readonly failingOld?: readonly string[];
  /** A step that edits its tolerations so that it stays wanted on the unwanted nodes; absent if tolerations cannot do
   *  that. */
  readonly keepBy?: Step;
  /** The tolerations that `keepBy` adds; absent without it. */
  readonly keepTolerations?: readonly Toleration[];
}

/** Requests of daemon pods as a share of the allocatable of all nodes, in percent with one decimal. */
export interface OverheadPreview {
  readonly resource: string;
  readonly nowPercent: number;
  readonly thenPercent: number;
}
