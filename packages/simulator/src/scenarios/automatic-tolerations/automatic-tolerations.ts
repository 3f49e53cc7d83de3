import { FAKE_KUBELET_LABEL } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { reportsCondition } from "../../staging/reports-condition.ts";
import type { ScenarioStep } from "../../staging/scenario.ts";
import { applies, cordons, labels, reportsReady } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { automaticTolerationsWords } from "./automatic-tolerations-words.ts";

const NODES = ["well", "disk", "memory", "pids", "cordoned", "not-ready", "unreachable", "no-network"];

export const automaticTolerations: Story = {
  name: "automatic-tolerations",
  words: automaticTolerationsWords,
  opensOn: "taints",
  fits: ["taints"],
  title: "nodes in every kind of trouble: which pods stay, and which new ones come",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const name of NODES) addNode(store, { name, pool: "workers", labels: { [FAKE_KUBELET_LABEL]: "fake" } });
    clock.advance(60_000);
    addDaemonSet(store, { name: "log-agent", image: "log-agent:3.1" });
    addDaemonSet(store, { name: "host-agent", image: "host-agent:1.4", hostNetwork: true });
    addDaemonSet(store, { name: "all-weather", image: "all-weather:2.0", tolerations: [{ operator: "Exists" }] });
  },
  steps: [
    reportsCondition("disk-fills", 5000, "disk", "DiskPressure", true),
    reportsCondition("memory-fills", 8000, "memory", "MemoryPressure", true),
    reportsCondition("pids-run-out", 11_000, "pids", "PIDPressure", true),
    cordons("cordon", 14_000, "cordoned", true),
    reportsReady("falls-ill", 17_000, "not-ready", false),
    reportsCondition("network-breaks", 20_000, "no-network", "NetworkUnavailable", true),
    labels("falls-silent", 23_000, "unreachable", FAKE_KUBELET_LABEL),
    notesOnDaemonSet("touch-log-agent", 40_000, "default", "log-agent", "example.org/looked-at", "yes"),
    applies("new-agent", 100_000, { name: "new-agent", image: "new-agent:1.0" }),
    applies("new-host-agent", 105_000, { name: "new-host-agent", image: "new-host-agent:1.0", hostNetwork: true }),
    reportsCondition("disk-is-emptied", 150_000, "disk", "DiskPressure", false),
    reportsCondition("memory-is-freed", 153_000, "memory", "MemoryPressure", false),
    reportsCondition("pids-are-freed", 156_000, "pids", "PIDPressure", false),
    cordons("uncordon", 159_000, "cordoned", false),
    reportsReady("recovers", 162_000, "not-ready", true),
    reportsCondition("network-is-back", 165_000, "no-network", "NetworkUnavailable", false),
    labels("speaks-again", 168_000, "unreachable", FAKE_KUBELET_LABEL, "fake"),
  ],
};

/** A user annotates a DaemonSet. This only makes the controller sync it. */
function notesOnDaemonSet(name: string, afterMs: number, namespace: string, daemonSet: string, key: string, value: string): ScenarioStep {
  return {
    name,
    afterMs,
    kubectl: `kubectl -n ${namespace} annotate ds ${daemonSet} --overwrite ${key}=${value}`,
    run({ store }) {
      store.edit("daemonsets", namespace, daemonSet, ({ metadata }) => {
        metadata.annotations = { ...metadata.annotations, [key]: value };
      });
    },
  };
}
