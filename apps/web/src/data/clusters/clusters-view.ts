import { type UrlFilter, undefinedIf, urlFilter } from "../lens/url-filters.ts";
import { serverUrl } from "../url/base-url.ts";
import { hrefOf, navigate, useView } from "../url/navigation.ts";
import { daemonSetView, FLEET_VIEW, formatView, type View } from "../url/url.ts";

/** The state of the page of all clusters that the URL holds. */
export interface ClustersView {
  /** Key of the DaemonSet that the user opened; undefined: the versions of the worst are shown. */
  readonly open: string | undefined;
  /** Selects the clusters that run this version of the open DaemonSet. */
  readonly version: string | undefined;
  readonly query: string;
  /** A name in the URL that matches no cluster. */
  readonly missing: string | undefined;
}

const CLUSTER_URL = /^\/clusters\/([^/]+)/;

function viewAt(view: View, search: string): ClustersView {
  const query = new URLSearchParams(search);
  return {
    open: view.page === "daemonSet" ? `${view.namespace}/${view.name}` : undefined,
    version: query.get("version") ?? undefined,
    query: query.get("q") ?? "",
    missing: view.page === "unknown" ? (CLUSTER_URL.exec(view.path)?.[1] ?? view.path) : undefined,
  };
}

/** Returns the filters of the page of all clusters. */
export const clustersFilters = (view: ClustersView): readonly UrlFilter<ClustersView>[] => [
  ...urlFilter("version", view.version, { ...view, version: undefined }),
  ...urlFilter("q", undefinedIf(view.query), { ...view, query: "" }),
];

export function useClustersView(): ClustersView {
  return viewAt(useView(), location.search);
}

export function hrefOfClusters({ open, version, query }: Omit<ClustersView, "missing">): string {
  const view = open === undefined ? FLEET_VIEW : daemonSetView(open);
  const link = new URL(hrefOf(view), location.href);
  if (version !== undefined) link.searchParams.set("version", version);
  if (query !== "") link.searchParams.set("q", query);
  return `${link.pathname}${link.search}`;
}

export const navigateClusters = (view: Omit<ClustersView, "missing">, options: { readonly replace?: boolean } = {}): void =>
  navigate(FLEET_VIEW, { ...options, href: hrefOfClusters(view) });

/** URL parameters that the next page keeps. */
const CARRIED = ["kiosk", "lang"] as const;

/** Returns the URL of a view of one cluster; opening it loads another page. */
export function hrefInCluster(cluster: string, view: View = FLEET_VIEW): string {
  const link = new URL(`clusters/${cluster}/${formatView(view)}`, serverUrl());
  const here = new URLSearchParams(location.search);
  for (const key of CARRIED) {
    const value = here.get(key);
    if (value !== null) link.searchParams.set(key, value);
  }
  return link.href;
}
