import { Buffer } from "node:buffer";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { node, type TestedApi, testedApi } from "./api.fixture.ts";
import { startApi } from "./start-api.ts";

let api: TestedApi;
beforeEach(async () => {
  api = await testedApi({ control: { advance: (ms) => api.clock.advance(ms) } });
});
afterEach(() => api.close());

const post = (path: string, body?: unknown) => api.ask("POST", path, body);

describe("discovery", () => {
  it("lists groups, resources, short names and subresources, in the legacy form", async () => {
    expect((await api.ask("GET", "/version")).body.gitVersion).toMatch(/^v1\.36\.3/);
    expect((await api.ask("GET", "/api")).body).toMatchObject({ kind: "APIVersions", versions: ["v1"] });
    const { body: groups } = await api.ask("GET", "/apis", undefined, {
      accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json",
    });
    expect(groups).toMatchObject({
      kind: "APIGroupList",
      groups: [
        { name: "apps" },
        { name: "coordination.k8s.io" },
        { name: "discovery.k8s.io" },
        { name: "policy" },
        { name: "scheduling.k8s.io" },
        { name: "batch" },
        { name: "autoscaling", versions: [{ version: "v2" }, { version: "v1" }], preferredVersion: { groupVersion: "autoscaling/v2" } },
        { name: "networking.k8s.io" },
        { name: "rbac.authorization.k8s.io" },
        { name: "storage.k8s.io" },
        { name: "node.k8s.io" },
        { name: "certificates.k8s.io" },
        { name: "admissionregistration.k8s.io" },
        { name: "apiextensions.k8s.io" },
        { name: "apiregistration.k8s.io" },
        { name: "events.k8s.io" },
        { name: "authentication.k8s.io" },
        { name: "authorization.k8s.io" },
        { name: "metrics.k8s.io" },
      ],
    });
    const { body: core } = await api.ask("GET", "/api/v1");
    expect(core.resources).toContainEqual(
      expect.objectContaining({ name: "pods/eviction", kind: "Eviction", group: "policy", version: "v1" }),
    );
    const { body: apps } = await api.ask("GET", "/apis/apps/v1");
    expect(apps.resources).toContainEqual(
      expect.objectContaining({ name: "daemonsets", shortNames: ["ds"], categories: ["all"], namespaced: true }),
    );
    expect(JSON.stringify(apps)).not.toContain("daemonsets/scale");
  });

  it("serves every group that it lists", async () => {
    const { body } = await api.ask("GET", "/apis");
    for (const group of body.groups as { readonly preferredVersion: { readonly groupVersion: string } }[]) {
      const list = await api.ask("GET", `/apis/${group.preferredVersion.groupVersion}`);
      expect(list.body.resources).not.toEqual([]);
    }
  });

  it("announces field validation and the fields to kubectl", async () => {
    const { body } = await api.ask("GET", "/openapi/v3");
    const { serverRelativeURL } = (body.paths as Record<string, { serverRelativeURL: string }>)["apis/apps/v1"] ?? {
      serverRelativeURL: "",
    };
    const { body: described } = await api.ask("GET", serverRelativeURL);
    expect(described.paths).toMatchObject({
      "/apis/apps/v1/namespaces/{namespace}/daemonsets/{name}": {
        patch: {
          "x-kubernetes-group-version-kind": { group: "apps", version: "v1", kind: "DaemonSet" },
          parameters: [{ name: "dryRun" }, { name: "fieldManager" }, { name: "fieldValidation", in: "query" }, { name: "force" }],
        },
      },
    });
    const { schemas } = described.components as { schemas: Record<string, Record<string, unknown>> };
    expect(schemas["io.k8s.api.apps.v1.DaemonSet"]).toMatchObject({
      "x-kubernetes-group-version-kind": [{ group: "apps", version: "v1", kind: "DaemonSet" }],
    });
    expect(schemas["io.k8s.api.core.v1.PodSpec"]?.properties).toMatchObject({
      containers: { "x-kubernetes-patch-merge-key": "name", "x-kubernetes-list-map-keys": ["name"] },
    });
    for (const [, name = ""] of JSON.stringify(described).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(schemas, name).toHaveProperty([name]);
  });

  it("has an OpenAPI v2 without definitions, which kubectl requests for a List file", async () => {
    const answer = await fetch(`${api.url}/openapi/v2`);
    expect(answer.headers.get("content-type")).toContain("protobuf");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 5).toString("hex")).toBe("0a03322e30");
    expect(bytes.subarray(-2).toString("hex")).toBe("4200");
    expect(bytes.toString("latin1")).toContain("Kubernetes");
  });

  it.each(["/livez", "/readyz", "/healthz"])("%s returns ok", async (path) => {
    expect(await (await fetch(`${api.url}${path}`)).text()).toBe("ok");
  });
});

describe("a path or method that is not served", () => {
  it.each([
    ["GET", "/apis/apps/v1/unicorns", 404],
    ["GET", "/api/v1/daemonsets", 404],
    ["GET", "/api/v1/namespaces/default/nodes", 404],
    ["GET", "/apis/apps/v1/namespaces/default/daemonsets/x/scale", 404],
    ["PUT", "/api/v1/nodes", 405],
    ["POST", "/api/v1/pods", 405],
    ["DELETE", "/api/v1/namespaces", 405],
    ["GET", "/api/v1/namespaces/default/pods/p/eviction", 405],
    ["GET", "/api/v1/nodes/%E0%A4%A", 400],
  ])("%s %s is refused with %i", async (method, path, code) => {
    const answer = await api.ask(method, path);
    expect(answer).toMatchObject({ code, body: { kind: "Status", status: "Failure", code } });
    if (code === 404) expect(answer.body.message).toBe("the server could not find the requested resource");
  });

  it.each(["/", "/apis/resource.k8s.io/v1/deviceclasses", "/openapi/v3/apis/none/v1"])(
    "%s is an unknown path if its group is not served",
    async (path) => {
      const answer = await fetch(`${api.url}${path}`);
      expect([answer.status, await answer.text()]).toEqual([404, "404 page not found\n"]);
    },
  );

  it("differs from a missing object", async () => {
    expect(await api.ask("GET", "/api/v1/nodes/n")).toMatchObject({
      code: 404,
      body: { message: 'nodes "n" not found', details: { name: "n", kind: "nodes" } },
    });
  });
});

