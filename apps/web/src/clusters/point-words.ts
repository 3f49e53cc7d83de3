import { aboutMs } from "@daemonscope/daemonset/rollout/forecast";
import { humanDuration } from "@daemonscope/kube/human-duration";
import type { AgentSummary, ClusterSummary } from "@daemonscope/shared/http/clusters";
import type { Translate } from "../i18n/translator.ts";
import { ageText } from "../text/age-text.ts";
import { HAS_LASTED } from "../verdict/select-verdict.ts";
import { keyAt, type MatrixRow } from "./matrix.ts";
import type { Point } from "./point.ts";
import { confirmedAtMs } from "./summary-time.ts";

type There = Extract<Point, { kind: "there" }>;

/** How words are coloured. */
export type Tone = "bad" | "plain" | "quiet";

const BAD: ReadonlySet<AgentSummary["need"]> = new Set(["stuck", "breaks", "stalled", "failing", "unavailable", "refused"]);

export const toneOf = ({ agent, rank }: There): Tone => (BAD.has(agent.need) ? "bad" : rank > 0 ? "plain" : "quiet");

/** How long the agent has needed it, until the cluster's last proof; `sinceAnswerMs`: see `AnswerAge`. */
export function ageOf({ sinceMs }: AgentSummary, cluster: ClusterSummary, sinceAnswerMs: number): string | undefined {
  const atMs = confirmedAtMs(cluster, sinceAnswerMs);
  return sinceMs === undefined || atMs === undefined ? undefined : ageText(atMs - sinceMs);
}

/** What is wrong where there is no number of nodes to tell. */
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

/** The few words of a point: what is wrong, for how long or how long still; where nothing is, the version where it is not the row's. */
export function phraseOf(t: Translate, point: There, cluster: ClusterSummary, sinceAnswerMs: number): string {
  const { agent, isOther, version } = point;
  if (agent.need === "fine") return isOther ? version : "";
  const isLive = cluster.hearing === "live";
  if (agent.need === "rolling")
    return agent.left === undefined || !isLive
      ? t("clusters.phrase.rolling")
      : t("clusters.phrase.left", { age: humanDuration(aboutMs(agent.left.aboutMs)) });
  const word = wordOfNeed(t, agent);
  const isCounted = ["failing", "unavailable", "dropped", "nodesUnready"].includes(agent.need);
  const age = HAS_LASTED.has(agent.need) && !isCounted ? ageOf(agent, cluster, sinceAnswerMs) : undefined;
  return age === undefined ? word : t("clusters.phrase.lasting", { word, age });
}

/** Everything that a point says, for who does not see it, and for who asks. */
export function pointSentence(t: Translate, point: Point, row: MatrixRow, cluster: ClusterSummary, sinceAnswerMs: number): string {
  const key = keyAt(row, point);
  // Called otherwise than in most clusters: it says how.
  const names = { name: key === row.key ? row.name : key, cluster: cluster.name };
  if (point.kind !== "there") return t(`clusters.point.${point.kind}`, names);
  const { agent, version, isBehind } = point;
  const phrase = agent.need === "fine" ? "" : phraseOf(t, point, cluster, sinceAnswerMs);
  const what = [
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
  return t("clusters.point.there", { ...names, what: what.filter((part) => part !== "").join(t("model.comma")) });
}

/** The second line of a column. */
export function columnWords(t: Translate, cluster: ClusterSummary, sinceAnswerMs: number): string {
  const { hearing, silentMs, nodes } = cluster;
  if (hearing === "silent")
    return silentMs === undefined
      ? t("clusters.column.unheard")
      : t("clusters.column.silent", { age: humanDuration(silentMs + sinceAnswerMs) });
  if (hearing !== "live") return t(`clusters.column.${hearing}`);
  return nodes === undefined ? "" : t("clusters.nodes", { count: nodes });
}

/** What a row says at its end where its points have no words: what is wrong in how many clusters, the worst three. */
export function endOfRow(t: Translate, row: MatrixRow): string {
  const there = row.points.filter((point) => point.kind === "there");
  const count = (is: (point: There) => boolean) => there.filter(is).length;
  const needs = (...some: readonly AgentSummary["need"][]) => count(({ agent }) => some.includes(agent.need));
  const behind = there.filter(({ agent, isBehind }) => agent.need === "fine" && isBehind);
  const versions = new Set(behind.map(({ version }) => version));
  const [version = ""] = versions;
  const told = [
    ["stuck", needs("stuck", "breaks", "stalled")],
    ["failing", needs("failing", "unavailable")],
    ["dropped", needs("dropped")],
    ["rolling", needs("rolling", "slow", "blocked", "refused")],
    ["waitsForYou", needs("waitsForYou")],
    ["other", needs("misscheduled", "nodesUnready", "partly", "unknown")],
  ] as const;
  const parts: string[] = told.flatMap(([what, amount]) => (amount === 0 ? [] : [t(`clusters.end.${what}`, { count: amount })]));
  if (behind.length > 0)
    parts.push(
      versions.size === 1
        ? t("clusters.end.behind", { count: behind.length, version })
        : t("clusters.end.behindOlder", { count: behind.length }),
    );
  return parts.length === 0 ? t("clusters.end.fine", { count: there.length }) : parts.slice(0, 3).join(t("model.comma"));
}
