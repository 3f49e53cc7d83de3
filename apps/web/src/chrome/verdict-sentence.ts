import { causeText } from "@daemonscope/daemonset/describe/cause-text";
import { concernText } from "@daemonscope/daemonset/describe/concern-text";
import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import type { Concern } from "@daemonscope/daemonset/rollout/rollout";
import type { Need } from "./select-verdict.ts";

export const number = (value: number): string => value.toLocaleString("en-US");

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
function asItsStatusSays({ reported, unread }: DaemonSetRecord): string {
  const desired = reported.desiredNumberScheduled;
  const counts = [
    `${number(reported.numberAvailable)} of ${number(desired)} available`,
    ...(reported.updatedNumberScheduled === desired ? [] : [`${number(reported.updatedNumberScheduled)} updated`]),
    ...(reported.numberMisscheduled === 0 ? [] : [`${number(reported.numberMisscheduled)} misscheduled`]),
  ].join(", ");
  return `${counts}, says its status; ${unread.join(" and ")} are not read`;
}

const NAMES_TOLD = 3;

/** ` (n1, n2, n3…)`. */
function namesIn(nodes: readonly string[]): string {
  return nodes.length === 0 ? "" : ` (${nodes.slice(0, NAMES_TOLD).join(", ")}${nodes.length > NAMES_TOLD ? "…" : ""})`;
}

/** What the nodes that are not available yet wait for, largest first: `1 Starting, 1 No pod`. */
function waitingFor({ causes, readying }: DaemonSetRecord): string {
  const parts = causes.filter(({ state }) => state !== "misscheduled").map(({ cause, count }) => `${number(count)} ${causeText(cause)}`);
  if (readying.length > 0) parts.push(`${number(readying.length)} ready and not yet available`);
  return parts.join(", ");
}

/** What a verdict says after its word: what is told of the DaemonSet, or how far it is where the word does not say that. */
export function sentenceOf(record: DaemonSetRecord, need: Need): string {
  const { derived, budget, concern } = record;
  if (derived === null) return asItsStatusSays(record);
  const available = `${number(derived.numberAvailable)} of ${number(derived.desiredNumberScheduled)} available`;
  const notice = concern?.kind === "surgeImpossible" ? `; ${concernText(concern.detail)}` : "";
  if (need === "partly") return `${waitingFor(record)}${notice}`;
  if (need === "fine") return `${derived.desiredNumberScheduled === 0 ? "no node wants it" : available}${notice}`;
  const failing = record.causes.filter(({ state }) => state === "failing").reduce((sum, { count }) => sum + count, 0);
  const updated = `${number(derived.updatedNumberScheduled)} of ${number(derived.desiredNumberScheduled)} updated`;
  // Where nothing fails, the numbers do not tell what holds it.
  if (need === "stuck" && failing === 0 && concern !== null) return `${updated}, ${concernText(concern.detail)}`;
  if (concern !== null && isTold(concern.kind))
    return concern.stuck ? `${updated}, ${concernText(concern.detail)}` : concernText(concern.detail);
  const isAboutNodes = need === "unavailable" || need === "nodesUnready" || (need === "failing" && !record.underWay);
  if (concern !== null && isAboutNodes) return `${concernText(concern.detail)}${namesIn(concern.nodes)}`;
  // Without an old pod the budget holds nothing back.
  if (need === "rolling" && !record.revisions.some(({ current, nodes }) => !current && (nodes ?? 0) > 0)) return `${updated}, ${available}`;
  if (need === "stuck" || need === "failing" || need === "rolling") {
    const parts = [updated];
    if (failing > 0) parts.push(`${number(failing)} failing`);
    if (budget.kind !== "none") parts.push(`budget ${number(budget.used)} of ${number(budget.allowed)} used`);
    return parts.join(", ");
  }
  return concern === null ? updated : concernText(concern.detail);
}
