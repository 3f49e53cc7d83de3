import { expect, it } from "vitest";
import { nameWidth, poolNameLines } from "./pool-name.ts";

it.each([
  ["general", ["general"]],
  ["control-plane", ["control-", "plane"]],
  ["gpu-a100-eu", ["gpu-", "a100-eu"]],
  ["averyveryverylongname-x", ["averyveryverylongname-x"]],
  ["無節點集區", ["無節點集區"]],
])("splits %s into the lines %j", (name, lines) => expect(poolNameLines(name)).toEqual(lines));

it("a heading is as wide as its widest line, up to its maximum", () => {
  expect(nameWidth("control-plane")).toBeLessThanOrEqual(50);
  expect(nameWidth("control-plane")).toBe(nameWidth("control-"));
  expect(nameWidth("averyveryverylongname")).toBe(50);
});
