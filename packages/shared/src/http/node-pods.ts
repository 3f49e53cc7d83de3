/** The owner of a pod, which determines the effect of deleting it. */
export type PodOwnerKind =
  /** `key`: of the DaemonSet. */
  | { readonly kind: "daemonSet"; readonly key: string }
  /** The kubelet of the node, from a file: the API holds only a mirror pod. */
  | { readonly kind: "static" }
  /** Another controller. */
  | { readonly kind: "controller"; readonly controller: string; readonly name: string }
  /**
   * Created by a DaemonSet that was deleted or released it. No controller recreates it, and a DaemonSet with a matching
   * selector adopts it.
   */
  | { readonly kind: "orphan" }
  | { readonly kind: "nobody" };

/** Summary of a pod on a node. */
export interface NodePod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly owner: PodOwnerKind;
  readonly phase: string;
  readonly ready: boolean;
  readonly terminating: boolean;
  readonly createdAtMs: number | undefined;
  /** When the last of its containers started first. Absent if one has not, or if a restart hides it. */
  readonly startedAtMs?: number;
}

/**
 * Answer of GET /api/node-pods?name=: read from the cluster per request. DaemonSet pods come first, then static pods,
 * then by name.
 */
export interface NodePodsAnswer {
  readonly at: number;
  readonly pods: readonly NodePod[];
  /** The API server had more pods. */
  readonly isCut: boolean;
}
