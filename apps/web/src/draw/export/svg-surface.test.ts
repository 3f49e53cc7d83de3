import { CELL_STATES } from "@daemonscope/daemonset/pair/cell/cell";
import { expect, test } from "vitest";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import type { Palette } from "../../data/cell/palette.ts";
import type { CanvasPen } from "../cell/canvas-pen.ts";
import { drawCell } from "../cell/shapes/draw-cell.ts";
import { SvgSurface } from "./svg-surface.ts";

const palette = new Proxy({}, { get: (_, name) => `--${String(name)}` }) as Palette;

test("draws every cell in every size as SVG, and restores the state of the surface", () => {
  for (const state of CELL_STATES)
    for (const size of [4, 10, 40])
      for (const marks of [
        {},
        { old: true },
        { terminating: true },
        { surge: true },
        { nodeUnready: true },
        { cordoned: true, taint: "NoExecute" as const },
      ]) {
        const surface = new SvgSurface(100, 100, "#fff");
        drawCell(surface as unknown as CanvasPen, 10, 10, size, plainCellStyle(state, marks), palette);
        const drawn = surface.document("a cell");
        expect(drawn).not.toMatch(/NaN|undefined|Infinity/);
        expect(drawn.split("<path").length + drawn.split("<rect").length).toBeGreaterThan(3);
        expect(surface.globalAlpha).toBe(1);
        expect(surface.globalCompositeOperation).toBe("source-over");
      }
});

test("escapes hostile text", () => {
  const surface = new SvgSurface(10, 10, "#fff");
  surface.fillText('</text><script>alert("1")</script>\u0000&', 1, 2);
  const drawn = surface.document('"><script>');
  expect(drawn).not.toContain("<script>");
  expect(drawn).toContain("&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;\u{fffd}&amp;");
});

test("paints erased areas in the background colour, and references the clip of clipped areas", () => {
  const surface = new SvgSurface(10, 10, "#123456");
  surface.save();
  surface.beginPath();
  surface.rect(0, 0, 5, 5);
  surface.clip();
  surface.globalCompositeOperation = "destination-out";
  surface.fillRect(1, 1, 2, 2);
  surface.restore();
  surface.fillRect(3, 3, 2, 2);
  const [first, second] = surface.document("").trim().split("\n").slice(-2);
  expect(first).toContain('fill="#123456" clip-path="url(#c0)"');
  expect(second).not.toContain("clip-path");
});
