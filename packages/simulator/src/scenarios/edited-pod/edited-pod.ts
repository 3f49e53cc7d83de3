import { labelsPod, setsPodImage } from "../../staging/edits-pod.ts";
import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { deletesPod } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { editedPodWords } from "./edited-pod-words.ts";

const AGENT = "fluent-bit";
const EDITED = { namespace: "logging", app: AGENT, node: "worker-2" } as const;

export const editedPod: Story = {
  name: "edited-pod",
  words: editedPodWords,
  opensOn: "daemonsets/logging/fluent-bit",
  fits: [],
  title: "a pod is edited by hand; its replacement comes from the template again",
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
