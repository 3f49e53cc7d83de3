import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { daemonSet, node, pod, type TestedApi, testedApi } from "../api.fixture.ts";

let api: TestedApi;
beforeEach(async () => {
  api = await testedApi();
});
afterEach(() => api.close());

const SETS = "/apis/apps/v1/namespaces/default/daemonsets";
const JSON_PATCH = { "content-type": "application/json-patch+json" };
const MERGE = { "content-type": "application/merge-patch+json" };
const STRATEGIC = { "content-type": "application/strategic-merge-patch+json" };

describe("POST", () => {
  it("creates with 201, and refuses a second object with 409", async () => {
    expect(await api.ask("POST", SETS, daemonSet("x"))).toMatchObject({
      code: 201,
      body: { kind: "DaemonSet", metadata: { name: "x", namespace: "default", generation: 1 } },
    });
    expect(await api.ask("POST", SETS, daemonSet("x"))).toMatchObject({
      code: 409,
      body: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        reason: "AlreadyExists",
        message: 'daemonsets.apps "x" already exists',
        details: { name: "x", group: "apps", kind: "daemonsets" },
        code: 409,
      },
    });
  });

  it.each([
    [
      { ...daemonSet("x"), apiVersion: "v1", kind: "Pod" },
      400,
      'Pod in version "v1" cannot be handled as a DaemonSet: converting (v1.Pod) to (apps.DaemonSet): unknown conversion',
    ],
    [
      { ...daemonSet("x"), kind: "Foo" },
      400,
      'Foo in version "v1" cannot be handled as a DaemonSet: no kind "Foo" is registered for version "apps/v1"',
    ],
    [{ ...daemonSet("x"), metadata: { name: "x", namespace: "other" } }, 400, "does not match the namespace sent on the request"],
    ["{", 400, "the object provided is unrecognized (must be of type DaemonSet): couldn't get version/kind; json parse error: "],
    [{ ...daemonSet("x"), spec: { selector: {} } }, 422, "empty selector is invalid for daemonset"],
  ])("refuses invalid body %#", async (body, code, message) => {
    const answer = await api.ask("POST", SETS, body);
    expect(answer.code).toBe(code);
    expect(answer.body.message).toContain(message);
  });

  it("names the causes of an invalid object", async () => {
    const set = daemonSet("x");
    const { body } = await api.ask("POST", SETS, { ...set, spec: { ...set.spec, updateStrategy: { rollingUpdate: { maxSurge: 1 } } } });
    expect(body).toMatchObject({
      reason: "Invalid",
      details: {
        kind: "DaemonSet",
        causes: [
          {
            reason: "FieldValueInvalid",
            field: "spec.updateStrategy.rollingUpdate.maxSurge",
            message: "Invalid value: 1: may not be set when maxUnavailable is non-zero",
          },
        ],
      },
    });
  });

  it("refuses other types than JSON, YAML and protobuf with 415, and invalid protobuf with 400", async () => {
    expect(await api.ask("POST", SETS, "x", { "content-type": "text/plain" })).toMatchObject({
      code: 415,
      body: {
        message:
          "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf",
      },
    });
    expect((await api.ask("POST", SETS, "k8s\0", { "content-type": "application/vnd.kubernetes.protobuf" })).code).toBe(400);
  });

  it("accepts YAML", async () => {
    const yaml =
      "metadata: {name: set}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec: {containers: [{name: c, image: i}]}\n";
    expect((await api.ask("POST", SETS, yaml, { "content-type": "application/yaml" })).code).toBe(201);
  });

  it("F01 reads YAML as the API server does: octal modes, and the last value of a duplicate key", async () => {
    const yaml =
      "metadata: {name: set, labels: {a: one, a: two}}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n" +
      "    spec: {containers: [{name: c, image: i}], volumes: [{name: v, configMap: {name: s, defaultMode: 0744}}]}\n";
    expect(await api.ask("POST", SETS, yaml, { "content-type": "application/yaml" })).toMatchObject({
      code: 201,
      body: { metadata: { labels: { a: "two" } }, spec: { template: { spec: { volumes: [{ configMap: { defaultMode: 484 } }] } } } },
    });
    expect(await api.ask("POST", SETS, "a:\n  b: c: d\n", { "content-type": "application/yaml" })).toMatchObject({
      code: 400,
      body: { message: expect.stringContaining("error converting YAML to JSON: yaml: line 2: ") },
    });
  });

  it("with dryRun=All validates everything and stores nothing", async () => {
    expect((await api.ask("POST", `${SETS}?dryRun=All`, daemonSet("x"))).code).toBe(201);
    expect((await api.ask("POST", `${SETS}?dryRun=All`, { ...daemonSet("x"), spec: {} })).code).toBe(422);
    expect(api.store.list("daemonsets")).toEqual([]);
  });

  it("refuses unknown fields if strict, names them in warnings by default, and never stores them", async () => {
    const set = { ...daemonSet("x"), colour: "red" };
    const strict = await api.ask("POST", `${SETS}?fieldValidation=Strict`, set);
    expect(strict).toMatchObject({
      code: 400,
      body: { message: 'DaemonSet in version "v1" cannot be handled as a DaemonSet: strict decoding error: unknown field "colour"' },
    });
    const warned = await api.ask("POST", SETS, set);
    expect(warned.headers.get("warning")).toBe('299 - "unknown field \\"colour\\""');
    expect(warned.body).not.toHaveProperty("colour");
  });

  it("keeps the last of duplicate keys, warns of them in order with unknown fields, and refuses them if strict", async () => {
    const text = JSON.stringify({ ...daemonSet("x"), colour: { a: 1 } });
    const twice = text.replace('"colour":{', '"colour":{"a":0,').replace('"image":', '"image":"b","image":');
    const send = (validation: string) =>
      fetch(`${api.url}${SETS}?fieldValidation=${validation}&dryRun=All`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: twice,
      });
    const warned = await send("Warn");
    const named = ['duplicate field "spec.template.spec.containers[0].image"', 'unknown field "colour"'];
    expect([warned.status, warned.headers.get("warning")]).toEqual([201, named.map((text) => `299 - ${JSON.stringify(text)}`).join(", ")]);
    expect(((await (await send("Strict")).json()) as { message: string }).message).toBe(
      `DaemonSet in version "v1" cannot be handled as a DaemonSet: strict decoding error: ${named.join(", ")}`,
    );
    expect((await send("Ignore")).headers.get("warning")).toBeNull();
  });

  it("warns about accepted values after unknown fields, also for a template patch but not for a patch of metadata", async () => {
    const set = daemonSet("x");
    Object.assign(set.spec.template.spec, { terminationGracePeriodSeconds: -1 });
    const grace =
      '299 - "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1"';
    const created = await api.ask("POST", SETS, { ...set, colour: "red" });
    expect([created.code, created.headers.get("warning")]).toEqual([201, `299 - "unknown field \\"colour\\"", ${grace}`]);
    const patch = async (body: object) =>
      (await api.ask("PATCH", `${SETS}/x`, body, { "content-type": "application/strategic-merge-patch+json" })).headers.get("warning");
    expect(await patch({ metadata: { labels: { a: "b" } } })).toBeNull();
    expect(await patch({ spec: { template: { metadata: { annotations: { a: "b" } } } } })).toBe(grace);
  });
});

