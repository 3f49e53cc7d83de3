import { GHOSTS } from "@daemonscope/shared/http/what-if";
import { type SectionQuery, withQuery } from "../url/section-query.ts";
import { type DaemonSetView, NODES_VIEW, type NodesView, type View, type WhatIfView } from "../url/url.ts";
import { type Lens, lensText, nodesLens, parseLens, STATE_LENS } from "./lens.ts";

/** Parameters of a link that filter, group or paint a screen. */
const FILTER_PARAMS = ["cause", "q", "group", "only", "lens", "band", "filter", "find", "family", "version"] as const;
export type FilterParam = (typeof FILTER_PARAMS)[number];

/** A filter that a screen supports, and the view without it. `value` is as in the link. */
export interface UrlFilter<Without = View> {
  readonly param: FilterParam;
  readonly value: string;
  readonly without: Without;
}

/** Returns no filter for undefined, else one. An empty value is a choice: nodes without the label. */
export const urlFilter = <Without>(param: FilterParam, value: string | undefined, without: Without): readonly UrlFilter<Without>[] =>
  value === undefined ? [] : [{ param, value, without }];

export const undefinedIf = (text: string, none = ""): string | undefined => (text === none ? undefined : text);

/** `only` names a group of the grouping, and `band` a value of the lens, so both are removed with it. */
const UNGROUPED = { group: NODES_VIEW.group, only: undefined };
const UNPAINTED = { lens: NODES_VIEW.lens, band: undefined };

function nodesFilters(view: DaemonSetView | NodesView, lens: Lens): readonly UrlFilter[] {
  const isPainted = lens.kind !== STATE_LENS.kind;
  return [
    ...urlFilter("group", undefinedIf(view.group, NODES_VIEW.group), { ...view, ...UNGROUPED }),
    ...urlFilter("only", view.only, { ...view, only: undefined }),
    ...urlFilter("lens", isPainted ? lensText(lens) : undefined, { ...view, ...UNPAINTED }),
    ...urlFilter("band", isPainted ? view.band : undefined, { ...view, band: undefined }),
    ...urlFilter("filter", view.filter, { ...view, filter: undefined }),
    ...urlFilter("q", undefinedIf(view.query), { ...view, query: "" }),
  ];
}

const eventFilters = (at: SectionQuery, viewAt: (at: SectionQuery) => View): readonly UrlFilter[] =>
  urlFilter("find", at.find, viewAt(withQuery(at, { find: undefined })));

function daemonSetFilters(view: DaemonSetView): readonly UrlFilter[] {
  switch (view.section) {
    case "overview":
      return nodesFilters(view, parseLens(view.lens));
    case "worklist":
      return urlFilter("group", undefinedIf(view.group, NODES_VIEW.group), { ...view, ...UNGROUPED });
    case "events":
      return eventFilters(view.at, (at) => ({ ...view, at }));
    case "changes":
    case "reach":
    case "logs":
    case "yaml":
    case "actions":
      return [];
  }
}

function whatIfFilters(view: WhatIfView): readonly UrlFilter[] {
  const { group, only, filter, ...rest } = view.look;
  const kept = { ...(group === undefined ? {} : { group }), ...(only === undefined ? {} : { only }) };
  const filtered = filter === undefined ? {} : { filter };
  const viewAt = (look: WhatIfView["look"]): View => ({ ...view, look });
  return [
    ...urlFilter("group", group === NODES_VIEW.group ? undefined : group, viewAt({ ...rest, ...filtered })),
    ...urlFilter("only", only, viewAt({ ...rest, ...filtered, ...(group === undefined ? {} : { group }) })),
    ...urlFilter(
      "filter",
      GHOSTS.find((known) => known === filter),
      viewAt({ ...rest, ...kept }),
    ),
  ];
}

/** Returns the filters that the screen of a view supports, if they differ from the default. */
export function urlFilters(view: View): readonly UrlFilter[] {
  switch (view.page) {
    case "fleet":
      return [
        ...urlFilter("cause", view.cause, { ...view, cause: undefined }),
        ...urlFilter("q", undefinedIf(view.query), { ...view, query: "" }),
      ];
    case "nodes":
      return nodesFilters(view, nodesLens(view.lens));
    case "daemonSet":
      return daemonSetFilters(view);
    case "node":
      return view.section === "events" ? eventFilters(view.at ?? {}, (at) => ({ ...view, at })) : [];
    case "events":
      return eventFilters(view.at, (at) => ({ ...view, at }));
    case "audit":
      return urlFilter("q", undefinedIf(view.query), { ...view, query: "" });
    case "labels":
      return urlFilter("family", view.family, { ...view, family: undefined });
    case "whatIf":
      return whatIfFilters(view);
    // A taint, a DaemonSet, a pod or a path is the content of the page, not a filter.
    case "taints":
    case "pod":
    case "unknown":
      return [];
  }
}
