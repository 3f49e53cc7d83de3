import type { SourceName } from "@daemonscope/shared/source-status";

/** What is watched, and how little of it: the only paths that ever go out besides the probes. */
export interface WatchedResource {
  readonly name: SourceName;
  readonly path: string;
  /** Selectors that make the server send less. */
  readonly query: Readonly<Record<string, string>>;
  /** For RBAC messages: `daemonsets.apps`. */
  readonly qualified: string;
}

export const WATCHED: Readonly<Record<SourceName, WatchedResource>> = {
  nodes: { name: "nodes", path: "/api/v1/nodes", query: {}, qualified: "nodes" },
  // Every pod of a DaemonSet carries this label; pods of StatefulSets come along and are dropped.
  pods: { name: "pods", path: "/api/v1/pods", query: { labelSelector: "controller-revision-hash" }, qualified: "pods" },
  daemonsets: { name: "daemonsets", path: "/apis/apps/v1/daemonsets", query: {}, qualified: "daemonsets.apps" },
  controllerrevisions: {
    name: "controllerrevisions",
    path: "/apis/apps/v1/controllerrevisions",
    query: {},
    qualified: "controllerrevisions.apps",
  },
  events: { name: "events", path: "/api/v1/events", query: { fieldSelector: "type=Warning" }, qualified: "events" },
};

const PROBES = ["/livez", "/version"];

/** True for the fixed paths that may be asked of an API server; everything else is refused before it leaves. */
export function isAllowedPath(path: string): boolean {
  return PROBES.includes(path) || Object.values(WATCHED).some((resource) => resource.path === path);
}
