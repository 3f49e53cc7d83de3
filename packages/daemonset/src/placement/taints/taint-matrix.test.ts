import { excusesPods, isNodeStateTaint } from "@daemonscope/kube/node-signs";
import type { PodTemplateSummary, Taint, Toleration } from "@daemonscope/kube/objects";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { emptyTemplate } from "../../model/objects.fixture.ts";
import { explainPlacement } from "../explain-placement.ts";
import type { PlacementNode } from "../placement-node.ts";
import { isKeptOut, type TaintEffectOnPods, taintEffectOnPods } from "./taint-effect-on-pods.ts";
import { excludesPods, taintMatrix } from "./taint-matrix.ts";

const SEED = Number(process.env.SEED ?? 20260710);
const taint = (key: string, effect: string, value?: string): Taint => (value === undefined ? { key, effect } : { key, effect, value });
const template = (parts: Partial<PodTemplateSummary> = {}): PodTemplateSummary => ({ ...emptyTemplate, ...parts });
const exists = (key?: string, effect?: string): Toleration => ({
  operator: "Exists",
  ...(key === undefined ? {} : { key }),
  ...(effect === undefined ? {} : { effect }),
});

describe("the effect of a taint on a template", () => {
  const rows: readonly [string, Partial<PodTemplateSummary>, Taint, TaintEffectOnPods][] = [
    ["P1 NoSchedule that is not tolerated keeps new pods off", {}, taint("a", "NoSchedule"), "blocksNew"],
    ["P1 NoExecute that is not tolerated deletes pods", {}, taint("a", "NoExecute"), "evicts"],
    ["P2 PreferNoSchedule is ignored, tolerated or not", { tolerations: [exists()] }, taint("a", "PreferNoSchedule"), "ignored"],
    ["P2 an unknown effect is ignored too", {}, taint("a", "NoIdea"), "ignored"],
    ["P9 a toleration without key and effect tolerates everything", { tolerations: [exists()] }, taint("a", "NoExecute"), "everything"],
    [
      "P9 tolerating everything has precedence over an earlier key",
      { tolerations: [exists("a"), exists()] },
      taint("a", "NoSchedule"),
      "everything",
    ],
    [
      "P9 one with an effect tolerates only that effect",
      { tolerations: [exists(undefined, "NoSchedule")] },
      taint("a", "NoSchedule"),
      "template",
    ],
    ["P9 and not another effect", { tolerations: [exists(undefined, "NoSchedule")] }, taint("a", "NoExecute"), "evicts"],
    ["P9 another value is not tolerated by Equal", { tolerations: [{ key: "a", value: "x" }] }, taint("a", "NoSchedule", "y"), "blocksNew"],
    ["P10 the controller tolerates a cordon", {}, taint("node.kubernetes.io/unschedulable", "NoSchedule"), "controller"],
    ["P10 but not NotReady's NoSchedule", {}, taint("node.kubernetes.io/not-ready", "NoSchedule"), "blocksNew"],
    [
      "P10 network-unavailable only with hostNetwork",
      { hostNetwork: true },
      taint("node.kubernetes.io/network-unavailable", "NoSchedule"),
      "controller",
    ],
  ];
  it.each(rows)("%s", (_name, parts, tested, answer) => {
    expect(taintEffectOnPods(template(parts), tested)).toBe(answer);
  });
});

const DB = taint("dedicated", "NoSchedule", "db");
const EDGE = taint("edge", "NoExecute", "true");

test("P1 P2 a cell counts the selected nodes, those with a pod, and those that only this taint blocks", () => {
  const nodes: PlacementNode[] = [
    { name: "n1", labels: { disk: "ssd" }, taints: [DB] },
    { name: "n2", labels: { disk: "ssd" }, taints: [DB, EDGE] },
    { name: "n3", labels: {}, taints: [DB] },
    { name: "n4", labels: { disk: "ssd" }, taints: [] },
  ];
  const templates = [
    template({ nodeSelector: { disk: "ssd" } }),
    template({ nodeSelector: { disk: "tape" } }),
    template({ tolerations: [exists("dedicated")] }),
  ];
  const { rows, losses } = taintMatrix({ nodes, templates, hasPod: (at, node) => at === 0 && node === "n1" });
  expect(rows.map((row) => [row.taint.key, row.nodes])).toEqual([
    ["edge", 1],
    ["dedicated", 3],
  ]);
  expect(rows[1]?.cells).toEqual([
    { answer: "blocksNew", wants: 2, kept: 1, excused: 0, only: 1 },
    null,
    { answer: "template", wants: 3, kept: 0, excused: 0, only: 0 },
  ]);
  expect(rows[0]?.cells).toEqual([
    { answer: "evicts", wants: 1, kept: 0, excused: 0, only: 0 },
    null,
    { answer: "evicts", wants: 1, kept: 0, excused: 0, only: 1 },
  ]);
  expect(losses).toEqual([
    { places: 2, kept: 1 },
    { places: 0, kept: 0 },
    { places: 1, kept: 0 },
  ]);
});

