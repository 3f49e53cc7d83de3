import type { ResourceName } from "./contract.ts";

/** What the API serves of a resource: where, under which names, and which verbs `kubectl api-resources` lists. */
export interface Resource {
  readonly name: ResourceName;
  readonly kind: string;
  readonly singular: string;
  /** `v1` or `apps/v1`. */
  readonly groupVersion: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories?: readonly string[];
  readonly hasStatus: boolean;
  /** Whether all that a selector matches can be deleted at once. */
  readonly deletesCollections?: false;
}

const core = "v1";
export const RESOURCES: readonly Resource[] = [
  { name: "nodes", kind: "Node", singular: "node", groupVersion: core, namespaced: false, shortNames: ["no"], hasStatus: true },
  {
    name: "namespaces",
    kind: "Namespace",
    singular: "namespace",
    groupVersion: core,
    namespaced: false,
    shortNames: ["ns"],
    hasStatus: true,
    deletesCollections: false,
  },
  {
    name: "pods",
    kind: "Pod",
    singular: "pod",
    groupVersion: core,
    namespaced: true,
    shortNames: ["po"],
    categories: ["all"],
    hasStatus: true,
  },
  { name: "events", kind: "Event", singular: "event", groupVersion: core, namespaced: true, shortNames: ["ev"], hasStatus: false },
  {
    name: "serviceaccounts",
    kind: "ServiceAccount",
    singular: "serviceaccount",
    groupVersion: core,
    namespaced: true,
    shortNames: ["sa"],
    hasStatus: false,
  },
  {
    name: "configmaps",
    kind: "ConfigMap",
    singular: "configmap",
    groupVersion: core,
    namespaced: true,
    shortNames: ["cm"],
    hasStatus: false,
  },
  {
    name: "services",
    kind: "Service",
    singular: "service",
    groupVersion: core,
    namespaced: true,
    shortNames: ["svc"],
    categories: ["all"],
    hasStatus: true,
  },
  {
    name: "daemonsets",
    kind: "DaemonSet",
    singular: "daemonset",
    groupVersion: "apps/v1",
    namespaced: true,
    shortNames: ["ds"],
    categories: ["all"],
    hasStatus: true,
  },
  {
    name: "controllerrevisions",
    kind: "ControllerRevision",
    singular: "controllerrevision",
    groupVersion: "apps/v1",
    namespaced: true,
    shortNames: [],
    hasStatus: false,
  },
  {
    name: "leases",
    kind: "Lease",
    singular: "lease",
    groupVersion: "coordination.k8s.io/v1",
    namespaced: true,
    shortNames: [],
    hasStatus: false,
  },
  {
    name: "endpointslices",
    kind: "EndpointSlice",
    singular: "endpointslice",
    groupVersion: "discovery.k8s.io/v1",
    namespaced: true,
    shortNames: [],
    hasStatus: false,
  },
  {
    name: "poddisruptionbudgets",
    kind: "PodDisruptionBudget",
    singular: "poddisruptionbudget",
    groupVersion: "policy/v1",
    namespaced: true,
    shortNames: ["pdb"],
    hasStatus: true,
  },
  {
    name: "priorityclasses",
    kind: "PriorityClass",
    singular: "priorityclass",
    groupVersion: "scheduling.k8s.io/v1",
    namespaced: false,
    shortNames: ["pc"],
    hasStatus: false,
  },
];

export function resourceNamed(name: string): Resource | undefined {
  return RESOURCES.find((resource) => resource.name === name);
}

/** `daemonsets.apps`, `pods`: how messages name a resource. */
export function qualifiedName(resource: Resource): string {
  const group = resource.groupVersion.includes("/") ? resource.groupVersion.split("/")[0] : "";
  return group === "" ? resource.name : `${resource.name}.${group}`;
}

/** `DaemonSet.apps`, `Pod`. */
export function qualifiedKind(resource: Resource): string {
  const group = resource.groupVersion.includes("/") ? resource.groupVersion.split("/")[0] : "";
  return group === "" ? resource.kind : `${resource.kind}.${group}`;
}
