import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import type { Concern } from "@daemonscope/daemonset/rollout/rollout";
import type { SourceStatuses } from "@daemonscope/shared/source-status";
import { isAwaited } from "../cluster/is-awaited.ts";
import type { Translate } from "../i18n/translator.ts";
import { causeWords } from "../model-words/cause-words.ts";
import { concernWords } from "../model-words/concern-words.ts";
import { leftWords } from "../pace/pace-words.ts";
import type { Need } from "./select-verdict.ts";

/** Says whether the sentence of a kind tells what the numbers do not. */
function isTold(kind: Concern["kind"]): boolean {
  switch (kind) {
    case "budgetHeld":
    case "failing":
    case "misscheduled":
    case "nodesUnready":
    case "unavailable":
      return false;
    case "stalled":
    case "revisionBreaksNodes":
    case "backoffLoop":
    case "surgeImpossible":
    case "desiredDropped":
    case "waitsForYou":
      return true;
  }
}

/** What can be said of a DaemonSet whose pods or nodes were not read (rule C13). */
function asItsStatusSays(t: Translate, { reported, unread }: DaemonSetRecord, sources: SourceStatuses | undefined): string {
  const { desiredNumberScheduled: desired, numberAvailable: available, updatedNumberScheduled: updated } = reported;
  const counts = [
    t("verdict.available", { available, desired }),
    ...(updated === desired ? [] : [t("verdict.updated", { updated })]),
    ...(reported.numberMisscheduled === 0 ? [] : [t("verdict.misscheduled", { amount: reported.numberMisscheduled })]),
  ].join(t("model.comma"));
  const isYet = sources !== undefined && isAwaited(unread, sources);
  return t(isYet ? "verdict.saysStatusYet" : "verdict.saysStatus", { counts, kinds: unread.join(t("verdict.and")) });
}

const NAMES_TOLD = 3;

/** ` (n1, n2, n3…)`. */
function namesIn(t: Translate, nodes: readonly string[]): string {
  if (nodes.length === 0) return "";
  const names = nodes.slice(0, NAMES_TOLD).join(t("model.listComma"));
  return t(nodes.length > NAMES_TOLD ? "verdict.firstNames" : "verdict.names", { names });
}

/** What the nodes that are not available yet wait for, largest first: `1 Starting, 1 No pod`. */
function waitingFor(t: Translate, { causes, readying }: DaemonSetRecord): string {
  const parts: string[] = causes
    .filter(({ state }) => state !== "misscheduled")
    .map(({ cause, count }) => t("verdict.waits", { amount: count, cause: causeWords(t, cause) }));
  if (readying.length > 0) parts.push(t("verdict.readying", { amount: readying.length }));
  return parts.join(t("model.comma"));
}

/** What a verdict says after its word: what is told of the DaemonSet, or how far it is where the word does not say that. */
export function sentenceOf(t: Translate, record: DaemonSetRecord, need: Need, nowMs: number, sources?: SourceStatuses): string {
  const { derived, budget, concern } = record;
  if (derived === null) return asItsStatusSays(t, record, sources);
  const { desiredNumberScheduled: desired } = derived;
  const available = t("verdict.available", { available: derived.numberAvailable, desired });
  const told = concern === null ? undefined : concernWords(t, concern.detail);
  const notice = concern?.kind === "surgeImpossible" ? [told ?? ""] : [];
  const joined = (parts: readonly string[]) => parts.join(t("model.comma"));
  if (need === "partly") return [waitingFor(t, record), ...notice].join(t("model.semicolon"));
  if (need === "fine") return [desired === 0 ? t("verdict.wantedNowhere") : available, ...notice].join(t("model.semicolon"));
  const failing = record.causes.filter(({ state }) => state === "failing").reduce((sum, { count }) => sum + count, 0);
  const updated = t("verdict.updatedOf", { updated: derived.updatedNumberScheduled, desired });
  // Where nothing fails, the numbers do not tell what holds it.
  if (need === "stuck" && failing === 0 && told !== undefined) return joined([updated, told]);
  if (concern !== null && told !== undefined && isTold(concern.kind)) return concern.stuck ? joined([updated, told]) : told;
  const isAboutNodes = need === "unavailable" || need === "nodesUnready" || (need === "failing" && !record.underWay);
  if (concern !== null && isAboutNodes) return `${told}${namesIn(t, concern.nodes)}`;
  const left = need === "rolling" || need === "failing" ? [leftWords(t, record, nowMs)].filter((words) => words !== undefined) : [];
  // Its pods are still told apart by the template before.
  if (need === "rolling" && record.rollout.kind === "unobserved") return joined([t("verdict.unobserved"), available]);
  // Without an old pod the budget holds nothing back.
  if (need === "rolling" && !record.revisions.some(({ current, nodes }) => !current && (nodes ?? 0) > 0))
    return joined([updated, available, ...left]);
  if (need === "stuck" || need === "failing" || need === "rolling") {
    const parts: string[] = [updated];
    if (failing > 0) parts.push(t("verdict.failing", { amount: failing }));
    if (left.length > 0) parts.push(...left);
    else if (budget.kind !== "none") parts.push(t("verdict.budget", { used: budget.used, allowed: budget.allowed }));
    return joined(parts);
  }
  return told ?? updated;
}
