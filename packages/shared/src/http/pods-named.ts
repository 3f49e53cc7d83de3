/** Fewer letters are a part of every name. */
export const LEAST_LETTERS = 3;
/** A name of Kubernetes has no more. */
export const MOST_LETTERS = 253;
/** At most so many pods are named. */
export const MOST_PODS = 200;

/** A pod of a DaemonSet, found by its name. */
export interface NamedPod {
  readonly name: string;
  readonly node: string;
  /** Of the DaemonSet. */
  readonly key: string;
}

/** Answer of GET /api/pods-named?text=: pods of DaemonSets whose name contains a text, in either case, sorted by name. */
export interface PodsNamedAnswer {
  readonly at: number;
  /** At most MOST_PODS. */
  readonly pods: readonly NamedPod[];
  readonly total: number;
}
