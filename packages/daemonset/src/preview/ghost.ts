/** The state of a node × DaemonSet after the controllers have converged and nothing else happens. `comes`: a new pod
 *  on a node without one. `goes`: the pod is deleted (NoExecute, a leaving node or DaemonSet, a selector).
 *  `restarts`: a new pod replaces the old. `unfit`: a new pod is created, and the scheduler finds no capacity for
 *  it. `stays`: the pod stays though the node no longer wants one (misscheduled). `replacedByHand`: under OnDelete
 *  the old pod stays until a user deletes it. `same`: no change. */
export const GHOSTS = ["same", "comes", "goes", "restarts", "unfit", "stays", "replacedByHand"] as const;
export type Ghost = (typeof GHOSTS)[number];
