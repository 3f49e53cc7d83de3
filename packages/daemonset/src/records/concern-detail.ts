import type { CauseDetail, CauseFact } from "./cause-fact.ts";
import type { UpgradeController } from "./managed-rollout.ts";
import type { NodeLossCause } from "./node-loss-cause.ts";

/** Nodes that became NotReady after they received the new revision, more of them than chance explains (rule R12). */
export interface BrokenNodes {
  readonly kind: "broken";
  readonly count: number;
  /** Nodes that received the revision while they were Ready, including the broken ones. */
  readonly reached: number;
  /** Another DaemonSet that fits as well. The data cannot tell which of the two is the cause. */
  readonly rival?: string;
  /** The broken nodes use the budget slots that old pods wait for, so that no further node breaks. */
  readonly isHalted: boolean;
  /** Nodes as in the tallies of these names. */
  readonly sickBefore: number;
  readonly sickWithout: number;
}

/** Two pods cannot be on one node. */
export interface SurgeClash {
  /** `surgeFails`: new pods wait because of it now. `surgeWillFail`: pods of the next rollout will wait for it. */
  readonly kind: "surgeFails" | "surgeWillFail";
  readonly ports: readonly number[];
}

/** The longest of several loops. */
export interface BackoffLoopFact {
  readonly node: string;
  readonly cause: CauseFact;
  readonly count: number;
  readonly atLeast?: true;
}

/** Cause of a stalled rollout. The next try is a point in time, because a remaining duration would become outdated. */
export type StallCause = BrokenNodes | SurgeClash | (BackoffLoopFact & { readonly kind: "loop"; readonly nextTryAtMs?: number });

export interface CountedCause {
  readonly count: number;
  readonly cause: CauseFact;
  /** Facts about the occurrence on the first node by name. */
  readonly detail?: CauseDetail;
}

/** Pods on NotReady nodes, and the first of these nodes. */
interface UnreadyPods {
  readonly count: number;
  readonly node: string;
}

/** What replaces pods under OnDelete. `isCertain`: an audit log contains its deletions. */
export interface PodDriver {
  readonly name: string;
  readonly isCertain: boolean;
}

/** Facts of a concern for words in any language (words/src/facts/concern-text.ts has them). */
export type ConcernDetail =
  /** `refused`: the scheduler refuses all pods that the rollout waits for, but waiting may still end that. */
  | (CountedCause & { readonly kind: "held"; readonly behind?: StallCause; readonly refused?: true })
  | { readonly kind: "notObserved"; readonly generation: number; readonly observedGeneration: number }
  | { readonly kind: "idle"; readonly free: number; readonly allowed: number }
  /** Nodes with an available new pod next to the old one. The controller does not check them again. */
  | { readonly kind: "passedOver"; readonly count: number }
  | BrokenNodes
  | SurgeClash
  | { readonly kind: "loops"; readonly nodes: number; readonly longest: BackoffLoopFact }
  /** `count` of the lost nodes still exist; `whatCount` of them were lost because of `what`. */
  | {
      readonly kind: "dropped";
      readonly before: number;
      readonly desired: number;
      readonly count: number;
      readonly what: NodeLossCause;
      readonly whatCount: number;
    }
  | (CountedCause & { readonly kind: "failing" })
  /** The largest few causes, and the number of the others. */
  | { readonly kind: "unavailable"; readonly count: number; readonly causes: readonly CountedCause[]; readonly more: number }
  /** `count`: pods on Ready nodes. `taint` keeps new pods off all of these, as kubectl writes it. Absent if the taints
   *  differ. `unready`: the other pods of the status, on NotReady nodes, where they belong again once Ready. */
  | { readonly kind: "misscheduled"; readonly count: number; readonly taint?: string; readonly unready?: UnreadyPods }
  | { readonly kind: "outdated"; readonly count: number; readonly driver?: PodDriver }
  | { readonly kind: "nodesUnready"; readonly count: number }
  /** `upgradeFailed`: the controller gave up on the nodes. `upgradeIdle`: it does not continue on the nodes. */
  | { readonly kind: "upgradeFailed" | "upgradeIdle"; readonly controller: UpgradeController; readonly count: number }
  /** The controller's pause of the nodes outlasts the upgrade. `failed`: nodes whose upgrade failed. */
  | { readonly kind: "pauseLeft"; readonly controller: UpgradeController; readonly count: number; readonly failed?: number }
  /** `count`: its pods. `pod`: the first of them with a finalizer. Without a pod, the finalizer is the DaemonSet's.
   *  `uncollected`: the garbage collector does not act. */
  | {
      readonly kind: "beingDeleted";
      readonly count: number;
      readonly pod?: string;
      readonly finalizer?: string;
      readonly uncollected?: true;
    };

const brokenNodesOf = (detail: ConcernDetail): BrokenNodes | undefined => {
  const broken = detail.kind === "held" ? detail.behind : detail;
  return broken?.kind === "broken" ? broken : undefined;
};

/** Reports whether a concern is about nodes that a new revision may have broken. */
export const namesBrokenNodes = (detail: ConcernDetail): boolean => brokenNodesOf(detail) !== undefined;

/** Reports whether a rollout has stopped because of nodes that it may have broken, so that no further node breaks. */
export const isHalted = (detail: ConcernDetail): boolean => brokenNodesOf(detail)?.isHalted === true;
