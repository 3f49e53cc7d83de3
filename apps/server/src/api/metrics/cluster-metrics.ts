import type { FastifyRequest } from "fastify";
import type { ClusterRuntime } from "../../clusters/cluster-runtime.ts";
import type { Clusters } from "../../clusters/clusters.ts";
import type { Instruments, LabelledValue, Sample } from "./prometheus.ts";

/** Adds a metric of each cluster. On a server of several clusters, now or later, each sample has the label
 *  `cluster`. */
export type AddClusterMetric = (name: string, help: string, read: (part: ClusterRuntime) => Sample, labelNames?: readonly string[]) => void;

export interface ClusterInstruments {
  readonly gauge: AddClusterMetric;
  readonly counter: AddClusterMetric;
}

/** Returns the clusters that a scrape may read. Throws ApiFailure if there is none. */
export type PartsOf = (request: FastifyRequest) => Promise<readonly ClusterRuntime[]>;

/** Returns the instruments of one scrape, which reads `parts` of the server's clusters. */
export function clusterInstruments(
  { gauge, counter }: Instruments,
  { several, mayGrow }: Pick<Clusters, "several" | "mayGrow">,
  parts: readonly ClusterRuntime[],
): ClusterInstruments {
  const [only] = parts;
  if (several === undefined && !mayGrow && only !== undefined)
    return {
      gauge: (name, help, read, labels) => gauge(name, help, () => read(only), labels),
      counter: (name, help, read, labels) => counter(name, help, () => read(only), labels),
    };
  const perCluster = (read: (part: ClusterRuntime) => Sample) => (): readonly LabelledValue[] =>
    parts.flatMap((part) => {
      const sample = read(part);
      const values = typeof sample === "number" ? [{ labels: {}, value: sample }] : sample;
      return values.map(({ labels, value }) => ({ labels: { cluster: part.name ?? "", ...labels }, value }));
    });
  return {
    gauge: (name, help, read, labels = []) => gauge(name, help, perCluster(read), ["cluster", ...labels]),
    counter: (name, help, read, labels = []) => counter(name, help, perCluster(read), ["cluster", ...labels]),
  };
}
