import type { AgentSummary, ClusterSummary } from "@daemonscope/shared/http/clusters";
import { commonVersion, compareVersions, runVersions, wantedVersion } from "./agent-version.ts";
import { isKnown, type Point, pointOf } from "./point.ts";

/** A DaemonSet in all clusters: by its namespace and name, and by its label where it has others in some of them. */
export interface MatrixRow {
  /** As most clusters have it. */
  readonly key: string;
  /** As any of them has it. */
  readonly keys: readonly string[];
  readonly namespace: string;
  readonly name: string;
  /** Another row has the same name. */
  readonly isNamesake: boolean;
  /** What clusters are measured by; undefined where none has it. */
  readonly version: string | undefined;
  /** In how many clusters each version runs, the newest first: a rollout counts under both its versions. */
  readonly versions: readonly { readonly version: string; readonly clusters: readonly string[] }[];
  /** Names of clusters that have no such DaemonSet. */
  readonly lacking: readonly string[];
  /** It is in most of the clusters that are known: where it is not, it is missed. */
  readonly isCommon: boolean;
  /** By column. */
  readonly points: readonly Point[];
  readonly rank: number;
}

export interface Matrix {
  /** Columns. */
  readonly clusters: readonly ClusterSummary[];
  readonly rows: readonly MatrixRow[];
}

/** How much a cluster needs somebody beside what its DaemonSets do: who is not heard may hide anything. */
const SILENT = 14.5;
const UNHEARD = 6.5;
/** A row with more points like its worst goes before one with fewer. */
const EACH = 0.01;

const rankOfHearing = ({ hearing }: ClusterSummary): number => {
  switch (hearing) {
    case "silent":
      return SILENT;
    case "forbidden":
    case "unusable":
      return UNHEARD;
    case "live":
    case "reading":
      return 0;
  }
};

const rankOf = (points: readonly Point[]): number =>
  Math.max(0, ...points.map(({ rank }) => rank)) + EACH * points.filter(({ rank }) => rank > 0).length;

/** Descending, and by name where that says nothing. */
const byRank =
  <T>(rank: (each: T) => number, name: (each: T) => string) =>
  (a: T, b: T) =>
    rank(b) - rank(a) || (name(a) < name(b) ? -1 : 1);

/** As the DaemonSet of a row is called in the cluster of a point. */
export const keyAt = (row: Pick<MatrixRow, "key">, point: Point | undefined): string =>
  point?.kind === "there" ? point.agent.key : row.key;

/** Keys that are one agent: those that are alike, unless one cluster has two of them, which are then two agents. The most common first, and by name where that says nothing. O(agents). */
function keysOfRows(clusters: readonly ClusterSummary[]): readonly (readonly [string, ...string[]])[] {
  const counts = new Map<string, number>();
  const alike = new Map<string, { readonly keys: Set<string>; isOne: boolean }>();
  for (const { agents = [] } of clusters) {
    const here = new Set<string>();
    for (const agent of agents) {
      counts.set(agent.key, (counts.get(agent.key) ?? 0) + 1);
      const group = alike.get(agent.alike) ?? { keys: new Set<string>(), isOne: true };
      alike.set(agent.alike, group);
      group.keys.add(agent.key);
      if (here.has(agent.alike)) group.isOne = false;
      here.add(agent.alike);
    }
  }
  // A template that was relabelled in one cluster alone is alike in two ways.
  const taken = new Map<string, number>();
  for (const { keys } of alike.values()) for (const key of keys) taken.set(key, (taken.get(key) ?? 0) + 1);
  const rows: [string, ...string[]][] = [];
  for (const { keys, isOne } of alike.values()) {
    const sorted = [...keys].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1));
    const [first, ...others] = sorted;
    if (first !== undefined && isOne && sorted.every((key) => taken.get(key) === 1)) rows.push([first, ...others]);
    else for (const key of sorted) if (!rows.some(([known]) => known === key)) rows.push([key]);
  }
  return rows;
}

function rowOf(
  keys: readonly [string, ...string[]],
  clusters: readonly ClusterSummary[],
  agentsOf: (cluster: ClusterSummary) => ReadonlyMap<string, AgentSummary>,
  isNamesake: boolean,
): MatrixRow {
  const [key] = keys;
  const agents = clusters.map((cluster) => keys.map((each) => agentsOf(cluster).get(each)).find((agent) => agent !== undefined));
  const there = agents.filter((agent) => agent !== undefined);
  const version = commonVersion(there.map(wantedVersion));
  const points = clusters.map((cluster, at) => pointOf(cluster, agents[at], version));
  const byVersion = new Map<string, string[]>();
  for (const [at, agent] of agents.entries())
    for (const each of agent === undefined ? [] : runVersions(agent))
      byVersion.set(each, [...(byVersion.get(each) ?? []), clusters[at]?.name ?? ""]);
  const lacking = clusters.flatMap(({ name }, at) => (points[at]?.kind === "none" ? [name] : []));
  const [namespace = "", name = ""] = key.split("/");
  return {
    key,
    keys,
    namespace,
    name,
    isNamesake,
    version,
    versions: [...byVersion]
      .map(([each, names]) => ({ version: each, clusters: names }))
      .sort((a, b) => compareVersions(b.version, a.version) || b.clusters.length - a.clusters.length),
    lacking,
    isCommon: there.length > 1 && there.length * 3 >= (there.length + lacking.length) * 2,
    points,
    rank: rankOf(points),
  };
}

