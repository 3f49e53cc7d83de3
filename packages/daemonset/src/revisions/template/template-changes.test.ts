import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { compareTemplates } from "./compare-templates.ts";
import { type DiffLine, unifiedDiff } from "./line-diff.ts";
import { MAX_CHANGES, templateChanges } from "./template-changes.ts";
import { templateDifferences } from "./template-difference.ts";
import { templateYaml } from "./template-yaml.ts";

const SEED = Number(process.env.SEED ?? 20260801);
const RUNS = Number(process.env.RUNS ?? 400);

const pod = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({ metadata, spec });
const agent = (fields: JsonObject): JsonObject => pod({ containers: [{ name: "agent", ...fields }] });
const words = (before: JsonValue, after: JsonValue) => templateChanges(before, after).changes.map((change) => change.words);

/** Applies a diff: checks each line that it keeps or removes, and returns the resulting text. */
function patched(before: readonly string[], diff: readonly DiffLine[]): readonly string[] {
  const applied: string[] = [];
  let at = 0;
  for (const { kind, text } of diff)
    if (kind === "hunk") {
      const [, start = "", length] = /^@@ -(\d+)(?:,(\d+))? /.exec(text) ?? [];
      const from = Number(start) - (length === "0" ? 0 : 1);
      applied.push(...before.slice(at, from));
      at = from;
    } else {
      if (kind !== "added") expect(text).toBe(before[at++]);
      if (kind !== "removed") applied.push(text);
    }
  return [...applied, ...before.slice(at)];
}

