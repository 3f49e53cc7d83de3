import type { DaemonSetRecord, RevisionSummary } from "@daemonscope/daemonset/records/records";
import { isStillRunning } from "@daemonscope/daemonset/revisions/is-still-running";
import { ageSince } from "../../words/format/age-text.ts";
import { countText } from "../../words/format/figures.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import type { BudgetGate } from "./budget-gate.ts";
import { CREATED_PARTS, inLane, type Lanes } from "./count-lanes.ts";
import type { LaneId } from "./lanes.ts";

/**
 * Returns the revision, other than the current one, that most nodes have. Undefined if all nodes have the current one.
 */
function oldRevisionOnNodes(revisions: readonly RevisionSummary[]): RevisionSummary | undefined {
  return revisions.filter(isStillRunning).sort((a, b) => (b.nodes ?? 0) - (a.nodes ?? 0))[0];
}

const currentRevisionOnNodes = (revisions: readonly RevisionSummary[]): RevisionSummary | undefined =>
  revisions.find((revision) => revision.current);

/** Returns the name of a lane. With maxSurge the new pod runs next to the old one. */
export function laneName(lane: LaneId, surge: boolean, t: Translate): string {
  switch (lane) {
    case "oldUnavailable":
    case "terminating":
    case "gap":
      return t(`rollout.lanes.${lane}`);
    case "old":
    case "created":
    case "ready":
    case "available":
      return surge ? t(`rollout.surgeLanes.${lane}`) : t(`rollout.lanes.${lane}`);
  }
}

type FootFacts = Pick<DaemonSetRecord, "revisions" | "budget" | "readying">;

function terminatingFoot(lanes: Lanes, record: FootFacts, nowMs: number, t: Translate): string {
  if (inLane(lanes, "terminating") === 0) return "";
  const silent = lanes.terminating.onUnreadyNode;
  if (silent > 0) return t("rollout.foot.silent", { count: silent });
  const ends = record.budget.holders.find(({ reason, endsAtMs }) => reason === "terminating" && endsAtMs !== undefined)?.endsAtMs;
  return ends !== undefined && ends <= nowMs ? t("rollout.foot.pastGrace") : "";
}

/** Returns the small line under a lane's count: the reason why its nodes wait. The side panel has the time. */
export function laneFoot(lane: LaneId, lanes: Lanes, record: FootFacts, nowMs: number, t: Translate): string {
  switch (lane) {
    case "old": {
      const old = oldRevisionOnNodes(record.revisions);
      return old === undefined ? t("rollout.foot.noOld") : t("rollout.foot.revision", { revision: old.revision });
    }
    case "oldUnavailable":
      // Under OnDelete the controller replaces no pod that exists.
      return record.budget.kind === "none" ? "" : t("rollout.foot.replaced");
    case "terminating":
      return terminatingFoot(lanes, record, nowMs, t);
    case "gap":
      return "";
    case "created":
      return CREATED_PARTS.filter((part) => lanes.created[part] > 0)
        .slice(0, 2)
        .map((part) => t(`rollout.foot.created.${part}`, { amount: lanes.created[part] }))
        .join(t("rollout.comma"));
    case "ready": {
      if (inLane(lanes, lane) === 0) return "";
      const soonest = record.readying[0];
      return soonest === undefined || soonest.availableAtMs <= nowMs ? t("rollout.foot.notYet") : "";
    }
    case "available": {
      const current = currentRevisionOnNodes(record.revisions);
      return current === undefined ? "" : t("rollout.foot.revision", { revision: current.revision });
    }
  }
}

/** Describes the budget gate in two short lines. */
export function budgetGateText(gate: BudgetGate, nowMs: number, t: Translate): { readonly word: string; readonly more: string } {
  switch (gate.kind) {
    case "open":
      return { word: t("rollout.gate.open"), more: t("rollout.gate.free", { count: gate.free }) };
    case "full":
      return { word: t("rollout.gate.full"), more: gate.isMoving ? t("rollout.gate.moving") : "" };
    case "closed":
      return {
        word: t("rollout.gate.closed"),
        more: ageSince(t, gate.sinceMs, nowMs),
      };
    case "overdrawn":
      return { word: t("rollout.gate.overdrawn"), more: t("rollout.gate.over", { amount: gate.over }) };
    case "byHand":
      return { word: gate.by ?? t("rollout.gate.byHand"), more: "" };
  }
}

/** Describes the budget gate in one short text: `Blocked 84s`, `1 free`, `Full`. */
export function shortGateText(gate: BudgetGate, nowMs: number, t: Translate): string {
  const { word, more } = budgetGateText(gate, nowMs, t);
  if (gate.kind === "open") return more;
  return gate.kind === "full" ? word : `${word} ${more}`.trim();
}

/**
 * Formats the arithmetic of the budget: `10% of 3,000 = 300`. A budget that is not a percentage gives only the allowed
 * number.
 */
export function budgetArithmetic(record: Pick<DaemonSetRecord, "budget" | "derived">, t: Translate): string {
  const { spec, allowed } = record.budget;
  if (!spec.endsWith("%") || record.derived === null) return countText(allowed);
  return t("rollout.meter.percent", { percent: spec.slice(0, -1), desired: record.derived.desiredNumberScheduled, allowed });
}