describe("PUT", () => {
  it("replaces with 200, and refuses a stale version with 409", async () => {
    const { body: created } = await api.ask("POST", SETS, daemonSet("x"));
    const changed = { ...created, spec: { ...(created.spec as object), minReadySeconds: 5 } };
    expect(await api.ask("PUT", `${SETS}/x`, changed)).toMatchObject({
      code: 200,
      body: { metadata: { generation: 2 }, spec: { minReadySeconds: 5 } },
    });
    expect(await api.ask("PUT", `${SETS}/x`, { ...changed, spec: created.spec })).toMatchObject({
      code: 409,
      body: {
        reason: "Conflict",
        message:
          'Operation cannot be fulfilled on daemonsets.apps "x": the object has been modified; please apply your changes to the latest version and try again',
      },
    });
    expect(await api.ask("PUT", `${SETS}/gone`, daemonSet("gone"))).toMatchObject({
      code: 404,
      body: { message: 'daemonsets.apps "gone" not found' },
    });
    expect((await api.ask("PUT", `${SETS}/x`, daemonSet("y"))).code).toBe(400);
  });

  it("to the status changes the status only", async () => {
    const { body: created } = await api.ask("POST", SETS, daemonSet("x"));
    const { body } = await api.ask("PUT", `${SETS}/x/status`, {
      ...created,
      spec: {},
      status: { ...(created.status as object), numberReady: 2 },
    });
    expect(body).toMatchObject({ metadata: { generation: 1 }, spec: { revisionHistoryLimit: 10 }, status: { numberReady: 2 } });
  });
});

