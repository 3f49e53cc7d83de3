import { expect, it } from "vitest";
import { fixtureRights } from "../scoped/users.fixture.ts";
import { canRead } from "./user-rights.ts";

it.each([
  ["all", "a", true],
  ["all", undefined, true],
  [["a"], "a", true],
  [["a"], "b", false],
  [["a"], undefined, false],
  ["none", "a", false],
] as const)("K4 rights to %j cover namespace %j: %j", (reach, namespace, isCovered) =>
  expect(canRead(fixtureRights("none", { pods: reach }), "pods", namespace)).toBe(isCovered),
);
