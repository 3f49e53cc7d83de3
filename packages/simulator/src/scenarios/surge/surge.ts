import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { setsImage } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { surgeWords } from "./surge-words.ts";

export const surge: Story = {
  name: "surge",
  words: surgeWords,
  opensOn: "",
  fits: [],
  title: "maxSurge: the new pod first, then the old one goes; a host port makes it impossible",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (let at = 1; at <= 6; at++) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "agent", image: "agent:1.0", maxSurge: 2, minReadySeconds: 3 });
    addDaemonSet(store, { name: "port-agent", image: "port-agent:1.0", maxSurge: 1, hostPort: 9100 });
  },
  steps: [
    setsImage("update-agent", 5000, "default", "agent", "agent:2.0"),
    setsImage("update-port-agent", 40_000, "default", "port-agent", "port-agent:2.0"),
  ],
};
