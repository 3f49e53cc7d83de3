import {
  agent,
  type Claim,
  type ClaimCluster,
  counts,
  create,
  deletePod,
  editNode,
  listOf,
  phases,
  podOn,
  pods,
  runAgent,
  untilCounts,
} from "./claim.ts";

const tolerates = async (cluster: ClaimCluster) =>
  listOf((await podOn(cluster, "node-0")).spec?.tolerations)
    .map(({ key, effect }) => `${String(key).replace("node.kubernetes.io/", "")}:${String(effect)}`)
    .sort();
const automatic = (id: number, toleration: string): Claim => ({
  id,
  claim: `daemon pods tolerate ${toleration}`,
  today: "right",
  kind: "cluster",
  play: (cluster) => runAgent(cluster),
  read: async (cluster) => (await tolerates(cluster)).includes(toleration),
  expected: true,
});

/** Binding of the pod to its node, and the taints that it tolerates. */
export const SCHEDULING: readonly Claim[] = [
  {
    id: 29,
    claim: "the controller sets spec.nodeName",
    today: "changed",
    kind: "cluster",
    play: (c) => runAgent(c),
    read: async (c) => (await podOn(c, "node-0")).spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution,
    expected: { nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["node-0"] }] }] },
  },
  {
    id: 30,
    claim: "daemon pods are never Pending",
    today: "changed",
    kind: "cluster",
    play: async (c) => {
      await create(c, agent({}, { containers: [{ name: "agent", image: "agent:1", resources: { requests: { cpu: "1000" } } }] }));
    },
    read: phases,
    expected: ["Pending", "Pending", "Pending", "Pending"],
  },
  {
    id: 31,
    claim: "a cordoned node gets its daemon pod",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await runAgent(c);
      await editNode(c, "node-3", { spec: { unschedulable: true } });
      await deletePod(c, "node-3");
      await c.pass(1);
    },
    read: (c) => counts(c),
    expected: "4 4 4 4 4",
    end: (c) => editNode(c, "node-3", { spec: { unschedulable: null } }),
  },
  { ...automatic(32, "unschedulable:NoSchedule"), claim: "unschedulable is ignored because no scheduler is used", today: "changed" },
  {
    id: 33,
    claim: "daemon pods start without the scheduler",
    today: "changed",
    kind: "story",
    story: "who-binds",
    seconds: 45,
    read: ({ list }) =>
      list("pods")
        .map(({ metadata, status }) => `${metadata?.labels?.app} ${status?.phase}`)
        .sort(),
    expected: ["bound-agent Running", "fluent-bit Pending", "fluent-bit Running", "fluent-bit Running"],
  },
  automatic(34, "not-ready:NoExecute"),
  automatic(35, "unreachable:NoExecute"),
  automatic(36, "disk-pressure:NoSchedule"),
  automatic(37, "memory-pressure:NoSchedule"),
  automatic(38, "unschedulable:NoSchedule"),
  {
    id: 39,
    claim: "network-unavailable is tolerated with host network only",
    today: "right",
    kind: "cluster",
    play: async (c) => void (await create(c, agent({}, { hostNetwork: true }))),
    read: async (c) => (await pods(c)).filter(({ spec }) => JSON.stringify(spec?.tolerations).includes("network-unavailable")).length,
    expected: 4,
  },
  {
    id: 40,
    claim: "the key is network-unschedulable, with host network or not",
    today: "changed",
    kind: "cluster",
    play: (c) => runAgent(c),
    read: async (c) => (await tolerates(c)).filter((text) => text.startsWith("network")),
    expected: [],
  },
  {
    id: 41,
    claim: "six automatic tolerations",
    today: "right",
    kind: "cluster",
    play: (c) => runAgent(c),
    read: tolerates,
    expected: [
      "disk-pressure:NoSchedule",
      "memory-pressure:NoSchedule",
      "not-ready:NoExecute",
      "pid-pressure:NoSchedule",
      "unreachable:NoExecute",
      "unschedulable:NoSchedule",
    ],
  },
  {
    id: 46,
    claim: "without resources the controller cannot create the pod",
    today: "changed",
    kind: "story",
    story: "full-node",
    seconds: 12,
    read: ({ list }) =>
      list("pods").filter(({ metadata, status }) => String(metadata?.labels?.app) === "scanner" && String(status?.phase) === "Pending")
        .length,
    expected: 1,
  },
  {
    id: 47,
    claim: "no preemption for daemon pods",
    today: "changed",
    kind: "story",
    story: "full-node",
    seconds: 62,
    read: ({ list }) => list("events").filter(({ reason }) => String(reason) === "Preempted").length,
    expected: 1,
  },
  {
    id: 48,
    claim: "scheduled by the default scheduler since 1.12, or 1.17",
    today: "changed",
    kind: "docs",
    doc: "concepts",
    text: /1\.12 to 1\.16[\s\S]*1\.17 and later/,
  },
  {
    id: 55,
    claim: "kube-proxy with beta.kubernetes.io/os=linux runs on each node",
    today: "right",
    kind: "cluster",
    only: "simulator",
    play: async (c) => {
      await create(c, agent({}, { nodeSelector: { "beta.kubernetes.io/os": "linux" } }));
    },
    read: (c) => counts(c),
    expected: "4 4 4 4 4",
  },
  {
    id: 88,
    claim: "the controller binds daemon pods by default",
    today: "changed",
    kind: "docs",
    doc: "concepts",
    text: /The scheduler checks room, ports and volumes of that node only, and sets `spec.nodeName`/,
  },
  {
    id: 80,
    claim: "a node has each host port once for each protocol",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      const onPort = (name: string, protocol: string) =>
        create(
          c,
          agent({}, { containers: [{ name, image: `${name}:1`, ports: [{ containerPort: 9100, hostPort: 9100, protocol }] }] }, name),
        );
      await onPort("agent", "TCP");
      await untilCounts(c, "4 4 4 4 4");
      await onPort("udp", "UDP");
      await onPort("second", "TCP");
    },
    read: async (c) => [await counts(c, "udp"), await counts(c, "second")],
    expected: ["4 4 4 4 4", "4 4 0 4 0"],
  },
];
