import type { StringMap, Taint } from "@daemonscope/kube/objects";
import type { DaemonSetEdit, Manifest } from "./change.ts";

/** The nodes of a step: by name, or by a label selector in kubectl's syntax, evaluated at the time of the query. */
export type NodeChoice =
  | { readonly kind: "names"; readonly names: readonly string[] }
  | { readonly kind: "selector"; readonly selector: string }
  | { readonly kind: "all" };

/** A taint to remove: with one effect, or with each effect of its key. */
export interface TaintChoice {
  readonly key: string;
  readonly effect?: string;
}

/** Joining nodes: `like` names a node whose labels, taints and capacity they copy; the other fields take precedence. */
export interface JoiningNodes {
  readonly count: number;
  readonly like?: string;
  readonly labels: StringMap;
  readonly taints: readonly Taint[];
  /** Quantities by resource, as written. */
  readonly allocatable: StringMap;
}

/** One step of a proposal in the user's words. Each reading resolves its nodes again, so that a link follows the
 *  cluster. `resolveStep` (resolve-step.ts) converts it to `Change`s. */
export type Step =
  /** Overwrites another existing value. */
  | { readonly kind: "taint"; readonly nodes: NodeChoice; readonly taints: readonly Taint[] }
  | { readonly kind: "untaint"; readonly nodes: NodeChoice; readonly taints: readonly TaintChoice[] }
  | { readonly kind: "label"; readonly nodes: NodeChoice; readonly labels: StringMap }
  | { readonly kind: "unlabel"; readonly nodes: NodeChoice; readonly keys: readonly string[] }
  | { readonly kind: "cordon"; readonly nodes: NodeChoice }
  | { readonly kind: "uncordon"; readonly nodes: NodeChoice }
  | { readonly kind: "edit"; readonly namespace: string; readonly name: string; readonly edit: DaemonSetEdit }
  /** A complete DaemonSet, as `kubectl apply` takes it; an existing one is changed. A Deployment is read as the
   *  equivalent DaemonSet (T2). */
  | { readonly kind: "apply"; readonly manifest: Manifest }
  | { readonly kind: "delete"; readonly namespace: string; readonly name: string; readonly orphan: boolean }
  | { readonly kind: "deletePods"; readonly namespace: string; readonly pods: readonly string[] }
  | { readonly kind: "join"; readonly nodes: JoiningNodes }
  | { readonly kind: "leave"; readonly nodes: NodeChoice };
