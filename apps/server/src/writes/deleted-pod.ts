/** A pod that was deleted, and where the next one is to come. */
export interface DeletedPod {
  readonly key: string;
  readonly node: string;
  readonly uid: string;
  /** Of its DaemonSet. */
  readonly ownerUid?: string;
}
