import fc from "fast-check";
import { expect, test } from "vitest";
import { cellStyleKey, plainCellStyle } from "../../data/cell/cell-style.ts";
import type { LaneId } from "../../data/lanes/lanes.ts";
import { backgroundChanges, dotColumns, EMPTY_BACKGROUND, type FlowBackground, type FlowDot, flowBackgroundOf } from "./flow-background.ts";
import type { FlowLayout, LaneColumn } from "./flow-layout.ts";

const LOOKS = [
  plainCellStyle("available"),
  plainCellStyle("available", { old: true }),
  plainCellStyle("starting"),
  { ...plainCellStyle("available") },
] as const;

interface LaneInput {
  readonly left: number;
  readonly dots: readonly (readonly [look: number, isPair: boolean])[];
}

const column = (lane: LaneId, left: number): LaneColumn => ({
  lane,
  x: left,
  left,
  width: 40,
  size: 2,
  pitch: 3,
  rowPitch: 7,
  rows: 4,
  pairs: true,
  inTray: true,
});
const NEVER = () => false;

/** Two lanes that stay far apart wherever the second begins. */
function backgroundWith(
  old: LaneInput,
  created: LaneInput,
  isMoving: (row: number) => boolean = NEVER,
  isDimmed: (lane: LaneId) => boolean = NEVER,
): FlowBackground {
  const lanes = (
    [
      ["old", old, 0],
      ["created", created, 200],
    ] as const
  ).map(([lane, { left, dots }, from]) => ({
    column: column(lane, from + left),
    rows: dots.map((_, at) => from + at),
    looks: dots.map(([look]) => LOOKS[look % LOOKS.length] ?? LOOKS[0]),
    pairs: dots.map(([, isPair]) => isPair),
  }));
  return flowBackgroundOf({ layout: { dotsTop: 10 } as FlowLayout, lanes, free: [] }, isMoving, isDimmed);
}
const NONE: LaneInput = { left: 0, dots: [] };
const positionText = ({ x, y }: Pick<FlowDot, "x" | "y">) => `${x} ${y}`;
const drawn = (spots: Iterable<FlowDot>) =>
  [...spots].map((spot) => `${positionText(spot)} ${spot.width} ${cellStyleKey(spot.look)} ${spot.dimmed}`).sort();

test("redraws nothing if other nodes with equal dots are in the same places", () => {
  const dots = (look: number): LaneInput => ({
    left: 0,
    dots: [
      [look, false],
      [1, true],
    ],
  });
  expect(backgroundChanges(backgroundWith(dots(0), NONE), backgroundWith(dots(3), NONE))).toEqual({ wipe: [], outline: [], draw: [] });
});

test("redraws a dimmed lane, wipes a dot that left, and draws no moving dot", () => {
  const two: LaneInput = {
    left: 0,
    dots: [
      [0, false],
      [1, false],
    ],
  };
  const before = backgroundWith(two, two);
  const dimmed = backgroundChanges(
    before,
    backgroundWith(two, two, NEVER, (lane) => lane === "old"),
  );
  expect([dimmed.wipe.length, dimmed.draw.map((spot) => spot.dimmed)]).toEqual([2, [true, true]]);
  const left = backgroundChanges(before, backgroundWith({ left: 0, dots: [[0, false]] }, two));
  expect([left.wipe.map(positionText), left.draw]).toEqual([["0 17"], []]);
  const moving = backgroundChanges(
    before,
    backgroundWith(two, two, (row) => row === 200),
  );
  expect([moving.wipe.map(positionText), moving.draw]).toEqual([["200 10"], []]);
});

test("outlines a free slot once, and wipes it when a dot moves into it", () => {
  const at = (...lefts: readonly number[]): FlowBackground => ({
    ...EMPTY_BACKGROUND,
    free: lefts.map((x) => ({ x, y: 10, width: 2, height: 2 })),
  });
  expect(backgroundChanges(at(0, 3), at(3, 6))).toEqual({ wipe: at(0).free, outline: at(6).free, draw: [] });
});

test("M applying wipes and draws to the old background yields the new one", () => {
  const lane = fc.record({
    left: fc.constantFrom(0, 3),
    dots: fc.array(fc.tuple(fc.nat(3), fc.boolean()), { maxLength: 9 }),
  });
  fc.assert(
    fc.property(lane, lane, lane, lane, fc.boolean(), fc.nat(9), (a, b, c, d, dimmed, moving) => {
      const before = backgroundWith(a, b);
      const after = backgroundWith(
        c,
        d,
        (row) => row === moving,
        () => dimmed,
      );
      const shown = new Map(backgroundChanges(EMPTY_BACKGROUND, before).draw.map((spot) => [positionText(spot), spot]));
      const { wipe, draw } = backgroundChanges(before, after);
      for (const box of wipe) shown.delete(positionText(box));
      for (const spot of draw) shown.set(positionText(spot), spot);
      expect(drawn(shown.values())).toEqual(drawn(backgroundChanges(EMPTY_BACKGROUND, after).draw));
    }),
    { seed: 20260101 },
  );
});

test("merges equal dots of one column into one draw, at unchanged positions", () => {
  const spotsOf = (background: FlowBackground) => backgroundChanges(EMPTY_BACKGROUND, background).draw;
  const laneInput = fc.record({ left: fc.nat(3), dots: fc.array(fc.tuple(fc.nat(3), fc.boolean()), { maxLength: 30 }) });
  fc.assert(
    fc.property(laneInput, laneInput, (old, created) => {
      const spots = spotsOf(backgroundWith(old, created));
      const separateDots = dotColumns(spots).flatMap(({ first, pitch, count }) =>
        Array.from({ length: count }, (_, at) => ({ ...first, look: cellStyleKey(first.look), y: first.y + at * pitch })),
      );
      expect(separateDots).toEqual(spots.map((spot) => ({ ...spot, look: cellStyleKey(spot.look) })));
    }),
  );
  const nine = { left: 0, dots: Array.from({ length: 9 }, () => [0, false] as const) };
  expect(dotColumns(spotsOf(backgroundWith(nine, { left: 0, dots: [] }))).map(({ count }) => count)).toEqual([4, 4, 1]);
});
