import { CELL_STATES } from "@daemonscope/daemonset/cell/cell";

/** What the legend of the node grid can keep: a state, or a mark of the node. */
const VIEW_FILTERS = [...CELL_STATES, "old", "terminating", "NotReady", "cordoned", "NoSchedule", "NoExecute", "PreferNoSchedule"] as const;
export type ViewFilter = (typeof VIEW_FILTERS)[number];

export type GridSize = "fit" | "10" | "names";

export interface DaemonSetView {
  readonly page: "daemonSet";
  readonly namespace: string;
  readonly name: string;
  /** `pool`, `zone`, or `label:<key>`. */
  readonly group: string;
  readonly node: string | undefined;
  readonly filter: ViewFilter | undefined;
  readonly size: GridSize | undefined;
  readonly table: boolean;
  readonly query: string;
  /** Hashes of the revisions that are compared; undefined for what the server takes. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** What each taint does to each DaemonSet. The selected cell: the taint as kubectl writes it, and the DaemonSet's key. */
export interface TaintsView {
  readonly page: "taints";
  readonly taint: string | undefined;
  readonly daemonSet: string | undefined;
}

/** What is looked at. Everything that a link must carry, and nothing else. */
export type View =
  /** `cause`: id of the cause whose DaemonSets and nodes are kept. */
  | { readonly page: "fleet"; readonly query: string; readonly cause: string | undefined }
  | DaemonSetView
  | { readonly page: "node"; readonly name: string }
  | TaintsView
  | { readonly page: "unknown"; readonly path: string };

const DEFAULT_GROUP = "pool";

/** All DaemonSets, nothing left out. */
export const FLEET_VIEW = { page: "fleet", query: "", cause: undefined } as const satisfies View;

export const TAINTS_VIEW = { page: "taints", taint: undefined, daemonSet: undefined } as const satisfies View;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Reads a path below the base, and a query string. Never throws; what it does not know is `unknown` or its default. */
export function parseView(path: string, search: string): View {
  const parts = path
    .split("/")
    .filter((part) => part !== "")
    .map(decode);
  const query = new URLSearchParams(search);
  const [first, second, third] = parts;
  if (parts.length === 0 || (first === "daemonsets" && parts.length === 1))
    return { page: "fleet", query: query.get("q") ?? "", cause: query.get("cause") ?? undefined };
  if (first === "nodes" && second !== undefined && parts.length === 2) return { page: "node", name: second };
  if (first === "taints" && parts.length === 1)
    return { page: "taints", taint: query.get("taint") ?? undefined, daemonSet: query.get("daemonset") ?? undefined };
  if (first !== "daemonsets" || second === undefined || third === undefined || parts.length > 3) return { page: "unknown", path };
  const filter = query.get("filter");
  const size = query.get("size");
  return {
    page: "daemonSet",
    namespace: second,
    name: third,
    group: query.get("group") ?? DEFAULT_GROUP,
    node: query.get("node") ?? undefined,
    filter: VIEW_FILTERS.find((known) => known === filter),
    size: size === "fit" || size === "10" || size === "names" ? size : undefined,
    table: query.get("view") === "table",
    query: query.get("q") ?? "",
    from: query.get("from") ?? undefined,
    to: query.get("to") ?? undefined,
  };
}

/** The link of a view, relative to the base: parseView gives the view back. */
export function formatView(view: View): string {
  const query = new URLSearchParams();
  const add = (key: string, value: string | undefined) => {
    if (value !== undefined && value !== "") query.set(key, value);
  };
  const ended = (path: string) => (query.size === 0 ? path : `${path}?${query.toString()}`);
  switch (view.page) {
    case "fleet":
      add("q", view.query);
      add("cause", view.cause);
      return ended("");
    case "node":
      return `nodes/${encodeURIComponent(view.name)}`;
    case "taints":
      add("taint", view.taint);
      add("daemonset", view.daemonSet);
      return ended("taints");
    case "daemonSet":
      add("group", view.group === DEFAULT_GROUP ? undefined : view.group);
      add("node", view.node);
      add("filter", view.filter);
      add("size", view.size);
      add("view", view.table ? "table" : undefined);
      add("q", view.query);
      add("from", view.from);
      add("to", view.to);
      return ended(`daemonsets/${encodeURIComponent(view.namespace)}/${encodeURIComponent(view.name)}`);
    case "unknown":
      return view.path.replace(/^\//, "");
  }
}

export function daemonSetView(key: string): DaemonSetView {
  const [namespace = "", name = ""] = key.split("/");
  return {
    page: "daemonSet",
    namespace,
    name,
    group: DEFAULT_GROUP,
    node: undefined,
    filter: undefined,
    size: undefined,
    table: false,
    query: "",
    from: undefined,
    to: undefined,
  };
}
