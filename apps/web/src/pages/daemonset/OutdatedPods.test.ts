import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import { expect, it } from "vitest";
import type { GridNode } from "../../data/rows/node-cells.ts";
import { worklistCommands } from "./OutdatedPods.tsx";

const OLD = { state: "available", oldRevision: true, terminating: false, twoPods: false, nodeUnready: false } as const;
const nodeOf = (name: string, ready: "True" | "Unknown" = "True"): GridNode => ({
  name,
  row: 0,
  byte: cellByte({ ...OLD, nodeUnready: ready !== "True" }),
  record: readyNode(name, { ready }),
});
const many = (count: number) => Array.from({ length: count }, (_, at) => nodeOf(`n${at}`));
const commandsOf = (nodes: readonly GridNode[], podOf = (node: GridNode): string | undefined => `agent-${node.name}`) =>
  worklistCommands(undefined, "x", nodes, podOf);
const podsIn = (command: string | undefined) => command?.split("delete pod ")[1]?.split(" ").length;

it.each([1, 2, 12, 50, 51, 400])("deletes one pod of %i, and a batch deletes exactly the stated number (R10)", (count) => {
  const commands = commandsOf(many(count));
  expect(podsIn(commands?.one.command)).toBe(1);
  expect(podsIn(commands?.all?.command)).toBe(commands?.all?.count);
  expect(commands?.all?.count).toBe(count === 1 ? undefined : Math.min(count, 50));
});

it("starts with a node whose kubelet responds", () => {
  expect(commandsOf([nodeOf("a", "Unknown"), nodeOf("b")])?.one).toEqual({
    node: "b",
    command: "kubectl -n x delete pod agent-b",
    isUnready: false,
  });
  expect(commandsOf([nodeOf("a", "Unknown")])?.one).toMatchObject({ node: "a", isUnready: true });
});

it("offers no command for pods with unknown names", () => {
  expect(commandsOf(many(3), () => undefined)).toBeUndefined();
  expect(commandsOf(many(3), ({ name }) => (name === "n2" ? undefined : `agent-${name}`))?.all).toBeUndefined();
  expect(commandsOf([])).toBeUndefined();
});
