import type { LabelSelectorRequirement, Taint, Toleration } from "@daemonscope/kube/objects";
import type { PlacementNode } from "./placement-node.ts";

/** Decision of the DaemonSet controller for one node. `run`: it wants a pod there. `keep`: it creates none, but an
 *  existing one may stay. `exclude`: it deletes an existing one. These are the three valid pairs of (shouldRun,
 *  shouldContinueRunning); see rule P1. */
export type PlacementVerdict = "run" | "keep" | "exclude";

export interface RequirementCheck {
  readonly source: "label" | "field";
  readonly requirement: LabelSelectorRequirement;
  /** The node's value of the key. Undefined if it has none. */
  readonly have: string | undefined;
  readonly passed: boolean;
  /** Reason why the requirement is invalid. Such a term never matches (P7). */
  readonly parseError?: string;
}

export interface AffinityTermCheck {
  readonly passed: boolean;
  /** True for a term with neither expressions nor fields. Such a term is valid and matches nothing. */
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
      /** The first toleration that tolerates the taint. `tolerationOrigin` names its author. */
      readonly toleration?: Toleration;
      readonly tolerationOrigin?: "template" | "controller";
    };

export type CheckKind = PlacementCheck["kind"];

/** Property of a node that each kind of check reads. If a check begins to fail, this property has changed. */
export const NODE_FIELD_OF_CHECK: Readonly<Record<CheckKind, keyof PlacementNode>> = {
  nodeName: "name",
  nodeSelector: "labels",
  nodeAffinity: "labels",
  taint: "taints",
};

export interface Placement {
  readonly verdict: PlacementVerdict;
  readonly checks: readonly PlacementCheck[];
}
