import { ownValue } from "@daemonscope/kube/base/own-value";
import type { PodTemplateSummary } from "@daemonscope/kube/objects";
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { emptyTemplate } from "../../model/objects.fixture.ts";
import { explainPlacement } from "../explain-placement.ts";
import type { PlacementNode } from "../placement-node.ts";
import { type SelectorMatch, selectorMatches } from "../selector-match.ts";
import { labelKeys, labelPools } from "./label-coverage.ts";

const SEED = Number(process.env.SEED ?? 20260712);
const template = (parts: Partial<PodTemplateSummary> = {}): PodTemplateSummary => ({ ...emptyTemplate, ...parts });
const node = (name: string, labels: Record<string, string>, taint?: string) => ({
  name,
  labels: { "kubernetes.io/hostname": name, ...labels },
  taints: taint === undefined ? [] : [{ key: taint, effect: "NoSchedule" }],
});
const selectorMatch = (each: PodTemplateSummary, nodes: readonly PlacementNode[]): SelectorMatch => {
  const [found] = selectorMatches([each], nodes);
  if (found === undefined) throw new Error("no answer");
  return found;
};
const agents = ["a10", "t4"].map((accelerator) => template({ nodeSelector: { accelerator } }));
const affine = (operator: "In" | "Exists", values: readonly string[]) => ({
  requiredNodeAffinity: { nodeSelectorTerms: [{ matchExpressions: [{ key: "accelerator", operator, values }] }] },
});

test("T4 pools of a label, and the nodes that no agent covers", () => {
  const nodes = [
    node("n1", { accelerator: "a10" }),
    node("n2", { accelerator: "a10" }, "reserved"),
    node("n3", { accelerator: "t4" }),
    node("n4", { accelerator: "mi300" }),
    node("n5", {}),
  ];
  expect(labelPools(nodes, agents, "accelerator")).toEqual([
    {
      value: "a10",
      nodes: 2,
      patterns: [
        { wantedBy: [0], nodes: 1, names: ["n1"] },
        { wantedBy: [], nodes: 1, names: ["n2"] },
      ],
    },
    { value: "mi300", nodes: 1, patterns: [{ wantedBy: [], nodes: 1, names: ["n4"] }] },
    { value: "t4", nodes: 1, patterns: [{ wantedBy: [1], nodes: 1, names: ["n3"] }] },
    { value: null, nodes: 1, patterns: [{ wantedBy: [], nodes: 1, names: ["n5"] }] },
  ]);
});

test("keys that split nodes into pools and that templates use come first, node names last", () => {
  const nodes = Array.from({ length: 6 }, (_, at) =>
    node(`n${at}`, { accelerator: at < 3 ? "a10" : "t4", zone: `z${at % 2}`, os: "linux" }),
  );
  const keys = labelKeys(nodes, [...agents, template({ nodeSelector: { gone: "x" } })]);
  expect(keys.map(({ key }) => key)).toEqual(["accelerator", "zone", "gone", "os", "kubernetes.io/hostname"]);
  expect(keys[0]).toEqual({ key: "accelerator", values: 2, nodes: 6, users: [0, 1] });
  expect(keys[2]).toEqual({ key: "gone", values: 0, nodes: 0, users: [2] });
});

test("P4 a selector that matches no node: reports the values that nodes have instead", () => {
  const nodes = [
    ...Array.from({ length: 12 }, (_, at) => node(`p${at}`, { driver: "paused-for-driver-upgrade" })),
    node("q", { driver: "off" }),
    node("r", {}),
  ];
  expect(selectorMatch(template({ nodeSelector: { driver: "true" } }), nodes)).toEqual({
    nodes: 0,
    unmet: [
      {
        text: "driver=true",
        key: "driver",
        nodes: 13,
        values: [
          { value: "paused-for-driver-upgrade", nodes: 12 },
          { value: "off", nodes: 1 },
        ],
      },
    ],
  });
});

test.each([
  ["P5 an expression that no node meets", affine("In", ["h100", "b200"]), ["accelerator In [h100, b200]"]],
  ["P5 an expression that some nodes meet does not block", affine("Exists", []), []],
  ["P4 each requirement is met by some node, all by none", { nodeSelector: { accelerator: "a10", zone: "b" } }, []],
])("%s", (_name, parts, texts) => {
  const nodes = [node("n1", { accelerator: "a10", zone: "a" }), node("n2", { accelerator: "t4", zone: "b" })];
  expect(selectorMatch(template(parts), nodes).unmet.map(({ text }) => text)).toEqual(texts);
});

test("P3 taints do not affect what a selector matches", () => {
  expect(selectorMatch(template(), [node("n1", {}, "reserved")])).toEqual({ nodes: 1, unmet: [] });
});

it(`P1–P10 pools agree with the placement proof of every pair, seed ${SEED}`, () => {
  const labels = fc.dictionary(fc.constantFrom("zone", "disk", "__proto__"), fc.constantFrom("x", "y"));
  fc.assert(
    fc.property(
      fc.array(fc.record({ labels, taint: fc.option(fc.constantFrom("a", "b"), { nil: undefined }) }), { maxLength: 6 }),
      fc.array(fc.record({ nodeSelector: labels, tolerates: fc.boolean(), pinned: fc.boolean() }), { maxLength: 4 }),
      (drawn, asked) => {
        const nodes = drawn.map(({ labels: nodeLabels, taint }, at) => node(`n${at}`, nodeLabels, taint));
        const templates = asked.map(({ nodeSelector, tolerates, pinned }) =>
          template({
            nodeSelector,
            tolerations: tolerates ? [{ key: "a", operator: "Exists" }] : [],
            ...(pinned ? { nodeName: "n1" } : {}),
          }),
        );
        const pools = labelPools(nodes, templates, "zone");
        expect(pools.reduce((sum, pool) => sum + pool.nodes, 0)).toBe(nodes.length);
        selectorMatches(templates, nodes).forEach(({ nodes: count }, at) => {
          const each = templates[at] ?? template();
          const matching = nodes.filter((candidate) => explainPlacement(each, { ...candidate, taints: [] }).verdict === "run");
          expect(count).toBe(matching.length);
        });
        for (const pool of pools)
          for (const { wantedBy, names } of pool.patterns)
            for (const name of names) {
              const found = nodes.find((each) => each.name === name);
              if (found === undefined) throw new Error(name);
              expect(templates.flatMap((each, at) => (explainPlacement(each, found).verdict === "run" ? [at] : []))).toEqual(wantedBy);
              expect(ownValue(found.labels, "zone") ?? null).toBe(pool.value);
            }
      },
    ),
    { seed: SEED, numRuns: 300 },
  );
});
