import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { labelsAll } from "./steps.ts";

const COUNT = 40;
const nameOf = (at: number): string => `worker-${String(at).padStart(2, "0")}`;
/** Three of five. */
const FLIPPED = Array.from({ length: COUNT }, (_, at) => at + 1).filter((at) => at % 5 < 3);

export const labelFlip: Scenario = {
  name: "label-flip",
  title: "a label changes on most nodes and desired falls, while everything looks fine",
  description:
    "Forty nodes labelled disk=ssd with a log shipper that asks for it. After 10 s an automation writes disk=nvme on 24 of them: desired falls to 16, every pod that is left is available, and no tool complains. After two minutes the label is put right.",
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
    labelsAll("flip", 10_000, FLIPPED.map(nameOf), "disk", "nvme"),
    labelsAll("put-right", 130_000, FLIPPED.map(nameOf), "disk", "ssd"),
  ],
};
