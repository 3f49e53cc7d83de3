import { ownValue } from "@daemonscope/kube/base/own-value";
import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyTemplate } from "../model/objects.fixture.ts";
import { type NodeClass, NodeClasses } from "./node-classes.ts";
import { changedTraits, NODE_TRAITS, type NodeTrait, type PlacementNode } from "./placement-node.ts";

const NODE: PlacementNode = { name: "n1", labels: { disk: "ssd" }, taints: [] };
/** A value for each trait, different from that of the node. */
const OTHER: { readonly [Trait in NodeTrait]: PlacementNode[Trait] } = {
  labels: { disk: "hdd" },
  taints: [{ key: "dedicated", effect: "NoSchedule" }],
};
const classesOf = (...nodes: readonly PlacementNode[]): readonly number[] => {
  const classes = new NodeClasses();
  classes.mention({ ...emptyTemplate, nodeSelector: { disk: "ssd" } });
  return nodes.map((node) => classes.classOf(node));
};

test.each(NODE_TRAITS)("P1 nodes with different %s are in different classes, and a changed node is evaluated again", (trait) => {
  const other = { ...NODE, [trait]: OTHER[trait] };
  expect(classesOf(NODE, other, { ...NODE })).toEqual([0, 1, 0]);
  expect(changedTraits(NODE, other)).toEqual([trait]);
});

test("P2 nodes that differ only in name and in unused labels share a class", () => {
  expect(classesOf(NODE, { ...NODE, name: "n2", labels: { disk: "ssd", team: "a" } })).toEqual([0, 0]);
});

test("P3 a label with an empty value differs from a missing label", () => {
  expect(classesOf({ ...NODE, labels: { disk: "" } }, { ...NODE, labels: {} })).toEqual([0, 1]);
});

const SEED = Number(process.env.SEED ?? 20261126);
const value = fc.constantFrom("", "1", "2");
const labels = fc.record({ a: value, b: value, c: value }, { requiredKeys: [] });
const selector = fc.record({ a: value, b: value, c: value }, { requiredKeys: [] });

test(`P2 classes split label by label equal classes computed from scratch, seed ${SEED}`, () => {
  let splitCount = 0;
  fc.assert(
    fc.property(fc.array(labels, { maxLength: 12 }), fc.array(selector, { minLength: 1, maxLength: 4 }), (all, selectors) => {
      const nodes = all.map((each, at): PlacementNode => ({ ...NODE, name: `n${at}`, labels: each as PlacementNode["labels"] }));
      const templates = selectors.map((nodeSelector) => ({ ...emptyTemplate, nodeSelector: nodeSelector as Record<string, string> }));
      const classes = new NodeClasses();
      let classOf: readonly NodeClass[] = nodes.map((node) => classes.classOf(node));
      for (const template of templates)
        for (const key of classes.mention(template)) {
          const partOf = classes.partByLabel();
          classOf = nodes.map((node, at) => partOf(ownValue(node.labels, key), classOf[at] ?? 0));
        }
      const rebuilt = new NodeClasses();
      for (const template of templates) rebuilt.mention(template);
      const expected = nodes.map((node) => rebuilt.classOf(node));
      for (const [at, here] of classOf.entries())
        for (const [other, there] of classOf.entries()) expect(here === there).toBe(expected[at] === expected[other]);
      splitCount += new Set(classOf).size > 1 ? 1 : 0;
      // A later node with other values belongs to none of these classes.
      const late = { ...NODE, name: "late", labels: { a: "3", b: "3", c: "3" } };
      if (templates.some(({ nodeSelector }) => Object.keys(nodeSelector).length > 0)) expect(classOf).not.toContain(classes.classOf(late));
    }),
    { seed: SEED, numRuns: 300 },
  );
  expect(splitCount).toBeGreaterThan(100);
});
