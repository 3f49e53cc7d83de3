import type { BackoffLoopFact, BrokenNodes, ConcernDetail, StallCause, SurgeClash } from "@daemonscope/daemonset/records/concern-detail";
import type { NodeLossCause } from "@daemonscope/daemonset/records/node-loss-cause";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { utcTime } from "@daemonscope/words/english/utc-time";
import type { Translate } from "../i18n/translator.ts";
import { causeOnNodesText } from "./cause-on-nodes-text.ts";
import { causeWords } from "./cause-text.ts";

function lossWords(t: Translate, what: NodeLossCause): string {
  switch (what.kind) {
    case "labels":
      return t("model.concern.labels", { keys: what.keys.join(t("model.listComma")) });
    case "taint":
      return t("model.concern.taint", { taint: what.taint });
    default:
      return assertNever(what);
  }
}

function brokenWords(t: Translate, { count, reached, rival, sickBefore, sickWithout }: BrokenNodes): string {
  const who = rival === undefined ? t("model.concern.newRevision") : t("model.concern.newRevisionOr", { rival });
  return [
    t("model.concern.broken", { who, fallen: count, reached }),
    ...(sickBefore === 0 ? [] : [t("model.concern.sickBefore", { count: sickBefore })]),
    ...(sickWithout === 0 ? [] : [t("model.concern.sickWithout", { count: sickWithout })]),
  ].join(t("model.comma"));
}

function clashWords(t: Translate, { kind, ports }: SurgeClash): string {
  return t(`model.concern.${kind}`, { count: ports.length, ports: ports.join(t("model.listComma")) });
}

function loopWords(t: Translate, { reason, count, atLeast, node }: BackoffLoopFact): string {
  return t(atLeast ? "model.concern.loopAtLeast" : "model.concern.loop", { reason, times: count, node });
}

function behindWords(t: Translate, behind: StallCause): string {
  switch (behind.kind) {
    case "broken":
      return brokenWords(t, behind);
    case "surgeFails":
    case "surgeWillFail":
      return clashWords(t, behind);
    case "loop": {
      const { nextTryAtMs } = behind;
      const next = nextTryAtMs === undefined ? [] : [t("model.concern.nextTry", { clock: utcTime(nextTryAtMs) })];
      return [loopWords(t, behind), ...next].join(t("model.comma"));
    }
    default:
      return assertNever(behind);
  }
}

type Held = Extract<ConcernDetail, { readonly kind: "held" }>;

function heldWords(t: Translate, { count, cause, behind }: Held, hostPorts: readonly number[]): string {
  return behind === undefined ? causeOnNodesText(t, cause, count, hostPorts) : behindWords(t, behind);
}

type Dropped = Extract<ConcernDetail, { readonly kind: "dropped" }>;

function droppedWords(t: Translate, detail: Dropped, key: "dropped" | "droppedWord"): string {
  const { before, desired, count } = detail;
  return t(`model.concern.${key}`, {
    before,
    desired,
    gone: before - desired === count ? "" : t("model.concern.droppedSome", { count }),
    changed: changedOnNodesWords(t, detail),
  });
}

/** Returns what removed nodes from a DaemonSet, and how many: `label disk changed on 24 nodes`. */
export function changedOnNodesWords(t: Translate, { what, count, whatCount }: Dropped): string {
  const lossText = lossWords(t, what);
  return whatCount === count
    ? t("model.concern.changedOn", { what: lossText, count })
    : t("model.concern.changedOnSome", { what: lossText, nodes: whatCount, count });
}

function unavailableWords(
  t: Translate,
  { count, causes, more }: Extract<ConcernDetail, { readonly kind: "unavailable" }>,
  nodes: "nodesWithout" | "nodes",
): string {
  const causesText = causes
    .map((each) =>
      causes.length === 1
        ? causeWords(t, each.cause)
        : t("model.concern.counted", { number: each.count, cause: causeWords(t, each.cause) }),
    )
    .join(t("model.listComma"));
  return t("model.concern.unavailable", {
    nodes: t(`model.concern.${nodes}`, { count }),
    causes: more > 0 ? t("model.concern.andMore", { causes: causesText, more }) : causesText,
  });
}

/** Returns a concern in one sentence without a full stop, with numbers but without its duration. `hostPorts`: those
 *  of the template. */
export function concernWords(t: Translate, detail: ConcernDetail, hostPorts: readonly number[] = []): string {
  switch (detail.kind) {
    case "held":
      return heldWords(t, detail, hostPorts);
    case "notObserved":
      return t("model.concern.notObserved", { generation: detail.generation, observedGeneration: detail.observedGeneration });
    case "idle":
      return t("model.concern.idle", { free: detail.free, count: detail.allowed });
    case "passedOver":
      return t("model.concern.passedOver", { count: detail.count });
    case "broken":
      return brokenWords(t, detail);
    case "surgeFails":
    case "surgeWillFail":
      return clashWords(t, detail);
    case "loops":
      return t("model.concern.loops", { count: detail.nodes, longest: loopWords(t, detail.longest) });
    case "dropped":
      return droppedWords(t, detail, "dropped");
    case "failing":
      return causeOnNodesText(t, detail.cause, detail.count, hostPorts);
    case "unavailable":
      return unavailableWords(t, detail, "nodesWithout");
    case "outdated":
      return t("model.concern.outdated", { count: detail.count });
    case "misscheduled":
      return detail.taint === undefined
        ? t("model.concern.misscheduled", { count: detail.count })
        : t("model.concern.untolerated", { count: detail.count, taint: detail.taint });
    case "nodesUnready":
      return t("model.concern.nodesUnready", { count: detail.count });
    default:
      return assertNever(detail);
  }
}

/** Returns a concern for use after the verdict's word, without repeating it: `DESIRED FELL` from 40 to 16, `NODE
 *  NOTREADY` 1 pod on it, `UNAVAILABLE` Starting on 2 nodes. */
export function concernDetailText(t: Translate, detail: ConcernDetail, hostPorts: readonly number[]): string {
  switch (detail.kind) {
    case "dropped":
      return droppedWords(t, detail, "droppedWord");
    case "nodesUnready":
      return t("model.concern.nodesUnreadyWord", { count: detail.count });
    case "unavailable": {
      const [only] = detail.causes;
      return only !== undefined && detail.causes.length === 1 && detail.more === 0
        ? causeOnNodesText(t, only.cause, detail.count, hostPorts)
        : unavailableWords(t, detail, "nodes");
    }
    default:
      return concernWords(t, detail, hostPorts);
  }
}
