import { post, remove } from "./sending.ts";
import type { RawRequest } from "./two-clusters.ts";

const PODS = "/api/v1/namespaces/default/pods";
const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const containers = [{ name: "main", image: "main:1" }];
const pod = (name: string, spec: object = {}, metadata: object = {}) =>
  post(PODS, { metadata: { name, ...metadata }, spec: { containers, ...spec } });
/** A pod that is never scheduled, because no scheduler has this name. */
const waiting = (name: string, metadata: object = {}) => pod(name, { schedulerName: "nobody" }, metadata);
const bind = (name: string, target: unknown, metadata: object = { name }) =>
  post(`${PODS}/${name}/binding`, { apiVersion: "v1", kind: "Binding", metadata, target });
const evict = (name: string, fields: object = {}) =>
  post(`${PODS}/${name}/eviction`, { apiVersion: "policy/v1", kind: "Eviction", metadata: { name }, ...fields });
const immediately = { gracePeriodSeconds: 0 };

/** Pods that are refused because of other objects, and refused bindings and evictions. */
export const REFUSED_PODS: readonly RawRequest[] = [
  pod("a", { serviceAccountName: "none" }),
  pod("a", { serviceAccount: "none" }),
  pod("a", { priorityClassName: "none" }),
  pod("a", { priority: 5 }),
  pod("a", { priorityClassName: "system-node-critical", priority: 5 }),
  post("/api/v1/namespaces/none/pods", { metadata: { name: "a" }, spec: { containers, serviceAccountName: "none" } }),
  bind("none", { kind: "Node", name: "node-0" }),
  waiting("free"),
  bind("free", {}),
  bind("free", { kind: "Node" }),
  bind("free", { kind: "Pod", name: "node-0" }),
  bind("free", { kind: "Node", name: "node-0" }, {}),
  bind("free", { kind: "Node", name: "node-0" }, { name: "free", uid: "x" }),
  bind("free", { kind: "Node", name: "node-0" }, { name: "free", resourceVersion: "1" }),
  bind("free", { kind: "Node", name: "node-0" }, { name: "free", namespace: "other" }),
  bind("free", { kind: "Node", name: "node-0" }),
  bind("free", { kind: "Node", name: "node-0" }),
  bind("free", { kind: "Node", name: "node-1" }),
  remove(`${PODS}/free`, immediately),
  pod("gated", { schedulingGates: [{ name: "a/b" }] }),
  bind("gated", { kind: "Node", name: "node-0" }),
  remove(`${PODS}/gated`, immediately),
  evict("none"),
  waiting("held", { labels: { a: "held" } }),
  post(BUDGETS, { metadata: { name: "hold" }, spec: { minAvailable: 1, selector: { matchLabels: { a: "held" } } } }),
  evict("held", { deleteOptions: { preconditions: { uid: "x" } } }),
  evict("held", { deleteOptions: { preconditions: { resourceVersion: "1" } } }),
  evict("held", { deleteOptions: { gracePeriodSeconds: -1, propagationPolicy: "Foo" } }),
  evict("held", { deleteOptions: { dryRun: ["x"] } }),
  evict("held", { metadata: { name: "other" } }),
  evict("held", { metadata: { name: "held", namespace: "other" } }),
  post(`${PODS}/held/eviction`, { apiVersion: "policy/v1beta1", kind: "Eviction", metadata: { name: "held" } }),
  remove(`${PODS}/held`, immediately),
  remove(`${BUDGETS}/hold`),
];
