import { type Cell, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { expect, it } from "vitest";
import { AGENT_TALLY, MISSING, WANTED } from "./agent-tally.ts";

const PLAIN: Cell = { state: "available", oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const tallyOf = (parts: Partial<Cell>): number => AGENT_TALLY[cellByte({ ...PLAIN, ...parts })] ?? 0;

it("N2 the pod of a node that leaves counts as its agent, although the node no longer wants it", () => {
  expect(tallyOf({ state: "misscheduled", leaving: true })).toBe(WANTED);
  expect(tallyOf({ state: "misscheduled", nodeUnready: true })).toBe(WANTED);
  expect(tallyOf({ state: "misscheduled" })).toBe(0);
  expect(tallyOf({})).toBe(WANTED);
  expect(tallyOf({ state: "missing" })).toBe(WANTED | MISSING);
});
