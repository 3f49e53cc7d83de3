import { withoutHidden } from "@daemonscope/kube/values/hidden-text";
import { Counter, Gauge, type Registry } from "prom-client";

/** A value for each combination of labels. */
export interface LabelledValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export type Sample = number | readonly LabelledValue[];

/** Adds a metric `daemonscope_…`. Its value is read on each scrape, so that an idle server costs nothing. */
type AddMetric = (name: string, help: string, read: () => Sample, labelNames?: readonly string[]) => void;

export interface Instruments {
  readonly gauge: AddMetric;
  /** For values that only grow: `rate` of Prometheus requires it. */
  readonly counter: AddMetric;
}

/** Escapes hidden characters: terminals and dashboards draw label values, and some are texts of the cluster. */
const shownLabels = (labels: LabelledValue["labels"]): LabelledValue["labels"] =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, withoutHidden(value)]));

function fill(metric: { reset(): void }, sample: Sample, set: (labels: Readonly<Record<string, string>>, value: number) => void): void {
  metric.reset();
  if (typeof sample === "number") set({}, sample);
  else for (const { labels, value } of sample) set(shownLabels(labels), value);
}

export function instrumentsOf(registry: Registry): Instruments {
  const registers = [registry];
  return {
    gauge: (name, help, read, labelNames = []) => {
      new Gauge({
        name: `daemonscope_${name}`,
        help,
        labelNames: [...labelNames],
        registers,
        collect() {
          fill(this, read(), (labels, value) => this.set(labels, value));
        },
      });
    },
    counter: (name, help, read, labelNames = []) => {
      new Counter({
        name: `daemonscope_${name}_total`,
        help,
        labelNames: [...labelNames],
        registers,
        collect() {
          fill(this, read(), (labels, value) => this.inc(labels, value));
        },
      });
    },
  };
}
