import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { labels, setsImage } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { watchItThinkWords } from "./watch-it-think-words.ts";

/** Delays that let a user watch each step. */
const SLOW_ANNOTATIONS = {
  "control-plane.test/create-delay": "1500ms",
  "control-plane.test/ready-delay": "2s",
  "control-plane.test/delete-delay": "2s",
};

export const watchItThink: Story = {
  name: "watch-it-think",
  words: watchItThinkWords,
  opensOn: "daemonsets/default/thinker",
  fits: ["labels"],
  title: "one change on its way through the controller, slowly: queue, compare, create, bind, start",
  pastMs: 3_600_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3]) addNode(store, { name: `worker-${at}`, pool: "workers", labels: at === 1 ? { role: "watched" } : {} });
    clock.advance(60_000);
    addDaemonSet(store, {
      name: "thinker",
      image: "thinker:1.0",
      nodeSelector: { role: "watched" },
      minReadySeconds: 3,
      annotations: SLOW_ANNOTATIONS,
    });
  },
  steps: [
    labels("label-node", 5000, "worker-2", "role", "watched"),
    setsImage("set-image", 25_000, "default", "thinker", "thinker:1.1"),
    labels("unlabel-node", 60_000, "worker-2", "role"),
  ],
};
