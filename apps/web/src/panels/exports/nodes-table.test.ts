import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { expect, test } from "vitest";
import type { GridNode } from "../../data/rows/node-cells.ts";
import { type ExportedPods, nodesTable } from "./nodes-table.ts";

const flags = { oldRevision: true, terminating: false, twoPods: false, nodeUnready: true };
const node = (name: string, ready: "True" | "False" | "Unknown"): GridNode => ({
  name,
  row: 0,
  byte: cellByte({ ...flags, state: "failing" }),
  record: readyNode(name, { ready }),
});
const POD = {
  name: "fluent-bit-x7k2p",
  hash: "7d9c",
  reason: "ImagePullBackOff",
  imageChanges: [{ container: "agent", templateImage: "agent:1", image: "agent:debug" }],
} as unknown as PodAnswer;
const PODS: ExportedPods = {
  podOn: ({ name }) => (name === "n1" ? POD : undefined),
  imagesByHash: { "7d9c": ["agent:1", "side:2"] },
  revisions: [{ hash: "7d9c", revision: 3, createdAtMs: 0, current: false, nodes: 1 }],
};
const cells = (ready: "True" | "False" | "Unknown", name = "n1") => {
  const { heads, rows } = nodesTable([node(name, ready)], "pool", PODS);
  return Object.fromEntries(heads.map((head, at) => [head, rows[0]?.[at]]));
};

test("C14 a row contains the pod, its reason, its revision by number and hash, and its images", () => {
  expect(cells("True")).toMatchObject({
    NODE: "n1",
    STATE: "failing",
    POD: "fluent-bit-x7k2p",
    REASON: "ImagePullBackOff",
    REVISION: 3,
    HASH: "7d9c",
    IMAGES: "agent:debug side:2",
  });
});

test("writes unknown values as empty, and booleans as true or false", () => {
  expect(cells("True", "n2")).toMatchObject({ POD: "", REASON: "", REVISION: "", HASH: "", IMAGES: "" });
  const rows = (["True", "False", "Unknown"] as const).map((ready) => cells(ready));
  expect(rows.map((each) => [each["NODE READY"], each["OLD REVISION"], each.TERMINATING, each.CORDONED])).toEqual([
    ["true", "true", "false", "false"],
    ["false", "true", "false", "false"],
    ["unknown", "true", "false", "false"],
  ]);
});
