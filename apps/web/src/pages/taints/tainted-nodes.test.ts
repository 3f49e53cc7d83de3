import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import { expect, test } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { taintedNodesSentence } from "./taint-text.ts";
import { taintedNodes } from "./tainted-nodes.ts";

const { t } = createTranslator();
const node = (name: string, pool: string, zone: string, isTainted: boolean) =>
  readyNode(name, {
    labels: { pool, "topology.kubernetes.io/zone": zone },
    taints: isTainted ? [{ key: "dedicated", value: "db", effect: "NoSchedule" }] : [],
  });

test("the location of tainted nodes distinguishes whole pools from parts", () => {
  const nodes = [node("a1", "a", "x", true), node("a2", "a", "x", true), node("b1", "b", "x", true), node("b2", "b", "y", false)];
  const location = taintedNodes(nodes, "dedicated=db:NoSchedule");
  expect(location.pools).toEqual([
    { name: "a", nodes: 2, isWhole: true },
    { name: "b", nodes: 1, isWhole: false },
  ]);
  expect(taintedNodesSentence(t, location)).toBe("Its nodes: all of a (2), 1 of b, in zone x.");
  const single = { pools: [{ name: "a", nodes: 1, isWhole: false }], zones: [{ name: "x", nodes: 1, isWhole: false }] };
  expect(taintedNodesSentence(t, single, "n1")).toBe("On n1 (a, x).");
  expect(taintedNodesSentence(t, taintedNodes(nodes, "other:NoSchedule"))).toBe("");
});
