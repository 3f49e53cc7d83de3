import { DAEMON_SET_SECTIONS, NODE_SECTIONS } from "@daemonscope/shared/http/sections";
import { expect, it } from "vitest";
import { filterWords } from "../../panels/filters/FilterChips.tsx";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { formatView, parseView, type View } from "../url/url.ts";
import { type FilterParam, urlFilters } from "./url-filters.ts";

/** Values of every parameter that a view reads, one of each kind. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  q: ["gpu", "!spot"],
  cause: ["terminating:Terminating"],
  group: ["zone", "label:kubernetes.io/arch"],
  only: ["gpu", ""],
  lens: ["age", "label:pool", "eligibility"],
  band: ["value:gpu"],
  filter: ["failing", "NoSchedule", "goes"],
  type: ["Warning"],
  find: ["image"],
  family: ["users:pool", "kube-system/a,kube-system/b"],
};
/** Parameters that change the presentation and hide no part. */
const CHOICES = {
  fleet: ["sort"],
  nodes: ["labels", "size", "view", "sort"],
  daemonSet: [
    "labels",
    "node",
    "drawer",
    "size",
    "view",
    "from",
    "to",
    "pod",
    "container",
    "regex",
    "previous",
    "since",
    "tail",
    "times",
    "wrap",
    "managed",
  ],
  node: ["pod", "container", "regex", "previous", "since", "tail", "times", "wrap", "managed"],
  events: ["pod", "container", "regex", "previous", "since", "tail", "times", "wrap", "managed"],
  audit: ["workload"],
  taints: ["taint", "daemonset"],
  labels: ["key"],
  whatIf: ["if", "daemonset", "node", "nodes", "show", "size", "view"],
  pod: [],
  unknown: [],
} as const satisfies Record<View["page"], readonly string[]>;

const GRID: readonly FilterParam[] = ["group", "only", "lens", "band", "filter", "q"];
const EVENTS: readonly FilterParam[] = ["find"];
/** Each screen with the parameters that it supports. */
const SCREENS: readonly (readonly [path: string, obeys: readonly FilterParam[]])[] = [
  ["/", ["q", "cause"]],
  ["/nodes", GRID],
  ["/daemonsets/logging/fluent-bit", GRID],
  ["/daemonsets/logging/fluent-bit/worklist", ["group"]],
  ["/daemonsets/logging/fluent-bit/events", EVENTS],
  ["/daemonsets/logging/fluent-bit/changes", []],
  ["/daemonsets/logging/fluent-bit/reach", []],
  ["/daemonsets/logging/fluent-bit/logs", []],
  ["/daemonsets/logging/fluent-bit/yaml", []],
  ["/daemonsets/logging/fluent-bit/actions", []],
  ["/nodes/gpu-01", []],
  ["/nodes/gpu-01/events", EVENTS],
  ["/nodes/gpu-01/yaml", []],
  ["/nodes/gpu-01/actions", []],
  ["/pods/logging/fluent-bit-x7k2f", []],
  ["/events", EVENTS],
  ["/taints", []],
  ["/labels", ["family"]],
  ["/audit", ["q"]],
  ["/audit/costs", ["q"]],
  ["/what-if", ["group", "only", "filter"]],
];
/** Lenses that exist for a DaemonSet only, and filters of another screen. A screen ignores them. */
const NOT_UNDERSTOOD: Readonly<Record<string, readonly string[]>> = {
  "/nodes": ["lens=eligibility", "filter=goes"],
  "/daemonsets/logging/fluent-bit": ["filter=goes"],
  "/what-if": ["filter=failing", "filter=NoSchedule"],
};
/** Parameters that another parameter requires: a band needs a lens. */
const NEEDS: Readonly<Record<string, string>> = { band: "lens=age" };

const queryOf = (view: View): URLSearchParams => new URLSearchParams(formatView(view).split("?")[1] ?? "");
const rowsOf = SCREENS.flatMap(([path, obeys]) =>
  Object.entries(VALUES).flatMap(([param, values]) =>
    values.map((value) => {
      const isObeyed = obeys.some((each) => each === param) && !(NOT_UNDERSTOOD[path] ?? []).includes(`${param}=${value}`);
      return [path, param, value, isObeyed] as const;
    }),
  ),
);

it.each(rowsOf)("%s with %s=%s has a chip if the screen applies the filter: %s", (path, param, value, isObeyed) => {
  const search = new URLSearchParams(NEEDS[param] ?? "");
  search.set(param, value);
  const found = urlFilters(parseView(path, search.toString())).filter((filter) => filter.param === param);
  expect(found.map((filter) => filter.value)).toEqual(isObeyed ? [value] : []);
});

