import { addDaemonSet, addNode, setImage } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";

export const surge: Scenario = {
  name: "surge",
  title: "maxSurge: the new pod first, then the old one goes; a host port makes it impossible",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (let at = 1; at <= 6; at++) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "agent", image: "agent:1.0", maxSurge: 2, minReadySeconds: 3 });
    addDaemonSet(store, { name: "port-agent", image: "port-agent:1.0", maxSurge: 1, hostPort: 9100 });
  },
  play({ store, clock }) {
    clock.after(5000, () => setImage(store, "default", "agent", "agent:2.0"));
    clock.after(40_000, () => setImage(store, "default", "port-agent", "port-agent:2.0"));
  },
};
