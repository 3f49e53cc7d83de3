import { drain } from "@daemonscope/kube/base/drain";
import { expect, test } from "vitest";
import { aNode } from "../../model/objects.fixture.ts";
import { chosenNodes } from "../steps/chosen-nodes.ts";
import { resolveStep } from "../steps/resolve-step.ts";
import { kindOfNodeChange } from "./kinds/node-kinds.ts";
import { labelKeysOf, NodeGroups } from "./node-groups.ts";
import type { NodeFacts } from "./plan-facts.ts";
import type { NodeChoice, Step } from "./step.ts";

/** A linear congruential generator: the same steps for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const NAMES = Array.from({ length: 40 }, (_, at) => `n${at}`);
const SELECTORS = ["zone=a", "zone in (a,b),!gpu", "gpu", "hostname=n7", "zone notin (c)", ""];

function anyNode(name: string, random: (below: number) => number): NodeFacts {
  const labels = { hostname: name, zone: "abc"[random(3)] ?? "a", ...(random(2) === 0 ? { gpu: "yes" } : {}) };
  const taints = random(3) === 0 ? [{ key: "dedicated", value: "ml", effect: "NoSchedule" }] : [];
  const { metadata, spec } = aNode(name, { labels, taints });
  return { name: metadata.name, labels: metadata.labels ?? {}, taints: spec.taints ?? [], unschedulable: false };
}

function anyStep(random: (below: number) => number): Step {
  const choices: readonly NodeChoice[] = [
    { kind: "all" },
    { kind: "selector", selector: SELECTORS[random(SELECTORS.length)] ?? "" },
    { kind: "names", names: Array.from({ length: 1 + random(4) }, () => NAMES[random(NAMES.length)] ?? "n0") },
  ];
  const nodes = choices[random(3)] ?? { kind: "all" };
  const taint = { key: ["dedicated", "x", "y"][random(3)] ?? "x", effect: "NoExecute" };
  const steps: readonly Step[] = [
    { kind: "taint", nodes, taints: [{ ...taint, value: String(random(2)) }] },
    { kind: "untaint", nodes, taints: [taint] },
    { kind: "label", nodes, labels: { zone: "abcd"[random(4)] ?? "a", [`extra-${random(2)}`]: "v" } },
    { kind: "unlabel", nodes, keys: [["gpu", "zone", "extra-0"][random(3)] ?? "gpu"] },
    { kind: random(2) === 0 ? "cordon" : "uncordon", nodes },
  ];
  return steps[random(steps.length)] ?? { kind: "cordon", nodes };
}

const byName = (a: NodeFacts, b: NodeFacts): number => (a.name < b.name ? -1 : 1);

test("steps on groups of equal nodes give the same result as steps on each node", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomOf(seed);
    const nodes = NAMES.map((name) => anyNode(name, random));
    const steps = Array.from({ length: 12 }, () => anyStep(random));
    const groups = new NodeGroups<NodeFacts>(labelKeysOf(steps));
    drain(groups.add(nodes));
    let plain = new Map(nodes.map((node) => [node.name, node]));
    const none = { cluster: undefined, daemonSet: () => undefined, daemonSetKeys: () => [] };
    for (const step of steps) {
      const grouped = { ...none, node: (name: string) => groups.node(name), nodes: () => groups.nodes(), grouped: groups };
      const before = plain;
      const ungrouped = { ...none, node: (name: string) => before.get(name), nodes: () => [...before.values()] };
      const [result, expected] = [drain(resolveStep(grouped, step)), drain(resolveStep(ungrouped, step))];
      expect(result, `seed ${seed}: ${JSON.stringify(step)}`).toEqual(expected);
      if (result.kind === "problem") continue;
      for (const change of result.changes) {
        if (!("nodes" in change) || change.kind === "nodesLeave") continue;
        drain(groups.change(change.nodes, (node) => kindOfNodeChange(change).changed(node, change)));
        const named = new Set(change.nodes);
        plain = new Map(
          Array.from(plain, ([name, node]) => [name, named.has(name) ? kindOfNodeChange(change).changed(node, change) : node]),
        );
      }
      expect([...groups.nodes()].sort(byName), `seed ${seed}`).toEqual([...plain.values()].sort(byName));
    }
  }
});

test("a selector excludes nodes that left and includes nodes that joined", () => {
  const groups = new NodeGroups<NodeFacts>(new Set(["zone"]));
  const facts = { node: (name: string) => groups.node(name), nodes: () => groups.nodes(), grouped: groups };
  const names = () => chosenNodes(facts, { kind: "selector", selector: "zone=a" });
  const node = (name: string): NodeFacts => ({ name, labels: { zone: "a" }, taints: [] });
  drain(groups.add([node("n3"), node("n1")]));
  expect(names()).toMatchObject({ names: ["n1", "n3"] });
  drain(groups.add([node("n2")]));
  groups.remove(["n1"]);
  expect(names()).toMatchObject({ names: ["n2", "n3"] });
});