describe("R16 changes as text", () => {
  test.each<readonly [string, JsonObject, JsonObject, readonly string[]]>([
    ["an image", agent({ image: "agent:1" }), agent({ image: "agent:2" }), ["container agent: image agent:1 → agent:2"]],
    [
      "an added variable",
      agent({ env: [] }),
      agent({ env: [{ name: "LOG_LEVEL", value: "debug" }] }),
      ["container agent: env LOG_LEVEL added: debug"],
    ],
    ["a removed variable", agent({ env: [{ name: "A", value: "1" }] }), agent({ env: [] }), ["container agent: env A removed: 1"]],
    [
      "a variable is read from a Secret now",
      agent({ env: [{ name: "T" }] }),
      agent({ env: [{ name: "T", valueFrom: { secretKeyRef: { name: "creds", key: "token" } } }] }),
      ["container agent: env T valueFrom added: secretKeyRef: name: creds, key: token"],
    ],
    [
      "a new variable from a ConfigMap",
      agent({ env: [] }),
      agent({ env: [{ name: "T", valueFrom: { configMapKeyRef: { name: "settings", key: "t" } } }] }),
      ["container agent: env T added: from configMapKeyRef settings, key t"],
    ],
    [
      "an argument by its index",
      agent({ args: ["run", "--v=2"] }),
      agent({ args: ["run", "--v=4", "--trace"] }),
      ["container agent: argument 2 --v=2 → --v=4", "container agent: argument 3 added: --trace"],
    ],
    [
      "resources",
      agent({ resources: { limits: { cpu: "1", memory: "100Mi" } } }),
      agent({ resources: { limits: { memory: "200Mi" }, requests: { cpu: "50m" } } }),
      [
        "container agent: resources.limits.cpu removed: 1",
        "container agent: resources.limits.memory 100Mi → 200Mi",
        "container agent: resources.requests.cpu added: 50m",
      ],
    ],
    [
      "ports by number and protocol, mounts by path",
      agent({ ports: [{ containerPort: 53 }], volumeMounts: [{ name: "a", mountPath: "/a" }] }),
      agent({
        ports: [{ containerPort: 53, protocol: "UDP" }, { containerPort: 53 }],
        volumeMounts: [{ name: "b", mountPath: "/a", readOnly: true }],
      }),
      [
        "container agent: port 53/UDP added: containerPort: 53, protocol: UDP",
        "container agent: mount /a name a → b",
        "container agent: mount /a readOnly added: true",
      ],
    ],
    [
      "a second container",
      pod({ containers: [{ name: "a", image: "a:1" }] }),
      pod({
        containers: [
          { name: "a", image: "a:1" },
          { name: "b", image: "b:1", args: ["x"] },
        ],
      }),
      ["container b added: image b:1"],
    ],
    [
      "a toleration is added, and another has other seconds",
      pod({ tolerations: [{ key: "k", operator: "Exists", effect: "NoExecute", tolerationSeconds: 30 }] }),
      pod({
        tolerations: [
          { key: "dedicated", value: "gpu", effect: "NoSchedule" },
          { key: "k", operator: "Exists", effect: "NoExecute", tolerationSeconds: 60 },
          { operator: "Exists" },
        ],
      }),
      [
        "toleration dedicated=gpu:NoSchedule added",
        "toleration k Exists:NoExecute tolerationSeconds 30 → 60",
        "toleration every taint added",
      ],
    ],
    [
      "volumes",
      pod({
        volumes: [
          { name: "logs", hostPath: { path: "/var/log" } },
          { name: "c", configMap: { name: "one" } },
        ],
      }),
      pod({
        volumes: [
          { name: "c", configMap: { name: "two" } },
          { name: "creds", secret: { secretName: "creds" } },
        ],
      }),
      ["volume logs removed: hostPath, path /var/log", "volume c configMap.name one → two", "volume creds added: secret, secretName creds"],
    ],
    [
      "labels, annotations, node selector",
      pod({ nodeSelector: { disk: "ssd" } }, { labels: { app: "a" }, annotations: { "example.org/x.y": "1" } }),
      pod({ nodeSelector: { disk: "nvme" } }, { labels: { app: "a", tier: "1" }, annotations: {} }),
      ["annotation example.org/x.y removed: 1", "label tier added: 1", "node selector disk ssd → nvme"],
    ],
    [
      "a restart",
      pod({}, { annotations: { "kubectl.kubernetes.io/restartedAt": "2026-08-01T00:00:00Z" } }),
      pod({}, { annotations: { "kubectl.kubernetes.io/restartedAt": "2026-08-02T00:00:00Z" } }),
      ["annotation kubectl.kubernetes.io/restartedAt 2026-08-01T00:00:00Z → 2026-08-02T00:00:00Z (kubectl rollout restart)"],
    ],
    [
      "names new lists and maps by their content",
      pod({ containers: [{ name: "a" }] }),
      pod({
        containers: [{ name: "a", env: [{ name: "X", value: "1" }], args: ["run"], volumeMounts: [], resources: {} }],
        nodeSelector: { disk: "ssd" },
        tolerations: [{ operator: "Exists" }],
      }),
      [
        "container a: argument 1 added: run",
        "container a: env X added: 1",
        "container a: resources added: {}",
        "container a: volumeMounts added: []",
        "node selector disk added: ssd",
        "toleration every taint added",
      ],
    ],
    ["host network", pod({}), pod({ hostNetwork: true }), ["hostNetwork added: true"]],
    [
      "fields of a probe and of an affinity",
      pod({
        containers: [{ name: "agent", livenessProbe: { httpGet: { port: 1 } } }],
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: "gpu", operator: "In", values: ["a"] }] }],
            },
          },
        },
      }),
      pod({
        containers: [{ name: "agent", livenessProbe: { httpGet: { port: 2 } } }],
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: "gpu", operator: "In", values: ["a", "b"] }] }],
            },
          },
        },
      }),
      [
        "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1].matchExpressions[gpu In].values[2] added: b",
        "container agent: livenessProbe.httpGet.port 1 → 2",
      ],
    ],
    [
      "a hidden value is reported as changed, without its content",
      agent({ env: [{ name: "P", value: { $hidden: "one" } }], args: [{ $hidden: "x", $shown: "--token=" }] }),
      agent({ env: [{ name: "P", value: { $hidden: "two" } }], args: [{ $hidden: "y", $shown: "--token=" }] }),
      ["container agent: argument 1 changed, both values are hidden", "container agent: env P changed, both values are hidden"],
    ],
    ["null is absent", pod({ a: null }, { creationTimestamp: null }), pod({}), []],
  ])("%s", (_name, before, after, expected) => {
    expect(words(before, after)).toEqual(expected);
  });

  it("a meaningless reorder is no change and is reported separately", () => {
    const before = pod({ volumes: [{ name: "a" }, { name: "b" }], tolerations: [{ key: "x" }, { key: "y" }] });
    const after = pod({ volumes: [{ name: "b" }, { name: "a" }], tolerations: [{ key: "y" }, { key: "x" }] });
    expect(templateChanges(before, after)).toEqual({ changes: [], more: 0, reordered: ["spec.tolerations", "spec.volumes"] });
  });
  it("a meaningful reorder is a change", () => {
    const list = (...names: string[]) => names.map((name) => ({ name }));
    const before = pod({ initContainers: list("a", "b"), containers: [{ name: "c", env: list("X", "Y") }] });
    const after = pod({ initContainers: list("b", "a"), containers: [{ name: "c", env: list("Y", "X") }] });
    expect(words(before, after)).toEqual(["container c: env are in another order", "initContainers are in another order"]);
  });
  it("shows long texts from the first difference, and counts further changes", () => {
    const long = "x".repeat(65_536);
    const [change] = templateChanges(agent({ image: `${long}1` }), agent({ image: `${long}2` })).changes;
    expect(change?.words.length).toBeLessThan(400);
    expect(change?.before).not.toBe(change?.after);
    const labels = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`l${at}`, "v"]));
    const many = templateChanges(pod({}, { labels: {} }), pod({}, { labels }));
    expect([many.changes.length, many.more]).toEqual([MAX_CHANGES, 100]);
  });
});

