import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { describe, expect, it } from "vitest";
import { clusterStateOf } from "./cluster-state.fixture.ts";
import { compareStates } from "./compare-states.ts";

const counts = (available: number) => ({
  desiredNumberScheduled: 3,
  currentNumberScheduled: 3,
  numberReady: available,
  updatedNumberScheduled: 3,
  numberAvailable: available,
  numberUnavailable: 3 - available,
  numberMisscheduled: 0,
});
const set = (key: string, change: object = {}) =>
  ({
    key,
    strategy: "RollingUpdate",
    containers: [{ name: "agent", image: "agent:1" }],
    reported: counts(3),
    revisions: [{ revision: 1, current: true }],
    concern: null,
    ...change,
  }) as unknown as DaemonSetRecord;
const plain = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const AVAILABLE = cellByte({ state: "available", ...plain });
const OLD = cellByte({ state: "available", ...plain, oldRevision: true });
const FAILING = cellByte({ state: "failing", ...plain });
const SILENT = cellByte({ state: "available", ...plain, nodeUnready: true });

describe("two moments of a cluster", () => {
  it("have no differences if they are equal, also if read separately", () => {
    const state = () => clusterStateOf([readyNode("a")], [set("x/one")], [[AVAILABLE]]);
    const { nodes, daemonSets } = compareStates(state(), state());
    expect([...daemonSets, ...Object.values(nodes).flat()]).toEqual([]);
  });
  it("group changed nodes by what they have in common, largest group first", () => {
    const dedicated = { key: "dedicated", value: "db", effect: "NoSchedule" } as const;
    const before = clusterStateOf(
      [readyNode("a"), readyNode("b"), readyNode("c", { labels: { disk: "ssd" } }), readyNode("d", { ready: "False" }), readyNode("gone")],
      [],
      [],
    );
    const after = clusterStateOf(
      [
        readyNode("new"),
        readyNode("b", { taints: [dedicated] }),
        readyNode("a", { taints: [dedicated], unschedulable: true }),
        readyNode("c", { ready: "Unknown" }),
        readyNode("d"),
      ],
      [],
      [],
    );
    expect(compareStates(before, after)).toEqual({
      daemonSets: [],
      nodes: {
        joined: ["new"],
        left: ["gone"],
        notReady: ["c"],
        nowReady: ["d"],
        cordoned: ["a"],
        uncordoned: [],
        taintsAdded: [{ what: "dedicated=db:NoSchedule", nodes: ["a", "b"] }],
        taintsRemoved: [],
        labels: [{ what: { key: "disk", before: "ssd", after: undefined }, nodes: ["c"] }],
      },
    });
  });
  it("list DaemonSets that were added, removed or changed, with cells of nodes present at both, for any rows", () => {
    const before = clusterStateOf(
      [readyNode("a"), readyNode("b"), readyNode("c")],
      [set("x/one"), set("x/gone"), set("x/same")],
      [
        [OLD, AVAILABLE, AVAILABLE],
        [OLD, AVAILABLE, AVAILABLE],
        [AVAILABLE, AVAILABLE, AVAILABLE],
      ],
    );
    const concern = { kind: "failing", stuck: false };
    const changed = {
      reported: counts(1),
      revisions: [{ revision: 2, current: true }],
      containers: [{ name: "agent", image: "agent:2" }],
      concern,
    };
    const after = clusterStateOf(
      [readyNode("c"), readyNode("b"), readyNode("a"), readyNode("new")],
      [set("x/same"), set("x/one", changed), set("x/new")],
      [
        [SILENT, AVAILABLE, 0],
        [AVAILABLE, FAILING, 0],
        [AVAILABLE, FAILING, 0],
        [AVAILABLE, AVAILABLE, 0],
      ],
    );
    const { daemonSets } = compareStates(before, after);
    expect(daemonSets.map(({ key, kind }) => [key, kind])).toEqual([
      ["x/gone", "deleted"],
      ["x/new", "created"],
      ["x/one", "changed"],
    ]);
    expect(daemonSets[2]).toEqual({
      key: "x/one",
      kind: "changed",
      counts: { before: counts(3), after: counts(1) },
      revision: { before: 1, after: 2 },
      images: [{ container: "agent", before: "agent:1", after: "agent:2" }],
      strategy: undefined,
      concern: { before: null, after: concern },
      cells: [{ what: { before: OLD, after: FAILING }, nodes: ["a", "b"] }],
    });
  });
});
