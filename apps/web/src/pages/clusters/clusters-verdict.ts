import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import type { CellStyle } from "../../data/cell/cell-style.ts";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { compareVersions, runVersions } from "../../data/clusters/agent-version.ts";
import { keyAt, knownClusters, type Matrix, type MatrixRow } from "../../data/clusters/matrix.ts";
import { type MatrixCell, wordRank } from "../../data/clusters/matrix-cell.ts";
import { withAge } from "../../panels/verdict/select-verdict.ts";
import { agentsOn } from "../../panels/verdict/verdict-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { ageMsOf, agentCauseText, type Tone, toneOf } from "./matrix-cell-text.ts";

type AgentCell = Extract<MatrixCell, { kind: "there" }>;

/** The first line of the page of all clusters. */
interface ClustersVerdict {
  readonly look: CellStyle;
  readonly word: string;
  readonly tone: Tone;
  readonly sentence: string;
  /** How many clusters still run an older version of the DaemonSet. */
  readonly behind?: string;
  /** The link target of the sentence. */
  readonly about: { readonly cluster: ClusterSummary; readonly row: MatrixRow; readonly key: string } | undefined;
}

interface Worst {
  readonly row: MatrixRow;
  readonly cluster: ClusterSummary;
  readonly point: AgentCell;
}

/** At equal rank, a problem of a live cluster precedes one of another cluster, because the latter may be over. */
function worstOf({ rows, clusters }: Matrix): Worst | undefined {
  let worst: Worst | undefined;
  const weight = ({ point, cluster }: Worst) =>
    (point.agent.need === "partly" ? 1 : wordRank(point.agent)) - (cluster.hearing === "live" ? 0 : 0.1);
  for (const row of rows)
    for (const [at, point] of row.points.entries()) {
      const cluster = clusters[at];
      if (cluster === undefined || point.kind !== "there" || point.rank < 1) continue;
      const each = { row, cluster, point };
      if (worst === undefined || weight(each) > weight(worst)) worst = each;
    }
  return worst;
}

/**
 * Returns the number of clusters that still run a version older than the row's, and these versions, newest first. A
 * cluster that is updating counts with its old version.
 */
function outdatedClusters({ points, version: common }: MatrixRow): { readonly count: number; readonly versions: readonly string[] } {
  if (common === undefined) return { count: 0, versions: [] };
  const older = points.map((point) =>
    point.kind === "there" ? runVersions(point.agent).filter((each) => compareVersions(each, common) < 0) : [],
  );
  return {
    count: older.filter(({ length }) => length > 0).length,
    versions: [...new Set(older.flat())].sort((a, b) => compareVersions(b, a)),
  };
}

/** Returns for example `3 of 14 clusters still run 3.0`; undefined if no cluster is behind. */
function behindWords(t: Translate, row: MatrixRow, all: number): string | undefined {
  const { count, versions } = outdatedClusters(row);
  const [version = ""] = versions;
  if (count === 0) return undefined;
  return t(versions.length === 1 ? "clusters.verdict.behind" : "clusters.verdict.behindOlder", { count, all, version });
}

const mostBehind = ({ rows }: Matrix): MatrixRow | undefined =>
  rows.reduce<MatrixRow | undefined>(
    (most, row) => (outdatedClusters(row).count > (most === undefined ? 0 : outdatedClusters(most).count) ? row : most),
    undefined,
  );

/**
 * Returns the most urgent problem and any old version that still runs. If there is neither, the verdict states that all
 * is well. `matrix` is unfiltered.
 */
