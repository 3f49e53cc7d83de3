import { expect, it } from "vitest";
import { groupsByName } from "./name-groups.ts";

it("groups by the name segment that yields the fewest groups", () => {
  const names = ["eu1-prod-01", "us1-prod-02", "ap1-edge-03", "eu1-edge-04", "us1-prod-05", "lab"];
  expect(groupsByName(names).map(({ title, at }) => [title, at.map((each) => names[each])])).toEqual([
    ["prod", ["eu1-prod-01", "us1-prod-02", "us1-prod-05"]],
    ["edge", ["ap1-edge-03", "eu1-edge-04"]],
    ["lab", ["lab"]],
  ]);
});

it("does not group clusters whose names share no segment", () => {
  expect(groupsByName(["a", "b", "c"])).toEqual([{ title: "", at: [0, 1, 2] }]);
  expect(groupsByName([])).toEqual([{ title: "", at: [] }]);
});
