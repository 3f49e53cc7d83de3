import type { PlacementIntent } from "@daemonscope/daemonset/actions/changes/action";
import type { PlacementOutcome } from "@daemonscope/daemonset/actions/remedies/outcome";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Translate } from "../translate.ts";

const listed = (t: Translate, names: readonly string[]): string => names.join(t("model.listComma"));

export function remedyTitle(t: Translate, act: PlacementIntent): string {
  switch (act.kind) {
    case "takeTaintsOff": {
      const [first = ""] = act.taints;
      return act.taints.length === 1
        ? t("laterModel.remedy.takeTaintOff", { taint: first, node: act.node })
        : t("laterModel.remedy.takeTaintsOff", { amount: act.taints.length, node: act.node });
    }
    case "tolerate":
      return t("laterModel.remedy.tolerate", { daemonSet: act.daemonSet, keys: listed(t, act.keys) });
    case "label":
      return t("laterModel.remedy.label", { node: act.node, labels: listed(t, act.labels) });
    case "dropSelector":
      return t("laterModel.remedy.dropSelector", { daemonSet: act.daemonSet, labels: listed(t, act.labels) });
    case "deletePods":
      return t("laterModel.remedy.deletePods", { pods: listed(t, act.pods) });
    default:
      return assertNever(act);
  }
}

function newRevisionText(t: Translate, outcome: Extract<PlacementOutcome, { readonly kind: "newRevision" }>): readonly string[] {
  const { isEnough, before, after, replaces } = outcome;
  return [
    after > before ? t("laterModel.remedy.rises", { before, after }) : t("laterModel.remedy.stays", { desired: after }),
    ...(isEnough ? [] : [t("laterModel.remedy.notEnough")]),
    t(`laterModel.remedy.replaces.${replaces}`),
  ];
}

function sentencesOf(t: Translate, outcome: PlacementOutcome): readonly string[] {
  switch (outcome.kind) {
    case "nodeOpens": {
      const opens = t("laterModel.remedy.opens");
      return outcome.isEnough
        ? [t("laterModel.remedy.rises", { before: outcome.desired, after: outcome.desired + 1 }), opens]
        : [opens, t("laterModel.remedy.notEnough")];
    }
    case "nodeFits":
      return [
        t("laterModel.remedy.onlyWhereTrue"),
        ...(outcome.isEnough
          ? [t("laterModel.remedy.rises", { before: outcome.desired, after: outcome.desired + 1 }), t("laterModel.remedy.othersToo")]
          : [t("laterModel.remedy.notEnough"), t("laterModel.remedy.others")]),
      ];
    case "podsEnd":
      return [t("laterModel.remedy.podsEnd", { node: outcome.node, desired: outcome.desired })];
    case "newRevision":
      return newRevisionText(t, outcome);
    default:
      return assertNever(outcome);
  }
}

/** Returns the outcome of a remedy: for the node, the desired count and the running pods. */
export function remedyEffect(t: Translate, outcome: PlacementOutcome): string {
  return sentencesOf(t, outcome).reduce((first, second) => t("model.twoSentences", { first, second }));
}
