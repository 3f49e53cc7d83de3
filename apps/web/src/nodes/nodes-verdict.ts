import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { wasRead } from "@daemonscope/shared/source-status";
import { type CellLook, lookOf, plainLook } from "../cell/look.ts";
import { isAwaited } from "../cluster/is-awaited.ts";
import type { Translate } from "../i18n/translator.ts";
import { isLacking, type NodeStates, rankOf } from "./select-node-states.ts";

export interface NodesVerdict {
  readonly look: CellLook;
  readonly word: string;
  readonly sentence: string;
  readonly isBad: boolean;
}

/** DaemonSets that the sentence names. */
const NAMED = 3;

/** `a/b on 3 nodes, c/d on 1 node`: what is lacked most. */
function mostLacked(t: Translate, { columns, cells, rows }: NodeStates): string {
  const counts = columns.map((key, column) => {
    let count = 0;
    for (let row = 0; row < rows.length; row++) if (isLacking(cells[row * columns.length + column] ?? 0)) count++;
    return { key, count };
  });
  const lacked = counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  const named = lacked.slice(0, NAMED).map(({ key, count }) => t("nodes.verdict.on", { key, count }));
  const more = lacked.length - named.length;
  return [...named, ...(more > 0 ? [t("nodes.verdict.more", { count: more })] : [])].join(t("nodes.comma"));
}

/** How all nodes are: how many lack an agent, and of what. What was not read is said to be unknown (rule C13). */
export function nodesVerdict(t: Translate, states: NodeStates, sources: ClusterState["sources"]): NodesVerdict {
  const { nodes, lacks, wants } = states;
  const quiet = { isBad: false };
  const unknown = (sentence: string): NodesVerdict => ({
    ...quiet,
    look: plainLook("unknown"),
    word: t("nodes.verdict.unknown"),
    sentence,
  });
  if (!wasRead(sources.nodes))
    return unknown(t(isAwaited(["nodes"], sources) ? "nodes.verdict.nodesUnreadYet" : "nodes.verdict.nodesUnread"));
  if (nodes.length === 0)
    return { ...quiet, look: plainLook("excluded"), word: t("nodes.verdict.none"), sentence: t("nodes.verdict.noneMeans") };
  if (states.unknown.some((count) => count > 0))
    return unknown(t(isAwaited(["pods"], sources) ? "nodes.verdict.podsUnreadYet" : "nodes.verdict.podsUnread"));
  if (!wants.some((count) => count > 0))
    return {
      ...quiet,
      look: plainLook("excluded"),
      word: t("nodes.verdict.unwanted", { count: nodes.length }),
      sentence: t("nodes.verdict.unwantedMeans"),
    };
  const lacking = nodes.filter(({ row }) => (lacks[row] ?? 0) > 0);
  const worst = lacking.reduce((found, node) => (rankOf(node.byte) < rankOf(found) ? node.byte : found), 0);
  if (lacking.length === 0)
    return { ...quiet, look: plainLook("available"), word: t("nodes.verdict.all", { count: nodes.length }), sentence: "" };
  const isFailing = rankOf(worst) === 0;
  return {
    look: { ...lookOf(worst, undefined), nodeUnready: false },
    word: t("nodes.verdict.lack", { lacking: lacking.length, count: nodes.length }),
    sentence: mostLacked(t, states),
    isBad: isFailing,
  };
}

/** NotReady nodes, counted apart from those that lack something; undefined when there is none. */
export function notReadyWords(t: Translate, { nodes, lacks }: NodeStates): string | undefined {
  const silent = nodes.filter(({ record }) => record.ready !== "True");
  if (silent.length === 0) return undefined;
  const lacking = silent.filter(({ row }) => (lacks[row] ?? 0) > 0).length;
  const all = t("nodes.verdict.notReady", { count: silent.length });
  return lacking === 0 ? all : t("nodes.verdict.notReadyLacking", { all, count: lacking });
}
