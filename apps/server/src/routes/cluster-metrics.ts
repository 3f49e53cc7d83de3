import type { ClusterPart } from "../clusters/cluster-part.ts";
import type { Clusters } from "../clusters/clusters.ts";
import type { Instruments, LabelledValue, Sample } from "./prometheus.ts";

/** Adds a metric of each cluster: where there are several, each sample has the label `cluster`. */
export type AddClusterMetric = (name: string, help: string, read: (part: ClusterPart) => Sample, labelNames?: readonly string[]) => void;

export interface ClusterInstruments {
  readonly gauge: AddClusterMetric;
  readonly counter: AddClusterMetric;
}

export function clusterInstruments({ gauge, counter }: Instruments, { all, several }: Clusters): ClusterInstruments {
  const [only] = all;
  if (several === undefined && only !== undefined)
    return {
      gauge: (name, help, read, labels) => gauge(name, help, () => read(only), labels),
      counter: (name, help, read, labels) => counter(name, help, () => read(only), labels),
    };
  const ofEach = (read: (part: ClusterPart) => Sample) => (): readonly LabelledValue[] =>
    (several?.named ?? []).flatMap((part) => {
      const sample = read(part);
      const values = typeof sample === "number" ? [{ labels: {}, value: sample }] : sample;
      return values.map(({ labels, value }) => ({ labels: { cluster: part.name, ...labels }, value }));
    });
  return {
    gauge: (name, help, read, labels = []) => gauge(name, help, ofEach(read), ["cluster", ...labels]),
    counter: (name, help, read, labels = []) => counter(name, help, ofEach(read), ["cluster", ...labels]),
  };
}
