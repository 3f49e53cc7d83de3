import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { filterFleet, NO_PODS, podsMatching } from "./filter-fleet.ts";
import { wholeFleet } from "./shown-fleet.ts";

const { t } = createTranslator();
const NO_COUNTS = { desiredNumberScheduled: 9, numberAvailable: 9 };
const FAILING: Cause = {
  state: "failing",
  cause: { kind: "imageFailed", reason: "ImagePullBackOff" },
  count: 3,
  nodes: ["n1", "n2", "n3"],
  sinceMs: undefined,
};
const record = (name: string, more: object = {}) =>
  ({
    key: `default/${name}`,
    name,
    selector: `app=${name}`,
    containers: [{ name, image: `registry.example/${name}:1.4` }],
    causes: [],
    concern: null,
    derived: NO_COUNTS,
    reported: NO_COUNTS,
    underWay: false,
    ...more,
  }) as unknown as DaemonSetRecord;
const ALL = [
  record("calm"),
  record("rolls", { underWay: true }),
  record("stands", {
    underWay: true,
    causes: [FAILING],
    concern: { kind: "failing", stuck: true, nodes: [], detail: { kind: "failing", count: 3, cause: FAILING.cause } },
  }),
];
const PODS = [
  { key: "default/calm", node: "n4", name: "calm-x7k2p" },
  { key: "default/calm", node: "n5", name: "calm-x7k9z" },
];
const shown = (query: string, cause?: string, pods = PODS, total = pods.length) =>
  filterFleet(t, ALL, { query, cause, sort: "need" }, podsMatching(query, { pods, total }), 9);
const names = (query: string, cause?: string) => shown(query, cause).records.map(({ name }) => name);

it.each([
  ["stuck", ["stands"]],
  ["rolling", ["stands", "rolls"]],
  ["!rolling", ["calm"]],
  ["imagepull", ["stands"]],
  ["failing", ["stands"]],
  ["rolls:1.4", ["rolls"]],
  ["-l app=calm", ["calm"]],
  ["default/", ["stands", "rolls", "calm"]],
])("%j keeps the DaemonSets %j, by state, cause, image and name", (query, kept) => {
  expect(names(query)).toEqual(kept);
});

it("matches a state in the user's language too", async () => {
  const chinese = createTranslator();
  const { words } = await import("../../words/i18n/zh-TW/words.ts");
  chinese.addResourceBundle("zh-TW", "translation", words);
  const found = filterFleet(
    chinese.getFixedT("zh-TW"),
    ALL,
    { query: words.verdict.row.stuck, cause: undefined, sort: "need" },
    NO_PODS,
    9,
  );
  expect(found.records.map(({ name }) => name)).toEqual(["stands"]);
});

it("shows only the matching nodes of a DaemonSet matched by its pods, and counts the others as dimmed", () => {
  const { records, podNodes, pods, byText } = shown("calm-x7k2");
  expect(records.map(({ name }) => name)).toEqual(["calm"]);
  expect([podNodes.get("default/calm"), pods, byText]).toEqual([new Set(["n4"]), 1, { kept: 1, dimmed: 8 }]);
  expect(shown("calm")).toMatchObject({ podNodes: new Map(), pods: 0, byText: { kept: 1, dimmed: 0 } });
});

it("counts pods, including both pods of a surge on one node", () => {
  const surge = [...PODS, { key: "default/calm", node: "n4", name: "calm-x7k2q" }];
  expect(shown("calm-x7k2", undefined, surge)).toMatchObject({ pods: 2, byText: { kept: 1, dimmed: 8 } });
});

it("dims nothing if the server sent only the first pods, and states their total", () => {
  const { records, podNodes, pods, cut, byText } = shown("calm-x7", undefined, PODS, 318);
  expect(records.map(({ name }) => name)).toEqual(["calm"]);
  expect([podNodes.size, pods, cut, byText.dimmed]).toEqual([0, 2, { shown: 2, total: 318 }, 0]);
});

it("reads no record without a text, and reads an unchanged record once", () => {
  let reads = 0;
  const counting = new Proxy(t, {
    apply(target, self, asked) {
      reads++;
      return Reflect.apply(target, self, asked);
    },
  });
  const filter = (query: string) => filterFleet(counting, ALL, { query, cause: undefined, sort: "need" }, NO_PODS, 9);
  expect(filter("").records).toHaveLength(3);
  expect(reads).toBe(0);
  filter("stuck");
  const once = reads;
  expect(once).toBeGreaterThan(0);
  filter("rolling");
  expect(reads).toBe(once);
});

it("R13 each filter states its matches, and both filters together keep the intersection", () => {
  const id = "failing:ImagePullBackOff";
  expect(shown("", id)).toMatchObject({ byCause: { kept: 1, dimmed: 6 }, byText: { kept: 3, dimmed: 0 } });
  expect(names("rolls", id)).toEqual([]);
  expect(names("rolling", id)).toEqual(["stands"]);
});

it("sorts by namespace, by name, or by desired pods", () => {
  const sized = [
    record("b", { key: "z/b", reported: { ...NO_COUNTS, desiredNumberScheduled: 3 } }),
    record("a", { key: "y/a" }),
    record("c", { key: "x/c" }),
  ];
  const sorted = (sort: "namespace" | "name" | "desired") => wholeFleet(sized, sort).records.map(({ key }) => key);
  expect(sorted("namespace")).toEqual(["x/c", "y/a", "z/b"]);
  expect(sorted("name")).toEqual(["y/a", "z/b", "x/c"]);
  expect(sorted("desired")).toEqual(["x/c", "y/a", "z/b"]);
});

it.each(["need", "name"] as const)("a filter that is empty keeps the whole list, sorted by %s", (sort) => {
  expect(filterFleet(t, ALL, { query: "", cause: undefined, sort }, NO_PODS, 9)).toEqual(wholeFleet(ALL, sort));
});
