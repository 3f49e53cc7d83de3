import type { IntOrString } from "@daemonscope/kube/objects";
import type { UpgradeController } from "../../records/managed-rollout.ts";
import type { RevisionOutcome } from "../../records/revision-outcome.ts";
import type { Change } from "./change.ts";

/** An action that lets a DaemonSet run on a node, or deletes its misscheduled pods. It holds facts for text in any
 *  language. */
export type PlacementIntent =
  | { readonly kind: "takeTaintsOff"; readonly node: string; readonly taints: readonly string[] }
  | { readonly kind: "tolerate"; readonly daemonSet: string; readonly keys: readonly string[] }
  | { readonly kind: "label"; readonly node: string; readonly labels: readonly string[] }
  | { readonly kind: "dropSelector"; readonly daemonSet: string; readonly labels: readonly string[] }
  | { readonly kind: "deletePods"; readonly pods: readonly string[] };

/** An action on a rollout. */
export type RolloutIntent =
  /** `fate`: the known outcome of that revision. */
  | { readonly kind: "undo"; readonly toRevision: number; readonly fate?: RevisionOutcome }
  /** Inspects nodes that are not ready, or whose condition keeps the pods off. `nodes`: names in the command. `more`:
   *  the number of further nodes, if any. */
  | { readonly kind: "nodes"; readonly nodes: readonly string[]; readonly more?: number }
  /** Inspects nodes that have no free capacity for the pod or reject it. `nodes` and `more` as above. */
  | { readonly kind: "room"; readonly nodes: readonly string[]; readonly more?: number }
  /** Deletes the old pod before the new one is created, because two pods cannot run on one node. */
  | { readonly kind: "noSurge" }
  /** Triggers another sync of the controller. */
  | { readonly kind: "nudge" }
  /** Marks the nodes whose upgrade failed, so that the controller upgrades them again. */
  | { readonly kind: "retryUpgrade"; readonly controller: UpgradeController; readonly nodes: readonly string[] }
  /** Adds tolerations of these taint keys to the DaemonSet. */
  | { readonly kind: "letOn"; readonly keys: readonly string[] }
  /** Removes these taints from `nodes` nodes. */
  | { readonly kind: "openNodes"; readonly taints: readonly string[]; readonly nodes: number }
  /** Excludes the nodes with this label, by node affinity. `nodes`: their number. */
  | { readonly kind: "keepOff"; readonly label: string; readonly nodes: number }
  /** Adds the labels that the DaemonSet requires to `nodes` nodes; 0 if they are unknown: the command then has NODE. */
  | { readonly kind: "relabel"; readonly labels: readonly string[]; readonly nodes: number }
  | {
      readonly kind: "raise";
      readonly field: "maxUnavailable" | "maxSurge";
      readonly now: string;
      /** In the format of the field: a percentage stays a percentage. */
      readonly to: IntOrString;
    }
  /** Switches to OnDelete, which is the nearest to a pause. */
  | { readonly kind: "hold" }
  /** Switches back to RollingUpdate. */
  | { readonly kind: "resume" };

export type ActionIntent =
  | PlacementIntent
  | RolloutIntent
  /** A change that a user requests directly: free play, or the inverse of another action. */
  | { readonly kind: "byHand" };

/** Proposed changes in order, with their reason. */
export interface Action<OneAct extends ActionIntent = ActionIntent> {
  readonly act: OneAct;
  /** The DaemonSet of the action, and the node if the action concerns one. */
  readonly about?: { readonly namespace: string; readonly daemonSet: string; readonly node?: string };
  /** Empty for an action that only inspects. */
  readonly changes: readonly Change[];
}

export const manualAction = (...changes: readonly Change[]): Action => ({ act: { kind: "byHand" }, changes });
