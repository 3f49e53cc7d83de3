import type { Taint, Toleration } from "@daemonscope/kube/objects";
import type { Store } from "../store/contract.ts";
import { addDaemonSet, addNode, type DaemonSetPlan, setImage } from "./manifests.ts";
import type { Scenario, ScenarioStage } from "./scenario.ts";

const DAY = 86_400_000;
const EVERYTHING: readonly Toleration[] = [{ operator: "Exists" }];
const GPU: Taint = { key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" };
const tolerates = (key: string, effect: string): Toleration => ({ key, operator: "Exists", effect });
const LINUX = { "kubernetes.io/os": "linux" };

const POOLS: readonly {
  readonly pool: string;
  readonly zone: (at: number) => string;
  readonly count: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
}[] = [
  {
    pool: "control-plane",
    zone: (at) => `eu1-${"abc"[at % 3]}`,
    count: 3,
    labels: { "node-role.kubernetes.io/control-plane": "" },
    taints: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
  },
  { pool: "general", zone: (at) => `eu1-${"abc"[at % 3]}`, count: 27 },
  { pool: "gpu", zone: () => "eu1-c", count: 9, labels: { "nvidia.com/gpu.present": "true" }, taints: [GPU] },
  { pool: "spot", zone: (at) => `eu1-${"ab"[at % 2]}`, count: 9, taints: [{ key: "spot", value: "true", effect: "PreferNoSchedule" }] },
];

/** The DaemonSets of a cluster as one meets them, with the images that they went through. */
const SETS: readonly (DaemonSetPlan & { readonly versions: readonly string[] })[] = [
  {
    name: "cilium",
    namespace: "kube-system",
    image: "quay.io/cilium/cilium",
    versions: ["v1.18.1", "v1.18.4"],
    nodeSelector: LINUX,
    tolerations: EVERYTHING,
    maxUnavailable: 2,
    hostNetwork: true,
  },
  {
    name: "kube-proxy",
    namespace: "kube-system",
    image: "registry.k8s.io/kube-proxy",
    versions: ["v1.35.4", "v1.36.3"],
    nodeSelector: LINUX,
    tolerations: EVERYTHING,
    maxUnavailable: "10%",
    hostNetwork: true,
  },
  {
    name: "node-local-dns",
    namespace: "kube-system",
    image: "registry.k8s.io/dns/k8s-dns-node-cache",
    versions: ["1.25.0", "1.26.4"],
    tolerations: EVERYTHING,
    maxUnavailable: "10%",
  },
  {
    name: "ebs-csi-node",
    namespace: "kube-system",
    image: "public.ecr.aws/ebs-csi-driver/aws-ebs-csi-driver",
    versions: ["v1.50.1", "v1.52.0"],
    nodeSelector: LINUX,
    tolerations: EVERYTHING,
    maxUnavailable: "10%",
    minReadySeconds: 2,
  },
  {
    name: "fluent-bit",
    namespace: "logging",
    image: "fluent/fluent-bit",
    versions: ["4.0.9", "4.1.0", "4.1.1"],
    nodeSelector: LINUX,
    tolerations: [tolerates("nvidia.com/gpu", "NoSchedule"), tolerates("node-role.kubernetes.io/control-plane", "NoSchedule")],
    maxUnavailable: "15%",
    minReadySeconds: 6,
    hostPath: "/var/log",
  },
  {
    name: "node-exporter",
    namespace: "monitoring",
    image: "quay.io/prometheus/node-exporter",
    versions: ["v1.9.1", "v1.10.2"],
    tolerations: [tolerates("node-role.kubernetes.io/control-plane", "NoSchedule"), tolerates("nvidia.com/gpu", "NoSchedule")],
    maxUnavailable: 3,
    hostPort: 9100,
  },
  {
    name: "falco",
    namespace: "security",
    image: "falcosecurity/falco",
    versions: ["0.41.3", "0.42.0"],
    tolerations: [tolerates("node-role.kubernetes.io/control-plane", "NoSchedule")],
    maxUnavailable: 2,
    hostPath: "/proc",
  },
  {
    name: "nvidia-device-plugin",
    namespace: "gpu",
    image: "nvcr.io/nvidia/k8s-device-plugin",
    versions: ["v0.17.4", "v0.18.0"],
    nodeSelector: { "nvidia.com/gpu.present": "true" },
    tolerations: [tolerates("nvidia.com/gpu", "NoSchedule")],
    maxUnavailable: 1,
  },
  {
    name: "nvidia-driver",
    namespace: "gpu",
    image: "nvcr.io/nvidia/driver",
    versions: ["570.172", "580.95"],
    nodeSelector: { "nvidia.com/gpu.present": "true" },
    tolerations: [tolerates("nvidia.com/gpu", "NoSchedule")],
    onDelete: true,
  },
  {
    name: "hw-rng",
    namespace: "rng",
    image: "rng-tools",
    versions: ["6.16", "6.17"],
    nodeSelector: { feature: "hw-rng" },
    maxUnavailable: 1,
    hostPath: "/dev",
  },
];

const nameOf = (pool: string, at: number): string => `${pool === "control-plane" ? "cp" : pool}-${String(at + 1).padStart(2, "0")}`;

function editNode(
  store: Store,
  name: string,
  change: (node: { metadata: { annotations?: Record<string, string> }; spec: Record<string, unknown> }) => void,
): void {
  store.edit("nodes", undefined, name, (node) => {
    node.spec ??= {};
    change(node as unknown as Parameters<typeof change>[0]);
  });
}

function buildPast({ store, clock }: ScenarioStage): void {
  for (const { pool, zone, count, labels, taints } of POOLS)
    for (let at = 0; at < count; at++)
      addNode(store, {
        name: nameOf(pool, at),
        pool,
        zone: zone(at),
        labels: { ...labels, ...(pool === "general" && at % 9 === 4 ? { feature: "hw-rng" } : {}) },
        ...(taints === undefined ? {} : { taints }),
      });
  clock.advance(60_000);
  SETS.forEach(({ versions, ...plan }, at) => {
    addDaemonSet(store, { ...plan, image: `${plan.image}:${versions[0]}` });
    clock.advance((3 + at) * DAY);
  });
  for (const { versions, namespace = "default", name, image } of SETS)
    for (const version of versions.slice(1)) {
      setImage(store, namespace, name, `${image}:${version}`);
      clock.advance(2 * DAY);
    }
  // Half of the GPU drivers were replaced by hand, then somebody went on holiday.
  const drivers = store.list("pods", "gpu").filter((pod) => pod.metadata.labels?.app === "nvidia-driver");
  for (const pod of drivers.slice(0, 4)) store.delete("pods", "gpu", pod.metadata.name);
  clock.advance(DAY);
  // One node was set aside for a database after the agents had come: falco is misscheduled there.
  editNode(store, "general-08", (node) => {
    node.spec.taints = [{ key: "dedicated", value: "db", effect: "NoSchedule" }];
  });
  clock.advance(DAY);
}

/** Always something going on: each round is a rollout and something that happens to nodes meanwhile; every third round ships a bad image, and undoes it. */
function playRound(stage: ScenarioStage, round: number): void {
  const { store, clock, random } = stage;
  const rolling = SETS.filter((set) => ["fluent-bit", "ebs-csi-node", "node-exporter", "cilium"].includes(set.name));
  const set = rolling[round % rolling.length];
  if (set === undefined) return;
  const { namespace = "default", name, image, versions } = set;
  const good = `${image}:${versions.at(-1)}-r${round + 1}`;
  const bad = round % 3 === 1;
  clock.after(2500, () => setImage(store, namespace, name, bad ? `${image}:${versions.at(-1)}-missing` : good));
  if (bad) clock.after(130_000, () => setImage(store, namespace, name, round === 0 ? good : `${image}:${versions.at(-1)}-r${round}`));

  const node = nameOf("general", random.int(9, 25));
  clock.after(15_000, () => editNode(store, node, (object) => (object.spec.unschedulable = true)));
  clock.after(55_000, () => editNode(store, node, (object) => delete object.spec.unschedulable));

  const joining = nameOf("spot", 9 + (round % 3));
  clock.after(30_000, () => {
    if (store.get("nodes", undefined, joining) === undefined)
      addNode(store, { name: joining, pool: "spot", zone: "eu1-a", taints: [{ key: "spot", value: "true", effect: "PreferNoSchedule" }] });
  });
  clock.after(110_000, () => {
    if (store.get("nodes", undefined, joining) !== undefined) store.delete("nodes", undefined, joining);
  });

  const sick = nameOf("spot", random.int(0, 8));
  const report = (ready: string) =>
    editNode(
      store,
      sick,
      (object) => (object.metadata.annotations = { ...object.metadata.annotations, "control-plane.test/ready": ready }),
    );
  clock.after(70_000, () => report("false"));
  clock.after(105_000, () => report("true"));

  clock.after(bad ? 170_000 : 125_000, () => playRound(stage, round + 1));
}

export const tour: Scenario = {
  name: "tour",
  title: "48 nodes, ten DaemonSets, always something going on",
  pastMs: 120 * DAY,
  past: buildPast,
  play: (stage) => playRound(stage, 0),
};
