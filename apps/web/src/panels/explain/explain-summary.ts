import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { NodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { isLeavingTaint, signOfTaint } from "@daemonscope/kube/node-signs";
import type { ExplainAnswer } from "@daemonscope/shared/http/answers";
import { taintOriginText } from "@daemonscope/words/facts/lifecycle-text";
import type { SourceReadState } from "../../data/freshness/source-read-state.ts";
import type { Translate } from "../../words/i18n/translator.ts";

const untoleratedCount = (checks: readonly PlacementCheck[]) => checks.filter(({ kind, passed }) => kind === "taint" && !passed).length;

/** Returns why the node takes no pod, by the first untolerated taint: who set it and what ends it. Undefined unless
 *  each failed check is a taint that states a part of the node's life. */
function nodeTaintLead(checks: readonly PlacementCheck[], t: Translate, lifecycle: NodeLifecycle | undefined): string | undefined {
  const taints = checks.flatMap((check) => (check.kind === "taint" && !check.passed ? [check.taint] : []));
  const origins = taints.map((taint) => taintOriginText(t, taint, lifecycle));
  const [sign] = taints.map(signOfTaint);
  const [origin] = origins;
  const isOfLife = checks.every(({ kind, passed }) => passed || kind === "taint") && !origins.includes(undefined);
  if (origin === undefined || !isOfLife) return undefined;
  const { agent } = sign ?? {};
  if (agent !== undefined) return t("explain.lead.nodeTaint.agent", { agent, origin });
  return t(`explain.lead.nodeTaint.${sign?.stage === "joining" ? "joining" : "ending"}`, { origin });
}

/** States why no pod may stay, by the decisive check. All checks except taints concern the template's requirements. */
function excludedLead(checks: readonly PlacementCheck[], t: Translate): string {
  const decisive = decisiveCheck(checks);
  if (decisive?.kind !== "taint") return t("explain.lead.noMatch");
  const amount = untoleratedCount(checks);
  return amount === 1 ? t("explain.lead.evicts") : t("explain.lead.oneEvicts", { amount, taint: taintText(decisive.taint) });
}

/** States why an unwanted pod may stay. On a node that is being removed, the pod ends with the node (rule N2). */
function keptLead(checks: readonly PlacementCheck[], t: Translate, lifecycle: NodeLifecycle | undefined): string {
  const leaving = checks.flatMap((check) => (check.kind === "taint" && isLeavingTaint(check.taint) ? [check.taint] : []))[0];
  const origin = leaving && taintOriginText(t, leaving, lifecycle);
  return origin === undefined ? t("explain.lead.kept") : t("explain.lead.leaving", { origin });
}

/**
 * Returns the answer in one line before the proof. Undefined if the existing pod answers the question. `reading`: the
 * read state of the cluster's pods. `lifecycle`: of the node, if it is known.
 */
export function explainSummary(
  { placement, pods }: Pick<ExplainAnswer, "placement" | "pods">,
  reading: SourceReadState,
  t: Translate,
  lifecycle?: NodeLifecycle,
): string | undefined {
  const { verdict, checks } = placement;
  switch (verdict) {
    case "run":
      if (reading !== "read") return t(reading === "awaited" ? "explain.lead.podsUnreadYet" : "explain.lead.podsUnread");
      return pods.length > 0 ? undefined : t("explain.lead.wanted");
    case "keep":
      return pods.length > 0
        ? keptLead(checks, t, lifecycle)
        : (nodeTaintLead(checks, t, lifecycle) ?? t("explain.lead.notTolerated", { count: untoleratedCount(checks) }));
    case "exclude":
      return nodeTaintLead(checks, t, lifecycle) ?? excludedLead(checks, t);
    default:
      return assertNever(verdict);
  }
}
