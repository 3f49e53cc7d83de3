import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { setsImage } from "./steps.ts";

export const surge: Scenario = {
  name: "surge",
  title: "maxSurge: the new pod first, then the old one goes; a host port makes it impossible",
  description:
    "Six nodes. After 5 s agent is updated with maxSurge 2: on two nodes at a time the new pod comes first, and the old one goes when it is available. After 40 s port-agent is updated with maxSurge 1, and its host port 9100 keeps the new pod waiting for the old one for ever.",
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
