import { CELL_STATES } from "@daemonscope/daemonset/pair/cell/cell";
import { splitKey } from "@daemonscope/kube/base/object-key";
import { DAEMON_SET_SECTIONS, type DaemonSetSection, NODE_SECTIONS, type NodeSection } from "@daemonscope/shared/http/sections";
import { readSectionQuery, type SectionQuery } from "./section-query.ts";

/** Filters of the legend of the node grid: a cell variant, or a mark of the node. */
const VIEW_FILTERS = [
  ...CELL_STATES,
  "old",
  "terminating",
  "leaving",
  "NotReady",
  "cordoned",
  "tainted",
  "NoSchedule",
  "NoExecute",
  "PreferNoSchedule",
] as const;
export type ViewFilter = (typeof VIEW_FILTERS)[number];

type GridSize = "fit" | "10" | "names";

export interface DaemonSetView {
  readonly page: "daemonSet";
  readonly namespace: string;
  readonly name: string;
  readonly section: DaemonSetSection;
  /** The parameters of the section. */
  readonly at: SectionQuery;
  /** `pool`, `zone`, or `label:<key>`. */
  readonly group: string;
  /** The only group that is shown; undefined shows all. */
  readonly only: string | undefined;
  /** The lens of the cells: `state`, `eligibility`, `taint:<key>`… */
  readonly lens: string;
  /** The only band of the lens that is shown. */
  readonly band: string | undefined;
  /**
   * Keys of the labels under node names, separated by commas. Undefined shows the keys that the DaemonSet selects by.
   */
  readonly labels: string | undefined;
  readonly node: string | undefined;
  /** The drawer, if no node is selected. `fix` lists the available actions. */
  readonly drawer: "fix" | undefined;
  readonly filter: ViewFilter | undefined;
  readonly size: GridSize | undefined;
  readonly table: boolean;
  readonly query: string;
  /** Hashes of the compared revisions. Undefined leaves the choice to the server. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * The effect of each taint on each DaemonSet. The selected cell is a taint in kubectl's form and the key of a
 * DaemonSet.
 */
export interface TaintsView {
  readonly page: "taints";
  readonly taint: string | undefined;
  readonly daemonSet: string | undefined;
}

/** The pools of a label key. `family`: the id of a family of DaemonSets, or their keys separated by commas. */
export interface LabelsView {
  readonly page: "labels";
  readonly key: string | undefined;
  readonly family: string | undefined;
}

/** By what needs a person, by namespace or name, or by desired pods, the most first. */
const FLEET_SORTS = ["need", "namespace", "name", "desired"] as const;
export type FleetSort = (typeof FLEET_SORTS)[number];

/** All DaemonSets. `cause`: the id of the only cause that is shown. */
export interface FleetView {
  readonly page: "fleet";
  readonly query: string;
  readonly cause: string | undefined;
  readonly sort: FleetSort;
}

/** By missing agents, the most first; by name; by age, the youngest first. */
export const NODE_SORTS = ["lacks", "name", "age"] as const;
export type NodeSort = (typeof NODE_SORTS)[number];

/** All nodes with all DaemonSets, as a map or a table. */
export interface NodesView {
  readonly page: "nodes";
  /** `pool`, `zone`, or `label:<key>`. */
  readonly group: string;
  readonly only: string | undefined;
  /** `state`, `label:<key>`… */
  readonly lens: string;
  readonly band: string | undefined;
  readonly labels: string | undefined;
  readonly filter: ViewFilter | undefined;
  readonly size: GridSize | undefined;
  readonly table: boolean;
  /** The order of the table rows. */
  readonly sort: NodeSort;
  readonly query: string;
}

export interface NodeView {
  readonly page: "node";
  readonly name: string;
  /** Undefined means the first section. */
  readonly section?: NodeSection;
  readonly at?: SectionQuery;
}

/** One pod of any owner. */
export interface PodView {
  readonly page: "pod";
  readonly namespace: string;
  readonly name: string;
}

/** Parameters of a what-if view. Its page parses them (pages/what-if/what-if-display.ts). */
const WHAT_IF_LOOK = ["daemonset", "node", "nodes", "show", "filter", "group", "only", "size", "view"] as const;

/** The effect of planned steps on the live cluster. */
export interface WhatIfView {
  readonly page: "whatIf";
  /**
   * Steps as text (packages/daemonset/src/actions/steps), in order; empty for none. The page reports text that is not a
   * step.
   */
  readonly steps: string;
  readonly look: Readonly<Partial<Record<(typeof WHAT_IF_LOOK)[number], string>>>;
}

/** Weaknesses of DaemonSets, or what they cost. `query`: only keys with this text. `workload`: requests of one more
 *  pod; absent: those of the server. */
export interface AuditView {
  readonly page: "audit";
  readonly show: "findings" | "costs";
  readonly query: string;
  readonly workload?: string | undefined;
}

/** The state of the page that a link carries; nothing else is in the link. */
export type View =
  /** `cause`: the id of a shared cause of problems; only the DaemonSets and nodes that it affects are shown. */
  | FleetView
  | DaemonSetView
  | TaintsView
  | LabelsView
  | NodesView
  | NodeView
  | PodView
  | WhatIfView
  | AuditView
  | { readonly page: "events"; readonly at: SectionQuery }
  | { readonly page: "unknown"; readonly path: string };

const DEFAULT_GROUP = "pool";
const DEFAULT_LENS = "state";

/** All DaemonSets, without a filter. */
export const FLEET_VIEW = { page: "fleet", query: "", cause: undefined, sort: "need" } as const satisfies View;

/** All events. */
export const EVENTS_VIEW = { page: "events", at: {} } as const satisfies View;

export const TAINTS_VIEW = { page: "taints", taint: undefined, daemonSet: undefined } as const satisfies View;

/** Undefined `key`: the page selects the most useful label key. */
export const LABELS_VIEW = { page: "labels", key: undefined, family: undefined } as const satisfies View;

export const NODES_VIEW = {
  page: "nodes",
  group: DEFAULT_GROUP,
  only: undefined,
  lens: DEFAULT_LENS,
  band: undefined,
  labels: undefined,
  filter: undefined,
  size: undefined,
  table: false,
  sort: "lacks",
  query: "",
} as const satisfies View;

export const AUDIT_VIEW: AuditView = { page: "audit", show: "findings", query: "" };

export const WHAT_IF_VIEW: WhatIfView = { page: "whatIf", steps: "", look: {} };

const readFilter = (query: URLSearchParams): ViewFilter | undefined => VIEW_FILTERS.find((known) => known === query.get("filter"));

function readSize(query: URLSearchParams): GridSize | undefined {
  const size = query.get("size");
  return size === "fit" || size === "10" || size === "names" ? size : undefined;
}

/** Reads how cells are coloured and which labels are next to them. */
function readPaint(query: URLSearchParams): Pick<NodesView, "lens" | "band" | "labels"> {
  return {
    lens: query.get("lens") ?? DEFAULT_LENS,
    band: query.get("band") ?? undefined,
    labels: query.get("labels") ?? undefined,
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns the section that a part of the path names. Without a part it is the first; an unknown name gives undefined.
 */
function sectionOf<Section extends string>(sections: readonly Section[], part: string | undefined): Section | undefined {
  return part === undefined ? sections[0] : sections.slice(1).find((known) => known === part);
}

/** Returns the page of placement that a path names; `/taints` and `/labels` are its former addresses. */
function placementOf(parts: readonly string[]): "taints" | "labels" | undefined {
  const [first, second = "taints"] = parts;
  const segment = first === "placement" && parts.length <= 2 ? second : parts.length === 1 ? first : undefined;
  return segment === "taints" || segment === "labels" ? segment : undefined;
}

/**
 * Parses a path below the base and a query string. Never throws: an unknown path is `unknown`, an unknown value its
 * default.
 */
export function parseView(path: string, search: string): View {
  const parts = path
    .split("/")
    .filter((part) => part !== "")
    .map(decode);
  const query = new URLSearchParams(search);
  const [first, second, third, fourth] = parts;
  if (parts.length === 0 || (first === "daemonsets" && parts.length === 1))
    return {
      page: "fleet",
      query: query.get("q") ?? "",
      cause: query.get("cause") ?? undefined,
      sort: FLEET_SORTS.find((known) => known === query.get("sort")) ?? "need",
    };
  const placement = placementOf(parts);
  if (placement === "taints")
    return { page: "taints", taint: query.get("taint") ?? undefined, daemonSet: query.get("daemonset") ?? undefined };
  if (placement === "labels") return { page: "labels", key: query.get("key") ?? undefined, family: query.get("family") ?? undefined };
  if (first === "what-if" && parts.length === 1)
    return {
      page: "whatIf",
      steps: query.get("if") ?? "",
      look: Object.fromEntries(WHAT_IF_LOOK.filter((name) => query.has(name)).map((name) => [name, query.get(name) ?? ""])),
    };
  if (first === "audit" && (second === undefined || (second === "costs" && parts.length === 2)))
    return { page: "audit", show: second ?? "findings", query: query.get("q") ?? "", workload: query.get("workload") ?? undefined };
  if (first === "nodes" && parts.length === 1)
    return {
      page: "nodes",
      group: query.get("group") ?? DEFAULT_GROUP,
      only: query.get("only") ?? undefined,
      ...readPaint(query),
      filter: readFilter(query),
      size: readSize(query),
      table: query.get("view") === "table",
      sort: NODE_SORTS.find((known) => known === query.get("sort")) ?? "lacks",
      query: query.get("q") ?? "",
    };
  if (first === "nodes" && second !== undefined && parts.length <= 3) {
    const section = sectionOf(NODE_SECTIONS, third);
    return section === undefined ? { page: "unknown", path } : { page: "node", name: second, section, at: readSectionQuery(query) };
  }
  if (first === "pods" && second !== undefined && third !== undefined && parts.length === 3)
    return { page: "pod", namespace: second, name: third };
  if (first === "events" && parts.length === 1) return { page: "events", at: readSectionQuery(query) };
  const section = sectionOf(DAEMON_SET_SECTIONS, fourth);
  if (first !== "daemonsets" || second === undefined || third === undefined || section === undefined || parts.length > 4)
    return { page: "unknown", path };
  return {
    page: "daemonSet",
    namespace: second,
    name: third,
    section,
    at: readSectionQuery(query),
    group: query.get("group") ?? DEFAULT_GROUP,
    only: query.get("only") ?? undefined,
    ...readPaint(query),
    node: query.get("node") ?? undefined,
    drawer: query.get("drawer") === "fix" && !query.has("node") ? "fix" : undefined,
    filter: readFilter(query),
    size: readSize(query),
    table: query.get("view") === "table",
    query: query.get("q") ?? "",
    from: query.get("from") ?? undefined,
    to: query.get("to") ?? undefined,
  };
}

const pathOf = (section: string | undefined): string => (section === undefined || section === "overview" ? "" : `/${section}`);

function addGrid(query: URLSearchParams, { group, only, lens, band, labels }: NodesView | DaemonSetView): void {
  if (group !== DEFAULT_GROUP && group !== "") query.set("group", group);
  // A group may have an empty name.
  if (only !== undefined) query.set("only", only);
  if (lens !== DEFAULT_LENS) query.set("lens", lens);
  if (band !== undefined && band !== "") query.set("band", band);
  // An empty value is a choice too: no labels.
  if (labels !== undefined) query.set("labels", labels);
}

/** Returns the link of a view, relative to the base. parseView is the inverse. */
export function formatView(view: View): string {
  const query = new URLSearchParams();
  const add = (key: string, value: string | undefined) => {
    if (value !== undefined && value !== "") query.set(key, value);
  };
  const addAll = (at: SectionQuery = {}) => {
    for (const [key, value] of Object.entries(at)) add(key, value);
  };
  const withQueryString = (path: string) => (query.size === 0 ? path : `${path}?${query.toString()}`);
  switch (view.page) {
    case "fleet":
      add("q", view.query);
      add("cause", view.cause);
      add("sort", view.sort === "need" ? undefined : view.sort);
      return withQueryString("");
    case "node":
      addAll(view.at);
      return withQueryString(`nodes/${encodeURIComponent(view.name)}${pathOf(view.section)}`);
    case "pod":
      return withQueryString(`pods/${encodeURIComponent(view.namespace)}/${encodeURIComponent(view.name)}`);
    case "nodes":
      addGrid(query, view);
      add("filter", view.filter);
      add("size", view.size);
      add("view", view.table ? "table" : undefined);
      add("sort", view.sort === "lacks" ? undefined : view.sort);
      add("q", view.query);
      return withQueryString("nodes");
    case "whatIf":
      add("if", view.steps);
      for (const [name, value] of Object.entries(view.look)) query.set(name, value);
      return withQueryString("what-if");
    case "audit":
      add("q", view.query);
      add("workload", view.workload);
      return withQueryString(view.show === "costs" ? "audit/costs" : "audit");
    case "labels":
      add("key", view.key);
      // An empty value is a choice too: no DaemonSet.
      if (view.family !== undefined) query.set("family", view.family);
      return withQueryString("placement/labels");
    case "taints":
      add("taint", view.taint);
      add("daemonset", view.daemonSet);
      return withQueryString("placement/taints");
    case "daemonSet":
      addGrid(query, view);
      add("node", view.node);
      add("drawer", view.drawer);
      add("filter", view.filter);
      add("size", view.size);
      add("view", view.table ? "table" : undefined);
      add("q", view.query);
      add("from", view.from);
      add("to", view.to);
      addAll(view.at);
      return withQueryString(`daemonsets/${encodeURIComponent(view.namespace)}/${encodeURIComponent(view.name)}${pathOf(view.section)}`);
    case "events":
      addAll(view.at);
      return withQueryString("events");
    case "unknown":
      return view.path.replace(/^\//, "");
  }
}

export const podView = (namespace: string, name: string): PodView => ({ page: "pod", namespace, name });

export function daemonSetView(key: string): DaemonSetView {
  const [namespace, name] = splitKey(key);
  return {
    page: "daemonSet",
    namespace,
    name,
    section: "overview",
    at: {},
    group: DEFAULT_GROUP,
    only: undefined,
    lens: DEFAULT_LENS,
    band: undefined,
    labels: undefined,
    node: undefined,
    drawer: undefined,
    filter: undefined,
    size: undefined,
    table: false,
    query: "",
    from: undefined,
    to: undefined,
  };
}
