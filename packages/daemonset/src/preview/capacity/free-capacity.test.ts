import { drain } from "@daemonscope/kube/base/drain";
import { describe, expect, it, test } from "vitest";
import { amountOf } from "../../capacity/amount.ts";
import type { RequestingPod } from "../../capacity/node-fit.ts";
import { previewFixture, reading, type StoryParts } from "../preview.fixture.ts";
import { effectsOf, withCapacity } from "../preview-steps.ts";
import { type FreeCapacity, nodesNeedingCapacity, victimsOf } from "./free-capacity.ts";

const NODES: StoryParts["nodes"] = { n1: {}, n2: { labels: { pool: "big" } } };
const containersWith = (cpu: string, hostPort?: number) => [
  { name: "agent", image: "agent:1", requests: { cpu }, ports: hostPort === undefined ? [] : [{ containerPort: hostPort, hostPort }] },
];
const pod = (name: string, cpu: string, more: Partial<RequestingPod> = {}): RequestingPod => ({
  uid: `pod-${name}`,
  namespace: "default",
  name,
  daemonSet: undefined,
  phase: "Running",
  terminating: false,
  priority: 0,
  neverPreempts: false,
  requests: new Map([["cpu", amountOf(cpu)]]),
  hostPorts: [],
  ...more,
});
const capacityOf = (bound: Readonly<Record<string, readonly RequestingPod[]>>, cpu = "4"): FreeCapacity => ({
  allocatable: new Map(
    Object.keys(NODES).map((node) => [
      node,
      new Map([
        ["cpu", amountOf(cpu)],
        ["pods", amountOf("10")],
      ]),
    ]),
  ),
  bound: new Map(Object.entries(bound)),
});
const newSet = (name: string, cpu: string, spec: object = {}) =>
  `apply ${JSON.stringify({
    kind: "DaemonSet",
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          containers: containersWith(cpu).map((container) => ({ ...container, resources: { requests: container.requests } })),
          nodeSelector: {},
          ...spec,
        },
      },
    },
  })}`;

/** `agent: unfit n1; comes n2` for each DaemonSet. */
function outcomes(parts: StoryParts, text: string, read: FreeCapacity): readonly string[] {
  const all = drain(withCapacity(previewFixture(reading(parts), text), read));
  return drain(effectsOf(all.reading, all)).daemonSets.map(({ key, ghosts }) => {
    const words = ghosts.map(({ ghost, nodes, preempts = [] }) =>
      [ghost, ...nodes, ...preempts.map(({ name, node }) => `-${name}@${node}`)].join(" "),
    );
    return `${key.slice("default/".length)}: ${words.sort().join("; ")}`;
  });
}

const BARE: StoryParts = { nodes: NODES, sets: {} };
const critical = { priorityClassName: "system-node-critical" };

describe("new pods need free capacity", () => {
  it.each<readonly [string, StoryParts, string, FreeCapacity, readonly string[]]>([
    ["I7 a node without free cpu takes none", BARE, newSet("a", "2"), capacityOf({ n1: [pod("x", "3")] }), ["a: comes n2; unfit n1"]],
    [
      "I7 of two pods on one node the first in order is placed",
      BARE,
      `${newSet("b", "3")}; ${newSet("a", "3")}`,
      capacityOf({}),
      ["a: unfit n1 n2", "b: comes n1 n2"],
    ],
    [
      "I8 a higher priority is placed first",
      BARE,
      `${newSet("b", "3")}; ${newSet("a", "3", critical)}`,
      capacityOf({}),
      ["a: comes n1 n2", "b: unfit n1 n2"],
    ],
    [
      "I8 a higher priority preempts as few as needed",
      BARE,
      newSet("a", "2", critical),
      capacityOf({ n1: [pod("x", "1"), pod("y", "2", { priority: 5 }), pod("z", "1")] }),
      ["a: comes n1 n2 -x@n1 -z@n1"],
    ],
    [
      "I8 a preempted daemon pod waits",
      { nodes: NODES, sets: { old: { on: ["n1"], template: { nodeSelector: { keep: "no" } } }, low: { on: ["n1", "n2"] } } },
      newSet("a", "3", critical),
      capacityOf({ n1: [pod("low-n1", "2", { daemonSet: "default/low" })], n2: [] }),
      ["a: comes n1 n2 -low-n1@n1", "low: unfit n1"],
    ],
    [
      "I7 only one pod holds a host port",
      { nodes: NODES, sets: { a: { on: ["n1", "n2"], template: { containers: containersWith("1") } } } },
      "set-host-ports default/a -c agent 80=80",
      capacityOf({ n1: [pod("a-n1", "1"), pod("web", "1", { hostPorts: [{ port: 80, protocol: "TCP", hostIP: "0.0.0.0" }] })] }),
      ["a: restarts n2; unfit n1"],
    ],
    [
      "I7 delete first: the new pod uses the capacity of the old one",
      { nodes: NODES, sets: { a: { on: ["n1", "n2"], template: { containers: containersWith("3") } } } },
      "set-requests default/a -c agent cpu=4",
      capacityOf({ n1: [pod("a-n1", "3")], n2: [pod("a-n2", "3"), pod("x", "1")] }),
      ["a: restarts n1; unfit n2"],
    ],
    [
      "I7 create first: both need capacity",
      {
        nodes: NODES,
        sets: {
          a: {
            on: ["n1", "n2"],
            template: { containers: containersWith("3") },
            strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } },
          },
        },
      },
      "restart default/a",
      capacityOf({ n1: [pod("a-n1", "3")], n2: [pod("a-n2", "1")] }),
      ["a: restarts n2; unfit n1"],
    ],
    [
      "I7 assumes capacity on a node that was not read",
      BARE,
      newSet("a", "9"),
      { allocatable: new Map(), bound: new Map() },
      ["a: comes n1 n2"],
    ],
  ])("%s", (_name, parts, text, read, expected) => {
    expect([...outcomes(parts, text, read)].sort()).toEqual([...expected].sort());
  });
});

