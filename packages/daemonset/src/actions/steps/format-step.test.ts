import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { DaemonSetEdit } from "../changes/change.ts";
import type { NodeChoice, Step } from "../changes/step.ts";
import { formatStep, formatSteps } from "./format-step.ts";
import { parseStep, parseSteps } from "./parse-step.ts";

const SEED = Number(process.env.SEED ?? 20260611);

const TEXTS: readonly (readonly [string, Step])[] = [
  [
    "taint -l pool=gpu-a dedicated=ml:NoExecute",
    {
      kind: "taint",
      nodes: { kind: "selector", selector: "pool=gpu-a" },
      taints: [{ key: "dedicated", value: "ml", effect: "NoExecute" }],
    },
  ],
  [
    "taint n1 n2 gpu:NoSchedule-",
    { kind: "untaint", nodes: { kind: "names", names: ["n1", "n2"] }, taints: [{ key: "gpu", effect: "NoSchedule" }] },
  ],
  ["taint --all gpu-", { kind: "untaint", nodes: { kind: "all" }, taints: [{ key: "gpu" }] }],
  ["label node-1 tier-", { kind: "unlabel", nodes: { kind: "names", names: ["node-1"] }, keys: ["tier"] }],
  ["label -l 'pool in (a, b)' tier=x", { kind: "label", nodes: { kind: "selector", selector: "pool in (a, b)" }, labels: { tier: "x" } }],
  ["cordon n1 n2", { kind: "cordon", nodes: { kind: "names", names: ["n1", "n2"] } }],
  [
    "set-image logging/fluent-bit fluent-bit=img:2",
    { kind: "edit", namespace: "logging", name: "fluent-bit", edit: { kind: "image", container: "fluent-bit", image: "img:2" } },
  ],
  [
    "set-tolerations a/b gpu=x:NoSchedule dedicated:NoExecute *",
    {
      kind: "edit",
      namespace: "a",
      name: "b",
      edit: {
        kind: "tolerations",
        to: [
          { key: "gpu", operator: "Equal", value: "x", effect: "NoSchedule" },
          { key: "dedicated", operator: "Exists", effect: "NoExecute" },
          { operator: "Exists" },
        ],
      },
    },
  ],
  [
    'apply {"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"a; b \\"}"}}',
    { kind: "apply", manifest: { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: 'a; b "}' } } },
  ],
  ["join 3 like node-1", { kind: "join", nodes: { count: 3, like: "node-1", labels: {}, taints: [], allocatable: {} } }],
  ["leave n1", { kind: "leave", nodes: { kind: "names", names: ["n1"] } }],
  ["delete a/b --cascade=orphan", { kind: "delete", namespace: "a", name: "b", orphan: true }],
];

describe("a step is formatted like kubectl and parsed back", () => {
  it.each(TEXTS)("%s", (text, step) => {
    expect(formatStep(step)).toBe(text);
    expect(parseStep(text)).toEqual(step);
  });
});

const UNREAD: readonly (readonly [string, string])[] = [
  ["tain n1 a:NoSchedule", "tain"],
  ["taint n1", ""],
  ["taint a=b:NoSchedule", "a=b:NoSchedule"],
  ["taint n1 dedicated", ""],
  ["label n1 a=b c-", "c-"],
  ["cordon n1 a=b", "a=b"],
  ["set-image fluent-bit a=b", "fluent-bit"],
  ["set-image a/b c", "c"],
  ["set-strategy a/b Recreate", "Recreate"],
  ["set-budget a/b maxUnavailble=1", "maxUnavailble"],
  ["apply {", "{"],
  ["apply 3", "3"],
  ["label n1 'a=b", "'a=b"],
  ["join many", "many"],
  ["undo a/b first", "first"],
];

describe("an invalid text: the problem names the word and the expected input", () => {
  it.each(UNREAD)("%s", (text, word) => {
    expect(parseSteps(text)).toMatchObject({ kind: "unreadable", word });
  });
});

