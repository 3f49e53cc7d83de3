import { expect, test } from "vitest";
import { emptyTemplate } from "../model/objects.fixture.ts";
import { NodeClasses } from "./node-classes.ts";
import { changedTraits, NODE_TRAITS, type NodeTrait, type PlacementNode } from "./placement-node.ts";

const NODE: PlacementNode = { name: "n1", labels: { disk: "ssd" }, taints: [] };
/** Of each trait, another value than that of the node. */
const OTHER: { readonly [Trait in NodeTrait]: PlacementNode[Trait] } = {
  labels: { disk: "hdd" },
  taints: [{ key: "dedicated", effect: "NoSchedule" }],
};
const classesOf = (...nodes: readonly PlacementNode[]): readonly number[] => {
  const classes = new NodeClasses();
  classes.mention({ ...emptyTemplate, nodeSelector: { disk: "ssd" } });
  return nodes.map((node) => classes.classOf(node));
};

test.each(NODE_TRAITS)("P1 nodes of other %s are of another class, and a node whose own change is judged again", (trait) => {
  const other = { ...NODE, [trait]: OTHER[trait] };
  expect(classesOf(NODE, other, { ...NODE })).toEqual([0, 1, 0]);
  expect(changedTraits(NODE, other)).toEqual([trait]);
});

test("P2 nodes that differ in name, and in labels that no template asks for, are of one class", () => {
  expect(classesOf(NODE, { ...NODE, name: "n2", labels: { disk: "ssd", team: "a" } })).toEqual([0, 0]);
});

test("P3 a label without a value is not a missing one", () => {
  expect(classesOf({ ...NODE, labels: { disk: "" } }, { ...NODE, labels: {} })).toEqual([0, 1]);
});
