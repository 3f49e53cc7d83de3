import { expect, it, test } from "vitest";
import { cyclesOf, graphProblems } from "./import-graph.mjs";
import { packages } from "./packages.mjs";

const RULES = "packages/daemonset";
const file = (path: string) => `${RULES}/src/${path}.ts`;
const rulesGraph = (imports: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(imports).map(([from, to]) => [file(from), to.map(file)]));
const problemsOf = (name: keyof typeof packages, graph: ReadonlyMap<string, readonly string[]>) =>
  graphProblems(name, "layers" in packages[name] ? packages[name].layers : undefined, graph);

it("allows imports from the same layer and from lower ones", () => {
  const graph = rulesGraph({ "preview/a": ["rollout/b", "records/c"], "rollout/b": ["records/c"], "records/c": [] });
  expect(problemsOf(RULES, graph)).toEqual([]);
});

it("refuses an import of a higher layer, also of types only, and names both layers", () => {
  const graph = rulesGraph({ "rollout/derive-causes": ["preview/effect"], "preview/effect": [] });
  expect(problemsOf(RULES, graph)).toEqual([
    "packages/daemonset/src/rollout/derive-causes.ts: the layer rollout is below preview and may not import packages/daemonset/src/preview/effect.ts",
  ]);
});

it("refuses a folder without a layer", () => {
  expect(problemsOf(RULES, rulesGraph({ "cupboard/a": [] }))).toEqual([
    "packages/daemonset/src/cupboard: has no layer in scripts/checks/packages.mjs",
  ]);
});

it("refuses a cycle of two files in one folder, and names its path", () => {
  const graph = rulesGraph({ "model/a": ["model/b"], "model/b": ["model/a"] });
  expect(problemsOf(RULES, graph)).toEqual([
    "packages/daemonset: import cycle: packages/daemonset/src/model/a.ts → packages/daemonset/src/model/b.ts → packages/daemonset/src/model/a.ts",
  ]);
});

it("refuses a cycle of folders of one layer, in which no two files form a cycle", () => {
  const graph = rulesGraph({ "pods/a": ["placement/b"], "placement/b": [], "placement/c": ["pods/d"], "pods/d": [] });
  expect(problemsOf(RULES, graph)).toEqual(["packages/daemonset/src: cycle of folders: placement → pods → placement"]);
});

it("refuses a cycle of folders at any depth", () => {
  const graph = rulesGraph({ "pods/life/a": ["pods/start/b"], "pods/start/b": [], "pods/start/c": ["pods/life/d"], "pods/life/d": [] });
  expect(problemsOf(RULES, graph)).toEqual(["packages/daemonset/src/pods: cycle of folders: life → start → life"]);
});

const PAGE = "apps/web";
const pageGraph = (imports: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(imports).map(([from, to]) => [`${PAGE}/src/${from}`, to.map((target) => `${PAGE}/src/${target}`)]));

it("refuses a panel that imports a page, and a page that imports the app", () => {
  const graph = pageGraph({ "panels/grid/CellCard.tsx": ["pages/node/NodePage.tsx"], "pages/node/NodePage.tsx": ["app/SectionBody.tsx"] });
  expect(problemsOf(PAGE, graph)).toEqual([
    "apps/web/src/panels/grid/CellCard.tsx: the layer panels is below pages and may not import apps/web/src/pages/node/NodePage.tsx",
    "apps/web/src/pages/node/NodePage.tsx: the layer pages is below app and may not import apps/web/src/app/SectionBody.tsx",
  ]);
});

it("refuses a cycle of folders with the import of a style sheet", () => {
  const graph = pageGraph({
    "pages/node/NodePage.tsx": ["pages/nodes/nodes.module.css"],
    "pages/nodes/NodesPage.tsx": ["pages/node/node-text.ts"],
    "pages/node/node-text.ts": [],
  });
  expect(problemsOf(PAGE, graph)).toEqual(["apps/web/src/pages: cycle of folders: node → nodes → node"]);
});

it("allows the entry file, which is in no folder, to import the app", () => {
  expect(problemsOf(PAGE, pageGraph({ "main.tsx": ["app/App.tsx"], "app/App.tsx": [] }))).toEqual([]);
});

test.each([
  ["none", { a: ["b", "c"], b: ["c"], c: [] }, []],
  ["a file that imports itself", { a: ["a"] }, [["a"]]],
  [
    "two separate cycles",
    { a: ["b"], b: ["a"], c: ["d"], d: ["c"], e: ["a", "c"] },
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["the shortest path of a larger component", { a: ["b"], b: ["c", "a"], c: ["a"] }, [["a", "b"]]],
  ["none if one node is only reached", { a: ["b"], b: ["c"], c: ["b"] }, [["b", "c"]]],
] as const)("finds cycles: %s", (_name, graph, expected) => {
  expect(cyclesOf(new Map(Object.entries(graph))).sort()).toEqual(expected);
});

it("finds a cycle at the end of a chain of ten thousand nodes", () => {
  const chain = new Map(Array.from({ length: 10_000 }, (_, at) => [`n${at}`, [`n${at + 1}`]] as const));
  expect(cyclesOf(new Map([...chain, ["n10000", ["n9999"]]])).map((cycle) => cycle.length)).toEqual([2]);
});
