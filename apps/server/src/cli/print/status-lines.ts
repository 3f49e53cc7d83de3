import type { BudgetHolder } from "@daemonscope/daemonset/budget/budget-holders";
import { budgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import { needsPerson } from "@daemonscope/daemonset/causes/cause-row";
import { CAUSES, isRefusedCreation } from "@daemonscope/daemonset/causes/causes";
import { causeOfConcern } from "@daemonscope/daemonset/causes/concern-cause";
import { reversalOf } from "@daemonscope/daemonset/managed/owner-revision";
import { actsAlone } from "@daemonscope/daemonset/records/ownership";
import type { DaemonSetRecord, Disagreement } from "@daemonscope/daemonset/records/records";
import type { Concern } from "@daemonscope/daemonset/records/rollout";
import { ageText } from "@daemonscope/kube/values/human-duration";
import { creationTimeText } from "@daemonscope/words/answers/in-common-answer";
import { english } from "@daemonscope/words/english";
import { verdictWordText } from "@daemonscope/words/english/verdict-word-text";
import { causeDetailText, causeMessage, concernEnds, concernHelp } from "@daemonscope/words/facts/cause-help";
import { causeOrPortText, shortImage, shownText } from "@daemonscope/words/facts/cause-text";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { inCommonText } from "@daemonscope/words/facts/in-common-text";
import { lagText } from "@daemonscope/words/facts/lag-text";
import { managedText, pausedTexts } from "@daemonscope/words/facts/managed-text";
import { ownershipText, reversalText, strategyReversalText } from "@daemonscope/words/facts/ownership-text";
import { awaitedText, unavailableText } from "@daemonscope/words/facts/unavailable-text";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { TerminalColors } from "./terminal-colors.ts";
import { textTable } from "./text-table.ts";

const HOLDERS_SHOWN = 20;

/** Returns the subject of the cause of a concern if its text does not name it: ` (container agent)`. */
function subjectText(concern: Concern, text: string): string {
  const { subject, container, kind } = causeOfConcern(concern)?.cause ?? {};
  const name = subject === undefined ? undefined : shownText(kind?.startsWith("image") === true ? shortImage(subject) : subject);
  const parts = [...(name === undefined ? [] : [name]), ...(container === undefined ? [] : [`container ${container}`])];
  const missing = parts.filter((part) => part !== "" && !text.includes(part));
  return missing.length === 0 ? "" : ` (${missing.join(", ")})`;
}

/** Returns the concern of a DaemonSet after its word: cause, subject and nodes; undefined if it has none. With `nowMs`
 *  the word has its age: `STUCK 14m: …`. */
export function concernLine(record: DaemonSetRecord, nowMs?: number): string | undefined {
  const { concern, hostPorts } = record;
  if (concern === null) return undefined;
  const text = concernText(english, concern.detail, hostPorts);
  const nodes = concern.nodes.length === 0 ? "" : `: ${concern.nodes.slice(0, 5).join(", ")}${concern.nodes.length > 5 ? "…" : ""}`;
  return escapeControl(`${verdictWordText(record, nowMs)}: ${text}${subjectText(concern, text)}${nodes}`);
}

/** Returns what is known about the cause of a concern: the API's words, who ends it, and what helps. */
export function causeLines(record: DaemonSetRecord, nowMs: number): readonly string[] {
  const found = causeOfConcern(record.concern);
  if (found === undefined) return [];
  const { cause, detail = {} } = found;
  const { budget } = record;
  const { endsBy, normalFor } = CAUSES[cause.kind];
  // The line of the concern names the container.
  const { container: _, ...unnamed } = cause;
  const parts = [
    causeDetailText(english, unnamed, detail, nowMs),
    ...(detail.lastAtMs === undefined ? [] : [`last ${ageText(nowMs - detail.lastAtMs)} ago`]),
  ].filter((part) => part !== "");
  const known = parts.join(", ");
  const message = causeMessage(cause, detail) ?? "";
  const why = message === "" || known === "" ? `${message}${known}` : `${message} (${known})`;
  return [
    ...(why === "" ? [] : [`why: ${why}`]),
    ...(isRefusedCreation(cause) && record.underWay && budget.used < budget.allowed
      ? [
          `other nodes wait too: ${budget.allowed - budget.used} of ${budget.allowed} slots are free, and the controller stops at this error`,
        ]
      : []),
    ...(needsPerson(endsBy) && (normalFor !== "slow" || record.concern?.stuck === true)
      ? [`who can end it: ${concernEnds(english, record, cause)}`]
      : []),
    `helps: ${concernHelp(english, record) ?? ""}`,
  ].map((line) => `  ${escapeControl(line)}`);
}

/** Returns the holders of budget slots, one line each; empty if there are none. */
export function holderLines(holders: readonly BudgetHolder[], hostPorts: readonly number[]): readonly string[] {
  if (holders.length === 0) return [];
  const rows = holders
    .slice(0, HOLDERS_SHOWN)
    .map(({ node, pod, cause }) => [node, pod ?? "<none>", causeOrPortText(english, cause, hostPorts)]);
  const more = holders.length - rows.length;
  return [...textTable(["NODE", "POD", "REASON"], rows), ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `  ${line}`);
}

/**
 * Returns the used slots of the budget. If no rollout uses it, returns the nodes without an available pod instead
 * (rule B8).
 */
function budgetLine(record: DaemonSetRecord): readonly string[] {
  const { kind, spec, used } = record.budget;
  if (kind === "none") return [];
  if (kind === "unknown") return ["budget: unknown"];
  const limit = `(${kind} ${escapeControl(spec)})`;
  const slots = budgetInUse(record);
  if (slots !== undefined) return [`budget: ${slots.used} of ${slots.allowed} used ${limit}`];
  return [`budget: not in use ${limit}${used === 0 ? "" : `; ${english("model.concern.nodesWithout", { count: used })}`}`];
}

const distinct = <T>(items: readonly T[]): readonly T[] => [...new Set(items)];

/** Returns the differences between reported and derived counts, one line for each cause. */
function disagreementLines(disagreements: readonly Disagreement[]): readonly string[] {
  const described = disagreements.map(({ field, reported, derived, cause }) => ({
    field,
    numbers: `reported as ${reported} and derived as ${derived}`,
    cause: lagText(english, cause),
  }));
  return distinct(described.map(({ cause }) => cause)).map((cause) => {
    const sameCause = described.filter((each) => each.cause === cause);
    const clauses = distinct(sameCause.map(({ numbers }) => numbers)).map((numbers) => {
      const fields = sameCause.filter((each) => each.numbers === numbers).map(({ field }) => field);
      return `${fields.join(", ")} ${fields.length === 1 ? "is" : "are"} ${numbers}`;
    });
    return `${clauses.join("; ")}: ${cause}`;
  });
}

/** Names the owner if it reverted an edit. Otherwise only if something is wrong or changes, because an edit may then be
 *  the next step. */
function ownerLines(record: DaemonSetRecord): readonly string[] {
  const { ownership, concern, underWay, strategyReverted } = record;
  const reversal = reversalOf(record);
  const reversals = [
    ...(reversal === undefined ? [] : [reversalText(english, reversal)]),
    ...(strategyReverted === undefined ? [] : [strategyReversalText(english, strategyReverted)]),
  ];
  if (reversals.length > 0) return reversals.map(escapeControl);
  if (ownership === undefined || !actsAlone(ownership) || (concern === null && !underWay)) return [];
  return [escapeControl(english("laterModel.owner.by", { owner: ownershipText(english, ownership) }))];
}

/**
 * Returns the lines below the row of one DaemonSet: the concern with its cause, what the failing nodes have in common,
 * the work of another controller, the owner, the message of kubectl, the budget and its holders, differences between
 * reported and derived counts, and a revision that has never been Ready.
 */
export function statusLines(
  record: DaemonSetRecord,
  holders: readonly BudgetHolder[],
  nowMs: number,
  colors: TerminalColors,
): readonly string[] {
  const { rollout, disagreements, managedBy } = record;
  const concern = concernLine(record, nowMs);
  const inCommon = inCommonText(english, record, creationTimeText);
  return [
    ...(concern === undefined ? [] : [record.concern?.stuck === true ? colors.bad(concern) : concern]),
    ...causeLines(record, nowMs),
    ...(inCommon === undefined ? [] : [escapeControl(inCommon)]),
    ...(managedBy === undefined ? [] : [managedText(english, managedBy, record)]),
    ...pausedTexts(english, record),
    ...[awaitedText(english, record), unavailableText(english, record.unavailable)].filter((line) => line !== undefined),
    ...ownerLines(record),
    // During a deletion no rollout is observed any more, so that kubectl's sentence would mislead.
    ...(record.deleting ? [] : [escapeControl(rollout.message), ...budgetLine(record)]),
    ...holderLines(holders, record.hostPorts),
    ...disagreementLines(disagreements),
    ...(record.neverReady === undefined ? [] : [english("model.concern.neverReady", record.neverReady)]),
  ];
}
