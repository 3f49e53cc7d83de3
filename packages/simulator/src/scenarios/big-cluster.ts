import { addDaemonSet, addNode, imageOf, setImage } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";

const AGENTS = [
  "cilium",
  "kube-proxy",
  "node-local-dns",
  "ebs-csi-node",
  "fluent-bit",
  "node-exporter",
  "falco",
  "audit-agent",
  "ip-masq-agent",
  "otel-collector",
  "node-problem-detector",
  "kured",
];

export const bigCluster: Scenario = {
  name: "big-cluster",
  title: "5,000 nodes × 12 DaemonSets and a 10 % rollout",
  pastMs: 7 * 86_400_000,
  past({ store, clock, nodes = 5000 }) {
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
    for (const name of AGENTS)
      addDaemonSet(store, {
        name,
        namespace: "kube-system",
        image: `registry.example/${name}:1.0`,
        maxUnavailable: "10%",
        tolerations: [{ operator: "Exists" }],
      });
  },
  play({ store, clock }) {
    const roll = (round: number) => {
      const name = "fluent-bit";
      setImage(store, "kube-system", name, `registry.example/${name}:1.${round}`);
      clock.after(120_000, () => roll(round + 1));
    };
    clock.after(10_000, () => roll(Number(imageOf(store, "kube-system", "fluent-bit").split(".").at(-1)) + 1));
  },
};
