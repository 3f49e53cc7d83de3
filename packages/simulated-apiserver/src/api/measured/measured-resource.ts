/** A resource of metrics-server: the use of nodes or pods, measured on request and not stored. */
interface MeasuredResource {
  readonly name: "nodes" | "pods";
  readonly kind: "NodeMetrics" | "PodMetrics";
  readonly namespaced: boolean;
}

export const MEASURED_GROUP = "metrics.k8s.io";
export const MEASURED_VERSION = `${MEASURED_GROUP}/v1beta1`;

export const MEASURED_RESOURCES: readonly MeasuredResource[] = [
  { name: "nodes", kind: "NodeMetrics", namespaced: false },
  { name: "pods", kind: "PodMetrics", namespaced: true },
];

/** The names of these resources in access rules. */
export const MEASURED_NAMES = ["nodes.metrics.k8s.io", "pods.metrics.k8s.io"] as const;
export type MeasuredName = (typeof MEASURED_NAMES)[number];

/** The target of a path: all objects of a kind, those of one namespace, or one object. */
export interface MetricsTarget {
  readonly resource: MeasuredResource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

const PATH = /^\/apis\/metrics\.k8s\.io\/v1beta1(?:\/namespaces\/([^/]+))?\/(nodes|pods)(?:\/([^/]+))?$/;

/** Reads a path of the group; undefined if it is not served. */
export function measuredTargetOf(path: string): MetricsTarget | undefined {
  const [, namespace, plural, name] = PATH.exec(path) ?? [];
  const resource = MEASURED_RESOURCES.find((each) => each.name === plural);
  if (resource === undefined || (namespace !== undefined && !resource.namespaced)) return undefined;
  if (name !== undefined && resource.namespaced && namespace === undefined) return undefined;
  return { resource, namespace, name };
}
