import { CELL_FACTS, cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { expect, it } from "vitest";
import { cellStyleOf, taintCapOf } from "./cell-style.ts";
import { cellVariantOf, cellVariantOfByte } from "./cell-variant.ts";

const BYTES_WITH_A_POD = Array.from({ length: 256 }, (_, byte) => byte).filter(
  (byte) => byte % 16 < 9 && CELL_FACTS[cellState(byte)].pod !== "none",
);

it("a cell is drawn as the figure that legend and table have for it, whatever its marks", () => {
  for (const byte of BYTES_WITH_A_POD) expect(cellVariantOf(cellStyleOf(byte, undefined)), `byte ${byte}`).toBe(cellVariantOfByte(byte));
});

it("out-of-service is put on by hand, and no condition of the node", () => {
  const outOfService = { key: "node.kubernetes.io/out-of-service", value: "nodeshutdown", effect: "NoExecute" };
  expect([taintCapOf([outOfService], []), taintCapOf([{ key: "node.kubernetes.io/not-ready", effect: "NoExecute" }], [])]).toEqual([
    "NoExecute",
    "none",
  ]);
});

it("the strongest taint that a node has to itself is its cap", () => {
  const taint = (key: string, effect: "NoSchedule" | "NoExecute" | "PreferNoSchedule") => ({ key, effect });
  const gpu = taint("gpu", "NoSchedule");
  const all = [taint("soft", "PreferNoSchedule"), gpu, taint("node.kubernetes.io/unreachable", "NoExecute")];
  expect([taintCapOf(all, []), taintCapOf(all, [gpu]), taintCapOf([...all, taint("out", "NoExecute")], [gpu])]).toEqual([
    "NoSchedule",
    "PreferNoSchedule",
    "NoExecute",
  ]);
});
