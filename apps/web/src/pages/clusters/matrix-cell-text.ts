import { roundUpMs } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { AgentSummary, ClusterSummary } from "@daemonscope/shared/http/clusters";
import { keyAt, type MatrixRow } from "../../data/clusters/matrix.ts";
import type { MatrixCell } from "../../data/clusters/matrix-cell.ts";
import { VERDICTS_WITH_DURATION } from "../../panels/verdict/select-verdict.ts";
import { ageText } from "../../words/format/age-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { confirmedAtMs } from "./summary-time.ts";

type AgentCell = Extract<MatrixCell, { kind: "there" }>;

/** The colour of words. */
export type Tone = "bad" | "plain" | "quiet";

const BAD_VERDICTS: ReadonlySet<AgentSummary["need"]> = new Set(["stuck", "breaks", "stalled", "failing", "unavailable", "refused"]);

export const toneOf = ({ agent, rank }: AgentCell): Tone => (BAD_VERDICTS.has(agent.need) ? "bad" : rank > 0 ? "plain" : "quiet");

/** Returns the duration of the agent's verdict, until the cluster's last proof. `sinceAnswerMs`: see `AnswerAge`. */
export function ageOf({ sinceMs }: AgentSummary, cluster: ClusterSummary, sinceAnswerMs: number): string | undefined {
  const atMs = confirmedAtMs(cluster, sinceAnswerMs);
  return sinceMs === undefined || atMs === undefined ? undefined : ageText(atMs - sinceMs);
}

/** Returns the problem in words, with a count where the verdict has one. */
function wordOfNeed(t: Translate, agent: AgentSummary): string {
  const { need, about, lacking, desired, available } = agent;
  switch (need) {
    case "failing":
    case "unavailable":
    case "dropped":
    case "misscheduled":
    case "waitsForYou":
    case "nodesUnready":
      return t(`clusters.phrase.${need}`, { count: about ?? 1 });
    case "partly":
      return lacking > 0
        ? t("clusters.phrase.lacking", { count: lacking })
        : t("clusters.phrase.partly", { count: Math.max(1, desired - available) });
    case "fine":
      return "";
    default:
      return t(`clusters.phrase.${need}`);
  }
}

/**
 * Returns a short phrase for a cell: the problem and its duration, or the remaining time of a rollout. Without a
 * problem it is the version, if the version is not the row's.
 */
export function agentPhrase(t: Translate, point: AgentCell, cluster: ClusterSummary, sinceAnswerMs: number): string {
  const { agent, isOther, version } = point;
  if (agent.need === "fine") return isOther ? version : "";
  const isLive = cluster.hearing === "live";
  if (agent.need === "rolling")
    return agent.left === undefined || !isLive
      ? t("clusters.phrase.rolling")
      : t("clusters.phrase.left", { age: humanDuration(roundUpMs(agent.left.aboutMs)) });
  const word = wordOfNeed(t, agent);
  const isCounted = ["failing", "unavailable", "dropped", "nodesUnready"].includes(agent.need);
  const age = VERDICTS_WITH_DURATION.has(agent.need) && !isCounted ? ageOf(agent, cluster, sinceAnswerMs) : undefined;
  return age === undefined ? word : t("clusters.phrase.lasting", { word, age });
}

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
  const needs = (...some: readonly AgentSummary["need"][]) => count(({ agent }) => some.includes(agent.need));
  const behind = agentCells.filter(({ agent, isBehind }) => agent.need === "fine" && isBehind);
  const versions = new Set(behind.map(({ version }) => version));
  const [version = ""] = versions;
  const counts = [
    ["stuck", needs("stuck", "breaks", "stalled")],
    ["failing", needs("failing", "unavailable")],
    ["dropped", needs("dropped")],
    ["rolling", needs("rolling", "slow", "blocked", "refused")],
    ["waitsForYou", needs("waitsForYou")],
    ["other", needs("misscheduled", "nodesUnready", "partly", "unknown")],
  ] as const;
  const parts: string[] = counts.flatMap(([problem, amount]) => (amount === 0 ? [] : [t(`clusters.end.${problem}`, { count: amount })]));
  if (behind.length > 0)
    parts.push(
      versions.size === 1
        ? t("clusters.end.behind", { count: behind.length, version })
        : t("clusters.end.behindOlder", { count: behind.length }),
    );
  return parts.length === 0 ? t("clusters.end.fine", { count: agentCells.length }) : parts.slice(0, 3).join(t("model.comma"));
}
