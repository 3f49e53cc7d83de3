import { expect, it } from "vitest";
import { VERDICT_KINDS } from "./verdict-kind.ts";

it("R20 in a fleet a NotReady node comes after every DaemonSet that needs an operator", () => {
  const at = VERDICT_KINDS.indexOf("nodesUnready");
  expect(VERDICT_KINDS.indexOf("stuck")).toBe(0);
  for (const need of ["failing", "rolling", "waitsForYou", "misscheduled"] as const) expect(VERDICT_KINDS.indexOf(need)).toBeLessThan(at);
  for (const need of ["partly", "unknown", "fine"] as const) expect(VERDICT_KINDS.indexOf(need)).toBeGreaterThan(at);
});
