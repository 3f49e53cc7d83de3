/** A shorter text matches too many names. */
export const MIN_QUERY_LENGTH = 3;
/** Maximum length of a Kubernetes name. */
export const MAX_QUERY_LENGTH = 253;
/** Maximum number of pods in an answer. */
export const MAX_PODS = 200;

/** A DaemonSet pod, found by its name. */
export interface PodMatch {
  readonly name: string;
  readonly node: string;
  /** Of the DaemonSet. */
  readonly key: string;
}

/** Answer of GET /api/pods-named?text=: DaemonSet pods whose name contains the text, ignoring case, sorted by name. */
export interface PodSearchAnswer {
  readonly at: number;
  /** At most MAX_PODS. */
  readonly pods: readonly PodMatch[];
  readonly total: number;
}
