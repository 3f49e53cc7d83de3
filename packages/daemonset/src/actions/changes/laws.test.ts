import fc from "fast-check";
import { expect, test } from "vitest";
import { planOf } from "../plan.ts";
import { manualAction } from "./action.ts";
import type { Change, DaemonSetEdit, NodeChange } from "./change.ts";
import type { JsonPatchOperation } from "./json-patch.ts";
import type { DaemonSetFacts, NodeFacts, PlanFacts } from "./plan-facts.ts";

const SEED = Number(process.env.SEED ?? 20260601);
const RUNS = Number(process.env.RUNS ?? 100);

type Json = Record<string, unknown>;

const OMITTED_WHEN_EMPTY = ["labels", "taints", "tolerations", "nodeSelector"];

/** An object as the API serves it: empty lists and maps are omitted. */
function served<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([key, each]) => !OMITTED_WHEN_EMPTY.includes(key) || Object.keys(each ?? {}).length > 0);
  return Object.fromEntries(kept.map(([key, each]) => [key, served(each)])) as Value;
}

/** Applies RFC 6902 as the API server does, for the operations that plans send; throws if a test fails. */
function patched<Value>(object: Value, operations: readonly JsonPatchOperation[]): Value {
  const root = structuredClone(object);
  for (const operation of operations) {
    const names = operation.path.slice(1).split("/");
    const [last = "", ...parents] = names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")).reverse();
    const parent = parents.reverse().reduce<unknown>((at, name) => (at as Json)[name], root) as Json | unknown[];
    if (operation.op === "test") expect([operation.path, (parent as Json)[last] ?? null]).toEqual([operation.path, operation.value]);
    else if (operation.op === "remove") {
      if (Array.isArray(parent)) parent.splice(Number(last), 1);
      else delete parent[last];
    } else if (!Array.isArray(parent)) parent[last] = operation.value;
    else if (operation.op === "add") parent.splice(last === "-" ? parent.length : Number(last), 0, operation.value);
    else parent[Number(last)] = operation.value;
  }
  return served(root);
}

const text = fc.constantFrom("a", "b", "a/b", "~c", "d~1");
const value = fc.constantFrom("", "x", "y");
const taint = fc.record({ key: text, value: fc.constantFrom("x", "y"), effect: fc.constantFrom("NoSchedule", "NoExecute") });
const taints = fc.uniqueArray(taint, { maxLength: 4, selector: ({ key, effect }) => `${key}:${effect}` });
const nodeFacts = fc.record({
  name: fc.constant("n1"),
  uid: fc.constant("u1"),
  labels: fc.dictionary(text, value),
  taints,
  unschedulable: fc.boolean(),
});
const nodes = fc.constant(["n1"]);
const nodeChange: fc.Arbitrary<NodeChange> = fc.oneof(
  fc.record({ kind: fc.constant("taint" as const), nodes, taints, overwrite: fc.constant(true) }),
  fc.record({ kind: fc.constant("untaint" as const), nodes, taints }),
  fc.record({ kind: fc.constant("label" as const), nodes, labels: fc.dictionary(text, value), overwrite: fc.constant(true) }),
  fc.record({ kind: fc.constant("unlabel" as const), nodes, keys: fc.uniqueArray(text) }),
  fc.record({ kind: fc.constantFrom("cordon" as const, "uncordon" as const), nodes }),
);