describe("PATCH", () => {
  it.each([
    [
      "kubectl set image",
      "daemonsets",
      `${SETS}/x`,
      STRATEGIC,
      { spec: { template: { spec: { containers: [{ name: "a", image: "a:2" }] } } } },
      {
        metadata: { generation: 2 },
        spec: { template: { spec: { containers: [{ name: "a", image: "a:2", imagePullPolicy: "IfNotPresent" }] } } },
      },
    ],
    [
      "kubectl label",
      "nodes",
      "/api/v1/nodes/n",
      MERGE,
      { metadata: { labels: { zone: "a", old: null } } },
      { metadata: { labels: { zone: "a" } } },
    ],
    [
      "kubectl taint",
      "nodes",
      "/api/v1/nodes/n",
      STRATEGIC,
      { spec: { taints: [{ key: "k", effect: "NoExecute" }] } },
      { spec: { taints: [{ key: "k", effect: "NoExecute" }] } },
    ],
    ["kubectl cordon", "nodes", "/api/v1/nodes/n", STRATEGIC, { spec: { unschedulable: true } }, { spec: { unschedulable: true } }],
    ["a JSON patch", "nodes", "/api/v1/nodes/n", JSON_PATCH, [{ op: "remove", path: "/spec/taints" }], { spec: {} }],
  ])("%s", async (_name, _resource, path, type, patch, expected) => {
    api.store.create("daemonsets", daemonSet("x"));
    api.store.create("nodes", node("n", { old: "1" }));
    expect(await api.ask("PATCH", path, patch, type)).toMatchObject({ code: 200, body: expected });
  });

  it("uncordons with null", async () => {
    api.store.create("nodes", { ...node("n"), spec: { unschedulable: true } });
    const { body } = await api.ask("PATCH", "/api/v1/nodes/n", { spec: { unschedulable: null } }, STRATEGIC);
    expect(body.spec).not.toHaveProperty("unschedulable");
  });

  it("without a change keeps the version", async () => {
    api.store.create("nodes", node("n"));
    const version = api.store.resourceVersion;
    expect((await api.ask("PATCH", "/api/v1/nodes/n", { metadata: { labels: { gone: null } } }, MERGE)).code).toBe(200);
    expect(api.store.resourceVersion).toBe(version);
  });

  it("is refused if a test fails, the type is unknown, or a field is immutable", async () => {
    api.store.create("daemonsets", daemonSet("x"));
    expect((await api.ask("PATCH", `${SETS}/x`, [{ op: "test", path: "/kind", value: "Pod" }], JSON_PATCH)).code).toBe(422);
    expect(await api.ask("PATCH", `${SETS}/x`, "{}", { "content-type": "text/plain" })).toMatchObject({
      code: 415,
      body: { message: "415: Unsupported Media Type" },
    });
    const answer = await api.ask("PATCH", `${SETS}/x`, { spec: { selector: { matchLabels: { app: "y" } } } }, MERGE);
    expect(answer).toMatchObject({ code: 422, body: { reason: "Invalid" } });
    expect(answer.body.message).toContain("field is immutable");
    expect((await api.ask("PATCH", `${SETS}/x`, { metadata: { resourceVersion: "1" } }, MERGE)).code).toBe(409);
  });
});

