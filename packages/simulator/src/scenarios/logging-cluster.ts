import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario, ScenarioStep } from "./scenario.ts";
import { setsImage } from "./steps.ts";

export const NAMESPACE = "kube-system";
export const AGENT = "fluentd-elasticsearch";
const REPOSITORY = "quay.io/fluentd_elasticsearch/fluentd";

export interface LoggingPlan {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly nodes: number;
  readonly onDelete?: boolean;
  readonly maxUnavailable?: number | string;
  readonly steps: readonly ScenarioStep[];
}

export const rollsTo = (name: string, afterMs: number, tag: string): ScenarioStep =>
  setsImage(name, afterMs, NAMESPACE, AGENT, `${REPOSITORY}:${tag}`);

/** Worker nodes in three zones under one logging agent: where the stories of updates take place. */
export function loggingCluster({ name, title, description, nodes: count, steps, ...plan }: LoggingPlan): Scenario {
  return {
    name,
    title,
    description,
    pastMs: 86_400_000,
    past({ store, clock, nodes = count }) {
      for (let at = 1; at <= nodes; at++)
        addNode(store, { name: `worker-${String(at).padStart(2, "0")}`, pool: "workers", zone: `zone-${"abc"[at % 3]}` });
      clock.advance(60_000);
      addDaemonSet(store, { name: AGENT, namespace: NAMESPACE, image: `${REPOSITORY}:v2.5.1`, hostPath: "/var/log", ...plan });
    },
    steps,
  };
}
