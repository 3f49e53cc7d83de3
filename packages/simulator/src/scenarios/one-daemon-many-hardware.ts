import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { labelsAll } from "./steps.ts";

const HARDWARE = ["a10", "t4", "h100"] as const;

export const oneDaemonManyHardware: Scenario = {
  name: "one-daemon-many-hardware",
  title: "the same agent as three DaemonSets, one for each kind of hardware",
  description:
    "Three nodes of each of three kinds of accelerator, and a DaemonSet for each kind, with its own requests. gpu-10 has a kind that none of the three covers, until somebody labels it a10 after 20 s.",
  pastMs: 86_400_000,
  past({ store, clock }) {
    HARDWARE.forEach((kind, at) => {
      for (const number of [1, 2, 3]) addNode(store, { name: `gpu-${at * 3 + number}`, pool: kind, labels: { accelerator: kind } });
    });
    addNode(store, { name: "gpu-10", pool: "new", labels: { accelerator: "mi300" } });
    clock.advance(60_000);
    HARDWARE.forEach((kind, at) => {
      addDaemonSet(store, {
        name: `device-agent-${kind}`,
        image: "device-agent:2.3",
        nodeSelector: { accelerator: kind },
        requests: { cpu: `${(at + 1) * 100}m` },
      });
    });
  },
  steps: [labelsAll("label-node", 20_000, ["gpu-10"], "accelerator", "a10")],
};