const text = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom("", "a", "b", "x".repeat(65_536), "__proto__", "#1", "a\nb"));
const field = fc.constantFrom(
  "spec",
  "metadata",
  "labels",
  "containers",
  "env",
  "args",
  "ports",
  "volumes",
  "tolerations",
  "values",
  "nodeSelectorTerms",
  "name",
  "value",
  "key",
  "containerPort",
  "__proto__",
  "$hidden",
  "x",
);
const hostile: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    text,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.record({ name: text, value: tie("value") }), { maxLength: 4 }),
    fc.dictionary(field, tie("value"), { maxKeys: 4 }),
  ),
})).value;
const options = { seed: SEED, numRuns: RUNS };

/** Returns the paths of all plain values, lists by index, of trees without lists that are joined by name. */
function leaves(value: JsonValue, path = ""): ReadonlyMap<string, JsonValue> {
  const found = new Map<string, JsonValue>();
  const add = (inside: JsonValue, at: string) => {
    for (const [name, leaf] of leaves(inside, at)) found.set(name, leaf);
  };
  if (isJsonList(value)) for (const [at, element] of value.entries()) add(element, `${path}[#${at + 1}]`);
  else if (isJsonObject(value)) for (const name of Object.keys(value)) add(value[name] ?? null, path === "" ? name : `${path}.${name}`);
  else if (value !== null) found.set(path, value);
  return found;
}

