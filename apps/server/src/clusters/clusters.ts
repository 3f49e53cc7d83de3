import { nearestNames } from "@daemonscope/kube/base/nearest";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import { suggestionSuffix } from "../platform/failure/suggestion-suffix.ts";
import type { ReadingRequest, Readings } from "../readings/readings.ts";
import type { ClusterRuntime, NamedCluster, UnusableCluster } from "./cluster-runtime.ts";

/** The clusters that a server watches. This is the only place that decides the cluster of a request. */
export interface Clusters extends Readings {
  /** In order; at least one, unless `mayGrow`. */
  readonly all: readonly ClusterRuntime[];
  /** All clusters of a server with several; undefined if a single cluster needs no name. */
  readonly several: MultiCluster | undefined;
  /** True if clusters may be added while the server runs. Then a single cluster has a name too. */
  readonly mayGrow: boolean;
  /** True if at least one cluster supports actions. */
  readonly mayAct: boolean;
  /** Returns the cluster of a request. Throws ApiFailure if the request names none of several. */
  of(request: ReadingRequest): ClusterRuntime;
  /** Returns the cluster of a request; undefined if the request is about all of several, or names no usable one. */
  find(request: ReadingRequest): ClusterRuntime | undefined;
}

export interface MultiCluster {
  readonly named: readonly NamedCluster[];
  readonly unusable: readonly UnusableCluster[];
  /** Sentences about contexts or streams that are one cluster. */
  readonly notes: readonly string[];
}

/** Forwards each request to its cluster. */
function readingsOf(of: Clusters["of"]): Readings {
  return {
    liveOf: (request) => of(request).liveOf(request),
    readingOf: (request) => of(request).readingOf(request),
    liveReadingOf: (request) => of(request).liveReadingOf(request),
    goBack: async (request, atMs) => of(request).goBack(request, atMs),
    pastOf: (request) => of(request).pastOf(request),
  };
}

/** Returns the clusters of a server with one cluster, which answers every request. */
export function singleCluster(part: ClusterRuntime): Clusters {
  const of = () => part;
  return { all: [part], several: undefined, mayGrow: false, mayAct: part.acting !== undefined, of, find: of, ...readingsOf(of) };
}

/** Returns the cluster that a request names. Throws ApiFailure if the request names no known cluster, or one that
 *  cannot be shown. */
function findNamed(request: ReadingRequest, { named, unusable }: MultiCluster): NamedCluster {
  const name = request.clusterName;
  const part = named.find((each) => each.name === name);
  if (part !== undefined) return part;
  if (name === undefined)
    throw new ApiFailure(404, "NoCluster", "This server watches several clusters, and this path is of one: put /clusters/NAME before it.");
  const broken = unusable.find((each) => each.name === name);
  if (broken !== undefined) throw new ApiFailure(503, "ClusterUnusable", broken.problem);
  const nearest = nearestNames(
    name,
    named.map((each) => each.name),
  );
  const hint = nearest.length === 0 ? " GET /api/clusters lists them." : suggestionSuffix(nearest);
  throw new ApiFailure(404, "ClusterNotFound", `This server watches no cluster ${name}.${hint}`, nearest);
}

/** Returns the clusters of a server with several: the URL of a request has the name of its cluster. */
export function multiCluster(
  named: readonly NamedCluster[],
  unusable: readonly UnusableCluster[] = [],
  notes: readonly string[] = [],
): Clusters {
  const several = { named, unusable, notes };
  const of = (request: ReadingRequest) => findNamed(request, several);
  const find = (request: ReadingRequest) => named.find(({ name }) => name === request.clusterName);
  const mayAct = named.some(({ acting }) => acting !== undefined);
  return { all: named, several, mayGrow: false, mayAct, of, find, ...readingsOf(of) };
}

/** Returns clusters that change with `listing`. A single cluster is served at the root until there are several. Pages
 *  that were opened at the root continue to work. */
export function dynamicClusters(listing: MultiCluster, mayAct: boolean): Clusters {
  let atRoot: string | undefined;
  let wereSeveral = false;
  const areSeveral = (): boolean => {
    const { named, unusable } = listing;
    wereSeveral ||= named.length + unusable.length > 1;
    if (!wereSeveral && named.length === 1) atRoot = named[0]?.name;
    return wereSeveral || named.length !== 1;
  };
  const rootPart = () => listing.named.find(({ name }) => name === atRoot);
  const find = (request: ReadingRequest): NamedCluster | undefined => {
    const several = areSeveral();
    const name = request.clusterName;
    return name === undefined ? (several ? undefined : rootPart()) : listing.named.find((each) => each.name === name);
  };
  const of = (request: ReadingRequest): NamedCluster => {
    areSeveral();
    const root = request.clusterName === undefined ? rootPart() : undefined;
    return root ?? findNamed(request, listing);
  };
  return {
    get all() {
      return listing.named;
    },
    get several() {
      return areSeveral() ? listing : undefined;
    },
    mayGrow: true,
    mayAct,
    of,
    find,
    ...readingsOf(of),
  };
}
