import type { IntOrString } from "@daemonscope/kube/objects";
import type { RevisionFate } from "../records/revision-fate.ts";
import type { Change } from "./change.ts";

/** Why a DaemonSet is let onto a node, or off it: what somebody does for it, as facts for words in any language. */
export type PlacementAct =
  | { readonly kind: "takeTaintsOff"; readonly node: string; readonly taints: readonly string[] }
  | { readonly kind: "tolerate"; readonly daemonSet: string; readonly keys: readonly string[] }
  | { readonly kind: "label"; readonly node: string; readonly labels: readonly string[] }
  | { readonly kind: "dropSelector"; readonly daemonSet: string; readonly labels: readonly string[] }
  | { readonly kind: "deletePods"; readonly pods: readonly string[] };

/** What somebody does about a rollout. */
export type RolloutAct =
  /** `fate`: what is known of that revision. */
  | { readonly kind: "undo"; readonly toRevision: number; readonly fate?: RevisionFate }
  /** Nodes that are not ready, or whose condition keeps its pods off: looked at, and mended by whoever can. `nodes`: those that the command names. `more`: the number of the others, where there are any. */
  | { readonly kind: "nodes"; readonly nodes: readonly string[]; readonly more?: number }
  /** Nodes that have no room for its pod, or turn it away: looked at, and emptied by whoever can. */
  | { readonly kind: "room"; readonly nodes: readonly string[]; readonly more?: number }
  /** Old pods go first, for two of them cannot be on a node. */
  | { readonly kind: "noSurge" }
  /** The controller is made to look again. */
  | { readonly kind: "nudge" }
  /** It is let onto nodes again, or for the first time. `nodes`: how many of them are changed, where nodes are. */
  | { readonly kind: "letOn"; readonly keys: readonly string[] }
  | { readonly kind: "openNodes"; readonly taints: readonly string[]; readonly nodes: number }
  /** `nodes` is 0 where nobody knows which are meant: the line names NODE. */
  | { readonly kind: "relabel"; readonly labels: readonly string[]; readonly nodes: number }
  | {
      readonly kind: "raise";
      readonly field: "maxUnavailable" | "maxSurge";
      readonly now: string;
      /** Written as the field is: a percentage stays one. */
      readonly to: IntOrString;
    }
  | { readonly kind: "hold" }
  | { readonly kind: "resume" };

export type Act =
  | PlacementAct
  | RolloutAct
  /** Somebody wants just this, for reasons of their own: free play, or the way back from another action. */
  | { readonly kind: "byHand" };

/** Changes that somebody may want now, in order, and why. */
export interface Action<OneAct extends Act = Act> {
  readonly act: OneAct;
  /** The DaemonSet that it is wanted for, and the node where it is wanted for one. */
  readonly about?: { readonly namespace: string; readonly daemonSet: string; readonly node?: string };
  /** None for one that only looks. */
  readonly changes: readonly Change[];
}

export const byHand = (...changes: readonly Change[]): Action => ({ act: { kind: "byHand" }, changes });
