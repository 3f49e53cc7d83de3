import { CellColumn } from "@daemonscope/shared/cell-column";
import { afterEach, expect, test, vi } from "vitest";
import type { Palette } from "../cell/palette.ts";
import { layOutStrip } from "./strip-layout.ts";
import { StripPixels } from "./strip-pixels.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Canvases of which only what is done is counted. */
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

test("a frame that changes 1 % of 100,000 nodes is one image put: counts have no noise, so this is a gate", () => {
  const { done, context } = countedCanvases();
  const names = Array.from({ length: 100_000 }, (_, row) => `n${row}`);
  const layout = layOutStrip([{ pool: "", rows: [...names.keys()] }], 300);
  const pixels = new StripPixels({ layout, palette: new Proxy({}, { get: () => "red" }) as Palette, ratio: 1, standsOut: undefined });
  const state = (byte: number) => ({
    rows: { names, freed: new Map<number, number>() },
    cells: [new CellColumn(Uint8Array.from(names, (_, row) => (row % 100 === 0 ? byte : 6)))],
  });
  pixels.put(state(6), 0);
  pixels.put(state(4), 0);
  pixels.drawOn(context);
  for (const what of Object.keys(done)) done[what] = 0;
  pixels.put(
    state(6),
    0,
    [...names.keys()].filter((row) => row % 100 === 0),
  );
  pixels.drawOn(context);
  expect(done).toEqual({ putImageData: 1, fillRect: 0 });
});
