import { expect, test } from "vitest";
import { foundKeys } from "./found-keys.ts";

const KEYS = ["app", "kubernetes.io/arch", "kubernetes.io/hostname", "topology.kubernetes.io/zone"].map((key) => ({
  key,
  nodes: 3,
  values: 2,
}));
const found = (typed: string, first: readonly string[] = []) => {
  const { first: firstKeys, others, more } = foundKeys(KEYS, first, typed);
  return [firstKeys.map(({ key, nodes }) => `${key} ${nodes}`), others.map(({ key }) => key), more];
};

test.each([
  ["", [], [[], ["app", "kubernetes.io/arch", "kubernetes.io/hostname", "topology.kubernetes.io/zone"], 0]],
  [
    "",
    ["kubernetes.io/arch", "gpu"],
    [["kubernetes.io/arch 3", "gpu 0"], ["app", "kubernetes.io/hostname", "topology.kubernetes.io/zone"], 0],
  ],
  ["ZONE", [], [[], ["topology.kubernetes.io/zone"], 0]],
  ["a", [], [[], ["app", "kubernetes.io/arch", "kubernetes.io/hostname"], 0]],
  ["h", ["kubernetes.io/arch"], [["kubernetes.io/arch 3"], ["kubernetes.io/hostname"], 0]],
  ["ｚｏｎｅ", [], [[], ["topology.kubernetes.io/zone"], 0]],
  ["(", [], [[], [], 0]],
] as const)("the text %j with the first keys %j offers %j", (typed, first, expected) => {
  expect(found(typed, first)).toEqual(expected);
});

test("offers as many of 400 keys as the list can show, and counts the others", () => {
  const keys = Array.from({ length: 400 }, (_, at) => ({ key: `key-${at}`, nodes: 1, values: 1 }));
  const { others, more } = foundKeys(keys, [], "");
  expect([others.length, more]).toEqual([200, 200]);
  expect(foundKeys(keys, [], "key-399").others).toEqual([{ key: "key-399", nodes: 1, values: 1 }]);
});
