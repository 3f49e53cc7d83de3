import type { View } from "../../data/url/url.ts";

/** A query of the fleet that keeps one namespace, and nothing else. */
const NAMESPACE_QUERY = /^([a-z0-9-]+)\/$/;

/** Returns the namespace of a view; undefined for all. */
export function namespaceOf(view: View): string | undefined {
  if (view.page === "daemonSet" || view.page === "pod") return view.namespace;
  return view.page === "fleet" ? NAMESPACE_QUERY.exec(view.query)?.[1] : undefined;
}
