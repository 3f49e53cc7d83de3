import { labelsPod, setsPodImage } from "./edits-pod.ts";
import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { deletesPod } from "./steps.ts";

const AGENT = "fluent-bit";
const EDITED = { namespace: "logging", app: AGENT, node: "worker-2" } as const;

export const editedPod: Scenario = {
  name: "edited-pod",
  title: "a pod is edited by hand; its replacement comes from the template again",
  description:
    "Four workers with fluent-bit. After 5 s somebody gives the pod of worker-2 a debug image by hand, and after 15 s a label: its container starts anew, no count tells, and its revision is still the current one. After 40 s the pod is deleted, and what comes is the template's.",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3, 4]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: AGENT, namespace: EDITED.namespace, image: "fluent/fluent-bit:4.1.0" });
  },
  steps: [
    setsPodImage("edit-image", 5000, EDITED, "fluent/fluent-bit:4.1.0-debug"),
    labelsPod("label-pod", 15_000, EDITED, "debug", "yes"),
    deletesPod("delete-pod", 40_000, EDITED.namespace, AGENT, EDITED.node),
  ],
};
