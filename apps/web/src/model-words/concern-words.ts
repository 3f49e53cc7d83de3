import { clockOfDay } from "@daemonscope/daemonset/describe/clock-of-day";
import type { LossCause } from "@daemonscope/daemonset/memory/lost-nodes";
import type { Behind, BrokenNodes, ConcernDetail, LoopFact, SurgeClash } from "@daemonscope/daemonset/rollout/concern-detail";
import { assertNever } from "@daemonscope/kube/assert-never";
import type { Translate } from "../i18n/translator.ts";
import { causeWords } from "./cause-words.ts";

function lossWords(t: Translate, what: LossCause): string {
  switch (what.kind) {
    case "labels":
      return t("model.concern.labels", { keys: what.keys.join(t("model.listComma")) });
    case "taint":
      return t("model.concern.taint", { taint: what.taint });
    default:
      return assertNever(what);
  }
}

function brokenWords(t: Translate, { isHalted, count, sickBefore, sickWithout }: BrokenNodes): string {
  const what = [
    t("model.concern.broken", { count }),
    ...(sickBefore === 0 ? [] : [t("model.concern.sickBefore", { count: sickBefore })]),
    ...(sickWithout === 0 ? [] : [t("model.concern.sickWithout", { count: sickWithout })]),
  ].join(t("model.comma"));
  return isHalted ? t("model.concern.halted", { what }) : what;
}

function clashWords(t: Translate, { kind, ports }: SurgeClash): string {
  return t(`model.concern.${kind}`, { count: ports.length, ports: ports.join(t("model.listComma")) });
}

function loopWords(t: Translate, { reason, count, atLeast, node }: LoopFact): string {
  return t(atLeast ? "model.concern.loopAtLeast" : "model.concern.loop", { reason, times: count, node });
}

function behindWords(t: Translate, behind: Behind): string {
  switch (behind.kind) {
    case "broken":
      return brokenWords(t, behind);
    case "surgeFails":
    case "surgeWillFail":
      return clashWords(t, behind);
    case "loop": {
      const { nextTryAtMs } = behind;
      const next = nextTryAtMs === undefined ? [] : [t("model.concern.nextTry", { clock: clockOfDay(nextTryAtMs) })];
      return [loopWords(t, behind), ...next].join(t("model.comma"));
    }
    default:
      return assertNever(behind);
  }
}

function heldWords(t: Translate, detail: Extract<ConcernDetail, { readonly kind: "held" }>): string {
  const { used, allowed, nodes, isOld, cause, behind } = detail;
  const places =
    nodes !== undefined
      ? t(isOld ? "model.concern.nodesLeft" : "model.concern.nodesWithout", { count: nodes })
      : used > allowed
        ? t("model.concern.placesOver", { used, allowed })
        : t("model.concern.placesUsed", { used, count: allowed });
  const held = t("model.concern.held", { places, held: detail.count, cause: causeWords(t, cause) });
  return behind === undefined ? held : `${held}${t("model.semicolon")}${behindWords(t, behind)}`;
}

function droppedWords(t: Translate, detail: Extract<ConcernDetail, { readonly kind: "dropped" }>): string {
  const { before, desired, count, whatCount } = detail;
  const what = lossWords(t, detail.what);
  return t("model.concern.dropped", {
    before,
    desired,
    nodes: before - desired === count ? t("model.concern.droppedEvery") : t("model.concern.droppedSome", { count }),
    changed:
      whatCount === count
        ? t("model.concern.changedOn", { what, nodes: count })
        : t("model.concern.changedOnSome", { what, nodes: whatCount, all: count }),
  });
}

function unavailableWords(t: Translate, { count, causes, more }: Extract<ConcernDetail, { readonly kind: "unavailable" }>): string {
  const told = causes
    .map((each) =>
      causes.length === 1
        ? causeWords(t, each.cause)
        : t("model.concern.counted", { number: each.count, cause: causeWords(t, each.cause) }),
    )
    .join(t("model.listComma"));
  return t("model.concern.unavailable", {
    nodes: t("model.concern.nodesWithout", { count }),
    causes: more > 0 ? t("model.concern.andMore", { causes: told, more }) : told,
  });
}

/** What a concern says in one sentence without a full stop, with numbers. How long is for its `sinceMs`. */
export function concernWords(t: Translate, detail: ConcernDetail): string {
  switch (detail.kind) {
    case "held":
      return heldWords(t, detail);
    case "notObserved":
      return t("model.concern.notObserved", { generation: detail.generation, observedGeneration: detail.observedGeneration });
    case "idle":
      return t("model.concern.idle", { free: detail.free, count: detail.allowed });
    case "broken":
      return brokenWords(t, detail);
    case "surgeFails":
    case "surgeWillFail":
      return clashWords(t, detail);
    case "loops":
      return t("model.concern.loops", { count: detail.nodes, longest: loopWords(t, detail.longest) });
    case "dropped":
      return droppedWords(t, detail);
    case "failing":
      return t("model.concern.failing", { count: detail.count, cause: causeWords(t, detail.cause) });
    case "unavailable":
      return unavailableWords(t, detail);
    case "outdated":
      return t("model.concern.outdated", { count: detail.count });
    case "misscheduled":
      return t("model.concern.misscheduled", { number: detail.count });
    case "nodesUnready":
      return t("model.concern.nodesUnready", { count: detail.count });
    default:
      return assertNever(detail);
  }
}