/** All DaemonSets of all clusters, worst first both ways. O(clusters × DaemonSets). */
export function matrixOf(clusters: readonly ClusterSummary[]): Matrix {
  const maps = new Map(clusters.map((cluster) => [cluster, new Map((cluster.agents ?? []).map((agent) => [agent.key, agent]))]));
  const agentsOf = (cluster: ClusterSummary) => maps.get(cluster) ?? new Map<string, AgentSummary>();
  const rowKeys = keysOfRows(clusters);
  const names = new Map<string, number>();
  for (const [key] of rowKeys) names.set(key.split("/")[1] ?? "", (names.get(key.split("/")[1] ?? "") ?? 0) + 1);
  const unordered = rowKeys.map((keys) => rowOf(keys, clusters, agentsOf, (names.get(keys[0].split("/")[1] ?? "") ?? 0) > 1));
  const rankOfCluster = new Map(
    clusters.map((cluster, at) => [cluster, Math.max(rankOfHearing(cluster), rankOf(unordered.flatMap(({ points }) => points[at] ?? [])))]),
  );
  const columns = [...clusters].sort(
    byRank(
      (each) => rankOfCluster.get(each) ?? 0,
      ({ name }) => name,
    ),
  );
  const placeOf = new Map(clusters.map((cluster, at) => [cluster, at]));
  const rows = unordered
    .map((row) => ({ ...row, points: columns.map((cluster) => row.points[placeOf.get(cluster) ?? 0] as Point) }))
    .sort(
      byRank(
        (row: MatrixRow) => row.rank,
        ({ key }) => key,
      ),
    );
  return { clusters: columns, rows };
}

/** The same matrix in an order that was before; who is new stands at the end, worst first. */
export function inOrder({ clusters, rows }: Matrix, before: Order | undefined): Matrix {
  if (before === undefined) return { clusters, rows };
  const place = (names: readonly string[], name: string) => {
    const at = names.indexOf(name);
    return at < 0 ? names.length : at;
  };
  const columns = clusters
    .map((_, at) => at)
    .sort((a, b) => place(before.clusters, clusters[a]?.name ?? "") - place(before.clusters, clusters[b]?.name ?? ""));
  return {
    clusters: columns.flatMap((at) => clusters[at] ?? []),
    rows: rows
      .map((row) => ({ ...row, points: columns.flatMap((at) => row.points[at] ?? []) }))
      .sort((a, b) => place(before.rows, a.key) - place(before.rows, b.key)),
  };
}

/** Names in an order. */
export interface Order {
  readonly clusters: readonly string[];
  readonly rows: readonly string[];
}

export const orderOf = ({ clusters, rows }: Matrix): Order => ({
  clusters: clusters.map(({ name }) => name),
  rows: rows.map(({ key }) => key),
});

/** Words that clusters are called by keep columns, the others keep rows, by name, namespace or image; each has to be met. `unmet`: what no column and no row is called by. */
export function keepByWords(matrix: Matrix, query: string): Matrix {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const isOfClusters = (word: string) => matrix.clusters.some(({ name }) => name.includes(word));
  const ofClusters = words.filter(isOfClusters);
  const ofAgents = words.filter((word) => !isOfClusters(word));
  const columns = matrix.clusters.flatMap(({ name }, at) => (ofClusters.every((word) => name.includes(word)) ? [at] : []));
  const saysAll = (row: MatrixRow) => {
    const images = row.points.flatMap((point) => (point.kind === "there" ? point.agent.images.map(([, image]) => image) : []));
    return ofAgents.every(
      (word) => row.keys.some((key) => key.includes(word)) || images.some((image) => image.toLowerCase().includes(word)),
    );
  };
  return {
    clusters: columns.flatMap((at) => matrix.clusters[at] ?? []),
    rows: matrix.rows
      .filter(saysAll)
      .map((row) => ({ ...row, points: columns.flatMap((at) => row.points[at] ?? []) }))
      .filter(({ points }) => ofClusters.length === 0 || points.some(({ kind }) => kind === "there" || kind === "unknown")),
  };
}

/** Nodes of all clusters whose nodes are known. */
export const nodesOfAll = (clusters: readonly ClusterSummary[]): number => clusters.reduce((sum, { nodes }) => sum + (nodes ?? 0), 0);

/** Clusters that are counted. */
export const knownOf = (clusters: readonly ClusterSummary[]): readonly ClusterSummary[] => clusters.filter(isKnown);
