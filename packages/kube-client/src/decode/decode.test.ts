import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeControllerRevision } from "./decode-controller-revision.ts";
import { decodeDaemonSet } from "./decode-daemon-set.ts";
import { decodeEvent } from "./decode-event.ts";
import { decodeNode } from "./decode-node.ts";
import { decodePod } from "./decode-pod.ts";
import { createTemplateRedactor } from "./template-redactor.ts";

const SEED = Number(process.env.SEED ?? 20260106);
const metadata = { name: "x", namespace: "d", uid: "u", resourceVersion: "1" };
const template = {
  metadata: { labels: { app: "x" } },
  spec: {
    containers: [
      {
        name: "c",
        image: "i",
        env: [{ name: "PASSWORD", value: "canary-secret" }],
        args: ["--token=canary-secret"],
        command: ["canary-secret"],
      },
    ],
  },
};

describe("decoding", () => {
  it("G7 drops environment values, arguments and last-applied from the decoded object", () => {
    const set = decodeDaemonSet({
      metadata: {
        ...metadata,
        annotations: { "kubectl.kubernetes.io/last-applied-configuration": "canary-secret" },
        managedFields: [{ x: "canary-secret" }],
      },
      spec: { template },
    });
    const revision = decodeControllerRevision({ metadata, data: { spec: { template } }, revision: 1 });
    expect(JSON.stringify([set, revision])).not.toContain("canary-secret");
  });
  it("R29 R33 reads only the last manager of the template, and of the strategy, from managedFields", () => {
    const entry = (manager: string, time: string, fields: object, more: object = {}) => ({
      manager,
      operation: "Update",
      time,
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": fields },
      ...more,
    });
    const template = { "f:template": { "f:spec": { "f:containers": {} } } };
    const managerOf = (...managedFields: object[]) => {
      const decoded = decodeDaemonSet({ metadata: { ...metadata, managedFields }, spec: {} });
      return "object" in decoded ? decoded.object.templateManager : "unusable";
    };
    const applied = entry("kubectl-client-side-apply", "2026-01-05T12:00:00Z", template);
    const set = entry("kubectl-set", "2026-01-05T12:10:00Z", template);
    const scaled = entry("autoscaler", "2026-01-05T12:20:00Z", { "f:updateStrategy": {} });
    const status = entry("kube-controller-manager", "2026-01-05T12:30:00Z", template, { subresource: "status" });
    expect(managerOf(set, applied, scaled, status)).toEqual({ manager: "kubectl-set", atMs: Date.UTC(2026, 0, 5, 12, 10) });
    expect(decodeDaemonSet({ metadata: { ...metadata, managedFields: [scaled, set] }, spec: {} })).toHaveProperty(
      "object.strategyManager",
      "autoscaler",
    );
    expect(managerOf(set, { ...applied, time: set.time }), "two at once").toBeUndefined();
    expect(managerOf({ ...set, time: "yesterday" }, { ...set, manager: "" }, { x: 1 }), "nothing that can be read").toBeUndefined();
    expect(managerOf()).toBeUndefined();
  });
  it("R29 reads the user of a change from an annotation that the manager of the template wrote", () => {
    const key = "daemonscope.dev/changed-by";
    const managerOf = (ownsUser: boolean) => {
      const fieldsV1 = { "f:spec": { "f:template": {} }, ...(ownsUser ? { "f:metadata": { "f:annotations": { [`f:${key}`]: {} } } } : {}) };
      const managedFields = [{ manager: "argocd", operation: "Apply", time: "2026-01-05T12:00:00Z", fieldsType: "FieldsV1", fieldsV1 }];
      const annotations = { [key]: "mia@example.com" };
      const decoded = decodeDaemonSet({ metadata: { ...metadata, annotations, managedFields }, spec: {} });
      return "object" in decoded ? decoded.object.templateManager : "unusable";
    };
    expect(managerOf(true)).toMatchObject({ manager: "argocd", user: "mia@example.com" });
    expect(managerOf(false), "written earlier by another manager").not.toHaveProperty("user");
  });
  it("G7 keeps no full template unless requested", () => {
    expect(decodeDaemonSet({ metadata, spec: { template } })).not.toHaveProperty("object.fullTemplate");
    expect(decodeControllerRevision({ metadata, data: { spec: { template } }, revision: 1 })).not.toHaveProperty("object.fullTemplate");
  });
  it("R6 a revision with creationTimestamp null equals the template without it", () => {
    const old = { ...template, metadata: { ...template.metadata, creationTimestamp: null } };
    const revision = decodeControllerRevision({ metadata, data: { spec: { template: old } }, revision: 1 });
    const set = decodeDaemonSet({ metadata, spec: { template } });
    expect("object" in set && "object" in revision && set.object.templateHash === revision.object.templateHash).toBe(true);
  });
  it("ignores a template that is nested 100,000 levels deep", () => {
    let deep: unknown = "x";
    for (let depth = 0; depth < 100_000; depth++) deep = { deep };
    const revision = decodeControllerRevision({ metadata, data: { spec: { template: deep } }, revision: 1 });
    expect("object" in revision && revision.object.templateHash).toBe(undefined);
    expect(decodeDaemonSet({ metadata, spec: { template: deep } })).toHaveProperty("object");
  });
  it("R6 a template and the data of its revision have one hash, regardless of key order and directive", () => {
    const set = decodeDaemonSet({ metadata, spec: { template } });
    const revision = decodeControllerRevision({
      metadata,
      data: { spec: { template: { $patch: "replace", spec: template.spec, metadata: template.metadata } } },
      revision: 1,
    });
    expect("object" in set && "object" in revision && set.object.templateHash === revision.object.templateHash).toBe(true);
  });
  it("R9 distinguishes sidecars from init containers that end", () => {
    const initContainers = [
      { name: "stays", restartPolicy: "Always", ports: [{ containerPort: 1, hostPort: 1 }] },
      { name: "ends", ports: [{ containerPort: 2, hostPort: 2 }] },
      { name: "odd", restartPolicy: 5 },
    ];
    const decoded = decodeDaemonSet({ metadata, spec: { template: { ...template, spec: { ...template.spec, initContainers } } } });
    expect("object" in decoded && decoded.object.spec.template.sidecars.map(({ name, ports }) => [name, ports])).toEqual([
      ["stays", [{ containerPort: 1, hostPort: 1 }]],
    ]);
  });
  it("R9 keeps the ports of a revision, with protocol and address, and no environment", () => {
    const spec = {
      hostNetwork: true,
      containers: [
        {
          name: "dns",
          ports: [{ containerPort: 53, hostPort: 53, protocol: "UDP", hostIP: "10.0.0.1" }],
          env: [{ name: "A", value: "secret" }],
        },
      ],
      initContainers: [{ name: "stays", restartPolicy: "Always", ports: [{ containerPort: 1 }] }, { name: "ends" }],
    };
    const decoded = decodeControllerRevision({ metadata, data: { spec: { template: { $patch: "replace", spec } } }, revision: 1 });
    expect("object" in decoded && decoded.object.ports).toEqual({
      hostNetwork: true,
      containers: [{ name: "dns", image: "", ports: [{ containerPort: 53, hostPort: 53, protocol: "UDP", hostIP: "10.0.0.1" }] }],
      sidecars: [{ name: "stays", image: "", ports: [{ containerPort: 1 }] }],
    });
    expect(decodeControllerRevision({ metadata, revision: 1 })).not.toHaveProperty("object.ports");
  });
  it("R33 reads when the number of a revision was written, and its template before a restart", () => {
    const managed = (field: string, time: string) => ({ manager: "kube-controller-manager", time, fieldsV1: { [field]: {} } });
    const decoded = (parts: object, annotations?: object) => {
      const data = { spec: { template: { ...template, metadata: { ...template.metadata, ...(annotations && { annotations }) } } } };
      const revision = decodeControllerRevision({ metadata: { ...metadata, ...parts }, data, revision: 1 });
      return "object" in revision ? revision.object : undefined;
    };
    const managedFields = [managed("f:revision", "2026-01-05T12:10:00Z"), managed("f:metadata", "2026-01-05T12:20:00Z")];
    expect(decoded({ managedFields })?.writtenAtMs).toBe(Date.UTC(2026, 0, 5, 12, 10));
    const plain = decoded({});
    expect(plain).not.toHaveProperty("writtenAtMs");
    expect(plain).not.toHaveProperty("restartOf");
    const restarted = { "kubectl.kubernetes.io/restartedAt": "2026-01-05T12:00:00Z" };
    expect(decoded({}, restarted)?.restartOf).toBe(plain?.templateHash);
    expect(decoded({}, { ...restarted, a: "b" })?.restartOf).toBe(decoded({}, { a: "b" })?.templateHash);
  });
  it.each([
    ["the operator", ["policy"], "policy"],
    ["no user of kubectl", ["kubectl-client-side-apply"], undefined],
    ["none of several", ["policy", "other"], undefined],
    ["an unknown one", [], undefined],
  ])("R33 the manager that set the owner reference is %s", (_what, managers, expected) => {
    const managedFields = managers.map((manager) => ({ manager, fieldsV1: { "f:metadata": { "f:ownerReferences": {} } } }));
    const decoded = decodeDaemonSet({ metadata: { ...metadata, ownerReferences: [{ kind: "A" }], managedFields }, spec: {} });
    expect("object" in decoded && decoded.object.ownerManager).toBe(expected);
  });
  it("reports an object without a name or uid as a problem", () => {
    for (const decode of [decodeNode, decodePod, decodeDaemonSet, decodeControllerRevision, decodeEvent])
      expect(decode({ metadata: { name: 5 } })).toHaveProperty("problem");
  });
  it("keeps a label named __proto__, and pollutes no prototype", () => {
    const decoded = decodeNode(
      JSON.parse('{"metadata":{"name":"n","uid":"u","resourceVersion":"1","labels":{"__proto__":"x","constructor":"y"}}}'),
    );
    expect("object" in decoded && Object.keys(decoded.object.metadata.labels ?? {})).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
  it("keeps finalizers only of an object that is being deleted", () => {
    const finalizers = ["x.example.com/hold"];
    const finalizersOf = (parts: object) => {
      const decoded = decodePod({ metadata: { ...metadata, ...parts } });
      return "object" in decoded ? decoded.object.metadata.finalizers : "problem";
    };
    expect(finalizersOf({ finalizers, deletionTimestamp: "2026-01-01T00:00:00Z" })).toEqual(finalizers);
    expect(finalizersOf({ finalizers: [], deletionTimestamp: "2026-01-01T00:00:00Z" })).toBeUndefined();
    expect(finalizersOf({ finalizers })).toBeUndefined();
  });
  it("C11 keeps init containers and sidecars that wait or have a problem, with their role", () => {
    const failed = { exitCode: 7, reason: "Error", startedAt: "2026-01-01T00:00:00Z", finishedAt: "2026-01-01T00:00:01Z" };
    const completed = { exitCode: 0, reason: "Completed" };
    const running = { startedAt: "2026-01-01T00:00:02Z" };
    const status = (name: string, state: object, lastState: object = {}) => ({ name, restartCount: 2, state, lastState });
    const kept = (...initContainerStatuses: object[]) => {
      const initContainers = [{ name: "init" }, { name: "sidecar", restartPolicy: "Always" }];
      const decoded = decodePod({ metadata, spec: { initContainers }, status: { initContainerStatuses } });
      return "object" in decoded ? decoded.object.status.containers : [];
    };
    expect(kept(status("init", { terminated: completed }), status("sidecar", { running }))).toEqual([]);
    expect(kept(status("init", { terminated: completed }, { terminated: failed }))).toEqual([]);
    expect(kept(status("init", { running }, { terminated: failed }), status("sidecar", { waiting: { reason: "" } }))).toMatchObject([
      { name: "init", role: "init", lastTerminated: failed },
      { name: "sidecar", role: "sidecar" },
    ]);
    expect(kept(status("init", { terminated: failed }))).toMatchObject([{ role: "init", state: { kind: "terminated", ...failed } }]);
    expect(kept(status("sidecar", { terminated: completed }, { terminated: completed }))).toMatchObject([{ role: "sidecar" }]);
    expect(kept(status("sidecar", { running }, { terminated: completed }))).toMatchObject([{ role: "sidecar", restartCount: 2 }]);
  });
  const rule = (action: string, operator: string, ...values: readonly number[]) => ({ action, exitCodes: { operator, values } });
  it.each([
    ["no policy", {}, 1, undefined],
    ["Always", { restartPolicy: "Always" }, 1, undefined],
    ["Never", { restartPolicy: "Never" }, 0, true],
    ["OnFailure after success", { restartPolicy: "OnFailure" }, 0, true],
    ["OnFailure after an error", { restartPolicy: "OnFailure" }, 1, undefined],
    ["Never with a rule for this code", { restartPolicy: "Never", restartPolicyRules: [rule("Restart", "In", 42)] }, 42, undefined],
    ["Never with a rule for other codes", { restartPolicy: "Never", restartPolicyRules: [rule("Restart", "In", 42)] }, 1, true],
    ["Never with NotIn", { restartPolicy: "Never", restartPolicyRules: [rule("Restart", "NotIn", 42)] }, 1, undefined],
    ["a restart of all", { restartPolicy: "Never", restartPolicyRules: [rule("RestartAllContainers", "In", 1)] }, 1, undefined],
    ["an unknown action", { restartPolicy: "Never", restartPolicyRules: [rule("Wait", "In", 1)] }, 1, true],
    ["rules that are no rules", { restartPolicy: "Never", restartPolicyRules: [{ action: "Restart" }, 7] }, 1, true],
  ])("C11 a container that ended is final under its own policy: %s", (_, policy, exitCode, isFinal) => {
    const containers = [{ name: "agent", ...policy }, { name: "other" }];
    const containerStatuses = [
      { name: "agent", state: { terminated: { exitCode } } },
      { name: "other", state: { running: {} } },
    ];
    const decoded = decodePod({
      metadata: { name: "p", namespace: "n", uid: "u", resourceVersion: "1" },
      spec: { containers },
      status: { containerStatuses },
    });
    const statuses = "object" in decoded ? decoded.object.status.containers : [];
    expect(statuses.map((each) => each.isFinal)).toEqual([isFinal, undefined]);
  });
  it("truncates a text of 64 KB with a mark", () => {
    const decoded = decodePod({ metadata, status: { message: "x".repeat(65_536) } });
    expect("object" in decoded && (decoded.object.status.message ?? "").length).toBeLessThan(4200);
  });
  it(`never throws, for any field types, seed ${SEED}`, () => {
    const redact = createTemplateRedactor({ key: new Uint8Array(32), showValues: false });
    const wild = fc.anything({ maxDepth: 3 });
    const field = fc.constantFrom(
      "labels",
      "taints",
      "containers",
      "conditions",
      "template",
      "status",
      "spec",
      "nodeName",
      "affinity",
      "updateStrategy",
      "containerStatuses",
      "tolerations",
      "series",
      "data",
    );
    fc.assert(
      fc.property(fc.dictionary(field, wild), fc.dictionary(field, wild), wild, (spec, status, data) => {
        const object = {
          metadata: { ...metadata, ...spec },
          spec: { ...spec, template: { spec, metadata: status } },
          status,
          data: { spec: { template: data } },
          involvedObject: data,
        };
        for (const decode of [decodeNode, decodePod, decodeDaemonSet, decodeControllerRevision, decodeEvent]) decode(object);
        for (const decode of [decodeDaemonSet, decodeControllerRevision]) decode(object, redact);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
