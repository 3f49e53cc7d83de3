import { isEnding, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { DaemonSetKey, NodeRecord } from "@daemonscope/daemonset/records/records";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { isConditionTaint } from "@daemonscope/kube/well-known";
import { cellVariantLabel, cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import { type MissingAgent, missingAgents, type NodeStates, worstAgent } from "../../data/nodes/select-node-states.ts";
import type { GridNode } from "../../data/rows/node-cells.ts";
import { ageSince } from "../../words/format/age-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";

/** Maximum number of agents that a sentence names; the rest is counted. */
const NAMED = 3;

/** Returns `NotReady 4m`, in kubectl's words; undefined for a Ready node. */
export function notReadyText({ ready, readySinceMs }: NodeRecord, nowMs: number, t: Translate): string | undefined {
  if (ready === "True") return undefined;
  const word = ready === "False" ? "NotReady" : "NotReady (Unknown)";
  return readySinceMs === undefined ? word : `${word} ${ageSince(t, readySinceMs, nowMs)}`;
}

/** Returns `shutting down`; undefined for a node that is not on its way out. */
function endingText(record: NodeRecord, t: Translate): string | undefined {
  const lifecycle = nodeLifecycle(record);
  if (!isEnding(lifecycle)) return undefined;
  return t(lifecycle.kind === "shuttingDown" ? "nodes.shuttingDown" : "nodes.leaving");
}

/** Returns `logging/fluent-bit failing`. */
export function agentWords({ key, byte }: MissingAgent, t: Translate): string {
  return t("nodes.agent", { key, word: cellVariantLabel(cellVariantOfByte(byte), t) });
}

/** Returns the worst agent of a node that does not get better by itself. Pods of DaemonSets that are not in `troubled`
 *  are on their way. */
const worstTroubled = (states: NodeStates, row: number, troubled: ReadonlySet<DaemonSetKey>): MissingAgent | undefined =>
  // A pod that is on its way does not hide a misscheduled one. An old pod waits, but is available.
  worstAgent(states, row, ({ key, byte }) => {
    const variant = cellVariantOfByte(byte);
    return variant === "misscheduled" || (variant !== "old" && troubled.has(key));
  });

/** Reports whether `nodePhrase` has a fact about a node. */
export function needsHelp(states: NodeStates, row: number, troubled: ReadonlySet<DaemonSetKey>): boolean {
  const record = states.records[row];
  if (record === undefined) return false;
  return (
    record.ready !== "True" || record.unschedulable || isEnding(nodeLifecycle(record)) || worstTroubled(states, row, troubled) !== undefined
  );
}

/** The most important fact about a node. */
export interface NodePhrase {
  readonly text: string;
  readonly isBad: boolean;
  /** Name and state of the agent that `text` is about. */
  readonly agent?: { readonly name: string; readonly word: string };
}

/** Returns the most important fact about a node; undefined if the node lacks nothing and has no mark. */
export function nodePhrase(
  states: NodeStates,
  row: number,
  troubled: ReadonlySet<DaemonSetKey>,
  nowMs: number,
  t: Translate,
): NodePhrase | undefined {
  const record = states.records[row];
  if (record === undefined) return undefined;
  const silent = endingText(record, t) ?? notReadyText(record, nowMs, t);
  if (silent !== undefined) return { text: silent, isBad: false };
  const worst = worstTroubled(states, row, troubled);
  if (worst !== undefined) {
    const variant = cellVariantOfByte(worst.byte);
    const agent = { name: nameOfKey(worst.key), word: cellVariantLabel(variant, t) };
    return { text: t("nodes.agent", { key: agent.name, word: agent.word }), isBad: variant === "failing", agent };
  }
  return record.unschedulable ? { text: t("grid.cordoned"), isBad: false } : undefined;
}

/** Returns the state of a node for its row: the phrase of a node that needs help, or the agent that it still lacks. */
export function nodeState(
  states: NodeStates,
  row: number,
  troubled: ReadonlySet<DaemonSetKey>,
  nowMs: number,
  t: Translate,
): Omit<NodePhrase, "agent"> {
  const phrase = nodePhrase(states, row, troubled, nowMs, t);
  if (phrase !== undefined) return phrase;
  const [lacked] = missingAgents(states, row);
  if (lacked === undefined) return { text: "Ready", isBad: false };
  return {
    text: t("nodes.agent", { key: nameOfKey(lacked.key), word: cellVariantLabel(cellVariantOfByte(lacked.byte), t) }),
    isBad: false,
  };
}

/** Returns in a few words how many of its agents a node lacks. */
export function lackText({ wants, lacks, unknown }: NodeStates, row: number, t: Translate): string {
  const all = wants[row] ?? 0;
  const lacking = lacks[row] ?? 0;
  if (all === 0) return t("nodes.wantsNone");
  if ((unknown[row] ?? 0) > 0) return t("nodes.unread", { count: all });
  return lacking === 0 ? t("nodes.lacksNone", { count: all }) : t("nodes.lacksOf", { lacking, count: all });
}

/** Returns the accessible description of a node: `node-17, group gpu, NotReady 4m, lacks 2 of 7 agents:
 *  logging/fluent-bit failing, …`. */
export function nodeSentence(states: NodeStates, { record, row }: GridNode, group: string, nowMs: number, t: Translate): string {
  const lacked = missingAgents(states, row);
  const worst = worstAgent(states, row);
  const names = lacked.slice(0, NAMED).map((agent) => agentWords(agent, t));
  const more = lacked.length - names.length;
  const lack = lackText(states, row, t);
  const list = [...names, ...(more > 0 ? [t("nodes.moreAgents", { count: more })] : [])].join(t("nodes.comma"));
  return [
    record.name,
    group === "" ? undefined : group,
    endingText(record, t),
    notReadyText(record, nowMs, t),
    record.unschedulable ? t("grid.cordoned") : undefined,
    ...record.taints.filter((taint) => !isConditionTaint(taint)).map((taint) => t("grid.sentence.tainted", { taint: taintText(taint) })),
    lacked.length === 0 ? lack : t("nodes.list", { lack, list }),
    lacked.length === 0 && worst !== undefined ? agentWords(worst, t) : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(t("nodes.comma"));
}
