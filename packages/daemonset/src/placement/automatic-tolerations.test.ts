import { expect, it } from "vitest";
import { effectiveTolerations } from "./automatic-tolerations.ts";

const notReady = { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" };

it("P10 an automatic toleration replaces equal ones of the template, which lose their tolerationSeconds", () => {
  const merged = effectiveTolerations([{ ...notReady, tolerationSeconds: 5 }, { key: "a" }, { ...notReady, tolerationSeconds: 9 }], false);
  expect(merged).toHaveLength(8);
  expect(merged.slice(0, 3)).toEqual([notReady, { key: "a" }, notReady]);
});

it("P10 tolerates network-unavailable only with hostNetwork", () => {
  expect(effectiveTolerations([], true)).toHaveLength(7);
  expect(effectiveTolerations([], false)).toHaveLength(6);
});
