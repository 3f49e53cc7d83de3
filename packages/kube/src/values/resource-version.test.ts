import { expect, it } from "vitest";
import { compareVersions, isOlderVersion } from "./resource-version.ts";

it("orders whole numbers of any length by value, and other versions before them", () => {
  const ordered = ["", "9", "10", "900719925474099300001", "900719925474099300002"];
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered);
  expect(["x", "07", "0", "-1"].map((version) => compareVersions(version, ""))).toEqual([0, 0, 0, 0]);
  expect(compareVersions("x", "1")).toBeLessThan(0);
});

it("calls no version older if either is no whole number", () => {
  expect(isOlderVersion("9", "10")).toBe(true);
  expect([isOlderVersion("10", "9"), isOlderVersion("9", "9"), isOlderVersion("x", "9"), isOlderVersion("9", "x")]).not.toContain(true);
});
