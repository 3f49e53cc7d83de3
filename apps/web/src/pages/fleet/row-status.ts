import { hasNoMatchingNode } from "@daemonscope/daemonset/counts/has-no-matching-node";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Concern } from "@daemonscope/daemonset/records/rollout";
import { unreadyNodesOf } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import { VERDICT_WORDS, verdictRank, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { concernDetailText, concernText } from "@daemonscope/words/facts/concern-text";
import { leavingTexts, waitsForTexts } from "@daemonscope/words/facts/leaving-text";
import { pausedTexts } from "@daemonscope/words/facts/managed-text";
import { agentVersionOf } from "../../data/clusters/image-version.ts";
import { remainingInRow } from "../../panels/verdict/pace/rollout-pace-text.ts";
import { verdictLabelWithAge, verdictOn } from "../../panels/verdict/select-verdict.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** The text of a row next to the name: a verdict word, and one clause. */
interface RowStatus {
  /** Empty if the row needs nothing. */
  readonly word: string;
  readonly clause: string;
}

/** Reports whether a row is above the NotReady nodes. */
export const isUrgentRow = (record: DaemonSetRecord): boolean => verdictRank(record) < VERDICT_WORDS.indexOf("misscheduled");

/** Reports whether a row is in the lower part of the fleet: it needs nothing, its pods start by themselves, or a
 *  NotReady node has its own row. */
export const isFineRow = (record: DaemonSetRecord): boolean => verdictRank(record) === VERDICT_WORDS.indexOf("healthy");

/** Reports whether a row needs a person. A rollout, and pods that start by themselves, do not. */
export const needsPerson = (record: DaemonSetRecord): boolean => verdictRank(record) < VERDICT_WORDS.indexOf("rolling");

/** Reports whether a DaemonSet neither rolls nor fails. Its available cells are dimmed. */
export function isResting(record: DaemonSetRecord): boolean {
  const word = verdictWordOf(record);
  return word !== "stuck" && word !== "failing" && word !== "rolling";
}

const missingOf = ({ reported }: DaemonSetRecord): number => Math.max(0, reported.desiredNumberScheduled - reported.numberAvailable);

/** Returns the effect of NotReady nodes on a row: `−1 on spot-07`. If the kubelet itself reports NotReady, its pods
 *  remain available and no count is lower: `on NotReady spot-07`. */
function unreadyText(t: Translate, record: DaemonSetRecord): string {
  const unready = unreadyNodesOf(record.causes.filter(({ state }) => state === "nodeUnready"));
  if (unready === undefined) return "";
  const { count: unreadyCount, nodes } = unready;
  const node = nodes[0] ?? "";
  const count = Math.min(unreadyCount, missingOf(record));
  if (count === 0) return unreadyCount === 1 ? t("fleet.onNotReady", { node }) : t("fleet.onNotReadyMore", { count: unreadyCount });
  return unreadyCount === 1 ? t("fleet.lessOn", { count, node }) : t("fleet.lessOnMore", { count });
}

/** Returns the clause of a row without a word. A concern of a healthy DaemonSet is a notice about the next rollout. */
function quietText(t: Translate, record: DaemonSetRecord, nowMs: number): string {
  if (verdictKindOf(record) === "nodesUnready") return unreadyText(t, record);
  if (verdictKindOf(record) === "partly") return t("fleet.starting", { count: missingOf(record) });
  if (hasNoMatchingNode(record)) return verdictOn(t, record, nowMs).sentence;
  const [paused] = pausedTexts(t, record);
  if (paused !== undefined) return paused;
  const { onJoiningNodes = 0 } = record.unavailable ?? {};
  const starting = onJoiningNodes === 0 ? [] : [t("fleet.starting", { count: onJoiningNodes })];
  if (record.concern === null) return [...starting, ...leavingTexts(t, record), ...waitsForTexts(t, record)].join(t("model.semicolon"));
  return concernText(t, record.concern.detail, record.hostPorts);
}

/** Returns a concern in fewer words than the headline. */
function shortConcern(t: Translate, { detail, nodes }: Concern, hostPorts: readonly number[]): string {
  switch (detail.kind) {
    case "outdated":
      return t("fleet.oldPods", { count: detail.count });
    case "misscheduled":
      return t(detail.count === 1 ? "fleet.countOn" : "fleet.countOnMore", { count: detail.count, node: nodes[0] ?? "" });
    case "held":
    case "failing": {
      const { cause } = detail;
      if (!cause.kind.startsWith("image") || cause.subject === undefined) return concernDetailText(t, detail, hostPorts);
      // The image is its tag, because the row has little space.
      return concernDetailText(t, { ...detail, cause: { ...cause, subject: agentVersionOf(cause.subject) } }, hostPorts);
    }
    default:
      return concernDetailText(t, detail, hostPorts);
  }
}

/** Returns the status of a row. */
export function rowStatus(t: Translate, record: DaemonSetRecord, nowMs: number): RowStatus {
  if (isFineRow(record)) return { word: "", clause: quietText(t, record, nowMs) };
  const { concern, hostPorts, reported } = record;
  const word = verdictLabelWithAge(t, record, "row", nowMs);
  if (verdictKindOf(record) === "rolling") {
    const done = t("fleet.progress", { updated: reported.updatedNumberScheduled, desired: reported.desiredNumberScheduled });
    const left = remainingInRow(t, record, nowMs);
    return { word, clause: left === undefined ? done : `${done}${t("model.comma")}${left}` };
  }
  return { word, clause: concern === null ? verdictOn(t, record, nowMs).sentence : shortConcern(t, concern, hostPorts) };
}
