import { isEnding, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { unreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { compareVerdicts } from "@daemonscope/daemonset/rollout/verdict-word";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { hasSynced } from "@daemonscope/kube/source-status";
import { ageText } from "@daemonscope/kube/values/human-duration";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { type CellStyle, plainCellStyle } from "../../data/cell/cell-style.ts";
import { cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import { isSourceLoading } from "../../data/freshness/is-source-loading.ts";
import { type DownAgents, downAgents } from "../../data/nodes/down-agents.ts";
import type { NodeStates } from "../../data/nodes/select-node-states.ts";
import { agentsOn } from "../../panels/verdict/verdict-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";

interface NodesVerdict {
  readonly look: CellStyle;
  readonly word: string;
  readonly sentence: string;
  /** Which agents are down, or no longer wanted. Empty if there is nothing to add. */
  readonly sub: string;
  readonly isBad: boolean;
  /** The sentence reports the NotReady nodes. */
  readonly isUnready?: true;
}

/** Maximum number of DaemonSets that the sentence names. */
const NAMED = 3;

/** Returns `a/b on 3 nodes, c/d on 1 node`: the agents that are down on most nodes. */
function mostDown(t: Translate, { sets }: DownAgents): string {
  const named = sets.slice(0, NAMED).map(({ key, count }) => t("nodes.verdict.on", { key: nameOfKey(key), count }));
  const more = sets.length - named.length;
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

/** A pod on a NotReady node belongs there again once the node is Ready, and has another variant. */
const isMisscheduled = (byte: number): boolean => cellVariantOfByte(byte) === "misscheduled";

/** Returns the Ready nodes with a misscheduled pod, and their number by DaemonSet. O(nodes × DaemonSets). */
function misscheduledOn({ columns, cells, records: nodes }: NodeStates, records: readonly Pick<DaemonSetRecord, "key" | "name">[]) {
  const names = new Set<string>();
  const sets = records.flatMap(({ key, name }) => {
    const bytes = cells[rowIdOf(columns, key) ?? -1]?.now;
    const own = nodes.flatMap((node, row) => (node !== undefined && isMisscheduled(bytes?.[row] ?? 0) ? [node.name] : []));
    for (const node of own) names.add(node);
    return own.length === 0 ? [] : [{ name, count: own.length }];
  });
  const [node = ""] = names;
  return { nodes: names.size, node, sets: sets.sort((a, b) => b.count - a.count) };
}

/** Names a single DaemonSet and a single node in the sentence. Several DaemonSets follow it. */
function misscheduledWords(t: Translate, { nodes: misscheduled, node, sets }: ReturnType<typeof misscheduledOn>, nodes: number) {
  const [set, ...others] = sets;
  if (set !== undefined && others.length === 0) {
    const { name } = set;
    const sentence =
      misscheduled === 1
        ? t("nodes.verdict.misscheduledOnNode", { name, node })
        : t("nodes.verdict.misscheduledOfOne", { name, misscheduled, nodes });
    return { sentence, sub: "" };
  }
  const named = sets.slice(0, NAMED).map((each) => t("nodes.verdict.misscheduledSet", each));
  return { sentence: t("nodes.verdict.misscheduled", { misscheduled, count: nodes }), sub: named.join(t("nodes.comma")) };
}

/** Returns the lifecycle of all nodes on their way out; `ending` if they differ. O(nodes). */
function endingKind({ records }: NodeStates): "leaving" | "shuttingDown" | "ending" {
  const kinds = new Set(records.flatMap((node) => (node && isEnding(nodeLifecycle(node)) ? [nodeLifecycle(node).kind] : [])));
  if (kinds.size !== 1) return "ending";
  return kinds.has("shuttingDown") ? "shuttingDown" : "leaving";
}

/** Returns the verdict on NotReady nodes whose agents are all Ready. `count`: their number if no cause names them. */
function unreadyVerdict(t: Translate, count: number, records: readonly DaemonSetRecord[], nowMs: number): NodesVerdict {
  const word = t("verdict.word.degraded");
  const unready = unreadyNodes(records);
  return {
    look: plainCellStyle("available", { nodeUnready: true }),
    word: unready?.sinceMs === undefined ? word : t("verdict.lasted", { word, age: ageText(nowMs - unready.sinceMs) }),
    sentence: unready === undefined ? t("nodes.verdict.notReady", { count }) : agentsOn(t, unready),
    sub: t("nodes.verdict.stillReady"),
    isBad: false,
    isUnready: true,
  };
}

/** Returns the verdict on nodes with an agent that is down. If it is always the same agent, the sentence names it, and
 *  the word has its age. */
function downVerdict(t: Translate, down: DownAgents, count: number, records: readonly DaemonSetRecord[], nowMs: number): NodesVerdict {
  const [set, ...others] = down.sets;
  const only = others.length === 0 && set?.count === down.nodes ? records.find(({ key }) => key === set.key) : undefined;
  const word = t(`verdict.word.${down.isFailing ? "failing" : "degraded"}`);
  const sinceMs = only?.concern?.sinceMs;
  return {
    look: down.isFailing ? plainCellStyle("failing") : plainCellStyle("available", { nodeUnready: true }),
    word: sinceMs === undefined ? word : t("verdict.lasted", { word, age: ageText(nowMs - sinceMs) }),
    ...(only === undefined
      ? { sentence: t("nodes.verdict.down", { down: down.nodes, count }), sub: mostDown(t, down) }
      : { sentence: t("nodes.verdict.downOne", { name: only.name, down: down.nodes, count }), sub: "" }),
    isBad: down.isFailing,
  };
}

/** Returns the verdict on all nodes: how many have an agent that is down, and which agents. Pods on their way do not
 *  count. Unread data is reported as unknown (rule C13). */
export function nodesVerdict(
  t: Translate,
  states: NodeStates,
  sources: ClusterState["sources"],
  records: readonly DaemonSetRecord[],
  nowMs: number,
): NodesVerdict {
  const { nodes, wanted, unread } = states.totals;
  const quiet = { isBad: false, sub: "" };
  const unknown = (sentence: string): NodesVerdict => ({
    ...quiet,
    look: plainCellStyle("unknown"),
    word: t("nodes.verdict.unknown"),
    sentence,
  });
  if (!hasSynced(sources.nodes))
    return unknown(t(isSourceLoading(["nodes"], sources) ? "nodes.verdict.nodesUnreadYet" : "nodes.verdict.nodesUnread"));
  const excluded = { ...quiet, look: plainCellStyle("excluded") };
  if (nodes === 0) return { ...excluded, word: t("nodes.verdict.none"), sentence: t("nodes.verdict.noneMeans") };
  if (unread > 0) return unknown(t(isSourceLoading(["pods"], sources) ? "nodes.verdict.podsUnreadYet" : "nodes.verdict.podsUnread"));
  if (wanted === 0) return { ...excluded, word: t("nodes.verdict.unwanted", { count: nodes }), sentence: t("nodes.verdict.unwantedMeans") };
  const down = downAgents(states, records, nowMs);
  if (down.nodes > 0) return downVerdict(t, down, nodes, records, nowMs);
  if (down.unready > 0) return unreadyVerdict(t, down.unready, records, nowMs);
  const lost = mostLost(records);
  // These nodes lack nothing, because no DaemonSet wants them any longer. Nothing else on the page reports this as
  // prominently.
  if (lost !== undefined) {
    const others = stoppedWords(
      t,
      records.filter(({ name }) => name !== lost.name),
    );
    return {
      ...excluded,
      word: t("verdict.word.shrunk"),
      sentence: t("nodes.verdict.lost", { lost: lost.count, count: nodes, name: lost.name }),
      sub: [t("nodes.verdict.lostMeans"), others].filter((text) => text !== "").join(t("model.semicolon")),
    };
  }
  const misscheduled = misscheduledOn(states, records);
  if (misscheduled.nodes > 0)
    return {
      ...quiet,
      look: plainCellStyle("misscheduled"),
      word: t("verdict.word.misscheduled"),
      ...misscheduledWords(t, misscheduled, nodes),
    };
  return {
    ...quiet,
    look: plainCellStyle("available"),
    word: t("verdict.word.healthy"),
    ...(down.ending === 0
      ? { sentence: t("nodes.verdict.all", { count: nodes }) }
      : {
          sentence: t(`nodes.verdict.${endingKind(states)}`, { count: down.ending, nodes }),
          sub: down.ending === nodes ? "" : t("nodes.verdict.others"),
        }),
  };
}

/** Returns `fluent-bit: 11 of 48 updated` for the DaemonSets with a rollout; empty if there is none. */
export function rolloutWords(t: Translate, records: readonly DaemonSetRecord[]): string {
  return records
    .filter(({ underWay, unread }) => underWay && unread.length === 0)
    .sort(compareVerdicts)
    .slice(0, NAMED)
    .map(({ name, reported: { updatedNumberScheduled: updated, desiredNumberScheduled: desired } }) =>
      t("nodes.verdict.updated", { name, updated, desired }),
    )
    .join(t("nodes.comma"));
}

/** Returns the NotReady nodes; undefined if there is none, or if the sentence reports them. Nodes on their way out are
 *  counted as such. O(nodes). */
export function notReadyWords(t: Translate, { records, totals }: NodeStates, { isUnready }: NodesVerdict): string | undefined {
  if (totals.silent === 0 || isUnready) return undefined;
  const count = totals.silent - records.filter((node) => node && node.ready !== "True" && isEnding(nodeLifecycle(node))).length;
  return count === 0 ? undefined : t("nodes.verdict.notReady", { count });
}
