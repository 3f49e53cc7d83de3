import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { nameOfKey, splitKey } from "@daemonscope/kube/base/object-key";
import type { AgentSummary, ClusterSummary } from "@daemonscope/shared/http/clusters";
import { commonVersion, compareVersions, runVersions, wantedVersion } from "./agent-version.ts";
import { isKnown, type MatrixCell, matrixCellOf } from "./matrix-cell.ts";

/**
 * A DaemonSet in all clusters. It is identified by namespace and name, or by its label where clusters use other names.
 */
export interface MatrixRow {
  /** The key in most clusters. */
  readonly key: string;
  /** The keys in all clusters. */
  readonly keys: readonly string[];
  readonly namespace: string;
  readonly name: string;
  /** Another row has the same name. */
  readonly isNamesake: boolean;
  /** The version that clusters are compared with; undefined if no cluster has the DaemonSet. */
  readonly version: string | undefined;
  /** All versions, newest first, each with the clusters whose template has it, and those whose older revisions still
   *  run it. Each cluster with the DaemonSet is in `clusters` of one version. */
  readonly versions: readonly { readonly version: string; readonly clusters: readonly string[]; readonly older: readonly string[] }[];
  /** Names of the clusters without this DaemonSet. */
  readonly lacking: readonly string[];
  /** At least two clusters, and at least two thirds of the known ones, have the DaemonSet. Where it is missing, the
   *  page reports it. */
  readonly isCommon: boolean;
  /** One entry per cluster, in the order of the columns. */
  readonly points: readonly MatrixCell[];
  readonly rank: number;
}

export interface Matrix {
  /** One column per cluster. */
  readonly clusters: readonly ClusterSummary[];
  readonly rows: readonly MatrixRow[];
}

/** The rank of a disconnected cluster, apart from its DaemonSets. It is between FAILING and STUCK, because such a
 *  cluster may hide any problem. */
const SILENT = 7.5;
/** The rank of a cluster that is forbidden or unusable: between ROLLING and MANUAL. */
const UNREADABLE = 2.5;
/** Weight of one cell with a problem or another version. If two rows have the same worst rank, the row with more
 *  such cells is first. */
const PROBLEM_WEIGHT = 0.01;

const rankOfHearing = ({ hearing }: ClusterSummary): number => {
  switch (hearing) {
    case "silent":
      return SILENT;
    case "forbidden":
    case "unusable":
      return UNREADABLE;
    case "live":
    case "reading":
      return 0;
  }
};

const rankOf = (points: readonly MatrixCell[]): number =>
  Math.max(0, ...points.map(({ rank }) => rank)) + PROBLEM_WEIGHT * points.filter(({ rank }) => rank > 0).length;

/** Orders by descending rank, then by name. */
const byRank =
  <T>(rank: (each: T) => number, name: (each: T) => string) =>
  (a: T, b: T) =>
    rank(b) - rank(a) || compareTexts(name(a), name(b));

/** Returns the key of a row's DaemonSet in the cluster of a cell. */
export const keyAt = (row: Pick<MatrixRow, "key">, point: MatrixCell | undefined): string =>
  point?.kind === "there" ? point.agent.key : row.key;

/**
 * Groups keys that are the same agent. Keys with an equal `alike` are one agent, unless one cluster has two of them.
 * The most common key comes first, then by name.
 */
function keysOfRows(clusters: readonly ClusterSummary[]): readonly (readonly [string, ...string[]])[] {
  const counts = new Map<string, number>();
  const alike = new Map<string, { readonly keys: Set<string>; isOneAgent: boolean }>();
  for (const { agents = [] } of clusters) {
    const here = new Set<string>();
    for (const agent of agents) {
      counts.set(agent.key, (counts.get(agent.key) ?? 0) + 1);
      const group = alike.get(agent.alike) ?? { keys: new Set<string>(), isOneAgent: true };
      alike.set(agent.alike, group);
      group.keys.add(agent.key);
      if (here.has(agent.alike)) group.isOneAgent = false;
      here.add(agent.alike);
    }
  }
  // If one cluster alone relabels a template, the key has two values of `alike`.
  const groupCounts = new Map<string, number>();
  for (const { keys } of alike.values()) for (const key of keys) groupCounts.set(key, (groupCounts.get(key) ?? 0) + 1);
  const rows: [string, ...string[]][] = [];
  for (const { keys, isOneAgent } of alike.values()) {
    const sorted = [...keys].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || compareTexts(a, b));
    const [first, ...others] = sorted;
    if (first !== undefined && isOneAgent && sorted.every((key) => groupCounts.get(key) === 1)) rows.push([first, ...others]);
    else for (const key of sorted) if (!rows.some(([known]) => known === key)) rows.push([key]);
  }
  return rows;
}

/** Reports whether a pod of the template is available on a node. */
const runsTemplate = ({ nodes }: AgentSummary): boolean =>
  nodes.some(({ state, old, count }) => state === "available" && !old && count > 0);

