import { expect, it } from "vitest";
import { node, pod } from "../objects.fixture.ts";
import { fewestSiblingsFirst } from "./fewest-siblings-first.ts";

it("S62 nodes with fewer pods of the same owner come first, otherwise in their order", () => {
  const nodes = ["n1", "n2", "n3", "n4"].map((name) => node({ name }));
  const siblings = [
    pod({ name: "a", on: "n1" }),
    pod({ name: "b", on: "n1" }),
    pod({ name: "c", on: "n3" }),
    pod({ name: "d", pinnedTo: "n2" }),
  ];
  const order = fewestSiblingsFirst(nodes, siblings).map(({ metadata }) => metadata.name);
  expect(order).toEqual(["n2", "n4", "n3", "n1"]);
  expect(fewestSiblingsFirst(nodes, [])).toBe(nodes);
});
