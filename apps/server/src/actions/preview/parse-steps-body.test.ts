import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { expect, test } from "vitest";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { parseStepsBody } from "./parse-steps-body.ts";

const nodes = { kind: "all" };
const many = <T>(count: number, create: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => create(at));
const labels = (count: number) => Object.fromEntries(many(count, (at) => [`k${at}`, "v"]));
const taints = (count: number) => many(count, (at) => ({ key: `t${at}`, effect: "NoSchedule" }));
const edit = (change: object) => ({ kind: "edit", namespace: "kube-system", name: "logs", edit: change });
const terms = (count: number) => [{ matchExpressions: [{ key: "zone", operator: "In", values: many(count, (at) => `z${at}`) }] }];
const manifest = (spec: object) => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "logs" },
  spec: { template: { spec } },
});
const joining = { count: 1, labels: {}, taints: [], allocatable: {} };

/** Returns the failure of a body with these steps; undefined if it is accepted. */
function refusalOf(steps: readonly object[]): string | undefined {
  try {
    parseStepsBody({ steps });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    expect(error.status).toBe(400);
    return error.body.message;
  }
}

test.each<[string, (count: number) => readonly object[]]>([
  ["taints", (count) => [{ kind: "taint", nodes, taints: taints(count) }]],
  ["removed taints", (count) => [{ kind: "untaint", nodes, taints: taints(count) }]],
  ["labels", (count) => [{ kind: "label", nodes, labels: labels(count) }]],
  ["removed labels", (count) => [{ kind: "unlabel", nodes, keys: many(count, (at) => `k${at}`) }]],
  ["labels of joining nodes", (count) => [{ kind: "join", nodes: { ...joining, labels: labels(count) } }]],
  ["taints of joining nodes", (count) => [{ kind: "join", nodes: { ...joining, taints: taints(count) } }]],
  [
    "taints of several steps",
    (count) => many(10, (at) => ({ kind: "taint", nodes, taints: taints(count / 10 + (at < count % 10 ? 1 : 0)) })),
  ],
  ["tolerations", (count) => [edit({ kind: "tolerations", to: many(count, (at) => ({ key: `t${at}` })) })]],
  ["values of an affinity", (count) => [edit({ kind: "affinity", to: { nodeSelectorTerms: terms(count) } })]],
  ["a node selector", (count) => [edit({ kind: "nodeSelector", set: labels(count), remove: [] })]],
  [
    "tolerations of a manifest",
    (count) => [{ kind: "apply", manifest: manifest({ tolerations: many(count, (at) => ({ key: `t${at}` })) }) }],
  ],
  ["a manifest as an edit", (count) => [edit({ kind: "manifest", manifest: manifest({ affinity: { nodeAffinity: terms(count) } }) })]],
])("refuses thousands of %s in one sentence, because a preview stores them for each node", (_name, stepsWith) => {
  expect(refusalOf(stepsWith(2000))).toMatch(/^The steps hold 20\d\d .* and at most \d+ are accepted at once: split the request\.$/);
  expect(refusalOf(stepsWith(50))).toBeUndefined();
});

test("accepts a hundred steps with a selector and a label each, and long lists of names", () => {
  const step = (at: number): Step => ({ kind: "label", nodes: { kind: "selector", selector: `a!=${at}` }, labels: { [`k${at}`]: "v" } });
  expect(refusalOf(many(100, step))).toBeUndefined();
  expect(refusalOf([{ kind: "cordon", nodes: { kind: "names", names: many(5000, (at) => `n${at}`) } }])).toBeUndefined();
});