describe("faults", () => {
  it("forbid a verb or a whole resource, and affect access reviews", async () => {
    const canI = async (verb: string) =>
      (
        (
          await post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
            spec: { resourceAttributes: { resource: "nodes", verb } },
          })
        ).body.status as { allowed: boolean }
      ).allowed;
    expect(await canI("list")).toBe(true);
    api.faults.forbid("nodes", "list");
    expect([await canI("list"), await canI("get")]).toEqual([false, true]);
    expect(await api.ask("GET", "/api/v1/nodes")).toMatchObject({
      code: 403,
      body: {
        reason: "Forbidden",
        message: 'nodes is forbidden: User "simulated" cannot list resource "nodes" in API group "" at the cluster scope',
        details: { kind: "nodes" },
      },
    });
    api.faults.forbid("nodes");
    expect((await api.ask("GET", "/api/v1/nodes/n")).body.message).toBe(
      'nodes "n" is forbidden: User "simulated" cannot get resource "nodes" in API group "" at the cluster scope',
    );
    api.faults.allow("nodes");
    expect((await api.ask("GET", "/api/v1/nodes")).code).toBe(200);
  });

  it("fail the next requests, with a Retry-After", async () => {
    api.faults.failNext("nodes", { status: 429, retryAfterSeconds: 3, count: 2, verb: "list" });
    expect((await api.ask("GET", "/api/v1/nodes/n")).code).toBe(404);
    for (let at = 0; at < 2; at++) {
      const answer = await api.ask("GET", "/api/v1/nodes");
      expect(answer).toMatchObject({ code: 429, body: { reason: "TooManyRequests", details: { retryAfterSeconds: 3 } } });
      expect(answer.headers.get("retry-after")).toBe("3");
    }
    expect((await api.ask("GET", "/api/v1/nodes")).code).toBe(200);
  });

  it("are available over HTTP, as are time and the received requests", async () => {
    expect(await post("/simulator/faults", { verb: "failNext", resource: "nodes", status: 500, of: "list" })).toMatchObject({
      code: 200,
      body: { done: "failNext" },
    });
    expect((await api.ask("GET", "/api/v1/nodes")).code).toBe(500);
    expect(await post("/simulator/faults", { verb: "failNext", resource: "nodes", status: 99_999 })).toMatchObject({
      code: 400,
      body: { reason: "BadRequest", message: "status of failNext is a whole number from 400 to 599: 99999 is not." },
    });
    expect((await api.ask("GET", "/api/v1/nodes")).code).toBe(200);
    const unread = await fetch(`${api.url}/simulator/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{nonsense",
    });
    expect([unread.status, ((await unread.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringMatching(/^the fault cannot be read: .+\.$/),
    ]);
    for (const ms of ["", "-1", "soon", "1e3", "Infinity", "604800001"])
      expect(await post(`/simulator/advance?ms=${ms}`)).toMatchObject({
        code: 400,
        body: { message: `ms is a number from 0 to 604800000: "${ms}" is not.` },
      });
    const before = api.clock.nowMs();
    expect((await post("/simulator/advance?ms=1500")).code).toBe(200);
    expect(api.clock.nowMs() - before).toBe(1500);
    expect((await api.ask("GET", "/simulator/requests")).body).toMatchObject({ "GET /api/v1/nodes": 2, "list nodes": 2 });
    expect(api.requests.get("list nodes")).toBe(2);
  });

  it("are not served without control", async () => {
    const plain = await startApi({ store: api.store, clock: api.clock });
    expect((await fetch(`${plain.url}/simulator/advance?ms=1`, { method: "POST" })).status).toBe(404);
    await plain.close();
  });
});

describe("self reviews of a client", () => {
  const rules = async () =>
    (
      (await post("/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", { spec: { namespace: "default" } })).body.status as {
        resourceRules: unknown[];
      }
    ).resourceRules;
  it("are answered with 201: rights and identity", async () => {
    expect(await rules()).toContainEqual({ verbs: ["*"], apiGroups: ["*"], resources: ["*"] });
    api.faults.forbid("nodes", "watch");
    expect(await rules()).not.toContainEqual({ verbs: ["*"], apiGroups: ["*"], resources: ["*"] });
    expect(await rules()).toContainEqual({
      verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update"],
      apiGroups: [""],
      resources: ["nodes"],
    });
    expect(await post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {})).toMatchObject({
      code: 201,
      body: { kind: "SelfSubjectReview", status: { userInfo: { username: "simulated" } } },
    });
  });
  it("are refused without attributes", async () => {
    expect((await post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", { spec: {} })).code).toBe(422);
  });
});

it("closes if its signal is aborted, including open watches", async () => {
  const stop = new AbortController();
  const watched = await testedApi({ signal: stop.signal });
  watched.store.create("nodes", node("a"));
  const watch = await watched.watch("/api/v1/nodes?watch=true");
  await watch.take(1);
  stop.abort();
  await expect(watch.next()).rejects.toThrow();
  await expect(fetch(`${watched.url}/livez`)).rejects.toThrow();
});
