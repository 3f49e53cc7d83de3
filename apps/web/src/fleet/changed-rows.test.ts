import { expect, it } from "vitest";
import { takeChangedRows } from "./changed-rows.ts";

it("gives the rows of one DaemonSet that changed, and none the second time", () => {
  const state = { columns: ["a/x", "a/y"], cells: Uint8Array.of(1, 2, 3, 4, 5, 6) };
  const bytes = new Uint8Array(3);
  expect(takeChangedRows(state, 1, bytes)).toEqual([0, 1, 2]);
  expect([...bytes]).toEqual([2, 4, 6]);
  state.cells[3] = 9;
  state.cells[4] = 9;
  expect(takeChangedRows(state, 1, bytes)).toEqual([1]);
  expect(takeChangedRows(state, 1, bytes)).toEqual([]);
});
