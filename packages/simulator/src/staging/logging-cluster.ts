import { addDaemonSet, addNode } from "./manifests.ts";
import type { ScenarioStep } from "./scenario.ts";
import { setsImage } from "./steps.ts";
import type { Story, StoryWords } from "./story.ts";

export const NAMESPACE = "kube-system";
export const AGENT = "fluentd-elasticsearch";
const REPOSITORY = "quay.io/fluentd_elasticsearch/fluentd";

interface LoggingPlan {
  readonly name: string;
  readonly title: string;
  readonly words: StoryWords;
  readonly opensOn: Story["opensOn"];
  readonly fits: Story["fits"];
  readonly nodes: number;
  readonly onDelete?: boolean;
  readonly maxUnavailable?: number | string;
  readonly steps: readonly ScenarioStep[];
}

export const rollsTo = (name: string, afterMs: number, tag: string): ScenarioStep =>
  setsImage(name, afterMs, NAMESPACE, AGENT, `${REPOSITORY}:${tag}`);

/** Returns a story on the cluster of the update stories: worker nodes in three zones with one logging agent. */
export function loggingCluster({ name, title, words, opensOn, fits, nodes: count, steps, ...plan }: LoggingPlan): Story {
  return {
    name,
    title,
    words,
    opensOn,
    fits,
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