it.each(SCREENS)("%s: a chip removes its own filter and keeps the rest of the link", (path, obeys) => {
  const all = new URLSearchParams({ size: "10", node: "gpu-01", key: "pool", if: "cordon gpu-01", container: "agent" });
  for (const param of obeys) all.set(param, param === "filter" && path === "/what-if" ? "goes" : (VALUES[param]?.[0] ?? ""));
  const view = parseView(path, all.toString());
  expect(
    urlFilters(view)
      .map(({ param }) => param)
      .sort(),
  ).toEqual([...obeys].sort());
  const before = queryOf(view);
  for (const { param, without } of urlFilters(view)) {
    // A group belongs to one grouping, and a band to one lens.
    const removedParams = new Set<string>([param, ...(param === "group" ? ["only"] : param === "lens" ? ["band"] : [])]);
    expect([...queryOf(without)].sort()).toEqual([...before].filter(([key]) => !removedParams.has(key)).sort());
    expect(formatView(without).split("?")[0]).toBe(formatView(view).split("?")[0]);
  }
});

it("shows no chip on any screen by default", () => {
  for (const [path] of SCREENS) expect(urlFilters(parseView(path, "")), path).toEqual([]);
  expect(urlFilters(parseView("/nodes", "group=pool&lens=state&q="))).toEqual([]);
});

it("each parameter that a link keeps is an option of its screen or a filter with a chip", () => {
  const everything = new URLSearchParams({
    q: "gpu",
    cause: "a:b",
    group: "zone",
    only: "a",
    lens: "age",
    band: "b",
    labels: "pool",
    filter: "failing",
    size: "10",
    view: "table",
    sort: "name",
    node: "a",
    drawer: "fix",
    from: "1",
    to: "2",
    taint: "a=b:NoSchedule",
    daemonset: "a/b",
    key: "pool",
    family: "f",
    if: "x",
    nodes: "a",
    show: "after",
    pod: "p",
    container: "c",
    find: "f",
    type: "Warning",
    regex: "true",
    previous: "true",
    since: "60",
    tail: "5",
    times: "off",
    wrap: "off",
    managed: "true",
  });
  // Sections of a page share one view, so a section keeps the filters of another. The chips of all sections together
  // must cover them.
  const pages = new Map<View["page"], { readonly kept: Set<string>; readonly chips: Set<string> }>();
  for (const [path] of SCREENS)
    for (const filter of ["failing", "goes"]) {
      everything.set("filter", filter);
      const view = parseView(path, everything.toString());
      const { kept, chips } = pages.get(view.page) ?? { kept: new Set(), chips: new Set() };
      for (const key of queryOf(view).keys()) kept.add(key);
      for (const { param } of urlFilters(view)) chips.add(param);
      pages.set(view.page, { kept, chips });
    }
  for (const [page, { kept, chips }] of pages) {
    const choices: readonly string[] = CHOICES[page];
    expect(
      [...kept].filter((key) => !chips.has(key) && !choices.includes(key)),
      page,
    ).toEqual([]);
  }
});

it("the table of screens contains each section of each page", () => {
  const paths = SCREENS.map(([path]) => path);
  for (const section of DAEMON_SET_SECTIONS.slice(1)) expect(paths).toContain(`/daemonsets/logging/fluent-bit/${section}`);
  for (const section of NODE_SECTIONS.slice(1)) expect(paths).toContain(`/nodes/gpu-01/${section}`);
});

const HOSTILE = [
  "a".repeat(253),
  "<img src=x onerror=alert(1)>",
  "\u202egnp.exe\u2066",
  "\u0007\u001b[31mred\u001b[0m\u0000",
  "  ",
  "{{count}}$t(grid.by)",
];

it.each(HOSTILE)("shows a hostile value as text: %j", (value) => {
  const t = createTranslator().getFixedT("en");
  for (const [param, page] of [
    ["q", "/"],
    ["cause", "/"],
    ["group", "/nodes"],
    ["only", "/nodes"],
    ["find", "/events"],
  ] as const) {
    const search = new URLSearchParams({ [param]: value }).toString();
    const [filter] = urlFilters(parseView(page, search));
    if (filter === undefined) throw new Error(`${page} has no chip for ${param}`);
    expect(filter.value).toBe(value);
    const words = filterWords(filter, t);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may remain
    expect(words.value).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(words.value.trim()).not.toBe("");
    if (value.startsWith("a") || value.startsWith("<")) expect(words.value).toBe(value);
    expect(t("chips.remove", { ...words })).toBe(`Remove this filter: ${words.name} ${words.value}`);
  }
});
