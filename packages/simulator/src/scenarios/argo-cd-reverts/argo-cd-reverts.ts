import { objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { addNode, daemonSetManifest } from "../../staging/manifests.ts";
import type { ScenarioStep } from "../../staging/scenario.ts";
import { setsImage } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { argoCdRevertsWords } from "./argo-cd-reverts-words.ts";

const NAMESPACE = "logging";
const AGENT = "log-agent";

/** `kubectl rollout restart`: sets an annotation that the manifest of the application does not have. */
const restarts: ScenarioStep = {
  name: "restart",
  afterMs: 90_000,
  kubectl: `kubectl -n ${NAMESPACE} rollout restart ds/${AGENT}`,
  run({ store, clock }) {
    store.edit("daemonsets", NAMESPACE, AGENT, (set) => {
      const template = objectIn(objectIn(set, "spec"), "template");
      const metadata = objectIn(template, "metadata");
      const restartedAt = new Date(clock.nowMs()).toISOString().replace(/\.\d+Z$/, "Z");
      const annotations = { ...objectIn(metadata, "annotations"), "kubectl.kubernetes.io/restartedAt": restartedAt };
      set.spec = { ...objectIn(set, "spec"), template: { ...template, metadata: { ...metadata, annotations } } };
    });
  },
};

export const argoCdReverts: Story = {
  name: "argo-cd-reverts",
  words: argoCdRevertsWords,
  opensOn: `daemonsets/${NAMESPACE}/${AGENT}`,
  fits: [],
  title: "Argo CD reverts an edit of a DaemonSet, and leaves a restart alone",
  pastMs: 86_400_000,
  applications: [
    {
      name: "log-agents",
      daemonSets: [daemonSetManifest({ name: AGENT, namespace: NAMESPACE, image: "log-agent:4.1", maxUnavailable: 1 })],
    },
  ],
  past({ store }) {
    for (let number = 1; number <= 6; number++) addNode(store, { name: `worker-${number}`, pool: "worker" });
    store.create("namespaces", { metadata: { name: NAMESPACE }, status: { phase: "Active" } });
  },
  steps: [setsImage("set-image", 5000, NAMESPACE, AGENT, "log-agent:4.2"), restarts],
};
