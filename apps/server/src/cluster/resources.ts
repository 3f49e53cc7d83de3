import { isDnsLabel, isDnsSubdomain } from "@daemonscope/kube/label-syntax";
import type { SourceName } from "@daemonscope/shared/source-status";

/** What is watched, and how little of it: the only objects that are ever asked for. */
export interface WatchedResource {
  readonly name: SourceName;
  /** Of the whole cluster, where no namespace is named. */
  readonly path: string;
  /** Selectors that make the server send less. */
  readonly query: Readonly<Record<string, string>>;
  /** For RBAC messages: `daemonsets.apps`. */
  readonly qualified: string;
  /** The only one that is watched. */
  readonly namespace?: string;
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

const PROBES: readonly string[] = ["/livez", "/readyz", "/version"];
/** Its uid tells one cluster from another: asked where several are watched. */
export const KUBE_SYSTEM_PATH = "/api/v1/namespaces/kube-system";
const CLUSTER_WIDE = new Set(Object.values(WATCHED).map(({ path }) => path));
const NAMESPACED = Object.values(WATCHED)
  .filter(({ name }) => name !== "nodes")
  .map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
const IN_NAMESPACE = new RegExp(`^(/api/v1|/apis/apps/v1)/namespaces/([^/]+)/(${NAMESPACED.join("|")})$`);

/** The resource as it stands in one namespace; nodes have none. Throws RangeError for what cannot be the name of a namespace: such a path is never made. */
export function inNamespace(resource: WatchedResource, namespace: string | undefined): WatchedResource {
  if (namespace === undefined || resource.name === "nodes") return resource;
  if (!isDnsLabel(namespace)) throw new RangeError(`${JSON.stringify(namespace.slice(0, 64))} cannot be the name of a namespace`);
  const cut = resource.path.lastIndexOf("/");
  return { ...resource, namespace, path: `${resource.path.slice(0, cut)}/namespaces/${namespace}${resource.path.slice(cut)}` };
}

/** What is read only when somebody asks for it, and where: in one namespace. */
const ON_DEMAND = /^(?:\/api\/v1\/namespaces\/([^/]+)\/services|\/apis\/discovery\.k8s\.io\/v1\/namespaces\/([^/]+)\/endpointslices)$/;
const POD_USE = /^\/apis\/metrics\.k8s\.io\/v1beta1\/namespaces\/([^/]+)\/pods\/([^/]+)$/;
const POD_LOG = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/log$/;

/** The path of what a pod's containers write. Throws RangeError for what cannot be a name: such a path is never made. */
export function podLogPath(namespace: string, pod: string): string {
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/log`;
  if (!isDnsLabel(namespace) || !isDnsSubdomain(pod)) throw new RangeError(`${JSON.stringify(path.slice(0, 200))} is no path of a log`);
  return path;
}

/** The path of what a pod uses. Throws RangeError for what cannot be a name. */
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
/** The path of a namespace's Services. Throws RangeError for what cannot be its name. */
export const servicesPath = (namespace: string): string => inNamespacePath("/api/v1", namespace, "services");
/** The path of a namespace's EndpointSlices. Throws RangeError for what cannot be its name. */
export const endpointSlicesPath = (namespace: string): string => inNamespacePath("/apis/discovery.k8s.io/v1", namespace, "endpointslices");

function isReadOnDemand(path: string): boolean {
  const [, services, slices] = ON_DEMAND.exec(path) ?? [];
  const [, namespace, pod] = POD_LOG.exec(path) ?? POD_USE.exec(path) ?? [];
  if (namespace !== undefined && pod !== undefined) return isDnsLabel(namespace) && isDnsSubdomain(pod);
  const within = services ?? slices;
  return within !== undefined && isDnsLabel(within);
}

/** True for the fixed paths that may be asked of an API server; everything else is refused before it leaves. */
export function isAllowedPath(path: string): boolean {
  if (PROBES.includes(path) || path === KUBE_SYSTEM_PATH || CLUSTER_WIDE.has(path) || isReadOnDemand(path)) return true;
  const [, group, namespace, resource] = IN_NAMESPACE.exec(path) ?? [];
  return namespace !== undefined && isDnsLabel(namespace) && CLUSTER_WIDE.has(`${group}/${resource}`);
}
