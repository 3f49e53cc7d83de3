import type { LabelSelectorRequirement, Taint, Toleration } from "@daemonscope/kube/objects";
import type { PlacementNode } from "./placement-node.ts";

/** What the DaemonSet controller decides for one node. `run`: it wants a pod there. `keep`: it creates none, one that is there may stay.
 *  `exclude`: it deletes one that is there. These are the three legal pairs of (shouldRun, shouldContinueRunning); see rule P1. */
export type Verdict = "run" | "keep" | "exclude";

export interface RequirementCheck {
  readonly source: "label" | "field";
  readonly requirement: LabelSelectorRequirement;
  /** What the node has for the key; undefined when it has nothing. */
  readonly have: string | undefined;
  readonly passed: boolean;
  /** Why the requirement could not be read; such a term never matches (P7). */
  readonly parseError?: string;
}

export interface AffinityTermCheck {
  readonly passed: boolean;
  /** True for a term with neither expressions nor fields: legal, and matches nothing. */
  readonly empty: boolean;
  readonly requirements: readonly RequirementCheck[];
}

export type TaintOutcome = "tolerated" | "blocksNew" | "evicts" | "ignored";

/** One step of the proof. Order: node name, node selector by key, affinity, taints as listed on the node. */
export type PlacementCheck =
  | { readonly kind: "nodeName"; readonly passed: boolean; readonly want: string; readonly have: string }
  | {
      readonly kind: "nodeSelector";
      readonly passed: boolean;
      readonly key: string;
      readonly want: string;
      readonly have: string | undefined;
    }
  | { readonly kind: "nodeAffinity"; readonly passed: boolean; readonly terms: readonly AffinityTermCheck[] }
  | {
      readonly kind: "taint";
      /** False for blocksNew and evicts. */
      readonly passed: boolean;
      readonly taint: Taint;
      readonly outcome: TaintOutcome;
      /** The first toleration that tolerates it, and who wrote it. */
      readonly toleration?: Toleration;
      readonly tolerationOrigin?: "template" | "controller";
    };

export type CheckKind = PlacementCheck["kind"];

/** What of a node each kind of check reads: what has changed when it fails where it passed before. */
export const READ_BY: Readonly<Record<CheckKind, keyof PlacementNode>> = {
  nodeName: "name",
  nodeSelector: "labels",
  nodeAffinity: "labels",
  taint: "taints",
};

export interface Placement {
  readonly verdict: Verdict;
  readonly checks: readonly PlacementCheck[];
}
