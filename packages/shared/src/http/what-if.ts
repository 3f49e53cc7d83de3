import type { Step } from "@daemonscope/daemonset/actions/step";
import type { NodeFit } from "@daemonscope/daemonset/capacity/node-fit";
import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { DaemonSetThen, TaxThen } from "@daemonscope/daemonset/imagine/effect";
import type { Ghost } from "@daemonscope/daemonset/imagine/ghost";
import type { StepDoubt } from "@daemonscope/daemonset/imagine/imagine-tools";
import type { PlacementCheck, Verdict } from "@daemonscope/daemonset/placement/placement";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";

export type { CountsThen, DaemonSetThen, GhostNodes, RolloutThen, TaxThen } from "@daemonscope/daemonset/imagine/effect";
export { GHOSTS, type Ghost } from "@daemonscope/daemonset/imagine/ghost";

/** What became of a step as it was said. */
export interface StepThen {
  /** Names of nodes that it is at now, sorted; none for a step that is at no nodes. */
  readonly nodes: readonly string[];
  /** As kubectl would do it; absent where kubectl cannot (nodes that join). */
  readonly kubectl?: string;
  /** It changes nothing: it is so already. */
  readonly isSoAlready: boolean;
  /** What could not be known, and what was taken to be so; a sentence each. */
  readonly doubts?: readonly { readonly code: StepDoubt; readonly message: string }[];
  /** Why it is left out: one sentence, and a code with what it names, for those who say it in another language. `by`: who would refuse it. */
  readonly problem?: {
    readonly code: string;
    readonly message: string;
    readonly params?: Readonly<Record<string, string | number>>;
    readonly by: "us" | "server";
  };
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

export interface WhatIfPairQuestion extends WhatIfQuestion {
  readonly namespace: string;
  readonly daemonSet: string;
  readonly node: string;
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
