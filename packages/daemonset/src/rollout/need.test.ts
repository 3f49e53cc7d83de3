import { expect, it } from "vitest";
import { NEEDS } from "./need.ts";

it("R20 in a fleet a node that died goes before what waits for a person since long", () => {
  expect(NEEDS.indexOf("nodesUnready")).toBeLessThan(NEEDS.indexOf("waitsForYou"));
  expect(NEEDS.indexOf("stuck")).toBe(0);
});
