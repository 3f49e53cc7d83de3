import { CELL_STATES } from "@daemonscope/daemonset/pair/cell/cell";
import { describe, expect, it } from "vitest";
import { type CellStyle, cellStyleKey, cellStyleOf, plainCellStyle, taintCapOf } from "../../../data/cell/cell-style.ts";
import { cellVariantOf } from "../../../data/cell/cell-variant.ts";
import type { CanvasPen } from "../canvas-pen.ts";
import { NAMED_PALETTE, recordingPen } from "../recording-pen.fixture.ts";
import { drawCell } from "./draw-cell.ts";

function drawn(look: CellStyle, size: number): string {
  const { pen, lines } = recordingPen<CanvasPen>();
  drawCell(pen, 0, 0, size, look, NAMED_PALETTE);
  return lines.join("\n");
}

const SIZES = [2, 3, 6, 10, 16, 40];
const STYLES: readonly CellStyle[] = [
  ...CELL_STATES.map((state) => plainCellStyle(state)),
  plainCellStyle("available", { old: true }),
  plainCellStyle("available", { old: true, terminating: true }),
];

describe("drawCell", () => {
  it.each(SIZES.filter((size) => size > 2))("draws every variant differently at %i px", (size) => {
    const drawings = STYLES.map((look) => drawn(look, size));
    expect(new Set(drawings).size).toBe(STYLES.length);
  });

  it.each([
    ["excluded", "excluded"],
    ["missing", "missing"],
    ["unscheduled", "starting"],
    ["starting", "starting"],
    ["failing", "failing knock"],
    ["ready", "ready"],
    ["available", "available"],
    ["misscheduled", "excluded misscheduled misscheduledEdge"],
    ["unknown", "unknown"],
    ["old", "oldFill old"],
    ["terminating", "terminating old"],
  ])("draws %s in its own colours", (variant, colours) => {
    const look = STYLES.find((each) => cellVariantOf(each) === variant) ?? plainCellStyle("available");
    const used = new Set([...drawn(look, 16).matchAll(/(?:fill|stroke)Style=(\w+)/g)].map(([, colour]) => colour));
    used.delete("mark");
    expect([...used].join(" ")).toBe(colours);
  });

  it.each([
    ["two pods", { surge: true }, 6],
    ["node NotReady", { nodeUnready: true }, 6],
    ["cordoned", { cordoned: true }, 9],
    ["NoSchedule", { taint: "NoSchedule" }, 9],
    ["NoExecute", { taint: "NoExecute" }, 9],
    ["PreferNoSchedule", { taint: "PreferNoSchedule" }, 9],
  ] as const)("shows %s from its minimum size, and not below", (_, marks, from) => {
    // A misscheduled pod on a NotReady node has another variant at every size.
    for (const look of STYLES.filter(({ state }) => state !== "misscheduled" || !("nodeUnready" in marks))) {
      for (const size of SIZES) {
        const differs = drawn({ ...look, ...marks }, size) !== drawn(look, size);
        expect(differs, `${cellStyleKey(look)} at ${size} px`).toBe(size >= from);
      }
    }
  });

  it("restores alpha after every style at every size", () => {
    for (const look of STYLES)
      for (const size of SIZES) {
        const { pen } = recordingPen<CanvasPen>();
        drawCell(pen, 0, 0, size, { ...look, nodeUnready: true, cordoned: true, taint: "NoExecute" }, NAMED_PALETTE);
        expect(pen.globalAlpha).toBe(1);
      }
  });

  it("raises the fill of a ready cell with the elapsed time", () => {
    expect(drawn(plainCellStyle("ready", { fill: 1 }), 10)).not.toBe(drawn(plainCellStyle("ready", { fill: 0.1 }), 10));
  });
});

describe("cell styles", () => {
  const taint = (key: string, effect: string) => ({ key, effect });

  it("omits shared taints and taints that mirror a condition", () => {
    const gpu = taint("nvidia.com/gpu", "NoSchedule");
    expect(taintCapOf([gpu, taint("node.kubernetes.io/unreachable", "NoExecute")], [gpu])).toBe("none");
    expect(taintCapOf([gpu, taint("edge", "NoExecute")], [])).toBe("NoExecute");
    expect(taintCapOf([taint("spot", "PreferNoSchedule"), gpu], [])).toBe("NoSchedule");
  });

  it("never applies pod flags to a cell without a pod", () => {
    const look = cellStyleOf(0x10 | 0x20 | 0x40 | 1, undefined);
    expect(look).toMatchObject({ state: "missing", old: false, surge: false, terminating: false });
  });

  it("gives styles with the same drawing the same key", () => {
    expect(cellStyleKey(plainCellStyle("available", { fill: 0.2 }))).toBe(cellStyleKey(plainCellStyle("available", { fill: 0.9 })));
  });
});
