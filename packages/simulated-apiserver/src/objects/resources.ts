import type { Resource } from "./resource.ts";
import { STORED_ONLY_RESOURCES } from "./stored-only-resources.ts";

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
    name: "deployments",
    kind: "Deployment",
    singular: "deployment",
    groupVersion: "apps/v1",
    namespaced: true,
    shortNames: ["deploy"],
    categories: ["all"],
    hasStatus: true,
    hasScale: true,
  },
  {
    name: "replicasets",
    kind: "ReplicaSet",
    singular: "replicaset",
    groupVersion: "apps/v1",
    namespaced: true,
    shortNames: ["rs"],
    categories: ["all"],
    hasStatus: true,
    hasScale: true,
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
  ...STORED_ONLY_RESOURCES,
];

/** Events as events.k8s.io/v1 serves them: the objects of the core group. */
export const EVENTS_V1: Resource = {
  name: "events",
  kind: "Event",
  singular: "event",
  groupVersion: "events.k8s.io/v1",
  namespaced: true,
  shortNames: ["ev"],
  hasStatus: false,
};

/** Autoscalers as autoscaling/v1 serves them; autoscaling/v2 is stored. */
export const AUTOSCALERS_V1: Resource = {
  name: "horizontalpodautoscalers",
  kind: "HorizontalPodAutoscaler",
  singular: "horizontalpodautoscaler",
  groupVersion: "autoscaling/v1",
  namespaced: true,
  shortNames: ["hpa"],
  categories: ["all"],
  hasStatus: true,
};

/** All served resources: the stored ones, and their other served versions. */
export const SERVED: readonly Resource[] = [...RESOURCES, EVENTS_V1, AUTOSCALERS_V1];

/** Returns the resource that a group and version serves under a name. `custom` lists the custom resources. */
export function servedResource(groupVersion: string, plural: string, custom: readonly Resource[]): Resource | undefined {
  const matches = (resource: Resource) => pluralOf(resource) === plural && resource.groupVersion === groupVersion;
  return SERVED.find(matches) ?? custom.find(matches);
}

/** Returns the API group of a group and version; empty for the core group. */
export const groupOf = (groupVersion: string): string => groupVersion.slice(0, Math.max(0, groupVersion.indexOf("/")));

/** The name of a resource in paths and messages: `daemonsets`. */
export const pluralOf = ({ name, custom }: Resource): string => custom?.plural ?? name;

/** The name of a resource in messages: `daemonsets.apps`, `pods`. */
export function qualifiedName(resource: Resource): string {
  const group = groupOf(resource.groupVersion);
  return group === "" ? resource.name : `${pluralOf(resource)}.${group}`;
}

/** The kind of a resource in messages: `DaemonSet.apps`, `Pod`. */
export function qualifiedKind(resource: Resource): string {
  const group = groupOf(resource.groupVersion);
  return group === "" ? resource.kind : `${resource.kind}.${group}`;
}
