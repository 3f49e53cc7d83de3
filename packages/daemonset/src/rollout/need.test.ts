import { expect, it } from "vitest";
import { NEEDS } from "./need.ts";

it("R20 in a fleet a NotReady node comes after every DaemonSet that needs an operator", () => {
  const at = NEEDS.indexOf("nodesUnready");
  expect(NEEDS.indexOf("stuck")).toBe(0);
  for (const need of ["failing", "rolling", "waitsForYou", "misscheduled"] as const) expect(NEEDS.indexOf(need)).toBeLessThan(at);
  for (const need of ["partly", "unknown", "fine"] as const) expect(NEEDS.indexOf(need)).toBeGreaterThan(at);
});
