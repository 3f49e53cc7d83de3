import { expect, test } from "vitest";
import { fateOf } from "./images.ts";

test.each([
  ["foo:non-existent", undefined, "fails"],
  ["registry.test/missing/a:1", undefined, "fails"],
  ["registry.test/missing/a:1", "Never", "never"],
  ["nonexistent:1", undefined, "fails"],
  ["does-not-exist:1", undefined, "fails"],
  ["existent:1", undefined, "present"],
  ["existent:1", "Never", "present"],
  ["nginx", undefined, "present"],
  ["localhost:5000/a/b_c:V1.2-x", undefined, "present"],
  ["a/b@sha256:0123", undefined, "present"],
  ["agent:\u001b[31mred", undefined, "present"],
  ["Upper/Case", undefined, "invalid"],
  ["two words:1", undefined, "invalid"],
])("the image %s with the policy %s: %s", (image, policy, kind) => {
  expect(fateOf(image, policy).kind).toBe(kind);
});
