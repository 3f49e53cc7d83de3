import { expect, it, test } from "vitest";
import { circlesOf, climbs, floors, folderProblems } from "./folder-fences.mjs";

const ROOM = "packages/daemonset";
const file = (path: string) => `${ROOM}/src/${path}.ts`;
const graphOf = (imports: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(imports).map(([from, to]) => [file(from), to.map(file)]));

it("lets a folder import from its own floor and those below", () => {
  const graph = graphOf({ "describe/a": ["rollout/b", "records/c"], "rollout/b": ["records/c"], "records/c": [] });
  expect(folderProblems(ROOM, graph)).toEqual([]);
});

it("refuses an import that climbs, also of types only, and says which floor is below which", () => {
  const graph = graphOf({ "rollout/derive-causes": ["describe/cause-text"], "describe/cause-text": [] });
  expect(folderProblems(ROOM, graph)).toEqual([
    "packages/daemonset/src/rollout/derive-causes.ts: rollout stands below describe, and may not import packages/daemonset/src/describe/cause-text.ts",
  ]);
});

it("refuses a folder that stands on no floor", () => {
  expect(climbs(ROOM, floors[ROOM], graphOf({ "shelves/a": [] }))).toEqual([
    "packages/daemonset/src/shelves: stands on no floor of scripts/folder-fences.mjs",
  ]);
});

it("refuses a circle of two files in one folder, and names the way round", () => {
  const graph = graphOf({ "model/a": ["model/b"], "model/b": ["model/a"] });
  expect(folderProblems(ROOM, graph)).toEqual([
    "packages/daemonset: a circle of imports: packages/daemonset/src/model/a.ts → packages/daemonset/src/model/b.ts → packages/daemonset/src/model/a.ts",
  ]);
});

it("refuses a circle of folders of one floor, where no two files are in one", () => {
  const graph = graphOf({ "pods/a": ["placement/b"], "placement/b": [], "placement/c": ["pods/d"], "pods/d": [] });
  expect(folderProblems(ROOM, graph)).toEqual(["packages/daemonset: a circle of folders: placement → pods → placement"]);
});

const PAGE = "apps/web";
const inPage = (imports: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(imports).map(([from, to]) => [`${PAGE}/src/${from}`, to.map((target) => `${PAGE}/src/${target}`)]));

it("refuses a part of a page that imports the page, and a page that imports the app", () => {
  const graph = inPage({ "grid/CellCard.tsx": ["rollout/GridSection.tsx"], "node/NodePage.tsx": ["app/SectionBody.tsx"] });
  expect(folderProblems(PAGE, graph)).toEqual([
    "apps/web/src/grid/CellCard.tsx: grid stands below rollout, and may not import apps/web/src/rollout/GridSection.tsx",
    "apps/web/src/node/NodePage.tsx: node stands below app, and may not import apps/web/src/app/SectionBody.tsx",
  ]);
});

it("refuses a circle of folders of which one way is only a style sheet", () => {
  const graph = inPage({
    "events/EventTable.tsx": ["logs/logs.module.css"],
    "logs/LogState.tsx": ["events/group-events.ts"],
    "events/group-events.ts": [],
  });
  expect(folderProblems(PAGE, graph)).toEqual(["apps/web: a circle of folders: events → logs → events"]);
});

it("lets the entry, which stands in no folder, import the app", () => {
  expect(folderProblems(PAGE, inPage({ "main.tsx": ["app/App.tsx"], "app/App.tsx": [] }))).toEqual([]);
});

test.each([
  ["none", { a: ["b", "c"], b: ["c"], c: [] }, []],
  ["a file that imports itself", { a: ["a"] }, [["a"]]],
  [
    "two apart from each other",
    { a: ["b"], b: ["a"], c: ["d"], d: ["c"], e: ["a", "c"] },
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["the shortest way of a knot", { a: ["b"], b: ["c", "a"], c: ["a"] }, [["a", "b"]]],
  ["none where one is only reached", { a: ["b"], b: ["c"], c: ["b"] }, [["b", "c"]]],
] as const)("finds circles: %s", (_name, graph, expected) => {
  expect(circlesOf(new Map(Object.entries(graph))).sort()).toEqual(expected);
});

it("finds a circle at the end of a chain of ten thousand", () => {
  const chain = new Map(Array.from({ length: 10_000 }, (_, at) => [`n${at}`, [`n${at + 1}`]] as const));
  expect(circlesOf(new Map([...chain, ["n10000", ["n9999"]]])).map((circle) => circle.length)).toEqual([2]);
});
