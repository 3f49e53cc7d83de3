import type { IntOrString, NodeSelector, StringMap, Taint, Toleration } from "@daemonscope/kube/objects";

/** A taint, and its place in the list of its node; absent: behind the others. */
export interface PlacedTaint extends Taint {
  readonly at?: number;
}

/** One step at nodes, the same on each. Without `overwrite` another value that is there is left, and the change refused. */
export type NodeChange =
  | { readonly kind: "taint"; readonly nodes: readonly string[]; readonly taints: readonly PlacedTaint[]; readonly overwrite: boolean }
  /** Those of the same key and effect, whatever their values. */
  | { readonly kind: "untaint"; readonly nodes: readonly string[]; readonly taints: readonly Taint[] }
  | { readonly kind: "label"; readonly nodes: readonly string[]; readonly labels: StringMap; readonly overwrite: boolean }
  | { readonly kind: "unlabel"; readonly nodes: readonly string[]; readonly keys: readonly string[] }
  | { readonly kind: "cordon" | "uncordon"; readonly nodes: readonly string[] }
  /** Cordons, and moves away what no DaemonSet owns: by kubectl alone, since we do not know those pods. */
  | { readonly kind: "drain"; readonly nodes: readonly string[] };

/** A port that a container names, and which port of the node it holds; null: none. */
export interface HostPortEdit {
  readonly containerPort: number;
  /** TCP where it is left out. */
  readonly protocol?: string;
  readonly hostPort: number | null;
}

/** What of a DaemonSet is another afterwards. */
export type DaemonSetEdit =
  /** All pods are made anew. `at`, in RFC 3339 and whole seconds: what the annotation says; absent: when it is sent. */
  | { readonly kind: "restart"; readonly at?: string }
  | { readonly kind: "tolerations"; readonly to: readonly Toleration[] }
  | { readonly kind: "nodeSelector"; readonly set: StringMap; readonly remove: readonly string[] }
  /** The required node affinity, whole; absent: none. */
  | { readonly kind: "affinity"; readonly to?: NodeSelector }
  | { readonly kind: "image"; readonly container: string; readonly image: string }
  /** Requests of a container, in quantities by resource. */
  | { readonly kind: "resources"; readonly container: string; readonly set: StringMap; readonly remove: readonly string[] }
  /** Ports that are not named stay as they are. */
  | { readonly kind: "hostPorts"; readonly container: string; readonly ports: readonly HostPortEdit[] }
  /** Absent: none. */
  | { readonly kind: "priorityClass"; readonly to?: string }
  | { readonly kind: "updateStrategyType"; readonly to: "RollingUpdate" | "OnDelete" }
  | { readonly kind: "budget"; readonly field: "maxUnavailable" | "maxSurge"; readonly to: IntOrString }
  /** Both at once: the API takes no DaemonSet in which both are above 0, nor both 0. */
  | { readonly kind: "limits"; readonly maxUnavailable: IntOrString; readonly maxSurge: IntOrString }
  /** RollingUpdate, with both limits. */
  | { readonly kind: "strategy"; readonly maxUnavailable: IntOrString; readonly maxSurge: IntOrString }
  /** Says nothing, makes no revision, and lets the controller look again. */
  | { readonly kind: "annotation"; readonly key: string; readonly value: string }
  /** Back to the template of a revision, by its number. */
  | { readonly kind: "revision"; readonly to: number }
  /** What a manifest says, over what is there: maps and lists with keys are merged, other lists are taken whole, and what it does not name stays. */
  | { readonly kind: "manifest"; readonly manifest: Manifest };

/** An object as somebody would write it down, whole. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string } & Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** One step in data: what is another afterwards, and nothing of how it is done. */
export type Change =
  | NodeChange
  | { readonly kind: "editDaemonSet"; readonly namespace: string; readonly name: string; readonly edit: DaemonSetEdit }
  | { readonly kind: "createDaemonSet"; readonly manifest: Manifest }
  /** With its pods, unless they are let go. */
  | { readonly kind: "deleteDaemonSet"; readonly namespace: string; readonly name: string; readonly orphan: boolean }
  | { readonly kind: "deletePods"; readonly namespace: string; readonly pods: readonly string[] }
  | { readonly kind: "nodesJoin"; readonly manifests: readonly Manifest[] }
  | { readonly kind: "nodesLeave"; readonly nodes: readonly string[] };

export const isNodeChange = (change: Change): change is NodeChange =>
  change.kind === "taint" ||
  change.kind === "untaint" ||
  change.kind === "label" ||
  change.kind === "unlabel" ||
  change.kind === "cordon" ||
  change.kind === "uncordon" ||
  change.kind === "drain";
