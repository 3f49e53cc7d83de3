import { cellOf } from "@daemonscope/daemonset/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { figureOf, figureWord } from "../cell/figure.ts";
import { taintText } from "../grid/cell-words.ts";
import type { GridNode, NodeGroup } from "../grid/select-groups.ts";
import type { Translate } from "../i18n/translator.ts";
import { type LackedAgent, lackedAgents, type NodeStates, worstAgent } from "./select-node-states.ts";

/** Agents that a sentence names; the rest is counted. */
const NAMED = 3;

/** `NotReady 4m`, in the API's words; undefined for a Ready node. */
export function notReadyText({ ready, readySinceMs }: NodeRecord, nowMs: number): string | undefined {
  if (ready === "True") return undefined;
  const word = ready === "False" ? "NotReady" : "NotReady (Unknown)";
  return readySinceMs === undefined ? word : `${word} ${humanDuration(Math.max(0, nowMs - readySinceMs))}`;
}

/** `logging/fluent-bit failing`. */
export function agentWords({ key, byte }: LackedAgent, t: Translate): string {
  const cell = cellOf(byte);
  const figure = figureOf({ state: cell.state, old: cell.oldRevision, terminating: cell.terminating });
  return t("nodes.agent", { key, word: figureWord(figure, t) });
}

/** How many of its agents a node lacks, in a few words. */
export function lackText({ wants, lacks, unknown }: NodeStates, row: number, t: Translate): string {
  const all = wants[row] ?? 0;
  const lacking = lacks[row] ?? 0;
  if (all === 0) return t("nodes.wantsNone");
  if ((unknown[row] ?? 0) > 0) return t("nodes.unread", { count: all });
  return lacking === 0 ? t("nodes.lacksNone", { count: all }) : t("nodes.lacksOf", { lacking, count: all });
}

/** A node for those who do not see it: `node-17, group gpu, NotReady 4m, lacks 2 of 7 agents: logging/fluent-bit failing, …`. */
export function nodeSentence(states: NodeStates, { record, row }: GridNode, group: string, nowMs: number, t: Translate): string {
  const lacked = lackedAgents(states, row);
  const worst = worstAgent(states, row);
  const names = lacked.slice(0, NAMED).map((agent) => agentWords(agent, t));
  const more = lacked.length - names.length;
  const lack = lackText(states, row, t);
  const list = [...names, ...(more > 0 ? [t("nodes.moreAgents", { count: more })] : [])].join(t("nodes.comma"));
  return [
    record.name,
    group === "" ? undefined : t("grid.sentence.group", { name: group }),
    notReadyText(record, nowMs),
    record.unschedulable ? t("grid.cordoned") : undefined,
    ...record.taints
      .filter((taint) => !taint.key.startsWith("node.kubernetes.io/"))
      .map((taint) => t("grid.sentence.tainted", { taint: taintText(taint) })),
    lacked.length === 0 ? lack : t("nodes.list", { lack, list }),
    lacked.length === 0 && worst !== undefined ? agentWords(worst, t) : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(t("nodes.comma"));
}

/** What a heading says about its group, as long as its width (CSS pixels) allows. */
export function groupLackText({ lacks, unknown }: NodeStates, group: NodeGroup, width: number, t: Translate): string {
  const all = group.nodes.length;
  const lacking = group.nodes.filter(({ row }) => (lacks[row] ?? 0) > 0).length;
  if (lacking === 0 || group.nodes.some(({ row }) => (unknown[row] ?? 0) > 0)) return all.toLocaleString("en-US");
  if (width <= 178) return `${lacking.toLocaleString("en-US")}/${all.toLocaleString("en-US")}`;
  return t("nodes.groupLacks", { lacking, count: all });
}
