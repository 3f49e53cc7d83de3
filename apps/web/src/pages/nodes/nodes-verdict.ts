import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { hasSynced } from "@daemonscope/kube/source-status";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { type CellStyle, cellStyleOf, plainCellStyle } from "../../data/cell/cell-style.ts";
import { cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import { isSourceLoading } from "../../data/freshness/is-source-loading.ts";
import { worstMissingAgent } from "../../data/nodes/node-totals.ts";
import type { NodeStates } from "../../data/nodes/select-node-states.ts";
import type { Translate } from "../../words/i18n/translator.ts";

export interface NodesVerdict {
  readonly look: CellStyle;
  readonly word: string;
  readonly sentence: string;
  readonly isBad: boolean;
}

/** Maximum number of DaemonSets that the sentence names. */
const NAMED = 3;

/** Returns `a/b on 3 nodes, c/d on 1 node`: the agents that most nodes lack. */
function mostLacked(t: Translate, { columns, totals }: NodeStates): string {
  const lacked = columns.names
    .map((key, column) => ({ key: key ?? "", count: totals.lackedByColumn[column] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  const named = lacked.slice(0, NAMED).map(({ key, count }) => t("nodes.verdict.on", { key, count }));
  const more = lacked.length - named.length;
  return [...named, ...(more > 0 ? [t("nodes.verdict.more", { count: more })] : [])].join(t("nodes.comma"));
}

/** Returns the DaemonSet that most nodes stopped wanting within the hour (R19). */
function mostLost(
  records: readonly Pick<DaemonSetRecord, "name" | "concern">[],
): { readonly name: string; readonly count: number } | undefined {
  return records
    .flatMap(({ name, concern }) => (concern?.detail.kind === "dropped" ? [{ name, count: concern.detail.count }] : []))
    .reduce<{ readonly name: string; readonly count: number } | undefined>(
      (most, each) => (most === undefined || each.count > most.count ? each : most),
      undefined,
    );
}

/** Returns `24 nodes stopped wanting log-shipper`: these nodes lack nothing, but wanted the agent recently. */
function stoppedWords(t: Translate, records: readonly Pick<DaemonSetRecord, "name" | "concern">[]): string {
  return records
    .flatMap(({ name, concern }) => (concern?.detail.kind === "dropped" ? [{ name, count: concern.detail.count }] : []))
    .sort((a, b) => b.count - a.count)
    .slice(0, NAMED)
    .map(({ name, count }) => t("nodes.verdict.stopped", { name, count }))
    .join(t("nodes.comma"));
}

/** Returns the verdict on all nodes: how many lack an agent, and which agents. Unread data is reported as unknown (rule
 *  C13). */
export function nodesVerdict(
  t: Translate,
  states: NodeStates,
  sources: ClusterState["sources"],
  records: readonly Pick<DaemonSetRecord, "name" | "concern">[] = [],
): NodesVerdict {
  const { nodes, wanted, lacking, unread } = states.totals;
  const quiet = { isBad: false };
  const unknown = (sentence: string): NodesVerdict => ({
    ...quiet,
    look: plainCellStyle("unknown"),
    word: t("nodes.verdict.unknown"),
    sentence,
  });
  if (!hasSynced(sources.nodes))
    return unknown(t(isSourceLoading(["nodes"], sources) ? "nodes.verdict.nodesUnreadYet" : "nodes.verdict.nodesUnread"));
  if (nodes === 0)
    return { ...quiet, look: plainCellStyle("excluded"), word: t("nodes.verdict.none"), sentence: t("nodes.verdict.noneMeans") };
  if (unread > 0) return unknown(t(isSourceLoading(["pods"], sources) ? "nodes.verdict.podsUnreadYet" : "nodes.verdict.podsUnread"));
  if (wanted === 0)
    return {
      ...quiet,
      look: plainCellStyle("excluded"),
      word: t("nodes.verdict.unwanted", { count: nodes }),
      sentence: t("nodes.verdict.unwantedMeans"),
    };
  const worst = worstMissingAgent(states.totals);
  const lost = mostLost(records);
  // These nodes lack nothing, because no DaemonSet wants them any longer. Nothing else on the page reports this as
  // prominently.
  if (worst === undefined && lost !== undefined)
    return {
      look: plainCellStyle("excluded"),
      word: t("nodes.verdict.lost", { lost: lost.count, count: nodes, name: lost.name }),
      sentence: [
        t("nodes.verdict.lostMeans"),
        stoppedWords(
          t,
          records.filter(({ name }) => name !== lost.name),
        ),
      ]
        .filter((text) => text !== "")
        .join(t("model.semicolon")),
      isBad: true,
    };
  if (worst === undefined)
    return {
      ...quiet,
      look: plainCellStyle("available"),
      word: t("nodes.verdict.all", { count: nodes }),
      sentence: stoppedWords(t, records),
    };
  return {
    look: { ...cellStyleOf(worst, undefined), nodeUnready: false },
    word: t("nodes.verdict.lack", { lacking, count: nodes }),
    sentence: mostLacked(t, states),
    isBad: cellVariantOfByte(worst) === "failing",
  };
}

/** Returns the NotReady nodes, counted separately from those that lack something; undefined if there is none. */
export function notReadyWords(t: Translate, { totals: { silent, silentLacking } }: NodeStates): string | undefined {
  if (silent === 0) return undefined;
  const all = t("nodes.verdict.notReady", { count: silent });
  return silentLacking === 0 ? all : t("nodes.verdict.notReadyLacking", { all, count: silentLacking });
}
