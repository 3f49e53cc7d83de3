import type { ClusterPart, NamedCluster } from "../clusters/cluster-part.ts";
import type { Clusters } from "../clusters/clusters.ts";
import type { Instruments, LabelledValue, Sample } from "./prometheus.ts";

/** Adds a metric of each cluster: where there are several, or others may come, each sample has the label `cluster`. */
export type AddClusterMetric = (name: string, help: string, read: (part: ClusterPart) => Sample, labelNames?: readonly string[]) => void;

export interface ClusterInstruments {
  readonly gauge: AddClusterMetric;
  readonly counter: AddClusterMetric;
}

export function clusterInstruments({ gauge, counter }: Instruments, clusters: Clusters): ClusterInstruments {
  const [only] = clusters.all;
  if (clusters.several === undefined && !clusters.mayGrow && only !== undefined)
    return {
      gauge: (name, help, read, labels) => gauge(name, help, () => read(only), labels),
      counter: (name, help, read, labels) => counter(name, help, () => read(only), labels),
    };
  const ofEach = (read: (part: ClusterPart) => Sample) => (): readonly LabelledValue[] =>
    (clusters.all as readonly NamedCluster[]).flatMap((part) => {
      const sample = read(part);
      const values = typeof sample === "number" ? [{ labels: {}, value: sample }] : sample;
      return values.map(({ labels, value }) => ({ labels: { cluster: part.name, ...labels }, value }));
    });
  return {
    gauge: (name, help, read, labels = []) => gauge(name, help, ofEach(read), ["cluster", ...labels]),
    counter: (name, help, read, labels = []) => counter(name, help, ofEach(read), ["cluster", ...labels]),
  };
}
