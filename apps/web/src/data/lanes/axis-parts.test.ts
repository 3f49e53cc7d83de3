import { COUNT_FIELDS } from "@daemonscope/daemonset/counts/disagreements";
import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { describe, expect, it } from "vitest";
import { axisParts, countedParts } from "./axis-parts.ts";
import { countBarsOf } from "./count-bars.ts";
import { countLanes, tallyOf } from "./count-lanes.ts";

const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const OLD = cellByte({ ...flags, state: "available", oldRevision: true });
const NEW = cellByte({ ...flags, state: "available" });
const FAILING = cellByte({ ...flags, state: "failing" });
const STARTING = cellByte({ ...flags, state: "starting" });
const GAP = cellByte({ ...flags, state: "missing" });

const lanesOf = (bytes: readonly number[]) => countLanes(tallyOf(bytes));
function barsOf(bytes: readonly number[]) {
  // No node has two pods, so the derived counts are not used.
  const none = Object.fromEntries(COUNT_FIELDS.map((field) => [field, 0])) as unknown as DaemonSetCounts;
  return countBarsOf(lanesOf(bytes), none);
}

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
  it("N2 separates old pods that end with their node from other unavailable ones", () => {
    const old = { ...flags, state: "failing", oldRevision: true } as const;
    const ids = axisParts(lanesOf([cellByte(old), cellByte({ ...old, leaving: true })])).filter(({ count }) => count > 0);
    expect(ids.map(({ id, from }) => [id, from])).toEqual([
      ["oldUnavailable", 0],
      ["oldLeaving", 1],
    ]);
  });
  it("C6 tints exactly as many nodes for each count as it counts", () => {
    for (const bar of barsOf(bytes))
      expect(
        countedParts(parts, bar, bar.count).reduce((sum, { count }) => sum + count, 0),
        bar.name,
      ).toBe(bar.count);
  });
  it("C1 gives each bar the length of its number while the status lags behind the pods", () => {
    for (const bar of barsOf(bytes))
      for (let total = 0; total <= bytes.length; total++)
        expect(
          countedParts(parts, bar, total).reduce((sum, { count }) => sum + count, 0),
          `${bar.name} ${total}`,
        ).toBe(total);
    const available = barsOf(bytes).find(({ id }) => id === "available");
    const counted = available === undefined ? [] : countedParts(parts, available, 3);
    expect(counted.filter(({ count }) => count > 0).map(({ id, count }) => [id, count])).toEqual([["old", 3]]);
  });
});