describe("R16 laws", () => {
  it(`a template has no difference to itself, seed ${SEED}`, () => {
    fc.assert(
      fc.property(hostile, (template) => {
        const copy = structuredClone(template);
        expect(templateDifferences(template, copy)).toEqual([]);
        expect(compareTemplates(template, copy)).toMatchObject({ changes: [], more: 0, reordered: [], diff: [] });
      }),
      options,
    );
  });
  it(`never throws, and bounds each sentence and line, seed ${SEED}`, () => {
    fc.assert(
      fc.property(hostile, hostile, (before, after) => {
        for (const { words } of compareTemplates(before, after).changes) expect(words.length).toBeLessThan(3000);
      }),
      options,
    );
  });
  it(`mentions every plain value that differs, and no other, seed ${SEED}`, () => {
    const plain = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.integer({ min: 0, max: 2 }),
        fc.constantFrom("a", "b"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("p", "q", "r"), tie("value"), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(plain, plain, (before, after) => {
        const [left, right] = [leaves(before), leaves(after)];
        const differing = [...new Set([...left.keys(), ...right.keys()])].filter((path) => left.get(path) !== right.get(path));
        const { changes, more } = templateChanges(before, after);
        if (more > 0) return;
        const covers = (change: string, path: string) =>
          path === change || (path.startsWith(change) && (change === "" || /^[.[]/.test(path.slice(change.length))));
        for (const path of differing) expect(changes.some((change) => covers(change.path, path))).toBe(true);
        // A value without plain values may also be added or removed.
        const isHollow = (value: string) => !/[ab0-2]/.test(value);
        for (const change of changes)
          expect(differing.some((path) => covers(change.path, path)) || isHollow(`${change.before ?? ""}${change.after ?? ""}`)).toBe(true);
      }),
      options,
    );
  });
  const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 });
  const word = fc.constantFrom("one", "two", "three");
  const container = (name: string) =>
    fc.record({
      name: fc.constant(name),
      image: word,
      args: fc.array(word, { maxLength: 3 }),
      env: names.chain((all) => fc.tuple(...all.map((each) => fc.record({ name: fc.constant(each), value: word })))),
      volumeMounts: names.chain((all) => fc.tuple(...all.map((each) => fc.record({ mountPath: fc.constant(`/${each}`), name: word })))),
    });
  const realistic: fc.Arbitrary<JsonObject> = fc.record({
    metadata: fc.record({ labels: fc.dictionary(fc.constantFrom("x", "y"), word, { noNullPrototype: true }) }),
    spec: fc.record({
      containers: names.chain((all) => fc.tuple(...all.map(container))),
      tolerations: names.chain((all) => fc.tuple(...all.map((key) => fc.record({ key: fc.constant(key), tolerationSeconds: fc.nat(3) })))),
      volumes: names.chain((all) =>
        fc.tuple(...all.map((name) => fc.record({ name: fc.constant(name), configMap: fc.record({ name: word }) }))),
      ),
    }),
  });
  /** Returns the value with its `at`-th plain value replaced. */
  function withLeaf(value: JsonValue, at: { left: number }): JsonValue {
    if (isJsonList(value)) return value.map((element) => withLeaf(element, at));
    if (isJsonObject(value)) return Object.fromEntries(Object.keys(value).map((name) => [name, withLeaf(value[name] ?? null, at)]));
    return at.left-- === 0 ? "changed" : value;
  }
  it(`names a replaced plain value with its new value, seed ${SEED}`, () => {
    fc.assert(
      fc.property(realistic, fc.nat(60), (before, index) => {
        const after = withLeaf(before, { left: index });
        const { changes } = templateChanges(before, after);
        if (JSON.stringify(after) === JSON.stringify(before)) expect(changes).toEqual([]);
        else expect(changes.some((change) => change.words.includes("changed"))).toBe(true);
      }),
      options,
    );
  });
  it(`reversing a list without order is no change, seed ${SEED}`, () => {
    fc.assert(
      fc.property(realistic, (before) => {
        const reversed = JSON.parse(JSON.stringify(before), (name, value) =>
          ["tolerations", "volumes", "volumeMounts"].includes(name) ? value.reverse() : value,
        );
        expect(templateChanges(before, reversed).changes).toEqual([]);
      }),
      options,
    );
  });
  it(`the text between hunks and the added lines give the new text, seed ${SEED}`, () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        expect(patched(before, unifiedDiff(before, after))).toEqual(after);
      }),
      { ...options, numRuns: RUNS * 5 },
    );
  });
  it("a difference of more than 300 lines is one replacement between the common ends, and still applies", () => {
    const before = Array.from({ length: 5000 }, (_, at) => `a${at}`);
    const after = before.map((line, at) => (at > 1000 && at < 3000 ? `b${at}` : line));
    const diff = unifiedDiff(before, after);
    expect(diff[0]?.text).toBe("@@ -999,2005 +999,2005 @@");
    expect(diff.length).toBe(1 + 3 + 2 * 1999 + 3);
    expect(patched(before, diff)).toEqual(after);
    const [many, few] = [before.slice(0, 1000), ["x"]];
    expect([patched(many, unifiedDiff(many, few)), patched(few, unifiedDiff(few, many))]).toEqual([few, many]);
  });
  it("compares a template nested 100,000 deep down to a limit", () => {
    let [before, after]: [JsonValue, JsonValue] = ["a", "b"];
    for (let depth = 0; depth < 100_000; depth++) [before, after] = [[before], [after]];
    expect(compareTemplates(before, after).changes).toEqual([]);
  });
});

