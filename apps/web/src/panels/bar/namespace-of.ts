import type { View } from "../../data/url/url.ts";

/** A search of the fleet or of the events that keeps one namespace, and nothing else. */
const NAMESPACE_QUERY = /^([a-z0-9-]+)\/$/;

/** Returns the namespace that is the whole search; undefined for any other search. */
export const namespaceInQuery = (query: string): string | undefined => NAMESPACE_QUERY.exec(query)?.[1];

/** Returns the namespace of a view; undefined for all. */
export function namespaceOf(view: View): string | undefined {
  if (view.page === "daemonSet" || view.page === "pod") return view.namespace;
  const query = view.page === "fleet" ? view.query : view.page === "events" ? view.at.find : undefined;
  return namespaceInQuery(query ?? "");
}
