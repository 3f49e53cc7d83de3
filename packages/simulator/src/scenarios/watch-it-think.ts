import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { labels, setsImage } from "./steps.ts";

/** Slow enough to be watched step by step. */
const PACE = {
  "control-plane.test/create-delay": "1500ms",
  "control-plane.test/ready-delay": "2s",
  "control-plane.test/delete-delay": "2s",
};

export const watchItThink: Scenario = {
  name: "watch-it-think",
  title: "one change on its way through the controller, slowly: queue, compare, create, bind, start",
  description:
    "Three workers, and thinker wants those labelled role=watched: worker-1. After 5 s worker-2 gets the label: the controller looks, creates a pod for it, the scheduler binds it, the kubelet starts it in three and a half seconds, and it is available three seconds later. After 25 s the template changes, and both pods go and come one after the other. After a minute worker-2 loses its label, and its pod goes.",
  pastMs: 3_600_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3]) addNode(store, { name: `worker-${at}`, pool: "workers", labels: at === 1 ? { role: "watched" } : {} });
    clock.advance(60_000);
    addDaemonSet(store, {
      name: "thinker",
      image: "thinker:1.0",
      nodeSelector: { role: "watched" },
      minReadySeconds: 3,
      annotations: PACE,
    });
  },
  steps: [
    labels("label-node", 5000, "worker-2", "role", "watched"),
    setsImage("set-image", 25_000, "default", "thinker", "thinker:1.1"),
    labels("unlabel-node", 60_000, "worker-2", "role"),
  ],
};
