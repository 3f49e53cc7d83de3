import { expect, it } from "vitest";
import { withNew } from "./column-order.ts";

const losing = (key: string, places: number, kept = 0) => ({ key, loss: { places, kept } });

it("puts the DaemonSet with most misscheduled pods first, then the one with most blocked nodes", () => {
  const losses = [losing("x/a", 0), losing("x/b", 2, 2), losing("x/c", 9, 1), losing("x/d", 8)];
  expect(withNew([], losses)).toEqual(["x/b", "x/c", "x/d", "x/a"]);
});

it("keeps the column order after later changes, and appends new columns", () => {
  const order = withNew([], [losing("x/b", 0), losing("x/a", 1)]);
  expect(withNew(order, [losing("x/b", 5), losing("x/a", 1)])).toBe(order);
  expect(withNew(order, [losing("x/b", 5), losing("x/a", 1), losing("x/0", 9)])).toEqual(["x/a", "x/b", "x/0"]);
});
