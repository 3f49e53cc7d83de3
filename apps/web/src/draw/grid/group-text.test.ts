import { type Cell, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import { expect, it } from "vitest";
import { cellsOf } from "../../data/rows/node-cells.fixture.ts";
import { rebuildGroup } from "../../data/rows/node-group.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { eligibleText, groupFactsText } from "./group-text.ts";

const { t } = createTranslator();
const PLAIN: Cell = { state: "available", oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const group = (...cells: readonly Partial<Cell>[]) => {
  const nodes = cells.map((cell, at) => ({ record: readyNode(`n${at}`), byte: cellByte({ ...PLAIN, ...cell }) }));
  return rebuildGroup(
    cellsOf(nodes),
    "batch",
    Uint32Array.from(cells, (_, at) => at),
  );
};

it.each([
  ["all available", group({}, {}), "2/2", "2/2 available"],
  ["a rollout: counts updated pods", group({}, { oldRevision: true }), "1/2", "1/2 updated"],
  ["no pod is available on nodes that shut down", group({ state: "failing", leaving: true }, {}), "1/2", "1/2 available"],
  ["a missing pod is not updated", group({ state: "missing" }, {}), "1/2", "1/2 updated"],
])("the heading of a group: %s", (_, nodes, short, long) => {
  expect(groupFactsText(nodes, 100, true, t)).toBe(short);
  expect(groupFactsText(nodes, 96, true, t, true), "below the name").toBe(long);
  expect(groupFactsText(nodes, 400, true, t)).toBe(long);
});

it("counts the eligible nodes of a group, and leaves a group without any to its reason", () => {
  expect(eligibleText(group({ oldRevision: true }, { state: "missing" }, { state: "excluded" }), t)).toBe("2 eligible");
  expect(eligibleText(group({ state: "excluded" }), t)).toBeUndefined();
});
