import type { BackoffLoopFact, BrokenNodes, ConcernDetail, StallCause, SurgeClash } from "@daemonscope/daemonset/records/concern-detail";
import type { NodeLossCause } from "@daemonscope/daemonset/records/node-loss-cause";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { utcTime } from "@daemonscope/kube/values/utc-time";
import type { Translate } from "../translate.ts";
import { causeOnNodes } from "./cause-on-nodes.ts";
import { causeOrPortPhrase, causeSentence } from "./cause-text.ts";

function lossText(t: Translate, what: NodeLossCause): string {
  switch (what.kind) {
    case "labels":
      return t("model.concern.labels", { keys: what.keys.join(t("model.listComma")) });
    case "taint":
      return t("model.concern.taint", { taint: what.taint });
    default:
      return assertNever(what);
  }
}

function brokenText(t: Translate, { count, reached, rival, sickBefore, sickWithout }: BrokenNodes): string {
  const who = rival === undefined ? t("model.concern.newRevision") : t("model.concern.newRevisionOr", { rival });
  return [
    t("model.concern.broken", { who, fallen: count, reached }),
    ...(sickBefore === 0 ? [] : [t("model.concern.sickBefore", { count: sickBefore })]),
    ...(sickWithout === 0 ? [] : [t("model.concern.sickWithout", { count: sickWithout })]),
  ].join(t("model.comma"));
}

function clashText(t: Translate, { kind, ports }: SurgeClash): string {
  return t(`model.concern.${kind}`, { count: ports.length, ports: ports.join(t("model.listComma")) });
}

function loopText(t: Translate, { cause, count, atLeast, node }: BackoffLoopFact): string {
  return t(atLeast ? "model.concern.loopAtLeast" : "model.concern.loop", { cause: causeSentence(t, cause), times: count, node });
}

function behindText(t: Translate, behind: StallCause): string {
  switch (behind.kind) {
    case "broken":
      return brokenText(t, behind);
    case "surgeFails":
    case "surgeWillFail":
      return clashText(t, behind);
    case "loop": {
      const { nextTryAtMs } = behind;
      const next = nextTryAtMs === undefined ? [] : [t("model.concern.nextTry", { clock: utcTime(nextTryAtMs) })];
      return [loopText(t, behind), ...next].join(t("model.comma"));
    }
    default:
      return assertNever(behind);
  }
}

type Held = Extract<ConcernDetail, { readonly kind: "held" }>;

function heldText(t: Translate, { count, cause, behind }: Held, hostPorts: readonly number[]): string {
  return behind === undefined ? causeOnNodes(t, cause, count, hostPorts) : behindText(t, behind);
}

type Dropped = Extract<ConcernDetail, { readonly kind: "dropped" }>;

function droppedText(t: Translate, detail: Dropped, key: "dropped" | "droppedWord"): string {
  const { before, desired, count } = detail;
  return t(`model.concern.${key}`, {
    before,
    desired,
    gone: before - desired === count ? "" : t("model.concern.droppedSome", { count }),
    changed: changedOnNodesText(t, detail),
  });
}

/** Returns what removed nodes from a DaemonSet, and how many: `label disk changed on 24 nodes`. */
export function changedOnNodesText(t: Translate, { what, count, whatCount }: Dropped): string {
  const change = lossText(t, what);
  return whatCount === count
    ? t("model.concern.changedOn", { what: change, count })
    : t("model.concern.changedOnSome", { what: change, nodes: whatCount, count });
}

function unavailableText(
  t: Translate,
  { count, causes, more }: Extract<ConcernDetail, { readonly kind: "unavailable" }>,
  nodes: "nodesWithout" | "nodes",
): string {
  const causesText = causes
    .map((each) =>
      causes.length === 1
        ? causeOrPortPhrase(t, each.cause)
        : t("model.concern.counted", { number: each.count, cause: causeOrPortPhrase(t, each.cause) }),
    )
    .join(t("model.listComma"));
  return t("model.concern.unavailable", {
    nodes: t(`model.concern.${nodes}`, { count }),
    causes: more > 0 ? t("model.concern.andMore", { causes: causesText, more }) : causesText,
  });
}

