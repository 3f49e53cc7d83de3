import { merge, post, put, remove } from "./sending.ts";
import type { RawRequest } from "./two-clusters.ts";

const IN = "namespaces/default";
const MAPS = `/api/v1/${IN}/configmaps`;
const SERVICES = `/api/v1/${IN}/services`;
const LEASES = `/apis/coordination.k8s.io/v1/${IN}/leases`;
const EVENTS = `/api/v1/${IN}/events`;
const NODES = "/api/v1/nodes";
const CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses";
const BUDGETS = `/apis/policy/v1/${IN}/poddisruptionbudgets`;
const SLICES = `/apis/discovery.k8s.io/v1/${IN}/endpointslices`;
const REVISIONS = `/apis/apps/v1/${IN}/controllerrevisions`;
const ACCOUNTS = `/api/v1/${IN}/serviceaccounts`;
const SPACES = "/api/v1/namespaces";
const PODS = `/api/v1/${IN}/pods`;
const SETS = `/apis/apps/v1/${IN}/daemonsets`;

const metadata = { name: "absent" };
const apply = (path: string, body: object): RawRequest => ({
  method: "PATCH",
  path: `${path}?fieldManager=me`,
  contentType: "application/apply-patch+yaml",
  body: JSON.stringify(body),
});
const named = (name: string, fields: object = {}) => ({ metadata: { name, ...fields } });
const bad = { labels: { a: "x y" }, annotations: { "a b": "c" } };
const configMap = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });

/** Replacements of missing objects, and changes that several checks of a kind refuse. */
export const REFUSED_CHANGES: readonly RawRequest[] = [
  ...[MAPS, NODES, CLASSES, BUDGETS, SLICES, REVISIONS, ACCOUNTS, SPACES, PODS, SETS].map((path) => put(`${path}/absent`, { metadata })),
  put(`${LEASES}/absent`, { metadata, spec: {} }),
  remove(`${LEASES}/absent`),
  put(`${LEASES}/absent`, { metadata: { ...metadata, resourceVersion: "5" }, spec: {} }),
  put(`${SERVICES}/absent`, { metadata, spec: { ports: [{ port: 80 }] } }),
  remove(`${SERVICES}/absent`),
  put(`${EVENTS}/absent`, { metadata, involvedObject: { namespace: "default" } }),
  remove(`${EVENTS}/absent`),
  post(LEASES, { ...named("l2"), spec: {} }),
  merge(`${LEASES}/l2`, named("l2", bad)),
  remove(`${LEASES}/l2`),
  post(CLASSES, { ...named("c2"), value: 5 }),
  merge(`${CLASSES}/c2`, named("c2", bad)),
  remove(`${CLASSES}/c2`),
  post(BUDGETS, { ...named("b2"), spec: { minAvailable: 1 } }),
  merge(`${BUDGETS}/b2`, named("b2", bad)),
  remove(`${BUDGETS}/b2`),
  post(SLICES, { ...named("e2"), addressType: "IPv4", endpoints: [] }),
  merge(`${SLICES}/e2`, named("e2", bad)),
  remove(`${SLICES}/e2`),
  post(REVISIONS, { ...named("r2"), revision: 1, data: { a: 1 } }),
  merge(`${REVISIONS}/r2`, named("r2", bad)),
  remove(`${REVISIONS}/r2`),
  post(ACCOUNTS, named("a2")),
  merge(`${ACCOUNTS}/a2`, named("a2", bad)),
  remove(`${ACCOUNTS}/a2`),
  post(SERVICES, { ...named("s2"), spec: { type: "NodePort", ports: [{ port: 80, nodePort: 30_777 }] } }),
  post(SERVICES, { ...named("s3"), spec: { type: "NodePort", ports: [{ port: 80, nodePort: 30_777 }] } }),
  merge(`${SERVICES}/s2`, named("s2", bad)),
  merge(`${SERVICES}/s2`, { spec: { clusterIP: null, clusterIPs: null, type: "ClusterIP" } }),
  merge(`${SERVICES}/s2`, { spec: { type: "ExternalName", externalName: "example.com" } }),
  merge(`${SERVICES}/s2`, { spec: { type: "ClusterIP" } }),
  merge(`${SERVICES}/s2`, { spec: { type: "ClusterIP", ports: [{ port: 80 }] } }),
  merge(`${SERVICES}/s2`, { spec: { externalName: "A_b" } }),
  remove(`${SERVICES}/s2`),
  post(EVENTS, { ...named("v2"), involvedObject: { namespace: "default" } }),
  merge(`${EVENTS}/v2`, named("v2", bad)),
  remove(`${EVENTS}/v2`),
  merge(`${SPACES}/default`, { metadata: bad }),
  merge(`${NODES}/node-0`, { metadata: bad }),
  merge(`${SETS}/agent`, { metadata: bad }),
  post(MAPS, named("m2", { finalizers: ["example.com/hold"] })),
  merge(`${MAPS}/m2`, { metadata: { finalizers: ["mine"] } }),
  remove(`${MAPS}/m2`),
  merge(`${MAPS}/m2`, { metadata: { finalizers: ["example.com/hold", "example.com/more"] } }),
  merge(`${MAPS}/m2`, { metadata: { finalizers: [] } }),
  apply(`${MAPS}/m3`, { ...configMap("m3"), data: { "a b": "c" } }),
  apply(`${MAPS}/m3`, { ...configMap("m3"), metadata: { name: "m3", labels: { a: "x y" } } }),
  apply(`${MAPS}/M_3`, { ...configMap("M_3") }),
];
