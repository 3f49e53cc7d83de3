import type { FastifyRequest } from "fastify";
import type { ClusterRuntime } from "../../clusters/cluster-runtime.ts";
import type { Clusters } from "../../clusters/clusters.ts";
import type { Instruments, LabelledValue, Sample } from "./prometheus.ts";

/** Adds a metric of each cluster. If the server has several clusters, or may get them later, each sample has the
 *  label `cluster`. */
type AddClusterMetric = (name: string, help: string, read: (cluster: ClusterRuntime) => Sample, labelNames?: readonly string[]) => void;

export interface ClusterInstruments {
  readonly gauge: AddClusterMetric;
  readonly counter: AddClusterMetric;
}

/** Returns the clusters that a scrape may read. Throws ApiFailure if there is none. */
export type ReadableClusters = (request: FastifyRequest) => Promise<readonly ClusterRuntime[]>;

/** Returns the instruments of one scrape, which reads `clusters`. */
export function clusterInstruments(
  { gauge, counter }: Instruments,
  { several, mayGrow }: Pick<Clusters, "several" | "mayGrow">,
  clusters: readonly ClusterRuntime[],
): ClusterInstruments {
  const [only] = clusters;
  if (several === undefined && !mayGrow && only !== undefined)
    return {
      gauge: (name, help, read, labels) => gauge(name, help, () => read(only), labels),
      counter: (name, help, read, labels) => counter(name, help, () => read(only), labels),
    };
  const readAllClusters = (read: (cluster: ClusterRuntime) => Sample) => (): readonly LabelledValue[] =>
    clusters.flatMap((cluster) => {
      const sample = read(cluster);
      const values = typeof sample === "number" ? [{ labels: {}, value: sample }] : sample;
      return values.map(({ labels, value }) => ({ labels: { cluster: cluster.name ?? "", ...labels }, value }));
    });
  return {
    gauge: (name, help, read, labels = []) => gauge(name, help, readAllClusters(read), ["cluster", ...labels]),
    counter: (name, help, read, labels = []) => counter(name, help, readAllClusters(read), ["cluster", ...labels]),
  };
}