describe("PATCH of the kind", () => {
  it.each([
    [{ kind: "Foo" }, 'no kind "Foo" is registered for version "apps/v1" in scheme "pkg/runtime/scheme.go:111"'],
    [{ apiVersion: "v1" }, 'no kind "DaemonSet" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"'],
    [{ kind: "ControllerRevision" }, "converting (v1.ControllerRevision) to (apps.DaemonSet): unknown conversion"],
    [{ apiVersion: "v1", kind: "Pod" }, "converting (v1.Pod) to (apps.DaemonSet): unknown conversion"],
  ])("to %o is refused", async (patch, problem) => {
    api.store.create("daemonsets", daemonSet("x"));
    const answer = await api.ask("PATCH", `${SETS}/x`, patch, MERGE);
    expect(answer).toMatchObject({ code: 422, body: { reason: "Invalid", details: { causes: [{ field: "patch" }] } } });
    expect(answer.body.message).toContain(problem);
  });
});

describe("DELETE", () => {
  it("deletes nothing if its options are invalid, and treats a negative grace as one second", async () => {
    api.store.create("pods", pod("p"));
    api.store.bind("default", "p", "n");
    const path = "/api/v1/namespaces/default/pods/p";
    expect(await api.ask("DELETE", path, "{")).toMatchObject({ code: 400, body: { reason: "BadRequest" } });
    expect(await api.ask("DELETE", "/api/v1/namespaces/default/pods", "{")).toMatchObject({ code: 400 });
    expect(await api.ask("DELETE", path, [])).toMatchObject({ code: 400 });
    expect(await api.ask("DELETE", path, { dryRun: "All" })).toMatchObject({
      code: 400,
      body: { message: "json: cannot unmarshal string into Go struct field DeleteOptions.dryRun of type []string" },
    });
    for (const url of [path, "/api/v1/namespaces/default/pods"])
      expect(await api.ask("DELETE", `${url}?gracePeriodSeconds=x`)).toMatchObject({
        code: 400,
        body: { message: 'strconv.ParseInt: parsing "x": invalid syntax' },
      });
    expect(api.store.get("pods", "default", "p")?.metadata.deletionTimestamp).toBeUndefined();
    expect(await api.ask("DELETE", path, { gracePeriodSeconds: -1 })).toMatchObject({
      code: 200,
      body: { metadata: { deletionTimestamp: "2026-01-01T00:00:01Z", deletionGracePeriodSeconds: 1 } },
    });
  });
  it("answers with the pod while it terminates, and with a Status once it is gone", async () => {
    api.store.create("pods", pod("p"));
    api.store.bind("default", "p", "n");
    expect(await api.ask("DELETE", "/api/v1/namespaces/default/pods/p")).toMatchObject({
      code: 200,
      body: { kind: "Pod", metadata: { deletionTimestamp: "2026-01-01T00:00:30Z" } },
    });
    const { metadata } = api.store.create("daemonsets", daemonSet("x"));
    expect(await api.ask("DELETE", `${SETS}/x`, { propagationPolicy: "Background" })).toMatchObject({
      code: 200,
      body: { kind: "Status", status: "Success", details: { name: "x", group: "apps", kind: "daemonsets", uid: metadata.uid } },
    });
    expect((await api.ask("DELETE", `${SETS}/x`)).code).toBe(404);
  });

  it("ignores unknown options, and enforces preconditions", async () => {
    api.store.create("pods", pod("p"));
    const path = "/api/v1/namespaces/default/pods/p";
    expect((await api.ask("DELETE", path, { preconditions: { uid: "other" } })).code).toBe(409);
    expect((await api.ask("DELETE", path, { dryRun: ["All"] })).code).toBe(200);
    expect(api.store.list("pods")).toHaveLength(1);
    expect((await api.ask("DELETE", path, "k8s\0x", { "content-type": "application/vnd.kubernetes.protobuf" })).code).toBe(200);
    expect(api.store.list("pods")).toEqual([]);
  });

  it("of a collection deletes the objects that match the selectors", async () => {
    for (const name of ["a", "b", "c"]) api.store.create("pods", pod(name, name === "b" ? {} : { on: "1" }));
    const { body } = await api.ask("DELETE", "/api/v1/namespaces/default/pods?labelSelector=on%3D1");
    expect(body).toMatchObject({ kind: "PodList", items: [{ metadata: { name: "a" } }, { metadata: { name: "c" } }] });
    expect(api.store.list("pods").map(({ metadata }) => metadata.name)).toEqual(["b"]);
  });
});

