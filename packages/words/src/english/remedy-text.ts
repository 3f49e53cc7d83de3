import type { PlacementIntent } from "@daemonscope/daemonset/actions/changes/action";
import type { PlacementOutcome } from "@daemonscope/daemonset/actions/remedies/outcome";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { plural } from "./plural.ts";

/** Formats the title of a remedy. */
export function remedyTitle(act: PlacementIntent): string {
  switch (act.kind) {
    case "takeTaintsOff":
      return `Take ${act.taints.length === 1 ? `the taint ${act.taints[0]}` : `${act.taints.length} taints`} off ${act.node}`;
    case "tolerate":
      return `Give ${act.daemonSet} a toleration for ${act.keys.join(", ")}`;
    case "label":
      return `Label ${act.node} with ${act.labels.join(", ")}`;
    case "dropSelector":
      return `Take ${act.labels.join(", ")} out of the nodeSelector of ${act.daemonSet}`;
    case "deletePods":
      return `Delete ${act.pods.join(", ")}`;
    default:
      return assertNever(act);
  }
}

/** A label does not create the device that it names. */
const ONLY_WHERE_TRUE = "Only where the node has what the label stands for, such as a device.";
const NOT_ENOUGH = "Not enough by itself: another check fails too.";

function newRevisionText({ isEnough, before, after, replaces }: Extract<PlacementOutcome, { readonly kind: "newRevision" }>): string {
  const gainText =
    after > before
      ? `Then only this DaemonSet gains ${plural(after - before, "node")}: desired goes from ${before} to ${after}.`
      : `Desired stays ${after}.`;
  const words = {
    byHand: "; old pods stay until each is deleted by hand",
    nothing: "; there is no pod to replace",
    all: " and replaces every pod within the budget",
  } as const;
  return `${gainText}${isEnough ? "" : ` ${NOT_ENOUGH}`} Creates a revision${words[replaces]}.`;
}

/** Formats the effect of a remedy on the node, on desired and on the running pods. */
export function remedyEffect(outcome: PlacementOutcome): string {
  switch (outcome.kind) {
    case "nodeOpens":
      return outcome.isEnough
        ? `Other pods may then be scheduled to ${outcome.node} too; desired goes from ${outcome.desired} to ${outcome.desired + 1}.`
        : `Other pods may then be scheduled to ${outcome.node} too. ${NOT_ENOUGH}`;
    case "nodeFits":
      return outcome.isEnough
        ? `${ONLY_WHERE_TRUE} Then this DaemonSet comes to ${outcome.node}: desired goes from ${outcome.desired} to ${outcome.desired + 1}. Other workloads that select this label may move too.`
        : `${ONLY_WHERE_TRUE} ${NOT_ENOUGH} Other workloads that select this label may come too.`;
    case "podsEnd":
      return `Nothing comes to ${outcome.node} in its place while the taint remains: desired stays ${outcome.desired}, and misscheduled falls by 1 once the pod is gone.`;
    case "newRevision":
      return newRevisionText(outcome);
    default:
      return assertNever(outcome);
  }
}
