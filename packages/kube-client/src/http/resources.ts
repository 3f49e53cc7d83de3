import { isDnsLabel, isDnsSubdomain } from "@daemonscope/kube/matching/label-syntax";
import type { SourceName } from "@daemonscope/kube/source-status";

/** A watched resource and its limits. Apart from the other allowed paths below, nothing else is requested. */
export interface WatchedResource {
  readonly name: SourceName;
  /** The path for the whole cluster; with `namespace`, for that namespace. */
  readonly path: string;
  /** Selectors that reduce what the server sends. */
  readonly query: Readonly<Record<string, string>>;
  /** For RBAC messages: `daemonsets.apps`. */
  readonly qualified: string;
  /** The only namespace that is watched. */
  readonly namespace?: string;
}

export const WATCHED: Readonly<Record<SourceName, WatchedResource>> = {
  nodes: { name: "nodes", path: "/api/v1/nodes", query: {}, qualified: "nodes" },
  // Every pod of a DaemonSet has this label. Pods of StatefulSets match too and are dropped.
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

const PROBES: readonly string[] = ["/livez", "/readyz", "/version"];
/** The uid of this namespace identifies a cluster. It is read where several clusters are watched. */
export const KUBE_SYSTEM_PATH = "/api/v1/namespaces/kube-system";
const CLUSTER_WIDE = new Set(Object.values(WATCHED).map(({ path }) => path));
const NAMESPACED = Object.values(WATCHED)
  .filter(({ name }) => name !== "nodes")
  .map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
const IN_NAMESPACE = new RegExp(`^(/api/v1|/apis/apps/v1)/namespaces/([^/]+)/(${NAMESPACED.join("|")})$`);

/** Returns the resource within one namespace; nodes have none. Throws RangeError if the text cannot be the name of
 *  a namespace, so that no such path is created. */
export function inNamespace(resource: WatchedResource, namespace: string | undefined): WatchedResource {
  if (namespace === undefined || resource.name === "nodes") return resource;
  if (!isDnsLabel(namespace)) throw new RangeError(`${JSON.stringify(namespace.slice(0, 64))} cannot be the name of a namespace`);
  const cut = resource.path.lastIndexOf("/");
  return { ...resource, namespace, path: `${resource.path.slice(0, cut)}/namespaces/${namespace}${resource.path.slice(cut)}` };
}

/** Paths that are read only on demand, within one namespace. */
const ON_DEMAND = /^(?:\/api\/v1\/namespaces\/([^/]+)\/services|\/apis\/discovery\.k8s\.io\/v1\/namespaces\/([^/]+)\/endpointslices)$/;
const POD_USE = /^\/apis\/metrics\.k8s\.io\/v1beta1\/namespaces\/([^/]+)\/pods\/([^/]+)$/;
const POD_LOG = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/log$/;

/** Returns the path of a pod's logs. Throws RangeError if a text cannot be a name, so that no such path is
 *  created. */
export function podLogPath(namespace: string, pod: string): string {
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/log`;
  if (!isDnsLabel(namespace) || !isDnsSubdomain(pod)) throw new RangeError(`${JSON.stringify(path.slice(0, 200))} is no path of a log`);
  return path;
}

/** The path of the resource usage of all pods. */
export const POD_USES_PATH = "/apis/metrics.k8s.io/v1beta1/pods";

/** Returns the path of a pod's resource usage. Throws RangeError if a text cannot be a name. */
export function podUsePath(namespace: string, pod: string): string {
  const path = `/apis/metrics.k8s.io/v1beta1/namespaces/${namespace}/pods/${pod}`;
  if (!isDnsLabel(namespace) || !isDnsSubdomain(pod))
    throw new RangeError(`${JSON.stringify(path.slice(0, 200))} is no path of what a pod uses`);
  return path;
}

function inNamespacePath(group: string, namespace: string, resource: string): string {
  if (!isDnsLabel(namespace)) throw new RangeError(`${JSON.stringify(namespace.slice(0, 64))} cannot be the name of a namespace`);
  return `${group}/namespaces/${namespace}/${resource}`;
}
/** Returns the path of a namespace's Services. Throws RangeError if the text cannot be its name. */
export const servicesPath = (namespace: string): string => inNamespacePath("/api/v1", namespace, "services");
/** Returns the path of a namespace's EndpointSlices. Throws RangeError if the text cannot be its name. */
export const endpointSlicesPath = (namespace: string): string => inNamespacePath("/apis/discovery.k8s.io/v1", namespace, "endpointslices");

function isReadOnDemand(path: string): boolean {
  const [, services, slices] = ON_DEMAND.exec(path) ?? [];
  const [, namespace, pod] = POD_LOG.exec(path) ?? POD_USE.exec(path) ?? [];
  if (namespace !== undefined && pod !== undefined) return isDnsLabel(namespace) && isDnsSubdomain(pod);
  const within = services ?? slices;
  return within !== undefined && isDnsLabel(within);
}

/** Reports whether a path may be requested from an API server. Requests for other paths are never sent. */
export function isAllowedPath(path: string): boolean {
  if (PROBES.includes(path) || path === KUBE_SYSTEM_PATH || path === POD_USES_PATH || CLUSTER_WIDE.has(path) || isReadOnDemand(path))
    return true;
  const [, group, namespace, resource] = IN_NAMESPACE.exec(path) ?? [];
  return namespace !== undefined && isDnsLabel(namespace) && CLUSTER_WIDE.has(`${group}/${resource}`);
}
