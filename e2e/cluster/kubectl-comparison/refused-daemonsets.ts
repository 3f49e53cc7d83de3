import { merge, post, put, remove } from "./sending.ts";
import type { RawRequest } from "./two-clusters.ts";

const SETS = "/apis/apps/v1/namespaces/default/daemonsets";
const labels = { a: "x" };
const template = { metadata: { labels }, spec: { containers: [{ name: "agent", image: "agent:1" }] } };
const set = (spec: object, name = "x") =>
  post(SETS, { metadata: { name }, spec: { selector: { matchLabels: labels }, template, ...spec } });
const strategy = (updateStrategy: unknown) => set({ updateStrategy });
const rolling = (rollingUpdate: unknown) => strategy({ type: "RollingUpdate", rollingUpdate });
const selects = (selector: unknown) => set({ selector });
const change = (spec: object) => merge(`${SETS}/agent`, { spec });

/** DaemonSets that the API refuses, regardless of their pods, while one named `agent` exists. */
export const REFUSED_DAEMON_SETS: readonly RawRequest[] = [
  post(SETS, { metadata: { name: "x" } }),
  post(SETS, { metadata: { name: "x" }, spec: {} }),
  set({}, "A_x"),
  set({}, "x".repeat(64)),
  set({}, "x".repeat(254)),
  selects(undefined),
  selects({}),
  selects({ matchLabels: {} }),
  selects({ matchLabels: { a: "y" } }),
  selects({ matchLabels: { "a b": "x y" } }),
  selects({ matchExpressions: [{ key: "a", operator: "Foo", values: ["x"] }] }),
  selects({ matchExpressions: [{ key: "a", operator: "In" }] }),
  selects({ matchExpressions: [{ key: "a", operator: "Exists", values: ["x"] }] }),
  selects({ matchExpressions: [{ key: "a b", operator: "Exists" }] }),
  selects({ matchExpressions: [{ key: "a", operator: "In", values: ["x y"] }] }),
  selects({ matchExpressions: [{}] }),
  set({ template: { ...template, metadata: {} } }),
  set({ template: { ...template, metadata: { labels: { a: "x", "b c": "d e" }, annotations: { "b c": "d" } } } }),
  set({ template: { spec: template.spec, metadata: { labels, finalizers: ["a b"] } } }),
  strategy({ type: "Foo" }),
  strategy({ type: "" }),
  strategy({ type: "Recreate", rollingUpdate: { maxUnavailable: 1 } }),
  strategy({ type: "OnDelete", rollingUpdate: { maxUnavailable: "x" } }),
  rolling({ maxUnavailable: 0 }),
  rolling({ maxUnavailable: "0%" }),
  rolling({ maxUnavailable: 0, maxSurge: 0 }),
  rolling({ maxUnavailable: "0%", maxSurge: "0%" }),
  rolling({ maxUnavailable: 1, maxSurge: 1 }),
  rolling({ maxUnavailable: "1%", maxSurge: "1%" }),
  rolling({ maxSurge: 1 }),
  rolling({ maxSurge: "10%" }),
  rolling({ maxUnavailable: "101%" }),
  rolling({ maxUnavailable: 0, maxSurge: "101%" }),
  rolling({ maxUnavailable: "x" }),
  rolling({ maxUnavailable: "5" }),
  rolling({ maxUnavailable: "" }),
  rolling({ maxUnavailable: "-5%" }),
  rolling({ maxUnavailable: -1 }),
  rolling({ maxUnavailable: 0, maxSurge: -1 }),
  rolling({ maxUnavailable: "x", maxSurge: "y" }),
  rolling({ maxUnavailable: 1.5 }),
  rolling({ maxUnavailable: true }),
  set({ minReadySeconds: -1 }),
  set({ revisionHistoryLimit: -1 }),
  set({ minReadySeconds: -1, revisionHistoryLimit: -1, updateStrategy: { type: "Foo" } }),
  set({ minReadySeconds: 2_147_483_648 }),
  change({ selector: { matchLabels: { a: "y" } } }),
  change({ selector: { matchLabels: { b: "y" } }, template: { metadata: { labels: { b: "y" } } } }),
  change({ selector: null }),
  change({ selector: { matchLabels: null } }),
  change({ template: { metadata: { labels: { a: "other" } } } }),
  change({ minReadySeconds: -1, revisionHistoryLimit: -5 }),
  change({ updateStrategy: { type: "Foo" } }),
  change({ updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } }),
  change({ updateStrategy: { rollingUpdate: { maxSurge: 1 } } }),
  change({ template: null }),
  merge(`${SETS}/agent/status`, { status: { currentNumberScheduled: -1, numberReady: -2, collisionCount: -1 } }),
  put(`${SETS}/agent`, { metadata: { name: "agent" } }),
  remove(`${SETS}/x`),
  remove(`${SETS}/${"x".repeat(64)}`),
];
