import { nearestNames } from "@daemonscope/kube/nearest";
import type { ReadingRequest, Readings } from "../readings/readings.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import { orNearest } from "../safety/or-nearest.ts";
import { clusterNamedBy } from "./chosen-cluster.ts";
import type { ClusterPart, NamedCluster, UnusableCluster } from "./cluster-part.ts";

/** The clusters that a server watches. Which one a request is about is said here, and nowhere else. */
export interface Clusters extends Readings {
  /** In their order; at least one. */
  readonly all: readonly ClusterPart[];
  /** Where there are several; undefined where the only one needs no name. */
  readonly several: SeveralClusters | undefined;
  /** The cluster that a request is about. Throws ApiFailure where it names none of several. */
  of(request: ReadingRequest): ClusterPart;
  /** The same, or undefined where the request is about none, or about all. */
  find(request: ReadingRequest): ClusterPart | undefined;
}

export interface SeveralClusters {
  readonly named: readonly NamedCluster[];
  readonly unusable: readonly UnusableCluster[];
  /** Contexts that are the same cluster as another, a sentence each. */
  readonly notes: readonly string[];
}

/** Each request asks the cluster that it is about. */
function readingsOf(of: Clusters["of"]): Readings {
  return {
    liveOf: (request) => of(request).liveOf(request),
    readingOf: (request) => of(request).readingOf(request),
    liveReadingOf: (request) => of(request).liveReadingOf(request),
    goBack: async (request, atMs) => of(request).goBack(request, atMs),
    pastOf: (request) => of(request).pastOf(request),
  };
}

/** A server of one cluster: every request is about it. */
export function oneCluster(part: ClusterPart): Clusters {
  const of = () => part;
  return { all: [part], several: undefined, of, find: of, ...readingsOf(of) };
}

/** A server of several: a request names one in its address. */
export function severalClusters(
  named: readonly NamedCluster[],
  unusable: readonly UnusableCluster[] = [],
  notes: readonly string[] = [],
): Clusters {
  const byName = new Map(named.map((part) => [part.name, part]));
  const of = (request: ReadingRequest): NamedCluster => {
    const name = clusterNamedBy(request);
    const part = name === undefined ? undefined : byName.get(name);
    if (part !== undefined) return part;
    if (name === undefined)
      throw new ApiFailure(
        404,
        "NoCluster",
        "This server watches several clusters, and this path is of one: put /clusters/NAME before it.",
      );
    const broken = unusable.find((each) => each.name === name);
    if (broken !== undefined) throw new ApiFailure(503, "ClusterUnusable", broken.problem);
    const nearest = nearestNames(name, [...byName.keys()]);
    const hint = nearest.length === 0 ? " GET /api/clusters lists them." : orNearest(nearest);
    throw new ApiFailure(404, "ClusterNotFound", `This server watches no cluster ${name}.${hint}`, nearest);
  };
  const find = (request: ReadingRequest): NamedCluster | undefined => byName.get(clusterNamedBy(request) ?? "");
  return { all: named, several: { named, unusable, notes }, of, find, ...readingsOf(of) };
}
