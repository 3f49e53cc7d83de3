/** What would become of a node × DaemonSet once the controllers have done what follows and nothing else happens.
 *  `comes`: a pod where none is. `goes`: the pod is deleted (NoExecute, a node or DaemonSet that goes, a selector). `restarts`: a new pod takes the place of the old.
 *  `unfit`: a new pod is made, and the scheduler finds no room for it. `stays`: the pod stays though none is wanted any more (misscheduled).
 *  `replacedByHand`: under OnDelete the old pod stays until somebody deletes it. `same`: nothing. */
export const GHOSTS = ["same", "comes", "goes", "restarts", "unfit", "stays", "replacedByHand"] as const;
export type Ghost = (typeof GHOSTS)[number];
