import { COUNT_FIELDS } from "@daemonscope/daemonset/counts/disagreements";
import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { describe, expect, it } from "vitest";
import { countBarsOf } from "./count-bars.ts";
import { countLanes, tallyOf } from "./count-lanes.ts";
import { axisParts, axisTicks, type CountOfLine, countedParts, countLines } from "./count-lines.ts";

const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const OLD = cellByte({ ...flags, state: "available", oldRevision: true });
const NEW = cellByte({ ...flags, state: "available" });
const FAILING = cellByte({ ...flags, state: "failing" });
const STARTING = cellByte({ ...flags, state: "starting" });
const GAP = cellByte({ ...flags, state: "missing" });

const lanesOf = (bytes: readonly number[]) => countLanes(tallyOf(bytes));
function countsOf(bytes: readonly number[]): readonly CountOfLine[] {
  // No node has two pods, so the derived counts are not used.
  const none = Object.fromEntries(COUNT_FIELDS.map((field) => [field, 0])) as unknown as DaemonSetCounts;
  return countBarsOf(lanesOf(bytes), none).map((bar) => ({ bar, reported: bar.count }));
}
const namesIn = (bytes: readonly number[]) => countLines(countsOf(bytes)).map((line) => line.map(({ bar }) => bar.name).join(" "));

describe("countLines", () => {
  it("merges five equal counts into one line", () => {
    expect(namesIn([NEW, NEW, NEW])).toEqual(["DESIRED CURRENT READY UP-TO-DATE AVAILABLE"]);
    expect(namesIn([])).toHaveLength(1);
  });
  it("gives differing counts separate lines", () => {
    expect(namesIn([OLD, OLD, FAILING])).toEqual(["DESIRED CURRENT", "READY AVAILABLE", "UP-TO-DATE"]);
    expect(namesIn([OLD, GAP, STARTING, NEW])).toEqual(["DESIRED", "CURRENT", "READY AVAILABLE", "UP-TO-DATE"]);
  });
  it("separates equal counts of different nodes", () => {
    expect(namesIn([OLD, FAILING])).toEqual(["DESIRED CURRENT", "READY AVAILABLE", "UP-TO-DATE"]);
  });
  it("C10 separates a count whose status differs", () => {
    const counts = countsOf([NEW, NEW]).map((count, at) => (at === 4 ? { ...count, reported: 1 } : count));
    expect(countLines(counts).map((line) => line.length)).toEqual([4, 1]);
  });
  it("separates counts that were displayed separately", () => {
    const isApart = (a: CountOfLine, b: CountOfLine) => [a, b].some(({ bar }) => bar.id === "updated");
    expect(countLines(countsOf([NEW]), isApart).map((line) => line.length)).toEqual([4, 1]);
  });
});

describe("the axis", () => {
  const bytes = [OLD, OLD, OLD, GAP, FAILING, STARTING, NEW];
  const parts = axisParts(lanesOf(bytes));
  it("has a segment for each state, from its start to its end", () => {
    expect(parts.filter(({ count }) => count > 0).map(({ id, from, count }) => [id, from, count])).toEqual([
      ["old", 0, 3],
      ["gap", 3, 1],
      ["failing", 4, 1],
      ["starting", 5, 1],
      ["available", 6, 1],
    ]);
  });
  it("C6 tints exactly as many nodes for each count as it counts", () => {
    for (const { bar } of countsOf(bytes))
      expect(
        countedParts(parts, bar).reduce((sum, { count }) => sum + count, 0),
        bar.name,
      ).toBe(bar.count);
  });
  it.each([
    [44, 6, [0, 10, 20, 30, 40, 44]],
    [12, 6, [0, 2, 4, 6, 8, 10, 12]],
    [3000, 6, [0, 500, 1000, 1500, 2000, 2500, 3000]],
    [6, 3, [0, 2, 4, 6]],
    [1, 6, [0, 1]],
    [0, 6, [0]],
  ])("has round steps, at most the requested number: %i nodes, %i steps", (all, maxSteps, ticks) => {
    expect(axisTicks(all, maxSteps)).toEqual(ticks);
  });
  it("has increasing ticks up to its end, for any number of nodes", () => {
    for (let all = 1; all < 5000; all += 7) {
      const ticks = axisTicks(all, 6);
      expect(ticks.at(-1)).toBe(all);
      expect(ticks.length).toBeLessThanOrEqual(8);
      expect(ticks.toSorted((a, b) => a - b)).toEqual(ticks);
    }
  });
});