describe("subresources of a pod", () => {
  const PATH = "/api/v1/namespaces/default/pods/p";
  it("binding schedules a pod once", async () => {
    api.store.create("pods", pod("p"));
    const binding = { kind: "Binding", apiVersion: "v1", metadata: { name: "p" }, target: { kind: "Node", name: "n" } };
    expect(await api.ask("POST", `${PATH}/binding`, binding)).toMatchObject({ code: 201, body: { status: "Success" } });
    expect(await api.ask("POST", `${PATH}/binding`, binding)).toMatchObject({ code: 409, body: { reason: "Conflict" } });
    expect(api.store.podsOnNode("n")).toHaveLength(1);
  });

  it("eviction deletes it with grace", async () => {
    api.store.create("pods", pod("p"));
    api.store.bind("default", "p", "n");
    const eviction = { kind: "Eviction", apiVersion: "policy/v1", metadata: { name: "p" }, deleteOptions: { gracePeriodSeconds: 7 } };
    expect(await api.ask("POST", `${PATH}/eviction`, eviction)).toMatchObject({ code: 201, body: { status: "Success" } });
    const evicted = api.store.get("pods", "default", "p");
    expect(evicted?.metadata.deletionGracePeriodSeconds).toBe(7);
    expect(evicted?.status).toMatchObject({
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: "DisruptionTarget", reason: "EvictionByEvictionAPI", message: "Eviction API: evicting" }),
      ]),
    });
  });
});

describe("a PUT to a missing object", () => {
  const lease = { metadata: { name: "l", resourceVersion: "5" }, spec: {} };
  it("creates a lease with any version", async () => {
    const path = "/apis/coordination.k8s.io/v1/namespaces/default/leases/l";
    expect((await api.ask("PUT", path, lease)).code).toBe(201);
  });
  it("is not found for most kinds", async () => {
    expect((await api.ask("PUT", "/api/v1/namespaces/default/configmaps/m", { metadata: { name: "m" } })).code).toBe(404);
  });
});

it("only the finalize endpoint changes the finalizers of a namespace", async () => {
  api.store.create("namespaces", { metadata: { name: "stuck" } });
  api.store.delete("namespaces", undefined, "stuck");
  const path = "/api/v1/namespaces/stuck";
  await api.ask("PUT", path, { metadata: { name: "stuck" }, spec: { finalizers: [] } });
  expect(api.store.get("namespaces", undefined, "stuck")?.spec).toEqual({ finalizers: ["kubernetes"] });
  expect((await api.ask("PUT", `${path}/finalize`, { metadata: { name: "stuck" }, spec: { finalizers: ["mine"] } })).code).toBe(422);
  expect((await api.ask("PUT", `${path}/finalize`, { metadata: { name: "stuck" }, spec: {} })).code).toBe(200);
  expect(api.store.get("namespaces", undefined, "stuck")).toBeUndefined();
});
