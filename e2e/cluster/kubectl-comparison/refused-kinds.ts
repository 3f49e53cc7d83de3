import { SILENT_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { merge, post, put, remove } from "./sending.ts";
import type { RawRequest } from "./two-clusters.ts";

const IN = "namespaces/default";
const MAPS = `/api/v1/${IN}/configmaps`;
const CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses";
const BUDGETS = `/apis/policy/v1/${IN}/poddisruptionbudgets`;
const SPACES = "/api/v1/namespaces";
const NODES = "/api/v1/nodes";
const REVISIONS = `/apis/apps/v1/${IN}/controllerrevisions`;
const SLICES = `/apis/discovery.k8s.io/v1/${IN}/endpointslices`;
const EVENTS = `/api/v1/${IN}/events`;

const map = (fields: object, name = "m") => post(MAPS, { metadata: { name }, ...fields });
const priorityClass = (fields: object, name = "p") => post(CLASSES, { metadata: { name }, ...fields });
const budget = (spec: object, name = "b") => post(BUDGETS, { metadata: { name }, spec });
const selector = { matchLabels: { a: "b" } };
const node = (spec: object, name = "n", more: object = {}) => post(NODES, { metadata: { name }, spec, ...more });
const taints = (...list: readonly object[]) => node({ taints: list });
const slice = (fields: object, name = "e") => post(SLICES, { metadata: { name }, ...fields });
const event = (fields: object, metadata: object = { name: "v" }) => post(EVENTS, { metadata, ...fields });
const involvedObject = { kind: "Pod", namespace: "default", name: "a" };

const CONFIGMAPS_REQUESTS: readonly RawRequest[] = [
  map({ data: { "a b": "c" } }),
  map({ data: { "": "c" } }),
  map({ data: { ".": "c" } }),
  map({ data: { "..": "d" } }),
  map({ data: { "..a": "e" } }),
  map({ data: { a: "b" }, binaryData: { a: "Yg==" } }),
  map({ binaryData: { "a b": "Yg==" } }),
  map({ binaryData: { a: "!" } }),
  map({ data: { a: "x".repeat(1024 * 1024 + 1) } }),
  map({ data: { ["x".repeat(254)]: "x" } }),
  map({ data: { a: "b" }, immutable: true }, "fixed"),
  merge(`${MAPS}/fixed`, { data: { a: "c" } }),
  merge(`${MAPS}/fixed`, { immutable: false }),
  merge(`${MAPS}/fixed`, { immutable: null, data: { "a b": "c" }, binaryData: { b: "Yg==" } }),
  remove(`${MAPS}/fixed`),
];

const PRIORITY_CLASSES_REQUESTS: readonly RawRequest[] = [
  priorityClass({ value: 1_000_000_001 }),
  priorityClass({ value: 2_147_483_648 }),
  priorityClass({ value: 5 }, "system-mine"),
  priorityClass({ value: 5 }, "system-node-critical"),
  priorityClass({ value: 2_000_001_001 }, "system-node-critical2"),
  priorityClass({ value: 5, preemptionPolicy: "Foo" }),
  priorityClass({ value: 5 }, "A_p"),
  priorityClass({ value: 5, globalDefault: true }, "usual"),
  priorityClass({ value: 6, globalDefault: true }, "usual-too"),
  merge(`${CLASSES}/usual`, { value: 6 }),
  merge(`${CLASSES}/usual`, { preemptionPolicy: "Never" }),
  merge(`${CLASSES}/usual`, { value: 6, preemptionPolicy: "Never" }),
  remove(`${CLASSES}/usual`),
  merge(`${CLASSES}/system-node-critical`, { value: 3 }),
  remove(`${CLASSES}/none`),
];

const BUDGETS_REQUESTS: readonly RawRequest[] = [
  budget({ selector, minAvailable: -1 }),
  budget({ selector, maxUnavailable: -1 }),
  budget({ selector, minAvailable: "101%" }),
  budget({ selector, minAvailable: "x%" }),
  budget({ selector, maxUnavailable: "5" }),
  budget({ selector: { matchLabels: { "a b": "c d" } }, minAvailable: 1 }),
  budget({ selector: { matchExpressions: [{ key: "a", operator: "Foo" }] }, minAvailable: 1 }),
  budget({
    selector: {
      matchExpressions: [
        { key: "a", operator: "In" },
        { key: "a", operator: "Exists", values: ["x"] },
      ],
    },
  }),
  budget({ minAvailable: 1 }, "B_b"),
  budget({}, "whole"),
  remove(`${BUDGETS}/whole`),
];

const NAMESPACES_REQUESTS: readonly RawRequest[] = [
  remove(`${SPACES}/default`),
  remove(`${SPACES}/kube-system`),
  remove(`${SPACES}/kube-public`),
  remove(`${SPACES}/none`),
  post(SPACES, { metadata: { name: "default" } }),
  post(SPACES, { metadata: { name: "x", finalizers: ["a b"] } }),
  post(SPACES, { metadata: { name: "x", labels: { "kubernetes.io/metadata.name": "y", "a b": "c" } } }),
  post(SPACES, { metadata: { name: "x" }, spec: { finalizers: ["kubernetes", "a b"] } }),
  merge(`${SPACES}/default`, { spec: { finalizers: ["a b"] } }),
  merge(`${SPACES}/default`, { metadata: { labels: { "kubernetes.io/metadata.name": "x y" } } }),
  merge(`${SPACES}/default/status`, { status: { phase: "Terminating" } }),
  put(`${SPACES}/default/finalize`, { metadata: { name: "default" }, spec: { finalizers: ["a b"] } }),
  put(`${SPACES}/default/finalize`, { metadata: { name: "other" }, spec: { finalizers: [] } }),
];

const NODES_REQUESTS: readonly RawRequest[] = [
  taints({}),
  taints({ key: "a" }),
  taints({ key: "a", effect: "Foo" }),
  taints({ key: "a b", effect: "NoSchedule" }),
  taints({ key: "", effect: "NoSchedule" }),
  taints({ key: "a", value: "x y", effect: "NoSchedule" }),
  taints({ key: "a", effect: "NoSchedule" }, { key: "a", value: "b", effect: "NoSchedule" }),
  taints(
    { key: "a", effect: "NoSchedule" },
    { key: "a", effect: "NoExecute" },
    { key: "a b", effect: "x" },
    { key: "a", effect: "NoSchedule" },
  ),
  node({ podCIDR: "x" }),
  node({ podCIDR: "10.0.0.0/24", podCIDRs: ["10.1.0.0/24"] }),
  node({ podCIDRs: ["10.1.0.0/24", "10.2.0.0/24"] }),
  node({ podCIDRs: ["10.1.0.0/24", "fd00::/64", "10.2.0.0/24"] }),
  node({}, "N_n"),
  node({}, "n", { status: { capacity: { cpu: "-1" } } }),
  node({}, "n", { status: { capacity: { "a b": "1" }, allocatable: { cpu: "x" } } }),
  node({ configSource: {} }),
  // No kubelet runs on this node: the simulated one would report its capacity, and the real control plane has none.
  node({ providerID: "kind://a" }, "given", { metadata: { name: "given", annotations: { [SILENT_ANNOTATION]: "true" } } }),
  merge(`${NODES}/given/status`, { status: { capacity: { cpu: "-1" } } }),
  merge(`${NODES}/given`, { spec: { providerID: "kind://b" } }),
  merge(`${NODES}/given`, { spec: { podCIDR: "10.0.0.0/24" } }),
  merge(`${NODES}/given`, { spec: { externalID: "x" } }),
  merge(`${NODES}/given`, { spec: { taints: [{ key: "a", effect: "x" }] } }),
  merge(`${NODES}/given`, { spec: { colour: "red" } }),
  merge(`${NODES}/given/status`, {
    status: {
      addresses: [
        { type: "InternalIP", address: "10.0.0.1" },
        { type: "InternalIP", address: "10.0.0.1" },
      ],
    },
  }),
  remove(`${NODES}/given`),
  remove(`${NODES}/given`),
];

const REVISIONS_REQUESTS: readonly RawRequest[] = [
  post(REVISIONS, { metadata: { name: "r" } }),
  post(REVISIONS, { metadata: { name: "r" }, revision: -1, data: { a: 1 } }),
  post(REVISIONS, { metadata: { name: "R_r" }, revision: 1, data: { a: 1 } }),
  post(REVISIONS, { metadata: { name: "r" }, revision: 1, data: "x" }),
  post(REVISIONS, { metadata: { name: "kept" }, revision: 1, data: { a: 1 } }),
  merge(`${REVISIONS}/kept`, { data: { a: 2 } }),
  merge(`${REVISIONS}/kept`, { revision: -3 }),
  merge(`${REVISIONS}/kept`, { data: { a: 2 }, revision: -3 }),
  remove(`${REVISIONS}/kept`),
];

const SLICES_REQUESTS: readonly RawRequest[] = [
  slice({}),
  slice({ addressType: "Foo", endpoints: [] }),
  slice({ addressType: "IPv4", endpoints: [{}] }),
  slice({ addressType: "IPv4", endpoints: [{ addresses: [] }] }),
  slice({ addressType: "IPv4", endpoints: [{ addresses: ["x"] }, { addresses: ["fd00::1"] }, { addresses: ["127.0.0.1"] }] }),
  slice({ addressType: "IPv6", endpoints: [{ addresses: ["10.0.0.1"] }] }),
  slice({ addressType: "FQDN", endpoints: [{ addresses: ["A_b"] }] }),
  slice({ addressType: "IPv4", endpoints: [{ addresses: ["10.0.0.1"], hostname: "A_b", nodeName: "N_n", zone: "" }] }),
  slice({ addressType: "IPv4", endpoints: [{ addresses: ["10.0.0.1"], deprecatedTopology: { "kubernetes.io/hostname": "x" } }] }),
  slice({ addressType: "IPv4", ports: [{ name: "A_b", protocol: "Foo", port: 70_000, appProtocol: "a b" }], endpoints: [] }),
  slice({ addressType: "IPv4", ports: [{ name: "a" }, { name: "a" }], endpoints: [] }),
  slice({ addressType: "IPv4", endpoints: [] }, "E_e"),
  slice({ addressType: "IPv4", endpoints: [], ports: [{ port: 80 }] }, "written"),
  merge(`${SLICES}/written`, { addressType: "IPv6" }),
  remove(`${SLICES}/written`),
];

const EVENTS_REQUESTS: readonly RawRequest[] = [
  event({}),
  event({ involvedObject: { kind: "Pod", namespace: "other", name: "a" } }),
  event({ involvedObject: { kind: "Node", name: "a" } }),
  event({ involvedObject, type: "Foo" }, { name: "V_v" }),
  event({ involvedObject, eventTime: "2026-01-01T00:00:00.000000Z" }),
  event({
    involvedObject,
    eventTime: "2026-01-01T00:00:00.000000Z",
    reportingComponent: "A b",
    action: "x".repeat(129),
    reason: "y",
    type: "Foo",
  }),
  event({ involvedObject, reason: "Fine", type: "Normal" }, { name: "fine" }),
  merge(`${EVENTS}/fine`, { involvedObject: { namespace: "other" } }),
  remove(`${EVENTS}/fine`),
];

/** Refused objects of kinds with few rules. Objects that a refusal needs are deleted again. */
export const REFUSED_KINDS: readonly RawRequest[] = [
  ...CONFIGMAPS_REQUESTS,
  ...PRIORITY_CLASSES_REQUESTS,
  ...BUDGETS_REQUESTS,
  ...NAMESPACES_REQUESTS,
  ...NODES_REQUESTS,
  ...REVISIONS_REQUESTS,
  ...SLICES_REQUESTS,
  ...EVENTS_REQUESTS,
];
