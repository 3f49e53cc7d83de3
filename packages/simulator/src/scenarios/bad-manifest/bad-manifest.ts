import { appliesManifests, type Manifest } from "../../staging/applies-manifests.ts";
import { addDaemonSet, addNode, type DaemonSetPlan, daemonSetManifest } from "../../staging/manifests.ts";
import type { Story } from "../../staging/story.ts";
import { badManifestWords } from "./bad-manifest-words.ts";

const RUNNING: DaemonSetPlan = { name: "node-agent", image: "node-agent:1.0" };
const NEW: DaemonSetPlan = { name: "log-agent", image: "log-agent:3.1" };

interface Parts {
  readonly selector?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly restartPolicy?: string;
  readonly rollingUpdate?: Readonly<Record<string, number>>;
}

/** Returns the manifest of a plan with some invalid parts. */
function invalidManifest(plan: DaemonSetPlan, { selector, labels, restartPolicy, rollingUpdate }: Parts): Manifest {
  const manifest = daemonSetManifest(plan);
  const spec = manifest.spec as { readonly template: { readonly metadata: object; readonly spec: object } };
  return {
    ...manifest,
    spec: {
      ...spec,
      ...(selector === undefined ? {} : { selector: { matchLabels: selector } }),
      ...(rollingUpdate === undefined ? {} : { updateStrategy: { type: "RollingUpdate", rollingUpdate } }),
      template: {
        metadata: { ...spec.template.metadata, ...(labels === undefined ? {} : { labels }) },
        spec: { ...spec.template.spec, ...(restartPolicy === undefined ? {} : { restartPolicy }) },
      },
    },
  };
}

const OTHER_LABELS = { app: "node-agent", tier: "node" };

export const badManifest: Story = {
  name: "bad-manifest",
  words: badManifestWords,
  opensOn: "",
  fits: [],
  title: "manifests that the API refuses, each with its own sentence",
  pastMs: 3_600_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, RUNNING);
  },
  steps: [
    appliesManifests("restart-policy", 5000, [invalidManifest(NEW, { restartPolicy: "OnFailure" })]),
    appliesManifests("selector-without-pods", 15_000, [invalidManifest(NEW, { selector: { app: "logger" } })]),
    appliesManifests("no-budget", 25_000, [invalidManifest(NEW, { rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } })]),
    appliesManifests("two-budgets", 35_000, [invalidManifest(NEW, { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } })]),
    appliesManifests("another-selector", 45_000, [invalidManifest(RUNNING, { selector: OTHER_LABELS, labels: OTHER_LABELS })]),
    appliesManifests("as-it-should-be", 55_000, [daemonSetManifest(NEW)]),
  ],
};
