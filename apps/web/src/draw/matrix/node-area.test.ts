import fc from "fast-check";
import { expect, it } from "vitest";
import type { CanvasPen } from "../cell/canvas-pen.ts";
import { NAMED_PALETTE, recordingPen } from "../cell/recording-pen.fixture.ts";
import { drawNodeArea, nodeArea, nodeStrip } from "./node-area.ts";

const group = (state: "available" | "failing" | "missing", count: number, old = false) => ({ state, old, unready: false, count });

it("gives a node the same area in every cluster, regardless of the cluster's size", () => {
  const large = nodeArea({ nodes: [group("available", 3000)] }, 70, 2);
  const half = nodeArea({ nodes: [group("available", 1500)] }, 70, 2);
  expect([large.pitch, large.perRow]).toEqual([half.pitch, half.perRow]);
  expect(large.height).toBeGreaterThan(1.9 * half.height);
});

it("sorts problems first, then old pods, and healthy pods last", () => {
  const { groups } = nodeArea(
    { nodes: [group("available", 5), group("available", 2, true), group("failing", 1), group("missing", 1)] },
    70,
    2,
  );
  expect(groups.map(({ state, old }) => `${old ? "old " : ""}${state}`)).toEqual(["failing", "missing", "old available", "available"]);
});

it("paints each node exactly once and nothing outside, for any counts", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 10, max: 90 }),
      (counts, width) => {
        const nodes = [...counts.map((count, at) => group(at % 2 === 0 ? "available" : "failing", count)), group("missing", 61)];
        const area = nodeArea({ nodes }, width, 2);
        const painted = new Map<string, number>();
        const { pen, lines } = recordingPen<CanvasPen>();
        drawNodeArea(pen, area, NAMED_PALETTE);
        for (const line of lines) {
          const [x = 0, y = 0, w = 0, h = 0] = /^fillRect\((.*)\)$/.exec(line)?.[1]?.split(" ").map(Number) ?? [];
          for (let dx = 0; dx < w; dx += 2)
            for (let dy = 0; dy < h; dy += 2) painted.set(`${x + dx} ${y + dy}`, (painted.get(`${x + dx} ${y + dy}`) ?? 0) + 1);
        }
        const all = nodes.reduce((sum, { count }) => sum + count, 0);
        expect(painted.size).toBe(all);
        expect(new Set(painted.values())).toEqual(new Set([1]));
      },
    ),
  );
});

it.each([
  ["two rows of 12 px", 49, 400, { pitch: 12, perRow: 25, width: 300, height: 24 }],
  ["smaller nodes in more rows", 49, 150, { pitch: 8, perRow: 17, width: 136, height: 24 }],
  ["one node", 1, 400, { pitch: 12, perRow: 1, width: 12, height: 12 }],
])("a strip is as high as two cells: %s", (_, count, width, expected) => {
  const nodes = [{ state: "available", old: false, unready: false, count }] as const;
  expect(nodeStrip({ nodes }, width)).toMatchObject(expected);
});

it("a strip of more nodes than fit stays within its width", () => {
  const nodes = [{ state: "available", old: false, unready: false, count: 10_000 }] as const;
  expect(nodeStrip({ nodes }, 200).width).toBeLessThanOrEqual(200);
});
