import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { labelsAll } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { labelFlipWords } from "./label-flip-words.ts";

const COUNT = 40;
const nameOf = (at: number): string => `worker-${String(at).padStart(2, "0")}`;
/** The numbers of the nodes whose label changes: three of five. */
const RELABELLED = Array.from({ length: COUNT }, (_, at) => at + 1).filter((at) => at % 5 < 3);

export const labelFlip: Story = {
  name: "label-flip",
  words: labelFlipWords,
  opensOn: "daemonsets/logging/log-shipper",
  fits: ["labels"],
  title: "a label changes on most nodes and desired falls, while everything looks fine",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (let at = 1; at <= COUNT; at++)
      addNode(store, { name: nameOf(at), pool: "workers", zone: `zone-${"abc"[at % 3]}`, labels: { disk: "ssd" } });
    clock.advance(60_000);
    addDaemonSet(store, {
      name: "log-shipper",
      namespace: "logging",
      image: "log-shipper:5.2",
      nodeSelector: { disk: "ssd" },
      maxUnavailable: "10%",
    });
  },
  steps: [
    labelsAll("flip", 10_000, RELABELLED.map(nameOf), "disk", "nvme"),
    labelsAll("put-right", 130_000, RELABELLED.map(nameOf), "disk", "ssd"),
  ],
};