function rowOf(
  keys: readonly [string, ...string[]],
  clusters: readonly ClusterSummary[],
  agentsOf: (cluster: ClusterSummary) => ReadonlyMap<string, AgentSummary>,
  isNamesake: boolean,
): MatrixRow {
  const [key] = keys;
  const agents = clusters.map((cluster) => keys.map((each) => agentsOf(cluster).get(each)).find((agent) => agent !== undefined));
  const present = agents.filter((agent) => agent !== undefined);
  // An image that no node can start is no version to compare with.
  const running = present.filter(runsTemplate);
  const version = commonVersion((running.length === 0 ? present : running).map(wantedVersion));
  const points = clusters.map((cluster, at) => matrixCellOf(cluster, agents[at], version));
  const byVersion = new Map<string, { readonly clusters: string[]; readonly older: string[] }>();
  for (const [at, agent] of agents.entries())
    for (const [age, each] of (agent === undefined ? [] : runVersions(agent)).entries()) {
      const known = byVersion.get(each) ?? { clusters: [], older: [] };
      byVersion.set(each, known);
      known[age === 0 ? "clusters" : "older"].push(clusters[at]?.name ?? "");
    }
  const lacking = clusters.flatMap(({ name }, at) => (points[at]?.kind === "none" ? [name] : []));
  const [namespace, name] = splitKey(key);
  return {
    key,
    keys,
    namespace,
    name,
    isNamesake,
    version,
    versions: [...byVersion]
      .map(([each, names]) => ({ version: each, ...names }))
      .sort((a, b) => compareVersions(b.version, a.version) || b.clusters.length - a.clusters.length),
    lacking,
    isCommon: present.length > 1 && present.length * 3 >= (present.length + lacking.length) * 2,
    points,
    rank: rankOf(points),
  };
}

/** Returns all DaemonSets of all clusters; rows and columns are worst first. O(clusters × DaemonSets). */
export function matrixOf(clusters: readonly ClusterSummary[]): Matrix {
  const maps = new Map(clusters.map((cluster) => [cluster, new Map((cluster.agents ?? []).map((agent) => [agent.key, agent]))]));
  const agentsOf = (cluster: ClusterSummary) => maps.get(cluster) ?? new Map<string, AgentSummary>();
  const rowKeys = keysOfRows(clusters);
  const names = new Map<string, number>();
  for (const [key] of rowKeys) names.set(nameOfKey(key), (names.get(nameOfKey(key)) ?? 0) + 1);
  const unordered = rowKeys.map((keys) => rowOf(keys, clusters, agentsOf, (names.get(nameOfKey(keys[0])) ?? 0) > 1));
  const rankOfCluster = new Map(
    clusters.map((cluster, at) => [cluster, Math.max(rankOfHearing(cluster), rankOf(unordered.flatMap(({ points }) => points[at] ?? [])))]),
  );
  const columns = [...clusters].sort(
    byRank(
      (each) => rankOfCluster.get(each) ?? 0,
      ({ name }) => name,
    ),
  );
  const indexOfCluster = new Map(clusters.map((cluster, at) => [cluster, at]));
  const rows = unordered
    .map((row) => ({ ...row, points: columns.map((cluster) => row.points[indexOfCluster.get(cluster) ?? 0] as MatrixCell) }))
    .sort(
      byRank(
        (row: MatrixRow) => row.rank,
        ({ key }) => key,
      ),
    );
  return { clusters: columns, rows };
}

/** Returns the matrix in a previous order. New rows and columns come at the end, worst first. */
export function sortMatrix({ clusters, rows }: Matrix, before: Order | undefined): Matrix {
  if (before === undefined) return { clusters, rows };
  const positionIn = (names: readonly string[], name: string) => {
    const at = names.indexOf(name);
    return at < 0 ? names.length : at;
  };
  const columns = clusters
    .map((_, at) => at)
    .sort((a, b) => positionIn(before.clusters, clusters[a]?.name ?? "") - positionIn(before.clusters, clusters[b]?.name ?? ""));
  return {
    clusters: columns.flatMap((at) => clusters[at] ?? []),
    rows: rows
      .map((row) => ({ ...row, points: columns.flatMap((at) => row.points[at] ?? []) }))
      .sort((a, b) => positionIn(before.rows, a.key) - positionIn(before.rows, b.key)),
  };
}

/** Names of the columns and rows, in order. */
export interface Order {
  readonly clusters: readonly string[];
  readonly rows: readonly string[];
}

export const orderOf = ({ clusters, rows }: Matrix): Order => ({
  clusters: clusters.map(({ name }) => name),
  rows: rows.map(({ key }) => key),
});

/**
 * Filters the matrix by words. A word in a cluster name filters columns. Any other word filters rows by namespace, name
 * or image. Each word must match.
 */
export function filterMatrix(matrix: Matrix, query: string): Matrix {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const isOfClusters = (word: string) => matrix.clusters.some(({ name }) => name.includes(word));
  const clusterWords = words.filter(isOfClusters);
  const agentWords = words.filter((word) => !isOfClusters(word));
  const columns = matrix.clusters.flatMap(({ name }, at) => (clusterWords.every((word) => name.includes(word)) ? [at] : []));
  const matchesAll = (row: MatrixRow) => {
    const images = row.points.flatMap((point) => (point.kind === "there" ? point.agent.images.map(([, image]) => image) : []));
    return agentWords.every(
      (word) => row.keys.some((key) => key.includes(word)) || images.some((image) => image.toLowerCase().includes(word)),
    );
  };
  return {
    clusters: columns.flatMap((at) => matrix.clusters[at] ?? []),
    rows: matrix.rows
      .filter(matchesAll)
      .map((row) => ({ ...row, points: columns.flatMap((at) => row.points[at] ?? []) }))
      .filter(({ points }) => clusterWords.length === 0 || points.some(({ kind }) => kind === "there" || kind === "unknown")),
  };
}

/** Returns the number of nodes in all clusters whose nodes are known. */
export const totalNodeCount = (clusters: readonly ClusterSummary[]): number => clusters.reduce((sum, { nodes }) => sum + (nodes ?? 0), 0);

/** Returns the clusters whose DaemonSets are known. */
export const knownClusters = (clusters: readonly ClusterSummary[]): readonly ClusterSummary[] => clusters.filter(isKnown);