function beingDeletedText(
  t: Translate,
  { count, pod, finalizer, uncollected }: Extract<ConcernDetail, { readonly kind: "beingDeleted" }>,
): string {
  if (uncollected === true) return t("model.concern.beingDeletedUncollected");
  if (finalizer === undefined) return count === 0 ? t("model.concern.beingDeleted") : t("model.concern.beingDeletedPods", { count });
  if (pod === undefined) return t("model.concern.beingDeletedSelf", { finalizer });
  return count === 1
    ? t("model.concern.beingDeletedPod", { pod, finalizer })
    : t("model.concern.beingDeletedFirst", { pod, finalizer, count: count - 1 });
}

/** Counts the misscheduled pods on NotReady nodes, as a clause after a comma; empty without any. */
export function unreadyPodsText(t: Translate, detail: ConcernDetail): string {
  if (detail.kind !== "misscheduled" || detail.unready === undefined) return "";
  return `${t("model.comma")}${t("model.concern.onNotReady", { ...detail.unready })}`;
}

function misscheduledText(t: Translate, { count, taint }: Extract<ConcernDetail, { readonly kind: "misscheduled" }>): string {
  return taint === undefined ? t("model.concern.misscheduled", { count }) : t("model.concern.untolerated", { count, taint });
}

function outdatedText(t: Translate, { count, driver }: Extract<ConcernDetail, { readonly kind: "outdated" }>): string {
  if (driver === undefined) return t("model.concern.outdated", { count });
  return t(driver.isCertain ? "model.concern.outdatedDeleted" : "model.concern.outdatedDriven", { count, driver: driver.name });
}

/** Returns a concern in one sentence without a full stop, with numbers but without its duration. `hostPorts`: those
 *  of the template. */
export function concernText(t: Translate, detail: ConcernDetail, hostPorts: readonly number[] = []): string {
  switch (detail.kind) {
    case "held":
      return heldText(t, detail, hostPorts);
    case "notObserved":
      return t("model.concern.notObserved", { generation: detail.generation, observedGeneration: detail.observedGeneration });
    case "idle":
      return t("model.concern.idle", { free: detail.free, count: detail.allowed });
    case "passedOver":
      return t("model.concern.passedOver", { count: detail.count });
    case "broken":
      return brokenText(t, detail);
    case "surgeFails":
    case "surgeWillFail":
      return clashText(t, detail);
    case "loops":
      return t("model.concern.loops", { count: detail.nodes, longest: loopText(t, detail.longest) });
    case "dropped":
      return droppedText(t, detail, "dropped");
    case "failing":
      return causeOnNodes(t, detail.cause, detail.count, hostPorts);
    case "unavailable":
      return unavailableText(t, detail, "nodesWithout");
    case "outdated":
      return outdatedText(t, detail);
    case "misscheduled":
      return `${misscheduledText(t, detail)}${unreadyPodsText(t, detail)}`;
    case "nodesUnready":
      return t("model.concern.nodesUnready", { count: detail.count });
    case "upgradeFailed":
    case "upgradeIdle":
    case "pauseLeft":
      return t(`model.concern.${detail.kind}`, { controller: detail.controller, count: detail.count });
    case "beingDeleted":
      return beingDeletedText(t, detail);
    default:
      return assertNever(detail);
  }
}

/** Returns a concern for use after the verdict's word, without repeating it: `SHRUNK` from 40 to 16 nodes, `DEGRADED` 1
 *  pod affected, `FAILING` starting on 2 nodes. */
export function concernDetailText(t: Translate, detail: ConcernDetail, hostPorts: readonly number[]): string {
  switch (detail.kind) {
    case "dropped":
      return droppedText(t, detail, "droppedWord");
    // The page adds the pods on NotReady nodes after the names of the others.
    case "misscheduled":
      return misscheduledText(t, detail);
    case "nodesUnready":
      return t("model.concern.nodesUnreadyWord", { count: detail.count });
    case "unavailable": {
      const [only] = detail.causes;
      return only !== undefined && detail.causes.length === 1 && detail.more === 0
        ? causeOnNodes(t, only.cause, detail.count, hostPorts)
        : unavailableText(t, detail, "nodes");
    }
    default:
      return concernText(t, detail, hostPorts);
  }
}
