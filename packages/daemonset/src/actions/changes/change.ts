import type { IntOrString, NodeSelector, StringMap, Taint, Toleration } from "@daemonscope/kube/objects";

/** A taint, and its index in the list of its node; absent: at the end. */
export interface NodeTaint extends Taint {
  readonly at?: number;
}

/** The same change on each node. Without `overwrite` the change is refused if a node has another value. */
export type NodeChange =
  | { readonly kind: "taint"; readonly nodes: readonly string[]; readonly taints: readonly NodeTaint[]; readonly overwrite: boolean }
  /** Removes taints of the same key and effect, regardless of their values. */
  | { readonly kind: "untaint"; readonly nodes: readonly string[]; readonly taints: readonly Taint[] }
  | { readonly kind: "label"; readonly nodes: readonly string[]; readonly labels: StringMap; readonly overwrite: boolean }
  | { readonly kind: "unlabel"; readonly nodes: readonly string[]; readonly keys: readonly string[] }
  | { readonly kind: "cordon"; readonly nodes: readonly string[] }
  | { readonly kind: "uncordon"; readonly nodes: readonly string[] }
  /** Cordons, and moves pods that no DaemonSet owns. Only kubectl can do this, because the model does not know those
   *  pods. */
  | { readonly kind: "drain"; readonly nodes: readonly string[] };

/** A container port, and the host port that it uses; null: none. */
export interface HostPortEdit {
  readonly containerPort: number;
  /** TCP if absent. */
  readonly protocol?: string;
  readonly hostPort: number | null;
}

/** The part of a DaemonSet that changes. */
export type DaemonSetEdit =
  /** Recreates all pods. `at`: the value of the annotation, in RFC 3339 and whole seconds; absent: the time of the
   *  request. */
  | { readonly kind: "restart"; readonly at?: string }
  | { readonly kind: "tolerations"; readonly to: readonly Toleration[] }
  | { readonly kind: "nodeSelector"; readonly set: StringMap; readonly remove: readonly string[] }
  /** The complete required node affinity; absent: none. */
  | { readonly kind: "affinity"; readonly to?: NodeSelector }
  | { readonly kind: "image"; readonly container: string; readonly image: string }
  /** Requests of a container, in quantities by resource. */
  | { readonly kind: "resources"; readonly container: string; readonly set: StringMap; readonly remove: readonly string[] }
  /** Ports that are not listed do not change. */
  | { readonly kind: "hostPorts"; readonly container: string; readonly ports: readonly HostPortEdit[] }
  /** Absent: none. */
  | { readonly kind: "priorityClass"; readonly to?: string }
  | { readonly kind: "updateStrategyType"; readonly to: "RollingUpdate" | "OnDelete" }
  | { readonly kind: "budget"; readonly field: "maxUnavailable" | "maxSurge"; readonly to: IntOrString }
  /** Both limits at once: the API rejects a DaemonSet in which both are above 0, or both 0. */
  | { readonly kind: "limits"; readonly maxUnavailable: IntOrString; readonly maxSurge: IntOrString }
  /** RollingUpdate, with both limits. */
  | { readonly kind: "strategy"; readonly maxUnavailable: IntOrString; readonly maxSurge: IntOrString }
  /** Changes no behavior, creates no revision, and triggers another sync of the controller. */
  | { readonly kind: "annotation"; readonly key: string; readonly value: string }
  /** Restores the template of a revision, by its number. */
  | { readonly kind: "revision"; readonly to: number }
  /** Merges a manifest into the existing object: maps and lists with keys are merged, other lists are replaced, and
   *  unnamed fields stay. */
  | { readonly kind: "manifest"; readonly manifest: Manifest };

/** A complete object in the form that a user writes. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string } & Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** One change of the cluster, as data: the result, without the method. */
export type Change =
  | NodeChange
  | { readonly kind: "editDaemonSet"; readonly namespace: string; readonly name: string; readonly edit: DaemonSetEdit }
  | { readonly kind: "createDaemonSet"; readonly manifest: Manifest }
  /** Deletes its pods too, unless they are orphaned. */
  | { readonly kind: "deleteDaemonSet"; readonly namespace: string; readonly name: string; readonly orphan: boolean }
  | { readonly kind: "deletePods"; readonly namespace: string; readonly pods: readonly string[] }
  | { readonly kind: "nodesJoin"; readonly manifests: readonly Manifest[] }
  | { readonly kind: "nodesLeave"; readonly nodes: readonly string[] };
