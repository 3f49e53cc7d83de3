import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { setsImage } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { bigClusterWords } from "./big-cluster-words.ts";

const NAMESPACE = "kube-system";
const AGENTS = [
  "fluent-bit",
  "cilium",
  "kube-proxy",
  "node-local-dns",
  "ebs-csi-node",
  "node-exporter",
  "falco",
  "audit-agent",
  "ip-masq-agent",
  "otel-collector",
  "node-problem-detector",
  "kured",
];

const imageOf = (agent: string, version: string): string => `registry.example/${agent}:${version}`;
const agentAt = (at: number): string => AGENTS[at] ?? `agent-${at + 1}`;

export const bigCluster: Story = {
  name: "big-cluster",
  words: bigClusterWords,
  opensOn: "",
  fits: ["taints"],
  title: "12 DaemonSets on 5,000 nodes, or on as many as --nodes says, and a rollout of 10 %",
  isSized: true,
  pastMs: 7 * 86_400_000,
  past({ store, clock, nodes = 5000, daemonSets = AGENTS.length }) {
    for (let at = 0; at < nodes; at++) {
      const pool = at % 20 === 0 ? "gpu" : at % 5 === 0 ? "spot" : `general-${"abc"[at % 3]}`;
      addNode(store, {
        name: `${pool}-${String(at).padStart(5, "0")}`,
        pool,
        zone: `zone-${"abc"[at % 3]}`,
        taints: pool === "gpu" ? [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }] : [],
      });
    }
    clock.advance(60_000);
    for (let at = 0; at < daemonSets; at++)
      addDaemonSet(store, {
        name: agentAt(at),
        namespace: NAMESPACE,
        image: imageOf(agentAt(at), "1.0"),
        maxUnavailable: "10%",
        tolerations: [{ operator: "Exists" }],
      });
  },
  steps: [setsImage("roll-fluent-bit", 10_000, NAMESPACE, "fluent-bit", imageOf("fluent-bit", "1.1"))],
  rounds: (round) => ({
    steps: round === 0 ? [] : [setsImage(`roll-${round}`, 10_000, NAMESPACE, "fluent-bit", imageOf("fluent-bit", `1.${round + 1}`))],
    lengthMs: 600_000,
  }),
};
