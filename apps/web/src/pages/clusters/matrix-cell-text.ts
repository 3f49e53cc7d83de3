import { roundUpMs } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { VERDICT_WORDS } from "@daemonscope/daemonset/rollout/verdict-word";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { AgentSummary, ClusterSummary } from "@daemonscope/shared/http/clusters";
import { causeOnNodes } from "@daemonscope/words/facts/cause-on-nodes";
import { keyAt, type MatrixRow } from "../../data/clusters/matrix.ts";
import type { MatrixCell } from "../../data/clusters/matrix-cell.ts";
import { withAge } from "../../panels/verdict/select-verdict.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { confirmedAtMs } from "./summary-time.ts";

type AgentCell = Extract<MatrixCell, { kind: "there" }>;

/** The colour of words. */
export type Tone = "bad" | "plain" | "quiet";

export const toneOf = ({ agent: { word }, rank }: AgentCell): Tone =>
  word === "stuck" || word === "failing" ? "bad" : rank > 0 ? "plain" : "quiet";

/** Returns the duration since a time, until the cluster's last proof. `sinceAnswerMs`: see `AnswerAge`. */
export function ageMsOf(sinceMs: number, cluster: ClusterSummary, sinceAnswerMs: number): number | undefined {
  const atMs = confirmedAtMs(cluster, sinceAnswerMs);
  return atMs === undefined ? undefined : Math.max(0, atMs - sinceMs);
}

/** Words of a cell that count nodes instead of stating an age. */
const COUNTED_WORDS = ["failing", "degraded", "shrunk", "misscheduled", "manual"] as const;

/**
 * Returns a short phrase for a cell: the problem with its count or its duration, or the remaining time of a rollout.
 * Without a problem it is the version, if the version is not the row's.
 */
export function agentPhrase(t: Translate, point: AgentCell, cluster: ClusterSummary, sinceAnswerMs: number): string {
  const { agent, isOther, version } = point;
  const { need, word, sinceMs, left, about, desired, available } = agent;
  if (need === "fine") return isOther ? version : "";
  if (need === "unknown") return t("clusters.phrase.unknown");
  if (need === "rolling" && left !== undefined && cluster.hearing === "live")
    return t("clusters.phrase.left", { age: humanDuration(roundUpMs(left.aboutMs)) });
  const counted = need === "nodesUnready" ? "unready" : COUNTED_WORDS.find((each) => each === word);
  if (counted !== undefined) return t(`clusters.phrase.${counted}`, { count: about ?? Math.max(1, desired - available) });
  return withAge(t, word, t(`verdict.row.${word}`), sinceMs === undefined ? undefined : ageMsOf(sinceMs, cluster, sinceAnswerMs));
}

/** Returns the main cause of an agent in trouble, and on how many nodes. */
export const agentCauseText = (t: Translate, { word, cause }: AgentSummary): string | undefined =>
  cause === undefined || word === "misscheduled" || word === "manual" ? undefined : causeOnNodes(t, cause.fact, cause.nodes);

/** Returns all facts of a cell, for screen readers and for the tooltip. */
export function matrixCellSentence(
  t: Translate,
  point: MatrixCell,
  row: MatrixRow,
  cluster: ClusterSummary,
  sinceAnswerMs: number,
): string {
  const key = keyAt(row, point);
  // If this cluster uses another name than most clusters, the sentence uses the full key.
  const names = { name: key === row.key ? row.name : key, cluster: cluster.name };
  if (point.kind !== "there") return t(`clusters.point.${point.kind}`, names);
  const { agent, version, isBehind } = point;
  const phrase = agent.need === "fine" ? "" : agentPhrase(t, point, cluster, sinceAnswerMs);
  const facts = [
    phrase,
    t("clusters.point.counts", { available: agent.available, desired: agent.desired, updated: agent.updated }),
    isBehind && row.version !== undefined
      ? t("clusters.point.behind", { version, common: row.version })
      : t("clusters.point.version", { version }),
    agent.left === undefined || cluster.hearing !== "live"
      ? ""
      : t("clusters.point.within", { from: humanDuration(agent.left.soonestMs), to: humanDuration(agent.left.latestMs) }),
    cluster.hearing === "silent" && cluster.silentMs !== undefined
      ? t("clusters.point.old", { age: humanDuration(cluster.silentMs + sinceAnswerMs) })
      : "",
  ];
  return t("clusters.point.there", { ...names, what: facts.filter((part) => part !== "").join(t("model.comma")) });
}

/** Returns the version of a row, or how many versions its clusters run. */
export const versionText = (t: Translate, { version, versions }: MatrixRow): string | undefined =>
  versions.length < 2 ? version : t("clusters.version.many", { count: versions.length });

/** Returns the second line of a column. */
export function columnWords(t: Translate, cluster: ClusterSummary, sinceAnswerMs: number): string {
  const { hearing, silentMs, nodes } = cluster;
  if (hearing === "silent")
    return silentMs === undefined
      ? t("clusters.column.unheard")
      : t("clusters.column.silent", { age: humanDuration(silentMs + sinceAnswerMs) });
  if (hearing !== "live") return t(`clusters.column.${hearing}`);
  return nodes === undefined ? "" : t("clusters.nodes", { count: nodes });
}

/**
 * Returns the summary at the end of a row whose cells have no words: the three worst problems, each with its number of
 * clusters.
 */
export function rowSummary(t: Translate, row: MatrixRow): string {
  const agentCells = row.points.filter((point) => point.kind === "there");
  const count = (matches: (point: AgentCell) => boolean) => agentCells.filter(matches).length;
  const behind = agentCells.filter(({ agent, isBehind }) => agent.need === "fine" && isBehind);
  const versions = new Set(behind.map(({ version }) => version));
  const [version = ""] = versions;
  const parts: string[] = VERDICT_WORDS.slice(0, -1).flatMap((word) => {
    const amount = count(({ agent }) => agent.word === word && agent.need !== "fine");
    return amount === 0 ? [] : [t(`verdict.rest.${word}`, { count: amount })];
  });
  if (behind.length > 0)
    parts.push(
      versions.size === 1
        ? t("clusters.end.behind", { count: behind.length, version })
        : t("clusters.end.behindOlder", { count: behind.length }),
    );
  return parts.length === 0 ? t("verdict.rest.healthy", { count: agentCells.length }) : parts.slice(0, 3).join(t("model.comma"));
}
