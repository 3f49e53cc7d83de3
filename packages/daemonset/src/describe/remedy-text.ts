import { assertNever } from "@daemonscope/kube/assert-never";
import { plural } from "./plural.ts";
import type { RemedyAct, RemedyOutcome } from "./remedy-facts.ts";

/** What a remedy does, as its title. */
export function remedyTitle(act: RemedyAct): string {
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

const NOT_ENOUGH = "Not enough by itself: another check fails too.";

function newRevisionText({ isEnough, before, after, replaces }: Extract<RemedyOutcome, { readonly kind: "newRevision" }>): string {
  const comes =
    after > before
      ? `Then only this DaemonSet comes, to ${plural(after - before, "node")} more: desired goes from ${before} to ${after}.`
      : `Desired stays ${after}.`;
  const words = {
    byHand: "its pods keep the old one until each is deleted by hand",
    nothing: "there is no pod to replace",
    all: `it replaces ${before === 1 ? "its 1 pod" : `all ${before} pods`} within the budget`,
  } as const;
  return `${comes}${isEnough ? "" : ` ${NOT_ENOUGH}`} It is a new revision: ${words[replaces]}.`;
}

/** What comes of a remedy: to the node, to desired, to the pods that run. */
export function remedyEffect(outcome: RemedyOutcome): string {
  switch (outcome.kind) {
    case "nodeOpens":
      return outcome.isEnough
        ? `Then every pod may come to ${outcome.node}, not only this DaemonSet's; desired goes from ${outcome.desired} to ${outcome.desired + 1}.`
        : `Then every pod may come to ${outcome.node}. ${NOT_ENOUGH}`;
    case "nodeFits":
      return outcome.isEnough
        ? `Then this DaemonSet comes to ${outcome.node}: desired goes from ${outcome.desired} to ${outcome.desired + 1}. Whatever else selects that label comes too.`
        : `${NOT_ENOUGH} Whatever else selects that label comes.`;
    case "podsEnd":
      return `Nothing comes to ${outcome.node} in its place while the taint is there: desired stays ${outcome.desired}, and misscheduled falls by 1.`;
    case "newRevision":
      return newRevisionText(outcome);
    default:
      return assertNever(outcome);
  }
}
