/** A deleted pod, and the node for its replacement. */
export interface DeletedPod {
  /** `namespace/name` of its DaemonSet. */
  readonly daemonSetKey: string;
  readonly node: string;
  readonly uid: string;
  /** The uid of its DaemonSet. */
  readonly ownerUid?: string;
}
