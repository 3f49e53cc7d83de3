import { CELL_FACTS, cellByte, cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { expect, it } from "vitest";
import { cellStyleOf, taintCapOf } from "./cell-style.ts";
import { cellVariantOf, cellVariantOfByte } from "./cell-variant.ts";

const BYTES_WITH_POD = Array.from({ length: 256 }, (_, byte) => byte).filter(
  (byte) => byte % 16 < 9 && CELL_FACTS[cellState(byte)].pod !== "none",
);

it("draws a cell as the variant of legend and table, regardless of its marks", () => {
  for (const byte of BYTES_WITH_POD) expect(cellVariantOf(cellStyleOf(byte, undefined)), `byte ${byte}`).toBe(cellVariantOfByte(byte));
});

it("shows a pod that only the taint of a NotReady node makes misscheduled like the other pods there", () => {
  const cell = { state: "misscheduled", oldRevision: false, terminating: false, twoPods: false } as const;
  expect(cellVariantOfByte(cellByte({ ...cell, nodeUnready: false }))).toBe("misscheduled");
  expect(cellVariantOfByte(cellByte({ ...cell, nodeUnready: true }))).toBe("available");
  expect(cellVariantOfByte(cellByte({ ...cell, nodeUnready: true, oldRevision: true }))).toBe("old");
});

it("shows the out-of-service taint as a cap, because no node condition mirrors it", () => {
  const outOfService = { key: "node.kubernetes.io/out-of-service", value: "nodeshutdown", effect: "NoExecute" };
  expect([taintCapOf([outOfService], []), taintCapOf([{ key: "node.kubernetes.io/not-ready", effect: "NoExecute" }], [])]).toEqual([
    "NoExecute",
    "none",
  ]);
});

it("shows the strongest taint that the group does not share as the cap", () => {
  const taint = (key: string, effect: "NoSchedule" | "NoExecute" | "PreferNoSchedule") => ({ key, effect });
  const gpu = taint("gpu", "NoSchedule");
  const all = [taint("soft", "PreferNoSchedule"), gpu, taint("node.kubernetes.io/unreachable", "NoExecute")];
  expect([taintCapOf(all, []), taintCapOf(all, [gpu]), taintCapOf([...all, taint("out", "NoExecute")], [gpu])]).toEqual([
    "NoSchedule",
    "PreferNoSchedule",
    "NoExecute",
  ]);
});
