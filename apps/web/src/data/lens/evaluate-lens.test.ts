import { type Cell, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { eligibleNodes } from "@daemonscope/daemonset/placement/eligibility";
import type { PlacementTemplate } from "@daemonscope/daemonset/records/placement-template";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { DEFAULT_GATES } from "@daemonscope/kube/matching/toleration";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { cellsOf } from "../rows/node-cells.fixture.ts";
import type { GridNode } from "../rows/node-cells.ts";
import { evaluateLens, taintKeysOf } from "./evaluate-lens.ts";
import { type Lens, lensText, parseLens } from "./lens.ts";
import { bandWords } from "./lens-text.ts";
import { type EligibilityOf, eligibilityIn } from "./use-eligibility.ts";

const { t } = createTranslator();
const NOW = 100 * 86_400_000;
const PLAIN: PlacementTemplate = { nodeSelector: {}, tolerations: [], hostNetwork: false };
const DB = { key: "dedicated", value: "db", effect: "NoSchedule" };

function node(name: string, record: Partial<NodeRecord> = {}, cell: Partial<Cell> = {}): GridNode {
  const byte = cellByte({ state: "available", oldRevision: false, terminating: false, twoPods: false, nodeUnready: false, ...cell });
  return {
    name,
    row: 0,
    byte,
    record: readyNode(name, record),
  };
}

/** Returns the server's answer for the nodes. */
function answered(template: PlacementTemplate, nodes: readonly GridNode[]): EligibilityOf {
  const classes = eligibleNodes(
    template,
    nodes.map(({ record }) => record),
    DEFAULT_GATES,
  );
  return eligibilityIn({ at: 0, epoch: "e1", uid: "u1", classes }, "e1", "u1");
}

/** Legend as `count words`, in its order. */
function legendOf(lens: Lens, nodes: readonly GridNode[], template = PLAIN, more: Partial<Parameters<typeof evaluateLens>[1]> = {}) {
  const result = evaluateLens(lens, {
    cells: cellsOf(nodes),
    revisions: [],
    eligibilityOf: answered(template, nodes),
    hashOf: () => undefined,
    nowMs: NOW,
    ...more,
  });
  return result?.bands.map(({ count, meaning }) => `${count} ${bandWords(meaning, lens, t)}`);
}

describe("the eligibility lens", () => {
  it("explains why desired is 3 of 8 nodes by naming the taint that is not tolerated", () => {
    const nodes = [...["a", "b", "c"].map((name) => node(name)), ...["d", "e", "f", "g", "h"].map((name) => node(name, { taints: [DB] }))];
    expect(legendOf({ kind: "eligibility" }, nodes)).toEqual(["3 eligible", "0 tolerated", "5 dedicated=db:NoSchedule not tolerated"]);
  });

  it("names the first failing check, and an evicting taint before one that only repels", () => {
    const template: PlacementTemplate = {
      ...PLAIN,
      nodeSelector: { os: "linux" },
      requiredNodeAffinity: { nodeSelectorTerms: [{ matchExpressions: [{ key: "gpu", operator: "In", values: ["a100"] }] }] },
      tolerations: [{ key: "edge", operator: "Exists" }],
    };
    const linux = { os: "linux" };
    expect(
      legendOf(
        { kind: "eligibility" },
        [
          node("windows", { labels: { os: "windows" }, taints: [DB] }),
          node("no-gpu", { labels: linux }),
          node("evicted", { labels: { ...linux, gpu: "a100" }, taints: [DB, { key: "gone", effect: "NoExecute" }] }),
          node("edge", { labels: { ...linux, gpu: "a100" }, taints: [{ key: "edge", effect: "NoExecute" }] }),
          node("soft", { labels: { ...linux, gpu: "a100" }, taints: [{ key: "soft", effect: "PreferNoSchedule" }] }),
        ],
        template,
      ),
    ).toEqual(["1 eligible", "1 tolerated", "1 gone:NoExecute not tolerated", "1 lacks os=linux", "1 affinity: gpu In [a100]"]);
  });
});

it("the eligibility lens ignores nodes without an answer and answers about another cluster or DaemonSet", () => {
  const nodes = [node("a"), node("b")];
  const classes = [{ eligibility: { kind: "eligible" as const }, nodes: ["a"] }];
  const legend = (epoch: string, uid: string) =>
    legendOf({ kind: "eligibility" }, nodes, PLAIN, {
      eligibilityOf: eligibilityIn({ at: 0, epoch: "e1", uid: "u1", classes }, epoch, uid),
    });
  expect(legend("e1", "u1")).toEqual(["1 eligible", "0 tolerated", "1 not known yet"]);
  expect(legend("e2", "u1")).toEqual(["0 eligible", "0 tolerated", "2 not known yet"]);
  expect(legend("e1", "u2")).toEqual(["0 eligible", "0 tolerated", "2 not known yet"]);
});

describe("value lenses", () => {
  const nodes = [
    node("a", { taints: [DB], labels: { zone: "a" } }),
    node("b", { taints: [DB], labels: { zone: "b" } }),
    node("c", {
      taints: [
        { key: "dedicated", value: "ml", effect: "NoExecute" },
        { key: "other", effect: "NoSchedule" },
      ],
      labels: { zone: "b" },
    }),
    node("d", { labels: { zone: "" } }),
    node("e", {}),
  ];
  it("show the taint of a key, with untainted nodes last", () => {
    expect(legendOf({ kind: "taint", key: "dedicated" }, nodes)).toEqual(["2 db:NoSchedule", "1 ml:NoExecute", "2 without this taint"]);
    expect(taintKeysOf(nodes.map(({ record }) => record))).toEqual(["dedicated", "other"]);
  });

  it("show the values of a label, and an empty value as empty", () => {
    expect(legendOf({ kind: "label", key: "zone" }, nodes)).toEqual(["2 b", '1 ""', "1 a", "1 without this label"]);
  });

  it("merge all values after the seventh into one band", () => {
    const many = Array.from({ length: 40 }, (_, at) => node(`n${at}`, { labels: { rack: `r${at % 10}` } }));
    const legend = legendOf({ kind: "label", key: "rack" }, many);
    expect(legend).toHaveLength(8);
    expect(legend?.at(-1)).toBe("12 other values");
  });
});

describe("the revision lens and the age lens", () => {
  const revision = (hash: string, number: number, current: boolean) => ({ hash, revision: number, createdAtMs: 0, current, nodes: 1 });
  it("distinguish several old revisions by the loaded pods", () => {
    const nodes = [
      node("new"),
      node("beside", {}, { oldRevision: true, twoPods: true }),
      node("old-2", {}, { oldRevision: true }),
      node("old-1", {}, { oldRevision: true }),
      node("not-fetched", {}, { oldRevision: true }),
      node("none", {}, { state: "missing" }),
    ];
    const hashes: Readonly<Record<string, string>> = { "old-2": "h2", "old-1": "h1" };
    const revisions = [revision("h3", 3, true), revision("h2", 2, false), revision("h1", 1, false)];
    expect(legendOf({ kind: "revision" }, nodes, PLAIN, { revisions, hashOf: ({ name }) => hashes[name] })).toEqual([
      "2 revision 3",
      "1 revision 2",
      "1 revision 1",
      "1 old revision",
      "1 no pod",
    ]);
    expect(legendOf({ kind: "revision" }, nodes, PLAIN, { revisions: revisions.slice(0, 2) })).toEqual([
      "2 revision 3",
      "3 revision 2",
      "1 no pod",
    ]);
  });

  it("assign a node to the first age band above its age", () => {
    const ages = [30_000, 600_000, 3_600_000, 86_400_000 * 29, 86_400_000 * 30];
    const nodes = ages.map((age, at) => node(`n${at}`, { createdAtMs: NOW - age }));
    expect(legendOf({ kind: "age" }, nodes)).toEqual([
      "1 node younger than 10m",
      "1 10m to 1h",
      "1 1h to 1d",
      "1 1d to 30d",
      "1 30d and older",
    ]);
  });
});

it.each([
  ["state", "state"],
  ["eligibility", "eligibility"],
  ["taint:dedicated", "taint:dedicated"],
  ["label:a:b/c", "label:a:b/c"],
  ["label", "state"],
  ["age:x", "state"],
  ["nonsense", "state"],
])("the lens %j of a link is read as %j", (text, lens) => {
  expect(lensText(parseLens(text))).toBe(lens);
});