const toleration = fc.record({ key: text, operator: fc.constant("Exists"), effect: fc.constantFrom("NoSchedule", "NoExecute") });
const daemonSetFacts: fc.Arbitrary<DaemonSetFacts> = fc.record({
  namespace: fc.constant("ns"),
  name: fc.constant("ds"),
  uid: fc.constant("d1"),
  template: fc.record({
    nodeSelector: fc.dictionary(text, value),
    tolerations: fc.array(toleration, { maxLength: 3 }),
    hostNetwork: fc.boolean(),
  }),
  containers: fc.constant([
    { name: "a", image: "a:1" },
    { name: "b", image: "b:1" },
  ]),
  updateStrategy: fc.record({
    type: fc.constantFrom("RollingUpdate", "OnDelete"),
    rollingUpdate: fc.record({ maxUnavailable: fc.oneof(fc.nat(), fc.constant("10%")), maxSurge: fc.constant(0) }),
  }),
  desired: fc.nat(),
});
const edit: fc.Arbitrary<DaemonSetEdit> = fc.oneof(
  fc.record({ kind: fc.constant("tolerations" as const), to: fc.array(toleration, { maxLength: 3 }) }),
  fc.record({
    kind: fc.constant("nodeSelector" as const),
    set: fc.dictionary(fc.constantFrom("a", "b"), value),
    remove: fc.constantFrom(["a/b"], ["~c", "d~1"], []),
  }),
  fc.record({ kind: fc.constant("image" as const), container: fc.constantFrom("a", "b"), image: fc.constant("c:2") }),
  fc.record({ kind: fc.constant("updateStrategyType" as const), to: fc.constantFrom("RollingUpdate" as const, "OnDelete" as const) }),
  fc.record({ kind: fc.constant("limits" as const), maxUnavailable: fc.constantFrom(1, "10%"), maxSurge: fc.constantFrom(0, 2) }),
  fc.record({
    kind: fc.constant("budget" as const),
    field: fc.constantFrom("maxUnavailable" as const, "maxSurge" as const),
    to: fc.oneof(fc.nat(), fc.constant("20%")),
  }),
);

interface NodeObject {
  readonly metadata: { readonly name: string; readonly uid?: string | undefined; readonly labels?: NodeFacts["labels"] };
  readonly spec: { readonly taints?: NodeFacts["taints"]; readonly unschedulable?: boolean };
}
const nodeObject = ({ name, uid, labels, taints: list, unschedulable }: NodeFacts): NodeObject =>
  served({ metadata: { name, uid, labels }, spec: { taints: list, ...(unschedulable === true ? { unschedulable } : {}) } });
const nodeOf = ({ metadata: { name, labels = {} }, spec: { taints: list = [], unschedulable = false } }: NodeObject): NodeFacts => ({
  name,
  uid: "u1",
  labels,
  taints: list,
  unschedulable,
});

const setObject = ({ name, namespace, uid, template, containers, updateStrategy }: DaemonSetFacts) =>
  served({ metadata: { name, namespace, uid }, spec: { template: { spec: { ...template, containers } }, updateStrategy } });
const setOf = ({ spec }: ReturnType<typeof setObject>, before: DaemonSetFacts): DaemonSetFacts => {
  const { containers, ...template } = spec.template.spec;
  return {
    ...before,
    template: { ...template, nodeSelector: template.nodeSelector ?? {}, tolerations: template.tolerations ?? [] },
    containers,
    updateStrategy: spec.updateStrategy,
  };
};

const factsOf = (node: NodeFacts | undefined, set: DaemonSetFacts | undefined): PlanFacts => ({
  cluster: undefined,
  node: () => node,
  nodes: () => (node === undefined ? [] : [node]),
  daemonSet: () => set,
});

/** Sends the requests of a plan one after the other; returns the object, and the changes that undo them. */
function carryOut<Value>(object: Value, facts: PlanFacts, changes: readonly Change[]): readonly [Value, readonly Change[]] {
  const { requests = [], inverse } = planOf(facts, manualAction(...changes));
  const after = requests.reduce((each, request) => (request.kind === "patch" ? patched(each, request.operations) : each), object);
  return [after, inverse.kind === "action" ? inverse.action.changes : []];
}

test(`inverting changes of a node restores the node, seed ${SEED}`, () => {
  fc.assert(
    fc.property(nodeFacts, fc.array(nodeChange, { minLength: 1, maxLength: 4 }), (node, changes) => {
      const before = nodeObject(node);
      const [done, back] = carryOut(before, factsOf(node, undefined), changes);
      expect(carryOut(done, factsOf(nodeOf(done), undefined), back)[0]).toEqual(before);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test(`inverting edits of a DaemonSet restores the DaemonSet, seed ${SEED}`, () => {
  fc.assert(
    fc.property(daemonSetFacts, fc.array(edit, { minLength: 1, maxLength: 4 }), (set, edits) => {
      const before = setObject(set);
      const changes = edits.map((each): Change => ({ kind: "editDaemonSet", namespace: "ns", name: "ds", edit: each }));
      const [done, back] = carryOut(before, factsOf(undefined, set), changes);
      expect(carryOut(done, factsOf(undefined, setOf(done, set)), back)[0]).toEqual(before);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
