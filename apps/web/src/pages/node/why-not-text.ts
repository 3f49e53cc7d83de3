import { pauseByLabel } from "@daemonscope/daemonset/managed/upgrade-controllers";
import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { NodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { requirementText, taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { StringMap } from "@daemonscope/kube/objects";
import { taintOriginText } from "@daemonscope/words/facts/lifecycle-text";
import { pausedWords } from "../../panels/grid/label-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";

function checkWords(check: PlacementCheck, labels: StringMap, t: Translate, lifecycle: NodeLifecycle | undefined): string {
  switch (check.kind) {
    case "nodeName":
      return t("checks.nodeName.why", { node: check.want });
    case "nodeSelector": {
      const want = `${check.key}=${check.want}`;
      const pause = pauseByLabel(check.key, labels);
      if (pause !== undefined) return pausedWords(pause, t);
      return check.have === undefined
        ? t("checks.nodeSelector.whyNone", { want })
        : t("checks.nodeSelector.why", { want, have: check.have });
    }
    case "nodeAffinity": {
      const failed = check.terms.length === 1 ? check.terms[0]?.requirements.find((requirement) => !requirement.passed) : undefined;
      if (failed === undefined) return t("checks.nodeAffinity.why");
      const requirement = requirementText(failed.requirement);
      return failed.have === undefined
        ? t("checks.nodeAffinity.whyNone", { requirement })
        : t("checks.nodeAffinity.whyOf", { requirement, have: failed.have });
    }
    case "taint": {
      const why = t("checks.taint.why", { taint: taintText(check.taint) });
      const origin = taintOriginText(t, check.taint, lifecycle);
      return origin === undefined ? why : `${why}${t("node.comma")}${origin}`;
    }
  }
}

/** Returns why a node with these labels is not eligible: the decisive check; undefined if none fails. `lifecycle`: of
 *  the node, if it is known. */
export function whyNotWords(
  checks: readonly PlacementCheck[],
  labels: StringMap,
  t: Translate,
  lifecycle?: NodeLifecycle,
): string | undefined {
  const decisive = decisiveCheck(checks);
  return decisive === undefined ? undefined : checkWords(decisive, labels, t, lifecycle);
}
