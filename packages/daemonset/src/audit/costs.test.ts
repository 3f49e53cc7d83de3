import { drain } from "@daemonscope/kube/base/drain";
import { expect, test } from "vitest";
import { amountOf } from "../capacity/amount.ts";
import type { RequestingPod } from "../capacity/node-fit.ts";
import type { NodeParts } from "../model/objects.fixture.ts";
import { reading } from "../preview/preview.fixture.ts";
import { agentCosts } from "./costs.ts";

const amounts = (quantities: Readonly<Record<string, string>>) =>
  new Map(Object.entries(quantities).map(([resource, text]) => [resource, amountOf(text)]));
const pod = (name: string, cpu: string, daemonSet = "default/agent"): RequestingPod => ({
  uid: name,
  namespace: "default",
  name,
  daemonSet,
  phase: "Running",
  terminating: false,
  priority: 0,
  neverPreempts: false,
  requests: amounts({ cpu, memory: "64Mi" }),
  limits: amounts({ cpu: "1" }),
  hostPorts: [],
});
const containers = [{ name: "agent", image: "a:1", ports: [], requests: { cpu: "150m", memory: "64Mi" } }];
const CLUSTER = reading({
  nodes: {
    n1: { labels: { pool: "a" } },
    n2: { labels: { pool: "a" } },
    n3: { labels: { pool: "b", "node.kubernetes.io/instance-type": "large" } },
  },
  sets: {
    agent: { on: ["n1", "n2"], template: { containers, nodeSelector: { pool: "a" } } },
    other: { on: ["n3"], template: { containers } },
  },
});
const CAPACITY = {
  allocatable: new Map([
    ["n1", amounts({ cpu: "4", memory: "8Gi" })],
    ["n2", amounts({ cpu: "2", memory: "4Gi" })],
    ["n3", amounts({ cpu: "8", memory: "8Gi" })],
  ]),
  bound: new Map([
    ["n1", [pod("agent-1", "100m"), { ...pod("web", "1"), daemonSet: undefined }]],
    ["n2", [pod("agent-2", "100m"), { ...pod("done", "1"), phase: "Succeeded" }]],
    ["n3", [pod("other-3", "200m", "default/other")]],
  ]),
};
const usage = new Map([
  ["default/agent-1", amounts({ cpu: "20123456n", memory: "30Mi" })],
  ["default/agent-2", amounts({ cpu: "310m", memory: "32Mi" })],
]);

test("Q3 sums the agents by pool and instance type, with the share of the smallest node and the cost of a new one", () => {
  const { groups } = drain(agentCosts(CLUSTER, { capacity: CAPACITY, usage }));
  expect(groups.map(({ pool, instanceType, nodes, smallest, of }) => [pool, instanceType, nodes, smallest, of.cpu])).toEqual([
    ["a", "", 2, "n2", { requests: "200m", limits: "2", usage: "331m", percent: 5, newNode: "300m" }],
    ["b", "large", 1, "n3", { requests: "200m", limits: "1", percent: 2.5, newNode: "150m" }],
  ]);
});

test.each([
  ["ToBeDeletedByClusterAutoscaler", "NoSchedule"],
  ["karpenter.sh/disrupted", "NoSchedule"],
  ["node.kubernetes.io/not-ready", "NoExecute"],
  ["node.cilium.io/agent-not-ready", "NoSchedule"],
  ["node.cloudprovider.kubernetes.io/shutdown", "NoSchedule"],
] as const)("Q3 the cost of a new node does not depend on %s on the smallest node", (key, effect) => {
  const newNode = (taints: NodeParts["taints"]) => {
    const cluster = reading({
      nodes: { n1: {}, n2: { ...(taints === undefined ? {} : { taints }) } },
      sets: { agent: { on: ["n1", "n2"], template: { containers } } },
    });
    return drain(agentCosts(cluster, { capacity: CAPACITY, usage })).groups.map(({ smallest, of }) => [smallest, of.cpu.newNode]);
  };
  expect(newNode([{ key, effect }])).toEqual([["n2", "150m"]]);
  expect(newNode([{ key: "dedicated", effect: "NoSchedule" }]), "a taint of the pool").toEqual([["n2", "0"]]);
});

test("a pool is the control plane's if each of its nodes has that role", () => {
  const labels = { "node-role.kubernetes.io/control-plane": "" };
  const isControlPlane = (...nodes: readonly NodeParts["labels"][]) => {
    const named = Object.fromEntries(nodes.map((each, at) => [`n${at + 1}`, { labels: each ?? {} }]));
    const cluster = reading({ nodes: named, sets: {} });
    return drain(agentCosts(cluster, { capacity: CAPACITY, usage })).groups.map((group) => group.isControlPlane);
  };
  expect(isControlPlane(labels, labels)).toEqual([true]);
  expect(isControlPlane(labels, {})).toEqual([undefined]);
});

test("Q3 compares the request of an agent with the usage of its pods, and marks outliers", () => {
  const { agents, nodes } = drain(agentCosts(CLUSTER, { capacity: CAPACITY, usage, only: "default/agent" }));
  expect(agents.map(({ daemonSet, pods, measured, of }) => [daemonSet, pods, measured, of.cpu])).toEqual([
    ["default/other", 1, 0, { request: "200m", limit: "1", isAbove: false }],
    ["default/agent", 2, 2, { request: "100m", limit: "1", p50: "21m", p99: "310m", isAbove: true }],
  ]);
  expect(nodes.map(({ node, of }) => [node, of.cpu.usage, of.cpu.isOutlier, of.memory.isOutlier])).toEqual([
    ["n2", "310m", true, false],
    ["n1", "21m", false, false],
  ]);
});

test("without measurements there is no usage", () => {
  const { agents } = drain(agentCosts(CLUSTER, { capacity: CAPACITY, usage: undefined }));
  expect(JSON.stringify(agents)).not.toContain("p99");
});
