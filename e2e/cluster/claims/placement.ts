import { agent, type Claim, counts, create, createYaml, editNode, label, nodesOf, path, pods, runAgent, untilCounts } from "./claim.ts";

const FOUR = ["node-0", "node-1", "node-2", "node-3"];
const CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

/** Which nodes get a pod. */
export const PLACEMENT: readonly Claim[] = [
  { id: 1, claim: "one pod on every node", today: "right", kind: "cluster", play: (c) => runAgent(c), read: nodesOf, expected: FOUR },
  {
    id: 2,
    claim: "a node joins: it gets the pod",
    today: "right",
    kind: "story",
    story: "nodes-come-and-go",
    seconds: 10,
    read: ({ list }) => list("pods").filter(({ spec }) => String(spec?.nodeName) === "worker-5").length,
    expected: 3,
  },
  {
    id: 3,
    claim: "a node leaves: its pods go",
    today: "right",
    kind: "story",
    story: "nodes-come-and-go",
    seconds: 140,
    read: ({ list }) => list("pods").filter(({ spec }) => String(spec?.nodeName) === "worker-2").length,
    expected: 0,
  },
  {
    id: 13,
    claim: "two nodes, the control plane keeps it off: one pod",
    today: "right",
    kind: "story",
    story: "control-plane-taint",
    seconds: 10,
    read: ({ list, verdict }) => [list("pods").length, verdict("default/redis-ds", "control-plane")],
    expected: [1, "keep"],
  },
  {
    id: 14,
    claim: "a taint is on a Node, a toleration on a Pod",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await editNode(c, "node-3", { spec: { taints: [{ key: "claims", effect: "NoSchedule" }] } });
      await create(c, agent({}, { tolerations: [{ key: "claims", operator: "Exists", effect: "NoSchedule" }] }));
      await create(c, agent({}, {}, "other"));
    },
    read: async (c) => [await counts(c), await counts(c, "other")],
    expected: ["4 4 4 4 4", "3 3 3 3 3"],
    end: (c) => editNode(c, "node-3", { spec: { taints: null } }),
  },
  {
    id: 15,
    claim: "the node has the taint and the role of a control plane",
    today: "right",
    kind: "story",
    story: "control-plane-taint",
    seconds: 10,
    read: ({ list }) => {
      const node = list("nodes").find(({ metadata }) => String(metadata?.name) === "control-plane");
      return [node?.spec?.taints, node?.metadata?.labels?.[CONTROL_PLANE]];
    },
    expected: [[{ key: CONTROL_PLANE, effect: "NoSchedule" }], ""],
  },
  {
    id: 16,
    claim: "the taint is node-role.kubernetes.io/master",
    today: "changed",
    kind: "docs",
    doc: "concepts",
    text: /kubeadm sets `node-role.kubernetes.io\/control-plane`, and since 1.25 no longer\s+`node-role.kubernetes.io\/master`/,
  },
  {
    id: 17,
    claim: "a toleration for master lets the pod in",
    today: "changed",
    kind: "cluster",
    play: async (c) => {
      await editNode(c, "node-3", { spec: { taints: [{ key: CONTROL_PLANE, effect: "NoSchedule" }] } });
      await create(c, agent({}, { tolerations: [{ key: "node-role.kubernetes.io/master", operator: "Exists" }] }));
    },
    read: (c) => counts(c),
    expected: "3 3 3 3 3",
    end: (c) => editNode(c, "node-3", { spec: { taints: null } }),
  },
  {
    id: 18,
    claim: "without the taint all pods may come",
    today: "right",
    kind: "story",
    story: "control-plane-taint",
    seconds: 80,
    read: ({ list }) => list("pods").length,
    expected: 2,
  },
  {
    id: 19,
    claim: "a toleration lets in only this DaemonSet",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await editNode(c, "node-3", { spec: { taints: [{ key: CONTROL_PLANE, effect: "NoSchedule" }] } });
      await create(c, agent({}, { tolerations: [{ key: CONTROL_PLANE, operator: "Exists" }] }));
    },
    read: (c) => counts(c),
    expected: "4 4 4 4 4",
    end: (c) => editNode(c, "node-3", { spec: { taints: null } }),
  },
  {
    id: 20,
    claim: "a NoSchedule taint leaves the pod",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await runAgent(c);
      await editNode(c, "node-3", { spec: { taints: [{ key: "claims", effect: "NoSchedule" }] } });
      await c.pass(5);
    },
    read: nodesOf,
    expected: FOUR,
    end: (c) => editNode(c, "node-3", { spec: { taints: null } }),
  },
  {
    id: 26,
    claim: "nodeSelector restricts",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await label(c, "node-1", "claim-26", "on");
      await create(c, agent({}, { nodeSelector: { "claim-26": "on" } }));
    },
    read: nodesOf,
    expected: ["node-1"],
  },
  {
    id: 27,
    claim: "node affinity restricts",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      const matchExpressions = [{ key: "kubernetes.io/hostname", operator: "In", values: ["node-0", "node-2"] }];
      const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } };
      await create(c, agent({}, { affinity: { nodeAffinity } }));
    },
    read: nodesOf,
    expected: ["node-0", "node-2"],
  },
  {
    id: 28,
    claim: "several DaemonSets of one daemon for different hardware",
    today: "right",
    kind: "story",
    story: "one-daemon-many-hardware",
    seconds: 5,
    read: ({ list }) => list("daemonsets").map(({ status }) => status?.numberAvailable),
    expected: [3, 3, 3],
  },
  {
    id: 42,
    claim: "random-refresher.yaml runs on the labelled node, with /dev of the host",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await createYaml(c, "randomRefresher");
      await label(c, "node-2", "feature", "hw-rng");
    },
    read: async (c) => [await nodesOf(c), (await pods(c)).map(({ spec }) => spec?.volumes?.[0 as never]?.hostPath?.path)],
    expected: [["node-2"], ["/dev"]],
    end: (c) => label(c, "node-2", "feature", null),
  },
  {
    id: 43,
    claim: "a label comes: a pod comes; it goes: the pod goes",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      await create(c, agent({}, { nodeSelector: { "claim-43": "on" }, terminationGracePeriodSeconds: 1 }));
      await label(c, "node-0", "claim-43", "on");
      await untilCounts(c, "1 1 1 1 1");
      await label(c, "node-0", "claim-43", null);
    },
    read: async (c) => [await counts(c), await nodesOf(c)],
    expected: ["0 0 0 0 0", []],
  },
  {
    id: 75,
    claim: "a user's node affinity is replaced by the target node's name",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      const matchFields = [{ key: "metadata.name", operator: "In", values: ["target-host-name"] }];
      const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] } };
      await create(c, agent({}, { affinity: { nodeAffinity } }));
      await c.pass(3);
    },
    read: async (c) => [await counts(c), (await pods(c)).length],
    expected: ["0 0 0 0 0", 0],
  },
  {
    id: 6,
    claim: "a Deployment counts replicas, not nodes",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      const { spec, ...rest } = agent();
      await create(c, { ...rest, kind: "Deployment", spec: { ...spec, replicas: 2 } });
    },
    read: async (c) => (await pods(c)).filter(({ status }) => String(status?.phase) === "Running").length,
    expected: 2,
  },
  {
    id: 10,
    claim: "a DaemonSet has no spec.replicas",
    today: "right",
    kind: "cluster",
    read: (c) => create(c, agent({ replicas: 2 })),
    expected: { pattern: /unknown field "spec\.replicas"/ },
  },
  {
    id: 11,
    claim: "a Deployment without replicas and with the kind changed is valid",
    today: "changed",
    kind: "cluster",
    read: (c) => createYaml(c, "redisFromDeployment"),
    expected: { pattern: /unknown field "spec\.strategy"/ },
  },
  {
    id: 78,
    claim: "settings of ReplicaSets and Deployments are dropped",
    today: "right",
    kind: "cluster",
    read: (c) => create(c, agent({ progressDeadlineSeconds: 60 })),
    expected: { pattern: /unknown field "spec\.progressDeadlineSeconds"/ },
  },
  {
    id: 9,
    claim: "redis-ds.yaml",
    today: "right",
    kind: "cluster",
    play: async (c) => void (await createYaml(c, "redis")),
    read: (c) => counts(c, "redis-ds"),
    expected: "4 4 4 4 4",
  },
  {
    id: 52,
    claim: "fluentd-elasticsearch.yaml in kube-system",
    today: "right",
    kind: "cluster",
    play: async (c) => void (await createYaml(c, "fluentd")),
    read: (c) => counts(c, "fluentd-elasticsearch", "kube-system"),
    expected: "4 4 4 4 4",
    end: (c) => c.send("DELETE", path({ namespace: "kube-system" }, "DaemonSet", "fluentd-elasticsearch")),
  },
  {
    id: 71,
    claim: "of the nodes only the labelled ones count",
    today: "right",
    kind: "cluster",
    play: async (c) => {
      for (const node of ["node-0", "node-1"]) await label(c, node, "claim-71", "on");
      await create(c, agent({}, { nodeSelector: { "claim-71": "on" } }));
    },
    read: (c) => counts(c),
    expected: "2 2 2 2 2",
  },
];
