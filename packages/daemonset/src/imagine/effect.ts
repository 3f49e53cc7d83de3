import type { Step } from "../actions/step.ts";
import type { PlacementCheck } from "../placement/placement.ts";
import type { Ghost } from "./ghost.ts";

/** Nodes of one DaemonSet with one ghost, that one check decides. */
export interface GhostNodes {
  readonly ghost: Exclude<Ghost, "same">;
  /** Sorted. */
  readonly nodes: readonly string[];
  /** The check that decides the verdict of then; absent where the template, not the node, is what changes. */
  readonly check?: PlacementCheck;
  /** Of `comes` and `restarts`: the node has no room that is free now, and whom preemption would push out. */
  readonly preempts?: readonly { readonly namespace: string; readonly name: string; readonly node: string }[];
}

/** The numbers of a DaemonSet's status, in nodes, as they are now and as they would be when all is quiet. `updated` to `available`: as far as the rollout comes by itself. */
export interface CountsThen {
  readonly desired: number;
  readonly current: number;
  readonly misscheduled: number;
  readonly updated: number;
  readonly available: number;
}

/** What happens to a DaemonSet without the steps, once all is quiet: the rollout that runs goes on, and pods that start come up. */
export interface Anyway {
  readonly counts: CountsThen;
  /** The rollout that runs, without the steps. */
  readonly rollout?: RolloutThen;
}

/** A rollout that a step would begin or change. Durations rest on the pace that was measured; absent where none was. */
export interface RolloutThen {
  /** Pods that are replaced. */
  readonly replaced: number;
  readonly atOnce: number;
  readonly waves: number;
  readonly leastMs?: number;
  /** What one wave takes, measured (R24). */
  readonly turnMs?: number;
  /** It does not end by itself: new pods that do not come up hold the budget, `unfit` of them for want of room, the others on nodes that are not Ready. `endsAt`: how many
   *  are updated at most when it stands still, for the controller takes nodes in no order. */
  readonly stands?: { readonly unfit: number; readonly endsAt: number };
  /** OnDelete: nothing is replaced until somebody deletes. */
  readonly byHand: boolean;
}

export interface DaemonSetThen {
  /** `namespace/name`. */
  readonly key: string;
  /** `comes` is not there now, `goes` not there then. */
  readonly life: "stays" | "comes" | "goes";
  readonly now: CountsThen;
  readonly then: CountsThen;
  /** Absent if nothing happens without the steps. Compare `then` with its counts for what the steps do. */
  readonly anyway?: Anyway;
  /** Nodes that have it now, are still there then, and would not want it: the alarm *desired fell*, before it falls. */
  readonly lost: number;
  /** The check that takes it from most of them. */
  readonly lostBy?: PlacementCheck;
  /** What the steps do beyond what happens anyway. */
  readonly ghosts: readonly GhostNodes[];
  /** The rollout that the steps begin or change; absent for one that runs with them as it does without. */
  readonly rollout?: RolloutThen;
  /** Of the nodes whose pod ends, those that are NotReady; absent where there are none. */
  readonly onUnready?: number;
  /** A manifest that would replace it: the one with the tolerations that keep it on the nodes that it loses; absent where tolerations do not. */
  readonly keepBy?: Step;
}

/** Requests of daemon pods as a share of what all nodes have, in percent with one place. */
export interface TaxThen {
  readonly resource: string;
  readonly nowPercent: number;
  readonly thenPercent: number;
}
