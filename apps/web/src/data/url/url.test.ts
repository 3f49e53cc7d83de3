import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, test } from "vitest";
import {
  AUDIT_VIEW,
  daemonSetView,
  EVENTS_VIEW,
  FLEET_VIEW,
  formatView,
  LABELS_VIEW,
  NODES_VIEW,
  parseView,
  podView,
  TAINTS_VIEW,
  type View,
  WHAT_IF_VIEW,
} from "./url.ts";

const parseLink = (text: string) => {
  const [path = "", search = ""] = text.split("?");
  return parseView(`/${path}`, search);
};

/** A view of each page. */
const VIEWS: { readonly [Page in View["page"]]: Extract<View, { readonly page: Page }> } = {
  fleet: FLEET_VIEW,
  daemonSet: daemonSetView("logging/fluent-bit"),
  nodes: NODES_VIEW,
  node: { page: "node", name: "n1", section: "overview", at: {} },
  pod: podView("logging", "fluent-bit-x7k2f"),
  taints: TAINTS_VIEW,
  labels: LABELS_VIEW,
  whatIf: WHAT_IF_VIEW,
  audit: AUDIT_VIEW,
  events: EVENTS_VIEW,
  unknown: { page: "unknown", path: "/nowhere" },
};

it.each(Object.values(VIEWS))("the link of the page $page parses back to its view", (view) => {
  expect(parseLink(formatView(view))).toEqual(view);
});

it("the screens that the page tests visit contain each page", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../../../e2e/tests/screen-list.ts"), "utf8");
  const paths = [...text.matchAll(/path: (?:["`](\/[^"`]*)["`]|FLUENT_BIT|`\$\{FLUENT_BIT\})/g)].map(
    ([, path = "/daemonsets/a/b"]) => path,
  );
  const pages = new Set(paths.map((path) => parseLink(path.slice(1)).page));
  // Pods have random names.
  expect([...pages, "pod"].sort()).toEqual(Object.keys(VIEWS).sort());
});

it("the link of a view parses back to the view, for any names", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      fc.string({ minLength: 1 }),
      fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
      fc.constantFrom("pool", "zone", "label:a/b"),
      (namespace, name, node, group) => {
        const view = {
          ...daemonSetView("a/b"),
          page: "daemonSet" as const,
          namespace,
          name,
          node,
          drawer: node === undefined ? ("fix" as const) : undefined,
          group,
          only: "",
          lens: "label:a/b",
          band: "=x y",
          filter: "failing" as const,
          size: "10" as const,
          table: true,
          query: "x y",
          from: "7d9c",
          to: "x&y=z",
          section: "events" as const,
          at: { find: "a&b", pod: "x" },
        };
        expect(parseLink(formatView(view))).toEqual(view);
      },
    ),
    { seed: 20260105 },
  );
});

test.each([
  ["", "fleet"],
  ["daemonsets", "fleet"],
  ["nodes", "nodes"],
  ["nodes/n1", "node"],
  ["taints", "taints"],
  ["placement", "taints"],
  ["placement/labels", "labels"],
  ["placement/x", "unknown"],
  ["taints/x", "unknown"],
  ["labels", "labels"],
  ["what-if", "whatIf"],
  ["what-if/x", "unknown"],
  ["labels/x", "unknown"],
  ["nodes/n1/events", "node"],
  ["nodes/n1/overview", "unknown"],
  ["nodes/n1/reach", "unknown"],
  ["daemonsets/kube-system/cilium", "daemonSet"],
  ["daemonsets/kube-system/cilium/events", "daemonSet"],
  ["daemonsets/kube-system/cilium/event", "unknown"],
  ["daemonsets/kube-system/cilium/events/more", "unknown"],
  ["daemonsets/only", "unknown"],
  ["events", "events"],
  ["events/more", "unknown"],
  ["what/ever", "unknown"],
  ["daemonsets/%E0%A4%A/x", "daemonSet"],
])("the path %s is the %s page", (path, page) => {
  expect(parseView(`/${path}`, "").page).toBe(page);
});

test("a link of the fleet carries its filter, its cause and its order", () => {
  const view = { page: "fleet" as const, query: "a b", cause: "failing:Back-off: x&y", sort: "name" as const };
  expect(parseLink(formatView(view))).toEqual(view);
  expect(formatView(FLEET_VIEW)).toBe("");
});

test("a link of the labels distinguishes an empty selection of DaemonSets from none", () => {
  for (const family of ["", undefined]) {
    const view = { ...LABELS_VIEW, key: "pool", family };
    expect(parseLink(formatView(view))).toEqual(view);
  }
});

test("a link of the labels carries the key and the family", () => {
  const view = { ...LABELS_VIEW, key: "example.org/kind", family: "a/b-*" };
  expect(parseLink(formatView(view))).toEqual(view);
  expect(formatView(LABELS_VIEW)).toBe("placement/labels");
});

test("a link of the taints carries the selected cell", () => {
  const view = { ...TAINTS_VIEW, taint: "a/b=c d:NoSchedule", daemonSet: "kube-system/x" };
  expect(parseLink(formatView(view))).toEqual(view);
  expect(formatView(TAINTS_VIEW)).toBe("placement/taints");
});

test("ignores an unknown filter or size", () => {
  expect(parseView("/daemonsets/a/b", "filter=nonsense&size=99")).toMatchObject({ filter: undefined, size: undefined });
});

test("puts the section of a node into the path, and its options into the query", () => {
  const view = { page: "node" as const, name: "n1", section: "events" as const, at: { type: "Normal", find: "x y" } };
  expect(formatView(view)).toBe("nodes/n1/events?type=Normal&find=x+y");
  expect(parseLink(formatView(view))).toEqual(view);
  expect(formatView({ page: "node", name: "n1" })).toBe("nodes/n1");
});

test.each([
  ["nodes", NODES_VIEW],
  [
    "nodes?group=zone&only=&filter=NotReady&size=10&view=table&sort=age&q=a+b",
    { ...NODES_VIEW, group: "zone", only: "", filter: "NotReady", size: "10", table: true, sort: "age", query: "a b" },
  ],
  ["nodes?lens=label%3Aa%2Fb&band=%3Dx&labels=a%2Fb%2Cc", { ...NODES_VIEW, lens: "label:a/b", band: "=x", labels: "a/b,c" }],
  ["nodes?labels=", { ...NODES_VIEW, labels: "" }],
  ["daemonsets/a/b?labels=", { ...daemonSetView("a/b"), labels: "" }],
  ["daemonsets/a/b?labels=x%2Cy&size=10", { ...daemonSetView("a/b"), labels: "x,y", size: "10" }],
] as const)("all options of the nodes page are in the link %s", (link, view) => {
  expect(parseLink(link)).toEqual(view);
  expect(formatView(view)).toBe(link);
});

it("a link of a what-if keeps its steps in order, with all display options", () => {
  const view = {
    ...WHAT_IF_VIEW,
    steps: "taint -l pool=gpu-a a=b:NoExecute; label n1 'x&if=y'",
    look: { daemonset: "logging/fluent-bit", node: "n1", show: "after", only: "" },
  };
  expect(parseLink(formatView(view))).toEqual(view);
  expect(formatView(WHAT_IF_VIEW)).toBe("what-if");
  expect(parseLink("what-if?if=&lang=en")).toEqual(WHAT_IF_VIEW);
});
