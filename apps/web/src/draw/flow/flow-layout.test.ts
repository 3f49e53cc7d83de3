import { describe, expect, it } from "vitest";
import type { FlowShape } from "../../data/lanes/flow-lanes.ts";
import { byLane } from "../../data/lanes/lanes.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { words } from "../../words/i18n/zh-TW/words.ts";
import { dotPlace, type FlowLayout, layoutFlow } from "./flow-layout.ts";
import { laneHeadWidth } from "./lane-head-width.ts";

const translator = createTranslator();
translator.addResourceBundle("zh-TW", "translation", words);
const t = translator.getFixedT("en");
const chinese = translator.getFixedT("zh-TW");

const shape = (counts: Partial<FlowShape["counts"]>, places: number, surge = false): FlowShape => ({
  counts: { ...byLane(() => 0), ...counts },
  places,
  surge,
});

/** Returns a layout that must exist. */
function laidOut(flowShape: FlowShape, width: number): FlowLayout {
  const layout = layoutFlow(flowShape, width, t);
  if (layout === undefined) throw new Error(`no layout in ${width} px`);
  return layout;
}

const STUCK = shape({ old: 1061, terminating: 46, gap: 19, created: 228, ready: 7, available: 1639 }, 300);
const SMALL = shape({ old: 17, terminating: 2, gap: 1, created: 2, ready: 1, available: 21 }, 7);
const TWELVE = shape({ old: 9, created: 3 }, 3);
const SHAPES = [
  TWELVE,
  SMALL,
  STUCK,
  shape({}, 1),
  shape({ available: 4 }, 0),
  shape({ old: 40, oldUnavailable: 3, created: 9 }, 4),
  shape({ old: 10, created: 3, gap: 1, terminating: 2 }, 5, true),
  shape({ old: 4000, oldUnavailable: 100, terminating: 300, gap: 30, created: 400, available: 170 }, 500),
  shape({ old: 60_000, created: 9000, available: 31_000 }, 10_000),
];

/** Checks the invariants of every layout at every width. */
function expectInOrder(layout: FlowLayout, flowShape: FlowShape, width: number, language: Translate): void {
  expect(layout.right).toBeLessThanOrEqual(width);
  expect(layout.tray.right).toBeLessThanOrEqual(width);
  layout.columns.forEach((column, index) => {
    const next = layout.columns[index + 1];
    if (next !== undefined) expect(column.x + column.width).toBeLessThanOrEqual(next.x);
    expect(column.width).toBeGreaterThanOrEqual(
      laneHeadWidth(column.lane, flowShape.counts[column.lane], flowShape.surge, "under", language),
    );
    const dots = Math.ceil(flowShape.counts[column.lane] / layout.nodesPerDot);
    if (dots === 0) return;
    const end = dotPlace(layout, column, dots - 1);
    expect(end.x + column.size).toBeLessThanOrEqual(column.x + column.width);
    expect(dotPlace(layout, column, column.rows - 1).y + (column.pairs ? 2 : 1) * column.size).toBeLessThanOrEqual(layout.tray.bottom);
  });
}

describe("layoutFlow", () => {
  it.each([
    ["44 nodes", SMALL, 18, 18, 1],
    ["3,000 nodes", STUCK, 7, 2, 1],
    ["60,000 nodes", shape({ old: 30000, created: 300, available: 29700 }, 6000), 7, 2, 20],
  ] as const)("gives %s the largest dots that fit 1104 px", (_, flowShape, traySize, tankSize, perDot) => {
    const layout = laidOut(flowShape, 1104);
    expect(layout.columns.find((column) => column.lane === "created")?.size).toBe(traySize);
    expect(layout.columns.find((column) => column.lane === "old")?.size).toBe(tankSize);
    expect(layout.nodesPerDot).toBe(perDot);
  });

  it.each(SHAPES)("fits the page with every lane and dot in its place, from 320 to 3840 px: %j", (flowShape) => {
    for (const { language, step } of [
      { language: t, step: 7 },
      { language: chinese, step: 29 },
    ]) {
      let narrowest: number | undefined;
      for (let width = 320; width <= 3840; width += step) {
        const layout = layoutFlow(flowShape, width, language);
        if (layout === undefined) {
          expect(narrowest, `room at ${narrowest} px and none at ${width}`).toBeUndefined();
          continue;
        }
        narrowest ??= width;
        expectInOrder(layout, flowShape, width, language);
      }
      expect(narrowest).toBeLessThan(900);
    }
  });

  it.each([840, 944, 1104, 3504])("draws each of 12, 44 and 3,000 nodes as one dot at %i px", (width) => {
    for (const flowShape of [TWELVE, SMALL]) expect(laidOut(flowShape, width).nodesPerDot).toBe(1);
    if (width > 900) expect(laidOut(STUCK, width).nodesPerDot).toBe(1);
  });

  it("puts the names below the counts before one dot represents several nodes", () => {
    expect(laidOut(TWELVE, 944).heads).toBe("beside");
    expect(laidOut(STUCK, 944).heads).toBe("under");
  });

  it("keeps the dot size from the first to the last node of a rollout", () => {
    const sizes = Array.from(
      { length: 43 },
      (_, updated) => laidOut(shape({ old: 42 - updated, created: 2, available: updated }, 2), 1104).columns[0]?.size,
    );
    expect(new Set(sizes).size).toBe(1);
  });

  it("keeps terminating and gap out of the tray if the new pod starts first", () => {
    const layout = laidOut(shape({ old: 10, created: 3, gap: 1, terminating: 2 }, 5, true), 940);
    expect(layout.columns.map((column) => [column.lane, column.inTray])).toEqual([
      ["old", false],
      ["created", true],
      ["ready", true],
      ["terminating", false],
      ["gap", false],
      ["available", false],
    ]);
  });
});
