import type { AgentFamily } from "@daemonscope/daemonset/placement/labels/agent-families";
import { expect, test } from "vitest";
import { readFamily, toggleMember } from "./family-choice.ts";

const families: readonly AgentFamily[] = [
  { id: "users", kind: "users", name: "accelerator", keys: ["a/one", "a/two"] },
  { id: "a/o-*", kind: "prefix", name: "a/o-*", keys: ["a/o-1", "a/o-2"] },
];
const known = ["a/o-1", "a/o-2", "a/one", "a/two", "b/x"];

test.each([
  [undefined, "users", ["a/one", "a/two"]],
  ["a/o-*", "a/o-*", ["a/o-1", "a/o-2"]],
  ["b/x,a/one,gone/y", undefined, ["a/one", "b/x"]],
  ["", undefined, []],
])("the link %s selects the family %s", (text, id, keys) => {
  const choice = readFamily(text, families, known);
  expect([choice.family?.id, [...choice.keys].sort()]).toEqual([id, keys]);
});

test("removing a member and adding it again restores the family", () => {
  const choice = readFamily(undefined, families, known);
  const without = toggleMember(choice, "a/two", families);
  expect(without).toBe("a/one");
  expect(toggleMember(readFamily(without, families, known), "a/two", families)).toBe("users");
});
