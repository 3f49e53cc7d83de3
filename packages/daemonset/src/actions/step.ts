import type { StringMap, Taint } from "@daemonscope/kube/objects";
import type { DaemonSetEdit, Manifest } from "./change.ts";

/** Which nodes a step is at: those of these names, or those that match a label selector, as kubectl writes one, at the time of asking. */
export type NodeChoice =
  | { readonly kind: "names"; readonly names: readonly string[] }
  | { readonly kind: "selector"; readonly selector: string }
  | { readonly kind: "all" };

/** A taint that is taken off: of one effect, or of each that its key has. */
export interface TaintChoice {
  readonly key: string;
  readonly effect?: string;
}

/** Nodes that would join: `like` names one whose labels, taints and capacity they take over; what stands beside it wins. */
export interface JoiningNodes {
  readonly count: number;
  readonly like?: string;
  readonly labels: StringMap;
  readonly taints: readonly Taint[];
  /** Quantities by resource, as written. */
  readonly allocatable: StringMap;
}

/** One step of what somebody proposes, as they say it: which nodes are meant is asked anew of each reading, so that a link follows the cluster.
 *  `changesOf` (resolve-step.ts) makes `Change`s of it. */
export type Step =
  /** Another value that is there is overwritten. */
  | { readonly kind: "taint"; readonly nodes: NodeChoice; readonly taints: readonly Taint[] }
  | { readonly kind: "untaint"; readonly nodes: NodeChoice; readonly taints: readonly TaintChoice[] }
  | { readonly kind: "label"; readonly nodes: NodeChoice; readonly labels: StringMap }
  | { readonly kind: "unlabel"; readonly nodes: NodeChoice; readonly keys: readonly string[] }
  | { readonly kind: "cordon" | "uncordon"; readonly nodes: NodeChoice }
  | { readonly kind: "edit"; readonly namespace: string; readonly name: string; readonly edit: DaemonSetEdit }
  /** A DaemonSet, whole, as `kubectl apply` takes it; one that is there is changed. A Deployment is read as the DaemonSet that it would be (T2). */
  | { readonly kind: "apply"; readonly manifest: Manifest }
  | { readonly kind: "delete"; readonly namespace: string; readonly name: string; readonly orphan: boolean }
  | { readonly kind: "deletePods"; readonly namespace: string; readonly pods: readonly string[] }
  | { readonly kind: "join"; readonly nodes: JoiningNodes }
  | { readonly kind: "leave"; readonly nodes: NodeChoice };
