import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { labelsAll } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { oneDaemonManyHardwareWords } from "./one-daemon-many-hardware-words.ts";

const HARDWARE = ["a10", "t4", "h100"] as const;

export const oneDaemonManyHardware: Story = {
  name: "one-daemon-many-hardware",
  words: oneDaemonManyHardwareWords,
  opensOn: "labels",
  fits: ["labels"],
  title: "the same agent as three DaemonSets, one for each kind of hardware",
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
