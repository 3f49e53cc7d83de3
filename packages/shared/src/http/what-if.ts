import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { NodeFit } from "@daemonscope/daemonset/capacity/node-fit";
import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { PlacementCheck, PlacementVerdict } from "@daemonscope/daemonset/placement/placement";
import type { DaemonSetPreview, OverheadPreview } from "@daemonscope/daemonset/preview/effect-preview";
import type { Ghost } from "@daemonscope/daemonset/preview/ghost";
import type { StepAssumption } from "@daemonscope/daemonset/preview/preview-decoders";
import type { EditedOwnership } from "@daemonscope/daemonset/records/ownership";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";

export type {
  CountsPreview as CountsThen,
  DaemonSetPreview as DaemonSetThen,
  GhostNodes,
  OverheadPreview as TaxThen,
  RolloutPreview as RolloutThen,
} from "@daemonscope/daemonset/preview/effect-preview";
export { GHOSTS, type Ghost } from "@daemonscope/daemonset/preview/ghost";

/** The result of one step. */
export interface StepPreview {
  /** Sorted names of its current nodes; empty for a step that affects no nodes. */
  readonly nodes: readonly string[];
  /** The equivalent kubectl command; absent for nodes that join, for too many names, and for an edit without effect. */
  readonly kubectl?: string;
  /** The step has no effect, because the cluster is already in that state. */
  readonly isSoAlready: boolean;
  /** Unknown facts and assumptions, one sentence each. */
  readonly doubts?: readonly { readonly code: StepAssumption; readonly message: string }[];
  /** The owner of the changed DaemonSet may revert the step. `message`: in English. */
  readonly owner?: EditedOwnership & { readonly message: string };
  /**
   * Why the step is omitted: a sentence, and a code with its parameters, for translations. `by`: who would refuse it.
   */
  readonly problem?: {
    readonly code: string;
    readonly message: string;
    readonly params?: Readonly<Record<string, string | number>>;
    readonly by: "us" | "server";
  };
}

/**
 * POST `/api/what-if` with `{ steps }`: the effect of the steps, in order, on the current cluster. Sends nothing to the
 * cluster.
 */
export interface WhatIfAnswer {
  /** Cluster time, in milliseconds since the epoch. */
  readonly at: number;
  /** Same length and order as the requested steps. */
  readonly steps: readonly StepPreview[];
  /**
   * Affected DaemonSets: first those that lose all nodes, then by number of unwanted nodes, then of gained nodes, then
   * by key.
   */
  readonly daemonSets: readonly DaemonSetPreview[];
  /** Sorted keys of all other DaemonSets. */
  readonly unchanged: readonly string[];
  readonly nodes: { readonly now: number; readonly then: number };
  /** Nodes that change or join, after the change, sorted by name; removed nodes are in `left`. */
  readonly changedNodes: readonly NodeRecord[];
  /** Sorted names of removed nodes. */
  readonly left: readonly string[];
  /** The share of allocatable resources that DaemonSet pods reserve, before and after; empty if `room` is unread. */
  readonly tax: readonly OverheadPreview[];
  /**
   * Whether the free capacity was read; otherwise the reason. Without it, the answer does not state whether pods fit.
   */
  readonly room: { readonly kind: "read" } | { readonly kind: "unread"; readonly message: string };
}

interface WhatIfQuestion {
  readonly steps: readonly Step[];
}

export interface WhatIfPairQuestion extends WhatIfQuestion {
  readonly namespace: string;
  readonly daemonSet: string;
  readonly node: string;
}

/** POST `/api/what-if/pair` with the steps and a pair: every check before and after the change. */
export interface WhatIfPairAnswer {
  readonly at: number;
  readonly now: PairPreview;
  readonly after: PairPreview;
  readonly ghost: Ghost;
  /** The resources that the new pod lacks on the node. */
  readonly fit?: NodeFit;
}

export interface PairPreview {
  /** `absent`: the node or the DaemonSet is missing. */
  readonly verdict: PlacementVerdict | "absent";
  readonly checks: readonly PlacementCheck[];
  readonly cell: CellByte;
}
