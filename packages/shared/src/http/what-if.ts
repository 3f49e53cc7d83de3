import type { Step } from "@daemonscope/daemonset/actions/step";
import type { NodeFit } from "@daemonscope/daemonset/capacity/node-fit";
import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { PlacementCheck, Verdict } from "@daemonscope/daemonset/placement/placement";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";

/** What would become of a node × DaemonSet once the controllers have done what follows and nothing else happens.
 *  `comes`: a pod where none is. `goes`: the pod is deleted (NoExecute, a node or DaemonSet that goes, a selector). `restarts`: a new pod takes the place of the old.
 *  `unfit`: a new pod is made, and the scheduler finds no room for it. `stays`: the pod stays though none is wanted any more (misscheduled).
 *  `replacedByHand`: under OnDelete the old pod stays until somebody deletes it. `same`: nothing. */
export const GHOSTS = ["same", "comes", "goes", "restarts", "unfit", "stays", "replacedByHand"] as const;
export type Ghost = (typeof GHOSTS)[number];

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

/** A rollout that a step would begin. Durations rest on the pace that was measured; absent where none was. */
export interface RolloutThen {
  /** Pods that are replaced. */
  readonly replaced: number;
  readonly atOnce: number;
  readonly waves: number;
  readonly leastMs?: number;
  /** What one wave takes, measured (R24). */
  readonly turnMs?: number;
  /** It does not end by itself: so many nodes whose pod does not fit hold slots of the budget. `endsAt`: how many are updated when it stands still. */
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
  /** Nodes that have it now, are still there then, and would not want it: the alarm *desired fell*, before it falls. */
  readonly lost: number;
  /** The check that takes it from most of them. */
  readonly lostBy?: PlacementCheck;
  readonly ghosts: readonly GhostNodes[];
  readonly rollout?: RolloutThen;
  /** A manifest that would replace it: the one with the tolerations that keep it on the nodes that it loses; absent where tolerations do not. */
  readonly keepBy?: Step;
}

/** What became of a step as it was said. */
export interface StepThen {
  /** Names of nodes that it is at now, sorted; none for a step that is at no nodes. */
  readonly nodes: readonly string[];
  /** As kubectl would do it; absent where kubectl cannot (nodes that join). */
  readonly kubectl?: string;
  /** It changes nothing: it is so already. */
  readonly isSoAlready: boolean;
  /** Why it is left out: one sentence, and a code with what it names, for those who say it in another language. `by`: who would refuse it. */
  readonly problem?: {
    readonly code: string;
    readonly message: string;
    readonly params?: Readonly<Record<string, string | number>>;
    readonly by: "us" | "server";
  };
}

/** Requests of daemon pods as a share of what all nodes have, in percent with one place. */
export interface TaxThen {
  readonly resource: string;
  readonly nowPercent: number;
  readonly thenPercent: number;
}

/** POST `/api/what-if` with `{ steps }`: what the steps, in order, would do to the cluster as it is now. Nothing is sent to it. */
export interface WhatIfAnswer {
  /** Cluster time, in milliseconds since the epoch. */
  readonly at: number;
  /** Of the same length and order as the steps. */
  readonly steps: readonly StepThen[];
  /** DaemonSets to which something happens: those that lose most of their nodes first (with none left before all), then those that gain, then by key. */
  readonly daemonSets: readonly DaemonSetThen[];
  /** Keys of the others, sorted. */
  readonly unchanged: readonly string[];
  readonly nodes: { readonly now: number; readonly then: number };
  /** Nodes that differ or join, as they would be, sorted by name; those that leave are in `left`. */
  readonly changedNodes: readonly NodeRecord[];
  readonly left: readonly string[];
  readonly tax: readonly TaxThen[];
  /** Free room and other pods were read; else why not, in one sentence: whether pods fit is then not said. */
  readonly room: { readonly kind: "read" } | { readonly kind: "unread"; readonly message: string };
}

export interface WhatIfQuestion {
  readonly steps: readonly Step[];
}

/** POST `/api/what-if/pair` with the steps and a pair: every check now and then. */
export interface WhatIfPairAnswer {
  readonly at: number;
  readonly now: PairThen;
  readonly then: PairThen;
  readonly ghost: Ghost;
  /** What the new pod lacks on the node. */
  readonly fit?: NodeFit;
}

export interface PairThen {
  /** `absent`: the node or the DaemonSet is not there. */
  readonly verdict: Verdict | "absent";
  readonly checks: readonly PlacementCheck[];
  readonly cell: CellByte;
}
