/** A shorter text matches too many names. */
export const LEAST_LETTERS = 3;
/** Maximum length of a Kubernetes name. */
export const MOST_LETTERS = 253;
/** Maximum number of pods in an answer. */
export const MOST_PODS = 200;

/** A DaemonSet pod, found by its name. */
export interface NamedPod {
  readonly name: string;
  readonly node: string;
  /** Of the DaemonSet. */
  readonly key: string;
}

/** Answer of GET /api/pods-named?text=: DaemonSet pods whose name contains the text, ignoring case, sorted by name. */
export interface PodsNamedAnswer {
  readonly at: number;
  /** At most MOST_PODS. */
  readonly pods: readonly NamedPod[];
  readonly total: number;
}