test("P1 P2 a taint excludes pods if a wanted node has none because of it", () => {
  const nodes: PlacementNode[] = [
    { name: "n1", labels: {}, taints: [DB] },
    { name: "n2", labels: {}, taints: [taint("gpu", "NoSchedule"), taint("spot", "PreferNoSchedule")] },
    { name: "n3", labels: {}, taints: [taint("kept", "NoSchedule")] },
    { name: "n4", labels: { disk: "tape" }, taints: [taint("far", "NoSchedule")] },
  ];
  const requiredNodeAffinity = { nodeSelectorTerms: [{ matchExpressions: [{ key: "disk", operator: "DoesNotExist" }] }] };
  const templates = [template({ requiredNodeAffinity, tolerations: [exists("gpu")] })];
  const { rows } = taintMatrix({ nodes, templates, hasPod: (_, node) => node === "n3" });
  expect(rows.map((row) => [row.taint.key, excludesPods(row)])).toEqual([
    ["dedicated", true],
    ["far", false],
    ["gpu", false],
    ["kept", false],
    ["spot", false],
  ]);
});

test.each([
  ["node.kubernetes.io/not-ready", 1],
  ["node.kubernetes.io/unreachable", 1],
  ["node.cloudprovider.kubernetes.io/shutdown", 1],
  ["ToBeDeletedByClusterAutoscaler", 1],
  ["karpenter.sh/disrupted", 1],
  ["node.kubernetes.io/network-unavailable", 0],
  ["node.kubernetes.io/disk-pressure", 0],
  ["node.kubernetes.io/memory-pressure", 0],
  ["node.kubernetes.io/pid-pressure", 0],
  ["node.kubernetes.io/unschedulable", 0],
])("N2 R11 %s keeps no DaemonSet off, and pods on a node that is NotReady or ends are excused", (key, excused) => {
  const nodes = ["n1", "n2"].map((name) => ({ name, labels: {}, taints: [taint(key, "NoSchedule"), taint(key, "NoExecute")] }));
  const { rows, losses } = taintMatrix({ nodes, templates: [template()], hasPod: (_, node) => node === "n1" });
  expect(rows.map(excludesPods)).toEqual([false, false]);
  for (const { cells } of rows) if (isKeptOut(cells[0]?.answer ?? "ignored")) expect(cells[0]).toMatchObject({ kept: 1, excused });
  if (excused === 1) expect(losses).toEqual([{ places: 0, kept: 0 }]);
});

test("R11 on a NotReady node an ordinary taint still keeps a pod off, and excuses an existing pod", () => {
  const nodes = ["n1", "n2", "n3"].map((name) => ({
    name,
    labels: {},
    taints: [DB, ...(name === "n3" ? [] : [taint("node.kubernetes.io/unreachable", "NoSchedule")])],
  }));
  const { rows, losses } = taintMatrix({ nodes, templates: [template()], hasPod: (_, node) => node !== "n2" });
  expect(losses).toEqual([{ places: 2, kept: 1 }]);
  expect(rows.find((row) => row.taint.key === DB.key)?.cells[0]).toEqual({ answer: "blocksNew", wants: 3, kept: 2, excused: 1, only: 1 });
});

test("P4 a template that reads node names is evaluated for each node", () => {
  const nodes = ["n1", "n2", "n3"].map((name) => ({ name, labels: {}, taints: [DB] }));
  const pinned = template({ nodeName: "n2" });
  expect(taintMatrix({ nodes, templates: [pinned], hasPod: () => false }).rows[0]?.cells[0]?.wants).toBe(1);
});

test("sorts rows by effect, then by nodes; separates values of equal keys; keeps the newest time", () => {
  const at = (timeAdded: string): Taint => ({ ...EDGE, timeAdded });
  const { rows } = taintMatrix({
    nodes: [
      { name: "n1", labels: {}, taints: [taint("spot", "PreferNoSchedule"), taint("x", "NoSchedule", "1"), at("2026-01-01T00:00:00Z")] },
      { name: "n2", labels: {}, taints: [taint("x", "NoSchedule", "2"), at("2026-01-02T00:00:00Z")] },
      { name: "n3", labels: {}, taints: [taint("x", "NoSchedule", "2"), taint("odd", "NoIdea")] },
    ],
    templates: [],
    hasPod: () => false,
  });
  expect(rows.map(({ taint: { key, value, effect }, nodes }) => `${key}=${value}:${effect} ${nodes}`)).toEqual([
    "edge=true:NoExecute 2",
    "x=2:NoSchedule 2",
    "x=1:NoSchedule 1",
    "spot=:PreferNoSchedule 1",
    "odd=:NoIdea 1",
  ]);
  expect(rows[0]?.addedAtMs).toBe(Date.UTC(2026, 0, 2));
});

test("without taints: no row and no lost node", () => {
  const matrix = taintMatrix({ nodes: [{ name: "n1", labels: {}, taints: [] }], templates: [template()], hasPod: () => true });
  expect(matrix).toEqual({ rows: [], losses: [{ places: 0, kept: 0 }] });
});