describe("R17 YAML and its lines", () => {
  it("is formatted like kubectl: sorted fields, dashes below their field, blocks for lines, quotes where needed", () => {
    const template = {
      spec: {
        hostNetwork: true,
        containers: [
          {
            name: "agent",
            image: "registry:5000/agent:1",
            args: ["--v=2", "-x", "two words", "yes", "012", "1e3"],
            env: [{ name: "A", value: "1" }],
          },
          {
            name: "b",
            resources: { limits: { memory: "100Mi", cpu: "1" } },
            script: "#!/bin/sh\necho 'a: b'\n",
            tail: "a\n\n",
            none: [],
            empty: {},
          },
        ],
        matrix: [["a"], [], {}],
        terminationGracePeriodSeconds: 30,
      },
    };
    expect(templateYaml(template).join("\n")).toMatchInlineSnapshot(`
      "spec:
        containers:
        - args:
          - --v=2
          - -x
          - "two words"
          - "yes"
          - "012"
          - "1e3"
          env:
          - name: A
            value: "1"
          image: registry:5000/agent:1
          name: agent
        - empty: {}
          name: b
          none: []
          resources:
            limits:
              cpu: "1"
              memory: 100Mi
          script: |
            #!/bin/sh
            echo 'a: b'
          tail: |+
            a

        hostNetwork: true
        matrix:
        - - a
        - []
        - {}
        terminationGracePeriodSeconds: 30"
    `);
  });
  it("numbers hidden values across both sides, so that a change is visible", () => {
    const secret = (value: string) =>
      agent({
        env: [
          { name: "P", value: { $hidden: value } },
          { name: "Q", value: { $hidden: "same" } },
        ],
      });
    expect(compareTemplates(secret("one"), secret("two")).diff.map(({ kind, text }) => `${kind} ${text}`)).toMatchInlineSnapshot(`
      [
        "hunk @@ -3,7 +3,7 @@",
        "same   containers:",
        "same   - env:",
        "same     - name: P",
        "removed       value: <hidden 1>",
        "added       value: <hidden 3>",
        "same     - name: Q",
        "same       value: <hidden 2>",
        "same     name: agent",
      ]
    `);
  });
  it("writes hunks as diff -u does", () => {
    const before = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    const after = ["a", "b", "X", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"];
    expect(unifiedDiff(before, after).map(({ text }) => text)).toEqual([
      "@@ -1,6 +1,6 @@",
      "a",
      "b",
      "c",
      "X",
      "d",
      "e",
      "f",
      "@@ -10,3 +10,4 @@",
      "j",
      "k",
      "l",
      "m",
    ]);
    expect(unifiedDiff([], ["x"])[0]?.text).toBe("@@ -0,0 +1 @@");
    expect(unifiedDiff(before, before)).toEqual([]);
  });
  it("stops after 5,000 lines and reports how many are omitted", () => {
    const lines = templateYaml({ values: Array.from({ length: 6000 }, (_, at) => at) });
    expect([lines.length, lines[lines.length - 1]]).toEqual([5001, "# 1001 more lines"]);
  });
});
