import type { PlacementAct } from "@daemonscope/daemonset/actions/action";
import type { PlacementOutcome } from "@daemonscope/daemonset/actions/outcome";
import { assertNever } from "@daemonscope/kube/assert-never";
import type { Translate } from "../i18n/translator.ts";

const listed = (t: Translate, names: readonly string[]): string => names.join(t("model.listComma"));

/** What a remedy does, as its title. */
export function remedyTitleWords(t: Translate, act: PlacementAct): string {
  switch (act.kind) {
    case "takeTaintsOff": {
      const [first = ""] = act.taints;
      return act.taints.length === 1
        ? t("model.remedy.takeTaintOff", { taint: first, node: act.node })
        : t("model.remedy.takeTaintsOff", { amount: act.taints.length, node: act.node });
    }
    case "tolerate":
      return t("model.remedy.tolerate", { daemonSet: act.daemonSet, keys: listed(t, act.keys) });
    case "label":
      return t("model.remedy.label", { node: act.node, labels: listed(t, act.labels) });
    case "dropSelector":
      return t("model.remedy.dropSelector", { daemonSet: act.daemonSet, labels: listed(t, act.labels) });
    case "deletePods":
      return t("model.remedy.deletePods", { pods: listed(t, act.pods) });
    default:
      return assertNever(act);
  }
}

function newRevisionWords(t: Translate, outcome: Extract<PlacementOutcome, { readonly kind: "newRevision" }>): readonly string[] {
  const { isEnough, before, after, replaces } = outcome;
  return [
    after > before ? t("model.remedy.comes", { count: after - before, before, after }) : t("model.remedy.stays", { desired: after }),
    ...(isEnough ? [] : [t("model.remedy.notEnough")]),
    t(`model.remedy.replaces.${replaces}`),
  ];
}

/** The sentences of what comes of a remedy. */
function sentencesOf(t: Translate, outcome: PlacementOutcome): readonly string[] {
  switch (outcome.kind) {
    case "nodeOpens":
      return outcome.isEnough
        ? [t("model.remedy.opens", { node: outcome.node, before: outcome.desired, after: outcome.desired + 1 })]
        : [t("model.remedy.opensOnly", { node: outcome.node }), t("model.remedy.notEnough")];
    case "nodeFits":
      return [
        t("model.remedy.onlyWhereTrue"),
        ...(outcome.isEnough
          ? [
              t("model.remedy.fits", { node: outcome.node, before: outcome.desired, after: outcome.desired + 1 }),
              t("model.remedy.othersToo"),
            ]
          : [t("model.remedy.notEnough"), t("model.remedy.others")]),
      ];
    case "podsEnd":
      return [t("model.remedy.podsEnd", { node: outcome.node, desired: outcome.desired })];
    case "newRevision":
      return newRevisionWords(t, outcome);
    default:
      return assertNever(outcome);
  }
}

/** What comes of a remedy: to the node, to desired, to the pods that run. */
export function remedyEffectWords(t: Translate, outcome: PlacementOutcome): string {
  return sentencesOf(t, outcome).reduce((first, second) => t("model.twoSentences", { first, second }));
}
