import type { Bracket } from "./brackets.ts";
import type { Lanes } from "./select-lanes.ts";

/** What a count counts, in the API's own sense, with the numbers of this DaemonSet. Source: apps/v1 DaemonSetStatus. */
export function definitionOf(bracket: Bracket, minReadySeconds: number, lanes: Lanes): string {
  const still = bracket.shares.terminating.count;
  const alsoTerminating =
    still > 0 && still < lanes.total
      ? ` So ${still === 1 ? "does 1 terminating pod" : `do ${still.toLocaleString("en-US")} terminating pods`} that ${still === 1 ? "is" : "are"} still Ready.`
      : "";
  switch (bracket.id) {
    case "desired":
      return "Nodes that should run the pod: name, node selector and affinity fit, and every NoSchedule and NoExecute taint is tolerated. The frame of the rollout.";
    case "current":
      return "Nodes that should run the pod and have at least one, in whatever state. Terminating pods count until they are gone.";
    case "ready":
      return `Nodes that should run the pod and whose oldest pod is Ready. Old and new revision both count.${alsoTerminating}`;
    case "updated":
      return "Nodes that should run the pod and whose oldest pod is of the current revision, Ready or not.";
    case "available":
      return `Nodes that should run the pod and whose oldest pod has been Ready for at least minReadySeconds (${minReadySeconds} s). Old and new revision both count.${alsoTerminating}`;
  }
}
