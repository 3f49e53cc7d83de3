import { type Cell, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import { expect, it } from "vitest";
import type { GridNode } from "../../data/rows/node-cells.ts";
import { outdatedPodGroups } from "./outdated-pod-groups.ts";

const nodeOf = (name: string, pool: string, cell: Partial<Cell>): GridNode => ({
  name,
  row: 0,
  byte: cellByte({ state: "available", oldRevision: true, terminating: false, twoPods: false, nodeUnready: false, ...cell }),
  record: readyNode(name, { labels: { pool } }),
});

it("lists by pool the nodes whose old pod is not deleted yet", () => {
  const { groups, coming } = outdatedPodGroups(
    [
      nodeOf("a-1", "a", {}),
      nodeOf("b-1", "b", { state: "failing" }),
      nodeOf("b-2", "b", {}),
      nodeOf("b-3", "b", { terminating: true }),
      nodeOf("b-4", "b", { oldRevision: false }),
      nodeOf("b-5", "b", { state: "misscheduled" }),
    ],
    "pool",
  );
  expect(groups.map(({ group, nodes }) => ({ group, nodes: nodes.map(({ name }) => name) }))).toEqual([
    { group: "b", nodes: ["b-1", "b-2"] },
    { group: "a", nodes: ["a-1"] },
  ]);
  expect(coming).toBe(1);
});

it("counts the nodes whose new pod is not available yet, except NotReady ones", () => {
  const fresh = { oldRevision: false } as const;
  const { coming } = outdatedPodGroups(
    [
      nodeOf("a", "", { ...fresh, state: "ready" }),
      nodeOf("b", "", { ...fresh, state: "starting" }),
      nodeOf("c", "", { ...fresh, state: "missing" }),
      nodeOf("d", "", { ...fresh, state: "starting", nodeUnready: true }),
      nodeOf("e", "", fresh),
      nodeOf("f", "", {}),
    ],
    "pool",
  );
  expect(coming).toBe(3);
});