const keys = fc.constantFrom("a", "b", "node.kubernetes.io/unschedulable", "node.kubernetes.io/not-ready", "__proto__");
const effects = fc.constantFrom("NoSchedule", "NoExecute", "PreferNoSchedule");
const taints = fc.uniqueArray(fc.record({ key: keys, effect: effects, value: fc.constantFrom("", "1") }), {
  maxLength: 4,
  selector: ({ key, effect }) => `${key} ${effect}`,
});
const tolerations = fc.array(
  fc.record(
    { key: keys, operator: fc.constantFrom("Exists", "Equal", "Lt"), effect: effects, value: fc.constantFrom("", "1") },
    { requiredKeys: [] },
  ),
  { maxLength: 3 },
);
const labels = fc.dictionary(fc.constantFrom("zone", "disk"), fc.constantFrom("x", "y"));
const templates = fc.record({
  tolerations,
  nodeSelector: labels,
  hostNetwork: fc.boolean(),
  affinity: fc.option(fc.constantFrom("zone", "disk"), { nil: undefined }),
  field: fc.option(fc.constantFrom("n0", "n1"), { nil: undefined }),
});

it(`P1–P10 agrees with the placement proof of every pair, seed ${SEED}`, () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ labels, taints }), { maxLength: 5 }),
      fc.array(templates, { maxLength: 4 }),
      fc.integer(),
      (drawnNodes, drawn, offset) => {
        const nodes = drawnNodes.map((node, at) => ({ ...node, name: `n${at}` }));
        const all = drawn.map(({ affinity, field, ...parts }) =>
          template({
            ...parts,
            ...(affinity === undefined && field === undefined
              ? {}
              : {
                  requiredNodeAffinity: {
                    nodeSelectorTerms: [
                      {
                        matchExpressions: affinity === undefined ? [] : [{ key: affinity, operator: "Exists" as const, values: [] }],
                        matchFields: field === undefined ? [] : [{ key: "metadata.name", operator: "In" as const, values: [field] }],
                      },
                    ],
                  },
                }),
          }),
        );
        const hasPod = (at: number, node: string) => (at * 7 + node.charCodeAt(1) + offset) % 3 === 0;
        const matrix = taintMatrix({ nodes, templates: all, hasPod });
        all.forEach((each, at) => {
          const proofs = nodes.map((node) => ({ node, ...explainPlacement(each, node) }));
          const wanting = proofs.filter(({ checks }) => checks.every((check) => check.kind === "taint" || check.passed));
          const refused = wanting.filter(({ verdict }) => verdict !== "run");
          const isMisscheduled = ({ node }: (typeof refused)[number]) => hasPod(at, node.name) && !node.taints.some(excusesPods);
          const off = refused.filter(
            ({ node, checks }) =>
              !hasPod(at, node.name) && checks.some((check) => check.kind === "taint" && !check.passed && !isNodeStateTaint(check.taint)),
          );
          const kept = refused.filter(isMisscheduled).length;
          expect(matrix.losses[at]).toEqual({ places: off.length + kept, kept });
          for (const row of matrix.rows) {
            const checksOf = ({ checks }: (typeof proofs)[number]) =>
              checks.filter((check) => check.kind === "taint").filter((check) => isRow(check.taint, row.taint));
            const tainted = wanting.filter((proof) => checksOf(proof).length > 0);
            const cell = row.cells[at];
            expect(cell?.wants ?? 0).toBe(tainted.length);
            if (cell === null || cell === undefined) continue;
            for (const proof of tainted)
              for (const check of checksOf(proof)) {
                expect(isKeptOut(cell.answer)).toBe(!check.passed);
                expect(cell.answer === "ignored").toBe(check.outcome === "ignored");
                if (check.outcome === "blocksNew" || check.outcome === "evicts") expect(cell.answer).toBe(check.outcome);
                if (cell.answer === "controller" || cell.answer === "template") expect(check.tolerationOrigin).toBe(cell.answer);
              }
            if (!isKeptOut(cell.answer)) continue;
            const without = tainted.filter(
              ({ node }) =>
                explainPlacement(each, { ...node, taints: node.taints.filter((other) => !isRow(other, row.taint)) }).verdict === "run",
            );
            expect(cell.only).toBe(without.length);
            expect(cell.kept).toBe(tainted.filter(({ node }) => hasPod(at, node.name)).length);
          }
        });
      },
    ),
    { seed: SEED, numRuns: 400 },
  );
});

function isRow(tested: Taint, row: { readonly key: string; readonly value: string; readonly effect: string }): boolean {
  return tested.key === row.key && tested.effect === row.effect && (tested.value ?? "") === row.value;
}

test("N1 a node that is being removed is no loss", () => {
  const leaving = taint("karpenter.sh/disrupted", "NoSchedule");
  const nodes: PlacementNode[] = [
    { name: "n1", labels: {}, taints: [leaving, DB] },
    { name: "n2", labels: {}, taints: [DB] },
  ];
  const { losses, rows } = taintMatrix({ nodes, templates: [template()], hasPod: () => true });
  expect(losses).toEqual([{ places: 1, kept: 1 }]);
  expect(rows.map(({ taint: { key }, cells }) => [key, cells[0]?.kept])).toEqual([
    ["dedicated", 2],
    ["karpenter.sh/disrupted", 1],
  ]);
});
