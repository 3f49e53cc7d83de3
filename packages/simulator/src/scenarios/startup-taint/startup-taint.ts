import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { deletesPod, joins, setsImage, untaints } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { startupTaintWords } from "./startup-taint-words.ts";

const NOT_READY = { key: "node.cilium.io/agent-not-ready", effect: "NoExecute", value: "true" } as const;
const worker = (at: number) => ({ name: `worker-${at}`, pool: "workers" });
const fresh = (at: number) => ({ ...worker(at), taints: [NOT_READY] });
const CILIUM = "cilium";

export const startupTaint: Story = {
  name: "startup-taint",
  words: startupTaintWords,
  opensOn: "daemonsets/kube-system/cilium",
  fits: ["taints"],
  title: "two new nodes wait for an agent that does not start there",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3]) addNode(store, worker(at));
    clock.advance(60_000);
    addDaemonSet(store, {
      name: CILIUM,
      namespace: "kube-system",
      image: "quay.io/cilium/cilium:v1.18.1",
      hostNetwork: true,
      tolerations: [{ operator: "Exists" }],
      onDelete: true,
    });
    addDaemonSet(store, { name: "fluent-bit", namespace: "logging", image: "fluent/fluent-bit:4.1.0" });
  },
  steps: [
    joins("node-joins", 5000, fresh(4)),
    untaints("taint-removed", 25_000, "worker-4", NOT_READY),
    setsImage("set-image", 40_000, "kube-system", CILIUM, "quay.io/cilium/cilium:v1.18.2-missing"),
    joins("joins-5", 50_000, fresh(5)),
    joins("joins-6", 55_000, fresh(6)),
    setsImage("repair", 900_000, "kube-system", CILIUM, "quay.io/cilium/cilium:v1.18.1"),
    deletesPod("restart-5", 905_000, "kube-system", CILIUM, "worker-5"),
    deletesPod("restart-6", 906_000, "kube-system", CILIUM, "worker-6"),
    untaints("end-5", 940_000, "worker-5", NOT_READY),
    untaints("end-6", 941_000, "worker-6", NOT_READY),
  ],
};