const name = fc.constantFrom("n1", "node-2", "ip-10-0-0-1.internal");
const key = fc.constantFrom("a", "pool", "example.com/x", "node.kubernetes.io/y");
const value = fc.constantFrom("", "x", "a.b-c", "10");
const some = <T>(each: fc.Arbitrary<T>) => fc.uniqueArray(each, { minLength: 1, maxLength: 3 });
const map = fc.dictionary(key, value, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
const nodes: fc.Arbitrary<NodeChoice> = fc.oneof(
  fc.record({ kind: fc.constant("names" as const), names: some(name) }),
  fc.record({
    kind: fc.constant("selector" as const),
    selector: fc.oneof(fc.constant("pool in (a, b),!c"), fc.string(), fc.constant("it's")),
  }),
  fc.constant({ kind: "all" as const }),
);
const taint = fc.record(
  { key, value: fc.constantFrom("x", "ml"), effect: fc.constantFrom("NoSchedule", "NoExecute") },
  { requiredKeys: ["key", "effect"] },
);
const limit = fc.oneof(fc.nat({ max: 99 }), fc.constant("10%"));
const toleration = fc.record(
  {
    key,
    operator: fc.constantFrom("Equal", "Exists", "Gt"),
    value,
    effect: fc.constantFrom("NoSchedule", "NoExecute"),
    tolerationSeconds: fc.nat({ max: 9 }),
  },
  { requiredKeys: [] },
);
const manifest = fc.record({
  apiVersion: fc.constant("apps/v1"),
  kind: fc.constant("DaemonSet"),
  metadata: fc.record({ name: fc.string() }),
  spec: fc.dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false }), { noNullPrototype: true }),
});
const container = fc.constantFrom("agent", "side-car");
const edit: fc.Arbitrary<DaemonSetEdit> = fc.oneof(
  fc.record({ kind: fc.constant("restart" as const), at: fc.constant("2026-06-01T00:00:00Z") }, { requiredKeys: ["kind"] }),
  fc.record({ kind: fc.constant("tolerations" as const), to: fc.array(toleration, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant("nodeSelector" as const), set: map, remove: fc.uniqueArray(key, { maxLength: 2 }) }),
  fc.record(
    {
      kind: fc.constant("affinity" as const),
      to: fc.constant({ nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }] }),
    },
    { requiredKeys: ["kind"] },
  ),
  fc.record({ kind: fc.constant("image" as const), container, image: fc.constantFrom("a:1", "r.io/x/y@sha256:ab") }),
  fc.record({
    kind: fc.constant("resources" as const),
    container,
    set: fc.constant({ cpu: "100m" }),
    remove: fc.constantFrom([], ["memory"]),
  }),
  fc.record({
    kind: fc.constant("hostPorts" as const),
    container,
    ports: some(
      fc.record(
        { containerPort: fc.integer({ min: 1, max: 65_535 }), protocol: fc.constant("UDP"), hostPort: fc.constantFrom(null, 80) },
        { requiredKeys: ["containerPort", "hostPort"] },
      ),
    ),
  }),
  fc.record({ kind: fc.constant("priorityClass" as const), to: fc.constant("system-node-critical") }, { requiredKeys: ["kind"] }),
  fc.record({ kind: fc.constant("updateStrategyType" as const), to: fc.constantFrom("RollingUpdate" as const, "OnDelete" as const) }),
  fc.record({ kind: fc.constantFrom("limits" as const, "strategy" as const), maxUnavailable: limit, maxSurge: limit }),
  fc.record({ kind: fc.constant("budget" as const), field: fc.constantFrom("maxUnavailable" as const, "maxSurge" as const), to: limit }),
  fc.record({ kind: fc.constant("annotation" as const), key, value: fc.string() }),
  fc.record({ kind: fc.constant("revision" as const), to: fc.nat() }),
  fc.record({ kind: fc.constant("manifest" as const), manifest }),
);
const namespace = fc.constantFrom("default", "kube-system");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("taint" as const), nodes, taints: some(taint) }),
  fc.record({
    kind: fc.constant("untaint" as const),
    nodes,
    taints: some(fc.record({ key, effect: fc.constant("NoExecute") }, { requiredKeys: ["key"] })),
  }),
  fc.record({ kind: fc.constant("label" as const), nodes, labels: map }),
  fc.record({ kind: fc.constant("unlabel" as const), nodes, keys: some(key) }),
  fc.record({ kind: fc.constantFrom("cordon" as const, "uncordon" as const, "leave" as const), nodes }),
  fc.record({ kind: fc.constant("edit" as const), namespace, name, edit }),
  fc.record({ kind: fc.constant("apply" as const), manifest }),
  fc.record({ kind: fc.constant("delete" as const), namespace, name, orphan: fc.boolean() }),
  fc.record({ kind: fc.constant("deletePods" as const), namespace, pods: some(name) }),
  fc.record({
    kind: fc.constant("join" as const),
    nodes: fc.record(
      {
        count: fc.nat({ max: 999 }),
        like: name,
        labels: map,
        taints: fc.array(taint, { maxLength: 2 }),
        allocatable: fc.constant({ cpu: "4" }),
      },
      { requiredKeys: ["count", "labels", "taints", "allocatable"] },
    ),
  }),
);

test(`a formatted and parsed step equals the original, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 4 }), (steps) => {
      expect(parseSteps(formatSteps(steps))).toEqual({ kind: "steps", steps });
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test("no text makes the parser throw", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(["steps", "unreadable"]).toContain(parseSteps(text).kind);
    }),
    { seed: SEED, numRuns: 300 },
  );
});
