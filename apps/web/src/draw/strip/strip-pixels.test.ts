import { CellColumn } from "@daemonscope/shared/state/cell-column";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { Palette } from "../../data/cell/palette.ts";
import { PixelCanvas } from "../grid/pixel-canvas.fixture.ts";
import { layOutStrip } from "./strip-layout.ts";
import { StripPixels } from "./strip-pixels.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Canvases that only count calls. */
function countedCanvases() {
  const done: Record<string, number> = {};
  const counting = (what: string) => () => {
    done[what] = (done[what] ?? 0) + 1;
  };
  const sized = (width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4) });
  const context = {
    createImageData: sized,
    getImageData: (_x: number, _y: number, width: number, height: number) => sized(width, height),
    ...Object.fromEntries(
      ["putImageData", "drawImage", "clearRect", "fillRect", "save", "restore", "resetTransform"].map((what) => [what, counting(what)]),
    ),
  };
  vi.stubGlobal("document", { createElement: () => ({ width: 0, height: 0, getContext: () => context }) });
  return { done, context: context as unknown as CanvasRenderingContext2D };
}

test("a frame that changes 1 % of 100,000 nodes costs one image copy", () => {
  const { done, context } = countedCanvases();
  const names = Array.from({ length: 100_000 }, (_, row) => `n${row}`);
  const layout = layOutStrip([{ pool: "", rows: [...names.keys()] }], 300);
  const pixels = new StripPixels({ layout, palette: new Proxy({}, { get: () => "red" }) as Palette, ratio: 1, isEmphasised: undefined });
  const state = (byte: number) => ({
    rows: { names, freed: new Map<number, number>() },
    cells: [new CellColumn(Uint8Array.from(names, (_, row) => (row % 100 === 0 ? byte : 6)))],
  });
  pixels.put(state(6), 0);
  pixels.put(state(4), 0);
  pixels.drawOn(context);
  for (const what of Object.keys(done)) done[what] = 0;
  pixels.put(state(6), 0, [[...names.keys()].filter((row) => row % 100 === 0)]);
  pixels.drawOn(context);
  expect(done).toEqual({ putImageData: 1, fillRect: 0 });
});

const NODES = 3000;
/** Includes bytes of equal severity that look different. */
const BYTES = [0, 4, 6, 7, 12, 70, 134, 135];
const aFrame = fc.array(fc.tuple(fc.nat(NODES - 1), fc.constantFrom(...BYTES)), { maxLength: 80 });

test("an incrementally drawn strip equals one drawn from scratch, for any number of nodes per pixel", () => {
  vi.stubGlobal("document", { createElement: () => new PixelCanvas() });
  const palette = new Proxy({}, { get: (_, name) => String(name) }) as Palette;
  const names = Array.from({ length: NODES }, (_, row) => `n${row}`);
  const free = (row: number) => row % 97 === 0;
  const rows = { names: names.map((name, row) => (free(row) ? undefined : name)), freed: new Map<number, number>() };
  const isEmphasised = (name: string) => name.endsWith("1");
  fc.assert(
    fc.property(
      fc.array(fc.array(aFrame, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(12, 60, 900),
      fc.boolean(),
      (batches, width, isFiltered) => {
        const layout = layOutStrip([{ pool: "", rows: [...names.keys()] }], width);
        const style = { layout, palette, ratio: 1, isEmphasised: isFiltered ? isEmphasised : undefined };
        const drawing = () => {
          const pixels = new StripPixels(style);
          const canvas = new PixelCanvas(Math.round(layout.width), Math.round(layout.height));
          return { pixels, canvas };
        };
        const kept = drawing();
        let column = new CellColumn(new Uint8Array(NODES));
        kept.pixels.put({ rows, cells: [column] }, 0);
        for (const frames of batches) {
          const lists = frames.map((frame) => {
            const bytes = new Map(frame.filter(([row]) => !free(row)).sort(([a], [b]) => a - b));
            column = column.with([...bytes.keys()], [...bytes.values()]);
            return [...bytes.keys()];
          });
          kept.pixels.put({ rows, cells: [column] }, 0, lists);
          kept.pixels.drawOn(kept.canvas.context);
          const fromScratch = drawing();
          fromScratch.pixels.put({ rows, cells: [column] }, 0);
          fromScratch.pixels.drawOn(fromScratch.canvas.context);
          expect(kept.canvas.pixels.findIndex((pixel, at) => pixel !== fromScratch.canvas.pixels[at])).toBe(-1);
        }
      },
    ),
    { seed: 20261126, numRuns: 40 },
  );
});