export function verdictOnClusters(t: Translate, matrix: Matrix, sinceAnswerMs: number): ClustersVerdict {
  const all = matrix.clusters.length;
  const known = knownClusters(matrix.clusters);
  if (known.length === 0)
    return {
      look: plainCellStyle("unknown"),
      word: t("clusters.verdict.notConnected"),
      tone: "bad",
      sentence: t("clusters.verdict.noneConnected", { count: all }),
      about: undefined,
    };
  const worst = worstOf(matrix);
  const row = worst === undefined ? mostBehind(matrix) : worst.row;
  const behind = row === undefined ? undefined : behindWords(t, row, all);
  if (worst !== undefined) {
    const { point, cluster } = worst;
    const about = { cluster, row: worst.row, key: keyAt(worst.row, point) };
    const { agent, look } = point;
    const { unready } = cluster;
    // The verdict is about the nodes, not about one of their DaemonSets.
    const nodes = agent.need === "nodesUnready" ? unready : undefined;
    const { sinceMs } = nodes ?? agent;
    const ageMs = sinceMs === undefined ? undefined : ageMsOf(sinceMs, cluster, sinceAnswerMs);
    const place = t("clusters.verdict.where", { name: worst.row.name, cluster: cluster.name });
    const cause = agentCauseText(t, agent);
    const where = cause === undefined ? place : t("clusters.verdict.because", { where: place, cause });
    return {
      look,
      word: withAge(t, agent.word, t(`verdict.word.${agent.word}`), ageMs),
      tone: toneOf(point),
      sentence: nodes !== undefined ? t("clusters.verdict.nodesIn", { cluster: cluster.name, nodes: agentsOn(t, nodes) }) : where,
      ...(behind === undefined || nodes !== undefined ? {} : { behind }),
      about,
    };
  }
  if (row !== undefined && behind !== undefined)
    return {
      look: plainCellStyle("available", { old: true }),
      word: t("verdict.word.healthy"),
      tone: "plain",
      sentence: t("clusters.verdict.behindOf", { name: row.name, behind }),
      about: undefined,
    };
  const words = t("clusters.heading", {
    sets: t("clusters.sets", { count: matrix.rows.length }),
    clusters: t("clusters.count", { count: known.length }),
  });
  return { look: plainCellStyle("available"), word: t("verdict.word.healthy"), tone: "quiet", sentence: words, about: undefined };
}

/** A note about some clusters, shown with the verdict. */
interface ClustersNote {
  readonly kind: "silent" | "unheard" | "forbidden" | "unusable" | "lacking";
  readonly names: readonly string[];
  readonly words: string;
}

/** Returns for example `us2-edge`, `a and b`, `5 clusters`. */
export function shortNames(t: Translate, names: readonly string[]): string {
  const [first = "", second = ""] = names;
  if (names.length === 1) return first;
  return names.length === 2 ? t("clusters.two", { first, second }) : t("clusters.count", { count: names.length });
}

/**
 * Returns the disconnected clusters with their age, the clusters that are not counted, and the clusters that lack a
 * DaemonSet. That DaemonSet is `about` if it is common and some cluster lacks it. Otherwise it is the common one that
 * most clusters lack.
 */
export function clusterNotes(
  t: Translate,
  { clusters, rows }: Matrix,
  about: MatrixRow | undefined,
  sinceAnswerMs: number,
): readonly ClustersNote[] {
  const namesOf = (matches: (cluster: ClusterSummary) => boolean) => clusters.filter(matches).map(({ name }) => name);
  const silent = clusters.filter(({ hearing, silentMs }) => hearing === "silent" && silentMs !== undefined);
  const ages = silent.map(({ silentMs }) => silentMs ?? 0);
  const age = humanDuration(Math.min(...ages) + sinceAnswerMs);
  const neverReached = namesOf(({ hearing, silentMs }) => hearing === "silent" && silentMs === undefined);
  const missed = [...rows]
    .filter(({ isCommon, lacking }) => isCommon && lacking.length > 0)
    .sort((a, b) => b.lacking.length - a.lacking.length);
  const row = about?.isCommon === true && about.lacking.length > 0 ? about : missed[0];
  const notes: readonly ClustersNote[] = [
    {
      kind: "silent",
      names: silent.map(({ name }) => name),
      words: silent.length === 0 ? "" : t(silent.length === 1 ? "clusters.note.silent" : "clusters.note.silentEach", { age }),
    },
    { kind: "unheard", names: neverReached, words: t("clusters.note.unheard", { count: neverReached.length }) },
    { kind: "forbidden", names: namesOf(({ hearing }) => hearing === "forbidden"), words: t("clusters.note.forbidden") },
    { kind: "unusable", names: namesOf(({ hearing }) => hearing === "unusable"), words: t("clusters.note.unusable") },
    {
      kind: "lacking",
      names: row?.lacking ?? [],
      words: t("clusters.note.lacking", { count: row?.lacking.length ?? 0, name: row?.name ?? "" }),
    },
  ];
  return notes.filter(({ names }) => names.length > 0);
}
