/** Who makes a pod, and with it what deleting it would do. */
export type PodMaker =
  /** `key`: of the DaemonSet. */
  | { readonly kind: "daemonSet"; readonly key: string }
  /** The node's own kubelet, from a file: the API holds a mirror of it only. */
  | { readonly kind: "static" }
  /** Another controller. */
  | { readonly kind: "controller"; readonly controller: string; readonly name: string }
  /** A DaemonSet made it and is gone, or let go of it: nobody makes it again, and a DaemonSet whose selector matches adopts it. */
  | { readonly kind: "orphan" }
  | { readonly kind: "nobody" };

/** A pod on a node, in short. */
export interface NodePod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly maker: PodMaker;
  readonly phase: string;
  readonly ready: boolean;
  readonly terminating: boolean;
  readonly createdAtMs: number | undefined;
}

/** Answer of GET /api/node-pods?name=: read from the cluster when asked for; DaemonSets first, then static pods, then by name. */
export interface NodePodsAnswer {
  readonly at: number;
  readonly pods: readonly NodePod[];
  /** The API server had more. */
  readonly isCut: boolean;
}
