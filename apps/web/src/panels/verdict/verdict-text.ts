import { LASTING_KINDS } from "@daemonscope/daemonset/causes/lasting-kinds";
import { hasNoMatchingNode } from "@daemonscope/daemonset/counts/has-no-matching-node";
import { persistentDisagreements } from "@daemonscope/daemonset/counts/persistent-disagreements";
import type { ConcernDetail } from "@daemonscope/daemonset/records/concern-detail";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { UnreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import type { VerdictKind } from "@daemonscope/daemonset/rollout/verdict-kind";
import type { SourceStatuses } from "@daemonscope/kube/source-status";
import { causeOnNodes } from "@daemonscope/words/facts/cause-on-nodes";
import { concernDetailText, unreadyPodsText } from "@daemonscope/words/facts/concern-text";
import { leavingTexts, stayingNodes, waitsForTexts } from "@daemonscope/words/facts/leaving-text";
import { managedText, pausedTexts } from "@daemonscope/words/facts/managed-text";
import { noMatchText } from "@daemonscope/words/facts/no-match-text";
import { isSourceLoading } from "../../data/freshness/is-source-loading.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { remainingText } from "./pace/rollout-pace-text.ts";

/** States that no node wants the DaemonSet, and why. */
const wantedNowhere = (t: Translate, { nowhere }: DaemonSetRecord): string =>
  nowhere === undefined ? t("verdict.wantedNowhere") : noMatchText(t, nowhere);

/** Describes a DaemonSet from its status alone, because its pods or nodes were not read (rule C13). */
function statusVerdict(t: Translate, { reported, unread }: DaemonSetRecord, sources: SourceStatuses | undefined): string {
  const { desiredNumberScheduled: desired, numberAvailable: available, updatedNumberScheduled: updated } = reported;
  const counts = [
    t("verdict.available", { available, desired }),
    ...(updated === desired ? [] : [t("verdict.updated", { updated })]),
    ...(reported.numberMisscheduled === 0 ? [] : [t("verdict.misscheduled", { amount: reported.numberMisscheduled })]),
  ].join(t("model.comma"));
  const isLoading = sources !== undefined && isSourceLoading(unread, sources);
  return t(isLoading ? "verdict.statusStillReports" : "verdict.statusReportsAlso", { counts, kinds: unread.join(t("verdict.and")) });
}

const MAX_SHOWN_NAMES = 3;

/** Example: ` (n1, n2, n3…)`. */
function namesSuffix(t: Translate, nodes: readonly string[]): string {
  if (nodes.length === 0) return "";
  const names = nodes.slice(0, MAX_SHOWN_NAMES).join(t("model.listComma"));
  return t(nodes.length > MAX_SHOWN_NAMES ? "verdict.firstNames" : "verdict.names", { names });
}

/** Formats NotReady nodes: `spot-07 is NotReady`, `4 nodes NotReady (n1, n2, n3…)`. */
function unreadyNames(t: Translate, { count, nodes, isAtLeast }: Pick<UnreadyNodes, "count" | "nodes" | "isAtLeast">): string {
  const names = nodes.slice(0, MAX_SHOWN_NAMES).join(t("model.listComma"));
  if (count === 1) return t("verdict.fleet.isUnready", { name: names });
  const shownNames = count > MAX_SHOWN_NAMES ? t("verdict.fleet.andMore", { names }) : names;
  return t(isAtLeast ? "verdict.fleet.unreadyAtLeast" : "verdict.fleet.unready", { count, names: shownNames });
}

/** Formats the NotReady nodes and the number of DaemonSet pods on them: `spot-07 is NotReady, 7 agents on it`. */
export function agentsOn(t: Translate, unready: UnreadyNodes): string {
  const { count, agents } = unready;
  const on = t(count === 1 ? "verdict.fleet.onIt" : "verdict.fleet.onThem", { count: agents });
  return `${unreadyNames(t, unready)}${t("model.comma")}${on}`;
}

/** Lists the causes of unavailable nodes, the largest first: `starting on 2 nodes, no pod on 1 node`. */
function causesText(t: Translate, { causes, readying, minReadySeconds, hostPorts }: DaemonSetRecord): string {
  const parts: string[] = causes
    .filter(({ state }) => state !== "misscheduled" && state !== "leaving")
    .map(({ cause, count }) => causeOnNodes(t, cause, count, hostPorts));
  if (readying.length > 0) parts.push(t("verdict.readying", { amount: readying.length, seconds: minReadySeconds }));
  return parts.join(t("model.comma"));
}

/** Returns the derived counts if the status has disagreed for long; otherwise empty. */
function derivedCountsText(t: Translate, record: DaemonSetRecord, nowMs: number): string {
  const isLasting = persistentDisagreements(record, nowMs).some(
    ({ field }) => field === "numberAvailable" || field === "desiredNumberScheduled",
  );
  if (record.derived === null || !isLasting) return "";
  return t("verdict.weCount", { available: record.derived.numberAvailable, desired: record.derived.desiredNumberScheduled });
}

/** Counts the available nodes. If the status has lagged for long, it uses the derived counts and adds the status. */
function availabilityTexts(t: Translate, record: DaemonSetRecord, nowMs: number): readonly string[] {
  if (stayingNodes(record) !== undefined) return [];
  const { derived, reported } = record;
  const { desiredNumberScheduled: desired, numberAvailable } = reported;
  const counted = derivedCountsText(t, record, nowMs);
  const byStatus = t("verdict.available", { available: numberAvailable, desired });
  if (counted === "" || derived === null) return [byStatus];
  const { numberAvailable: available, desiredNumberScheduled: wanted } = derived;
  if (available !== wanted || wanted === desired) return [byStatus, counted];
  return [t("verdict.available", { available, desired: wanted }), t("verdict.statusReports", { desired })];
}

const joined = (t: Translate, parts: readonly string[]): string => parts.filter((part) => part !== "").join(t("model.semicolon"));

/** Shortens a concern for the headline. Other NotReady nodes are listed below it. A past next try is left out. */
function shortened(detail: ConcernDetail, nowMs: number): ConcernDetail {
  if (detail.kind === "broken") return { ...detail, sickBefore: 0, sickWithout: 0 };
  if (detail.kind === "held" && detail.behind?.kind === "loop" && (detail.behind.nextTryAtMs ?? nowMs) <= nowMs) {
    const { nextTryAtMs: _, ...behind } = detail.behind;
    return { ...detail, behind };
  }
  if (detail.kind !== "held" || detail.behind?.kind !== "broken") return detail;
  return { ...detail, behind: { ...detail.behind, sickBefore: 0, sickWithout: 0 } };
}

/** Like a failing pod, a pod that the scheduler refuses needs a user. */
const isRefusedOrFails = ({ state, cause }: Cause): boolean =>
  state === "failing" || (state === "unscheduled" && LASTING_KINDS.has(cause.kind));

/** Describes the progress of a rollout: its failing pods, or why it is slow, and the remaining time. */
function progressText(t: Translate, record: DaemonSetRecord, nowMs: number): string {
  const { reported, causes, managedBy } = record;
  const { desiredNumberScheduled: desired } = reported;
  const available = t("verdict.available", { available: reported.numberAvailable, desired });
  const updated = t("verdict.updatedOf", { updated: reported.updatedNumberScheduled, desired });
  const hasOldPods = record.revisions.some(({ current, nodes }) => !current && (nodes ?? 0) > 0);
  // Until the controller observes a change, pods still count by the old template. Without an old pod the update is
  // complete, and availability is the open part.
  const progressFacts =
    record.rollout.kind === "unobserved"
      ? [t("verdict.unobserved"), available]
      : managedBy !== undefined
        ? [managedText(t, managedBy, record)]
        : hasOldPods
          ? [updated]
          : [updated, available];
  const failing = causes.filter(isRefusedOrFails).map(({ cause, count }) => causeOnNodes(t, cause, count));
  const left = remainingText(t, record, nowMs);
  return [...progressFacts, ...failing, ...(left === undefined ? [] : [left])].join(t("model.comma"));
}

/** Facts about the cluster that a verdict can mention. */
export interface VerdictContext {
  /** Distinguishes sources that are not read yet from sources that may not be read. */
  readonly sources?: SourceStatuses;
  /** The number of nodes, if they were read. */
  readonly nodes?: number;
}

/**
 * Returns the sentence after the word of a verdict: the facts and their reason. Every number has its unit. The full
 * sentence fits a line of 1440 px.
 */
export function verdictDetailText(
  t: Translate,
  record: DaemonSetRecord,
  need: VerdictKind,
  nowMs: number,
  { sources }: VerdictContext = {},
): string {
  const { concern } = record;
  if (record.derived === null) return statusVerdict(t, record, sources);
  const detailText = concern === null ? undefined : concernDetailText(t, shortened(concern.detail, nowMs), record.hostPorts);
  const notice = concern?.kind === "surgeImpossible" ? [detailText ?? ""] : [];
  const notes = [...leavingTexts(t, record), ...waitsForTexts(t, record), ...pausedTexts(t, record)];
  const neverReady = record.neverReady === undefined ? [] : [t("model.concern.neverReady", record.neverReady)];
  switch (need) {
    case "partly": {
      const { numberAvailable: available, desiredNumberScheduled: desired } = record.reported;
      const waits = causesText(t, record);
      const counts = t("verdict.available", { available, desired });
      const why = waits === "" ? derivedCountsText(t, record, nowMs) : waits;
      return joined(t, [why === "" ? counts : `${counts}${t("model.comma")}${why}`, ...notes, ...notice]);
    }
    case "fine":
      return joined(t, [
        ...(hasNoMatchingNode(record)
          ? [wantedNowhere(t, record), derivedCountsText(t, record, nowMs)]
          : [...availabilityTexts(t, record, nowMs), ...(record.unavailable?.onJoiningNodes ? [causesText(t, record)] : [])]),
        ...notes,
        ...notice,
      ]);
    case "rolling":
      return progressText(t, record, nowMs);
    case "slow":
      if (concern?.kind === "beingDeleted") return detailText ?? "";
      return t("verdict.slow", { progress: progressText(t, record, nowMs), why: detailText ?? "" });
    case "misscheduled":
      // Misscheduled pods do not stop a rollout.
      return record.underWay
        ? `${detailText ?? ""}${t("model.comma")}${progressText(t, record, nowMs)}`
        : `${detailText ?? ""}${namesSuffix(t, concern?.nodes ?? [])}${concern === null ? "" : unreadyPodsText(t, concern.detail)}`;
    case "nodesUnready": {
      const { nodes = [] } = concern ?? {};
      const count = concern?.detail.kind === "nodesUnready" ? concern.detail.count : nodes.length;
      return joined(t, [unreadyNames(t, { count, nodes, isAtLeast: false }), ...neverReady]);
    }
    case "unavailable":
    case "failing":
      // A rollout has many nodes; the page lists them below.
      return joined(t, [
        `${detailText ?? progressText(t, record, nowMs)}${concern === null || record.underWay ? "" : namesSuffix(t, concern.nodes)}`,
        ...neverReady,
      ]);
    case "refused":
      // The nodes answer the next question: where capacity is missing.
      return `${detailText ?? ""}${namesSuffix(t, concern?.nodes ?? [])}`;
    default:
      return concern?.detail.kind === "upgradeFailed" || concern?.detail.kind === "upgradeIdle"
        ? `${detailText ?? ""}${namesSuffix(t, concern.nodes)}`
        : (detailText ?? progressText(t, record, nowMs));
  }
}