test("I6 pods without capacity hold the budget, and the rollout stops", () => {
  const parts: StoryParts = { nodes: NODES, sets: { a: { on: ["n1", "n2"], template: { containers: containersWith("1") } } } };
  const all = drain(withCapacity(previewFixture(reading(parts), "set-requests default/a -c agent cpu=9"), capacityOf({})));
  expect(drain(effectsOf(all.reading, all)).daemonSets[0]).toMatchObject({
    then: { desired: 2, current: 2, updated: 1, available: 1 },
    rollout: { replaced: 2, atOnce: 1, waves: 2, stands: { unfit: 2, endsAt: 1 } },
  });
});

test("I7 a waiting pod takes the capacity of a deleted one, also for a DaemonSet without a step", () => {
  const containers = containersWith("3");
  const parts: StoryParts = {
    nodes: NODES,
    sets: { first: { on: ["n1", "n2"], template: { containers } }, second: { on: ["n2"], waits: ["n1"], template: { containers } } },
  };
  const available = (text: string, read: FreeCapacity) => {
    const all = drain(withCapacity(previewFixture(reading(parts), text), read));
    return drain(effectsOf(all.reading, all)).daemonSets.map(({ key, now, then }) => [key, now.available, then.available]);
  };
  const bound = capacityOf({ n1: [pod("first-n1", "3")], n2: [pod("second-n2", "3")] });
  expect(available("taint n1 x:NoExecute", bound)).toEqual([
    ["default/first", 2, 1],
    ["default/second", 1, 1],
  ]);
  expect(available("delete default/first", bound)).toEqual([
    ["default/first", 2, 0],
    ["default/second", 1, 2],
  ]);
  expect(available("set-requests default/first -c agent cpu=1", bound)).toEqual([
    ["default/first", 2, 2],
    ["default/second", 1, 2],
  ]);
  // The new pod is created after the old one ends, while the waiting pod already exists.
  expect(available("restart default/first", bound)).toEqual([
    ["default/first", 2, 1],
    ["default/second", 1, 2],
  ]);
  expect(available("set-requests default/first -c agent cpu=4", bound)).toEqual([
    ["default/first", 2, 1],
    ["default/second", 1, 2],
  ]);
});

test("reads only the nodes on which a new pod may lack something", () => {
  const parts: StoryParts = { nodes: NODES, sets: { a: { on: ["n1", "n2"], template: { containers: containersWith("1") } } } };
  const read = (text: string) => [...drain(nodesNeedingCapacity(previewFixture(reading(parts), text).sets))];
  expect(read("restart default/a")).toEqual([]);
  expect(read("set-requests default/a -c agent cpu=2")).toEqual(["n1", "n2"]);
  expect(read("taint n1 x:NoExecute")).toEqual([]);
  expect(read("join 1")).toEqual(["node-new-1"]);
});

test("I8 a pod that never preempts waits, and no pod is preempted without effect", () => {
  const allocatable = new Map([
    ["cpu", amountOf("4")],
    ["pods", amountOf("9")],
  ]);
  const high = pod("h", "3", { priority: 9 });
  expect(victimsOf({ ...high, neverPreempts: true }, allocatable, [pod("x", "4")])).toBeUndefined();
  expect(victimsOf(high, allocatable, [pod("x", "2", { priority: 9 }), pod("y", "1")])).toBeUndefined();
  expect(victimsOf(high, allocatable, [pod("x", "4")])?.map(({ name }) => name)).toEqual(["x"]);
});
