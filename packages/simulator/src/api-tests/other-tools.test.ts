import { type TestedApi, testedApi } from "@daemonscope/simulated-apiserver/api/api.fixture";
import { type Api, startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { STORED_ONLY_RESOURCES } from "@daemonscope/simulated-apiserver/objects/stored-only-resources";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { simulate } from "../scenarios/trace.fixture.ts";

const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" };
const baseOf = (groupVersion: string): string => (groupVersion.includes("/") ? `/apis/${groupVersion}` : `/api/${groupVersion}`);

let api: TestedApi;
beforeEach(async () => {
  api = await testedApi();
});
afterEach(() => api.close());

describe("kinds without a controller", () => {
  // Definitions have a separate test: custom-resources.test.ts.
  const kept = STORED_ONLY_RESOURCES.filter(({ name }) => name !== "customresourcedefinitions");
  test.each(kept.map((resource) => [resource.name, resource] as const))(
    "%s can be listed, created, read, changed and deleted",
    async (name, { groupVersion, kind, namespaced }) => {
      const all = `${baseOf(groupVersion)}/${namespaced ? "namespaces/default/" : ""}${name}`;
      expect((await api.ask("GET", `${baseOf(groupVersion)}/${name}`)).body).toMatchObject({ kind: `${kind}List`, items: [] });
      const made = await api.ask("POST", all, { apiVersion: groupVersion, kind, metadata: { name: "a" } });
      expect([made.code, made.body.message]).toEqual([201, undefined]);
      const table = (await api.ask("GET", all, undefined, TABLE)).body as { columnDefinitions?: unknown[]; rows?: { cells: unknown[] }[] };
      expect(table.rows?.[0]?.cells[0]).toBe("a");
      expect(table.rows?.[0]?.cells).toHaveLength(table.columnDefinitions?.length ?? 0);
      const labelled = await api.ask(
        "PATCH",
        `${all}/a`,
        { metadata: { labels: { b: "c" } } },
        { "content-type": "application/merge-patch+json" },
      );
      expect(labelled.body.metadata).toMatchObject({ labels: { b: "c" } });
      expect((await api.ask("DELETE", `${all}/a`)).code).toBe(200);
      expect((await api.ask("GET", `${all}/a`)).code).toBe(404);
      const listed = (await api.ask("GET", baseOf(groupVersion))).body as { resources?: { name: string }[] };
      expect(listed.resources?.some((resource) => resource.name === name)).toBe(true);
      expect((await api.ask("GET", `/openapi/v3/${baseOf(groupVersion).slice(1)}`)).code).toBe(200);
    },
  );

  it("a Secret stores text as bytes, and its type is immutable", async () => {
    const secrets = "/api/v1/namespaces/default/secrets";
    const made = await api.ask("POST", secrets, { metadata: { name: "s" }, stringData: { a: "x" }, data: { b: "eQ==" } });
    expect(made.body).toMatchObject({ type: "Opaque", data: { a: "eA==", b: "eQ==" } });
    expect(made.body).not.toHaveProperty("stringData");
    const merge = { "content-type": "application/merge-patch+json" };
    expect((await api.ask("PATCH", `${secrets}/s`, { type: "helm.sh/release.v1" }, merge)).body.message).toBe(
      'Secret "s" is invalid: type: Invalid value: "helm.sh/release.v1": field is immutable',
    );
  });
});

describe("events.k8s.io/v1", () => {
  const event = {
    metadata: { name: "e", namespace: "default" },
    involvedObject: { kind: "DaemonSet", name: "d", namespace: "default" },
    reason: "SuccessfulCreate",
    message: "Created pod: p",
    type: "Normal",
    source: { component: "daemonset-controller" },
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:00Z",
    count: 2,
  };
  const EVENTS_V1_FORM = {
    regarding: { kind: "DaemonSet", name: "d", namespace: "default" },
    note: "Created pod: p",
    deprecatedSource: { component: "daemonset-controller" },
    deprecatedCount: 2,
    deprecatedFirstTimestamp: "2026-01-01T00:00:00Z",
    eventTime: null,
  };

  it("has the same events in its own form: lists, watches, selectors and tables", async () => {
    const watch = await api.watch("/apis/events.k8s.io/v1/events?watch=1");
    api.store.create("events", event);
    expect((await watch.next())?.object).toMatchObject({ apiVersion: "events.k8s.io/v1", kind: "Event", ...EVENTS_V1_FORM });
    await watch.close();
    const { items } = (await api.ask("GET", "/apis/events.k8s.io/v1/namespaces/default/events?fieldSelector=regarding.name%3Dd")).body;
    expect(items[0]).toMatchObject(EVENTS_V1_FORM);
    expect(items[0]).not.toHaveProperty("involvedObject");
    expect((await api.ask("GET", "/apis/events.k8s.io/v1/events?fieldSelector=regarding.name%3Dx")).body.items).toEqual([]);
    const rows = (await api.ask("GET", "/apis/events.k8s.io/v1/events", undefined, TABLE)).body.rows as { cells: unknown[] }[];
    expect(rows[0]?.cells[3]).toBe("daemonset/d");
  });

  it("accepts and returns events in its own form", async () => {
    const made = await api.ask("POST", "/apis/events.k8s.io/v1/namespaces/default/events", {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name: "mine" },
      eventTime: "2026-01-01T00:00:00.000000Z",
      reportingController: "me",
      reportingInstance: "me-1",
      action: "Looking",
      reason: "Seen",
      note: "I saw it",
      type: "Normal",
      regarding: { kind: "Pod", name: "p", namespace: "default" },
    });
    expect([made.code, made.body.note, made.body.message]).toEqual([201, "I saw it", undefined]);
    expect(api.store.get("events", "default", "mine")).toMatchObject({ message: "I saw it", reportingComponent: "me" });
    expect((await api.ask("DELETE", "/apis/events.k8s.io/v1/namespaces/default/events/mine")).code).toBe(200);
  });
});

describe("autoscaling/v1", () => {
  const V1 = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
  const V2 = V1.replace("v1", "v2");
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

  it("has the same autoscalers, with only the CPU target", async () => {
    const spec = { maxReplicas: 3, targetCPUUtilizationPercentage: 60, scaleTargetRef };
    const made = await api.ask("POST", V1, {
      apiVersion: "autoscaling/v1",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "a" },
      spec,
    });
    expect([made.code, made.body]).toMatchObject([201, { apiVersion: "autoscaling/v1", spec, status: { desiredReplicas: 0 } }]);
    const share = { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } } };
    expect((await api.ask("GET", `${V2}/a`)).body).toMatchObject({
      apiVersion: "autoscaling/v2",
      spec: { minReplicas: 1, metrics: [share] },
    });
    const merge = { "content-type": "application/merge-patch+json" };
    await api.ask("PATCH", `${V1}/a`, { spec: { targetCPUUtilizationPercentage: 70 } }, merge);
    expect((await api.ask("GET", V1)).body.items[0]?.spec).toMatchObject({ targetCPUUtilizationPercentage: 70, minReplicas: 1 });
  });

  it("omits other metrics and behaviour", async () => {
    const memory = { type: "Resource", resource: { name: "memory", target: { type: "Utilization", averageUtilization: 70 } } };
    await api.ask("POST", V2, {
      metadata: { name: "b" },
      spec: { maxReplicas: 3, behavior: { scaleDown: {} }, metrics: [memory], scaleTargetRef },
    });
    expect((await api.ask("GET", `${V1}/b`)).body.spec).toEqual({ maxReplicas: 3, minReplicas: 1, scaleTargetRef });
  });
});

it.each([
  ["webhooks", "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", { webhooks: [{ name: "a.b.c" }] }, { webhooks: [] }],
  [
    "templates",
    "/api/v1/namespaces/default/podtemplates",
    { template: { metadata: { labels: { a: "b" } } } },
    { template: { metadata: { labels: { a: "c" } } } },
  ],
])("counts changes of %s", async (_, path, given, patch) => {
  const made = await api.ask("POST", path, { metadata: { name: "a" }, ...given });
  const merge = { "content-type": "application/merge-patch+json" };
  const changed = await api.ask("PATCH", `${path}/a`, patch, merge);
  const labelled = await api.ask("PATCH", `${path}/a`, { metadata: { labels: { a: "b" } } }, merge);
  expect([made, changed, labelled].map(({ body }) => (body as unknown as StoredObject).metadata.generation)).toEqual([1, 2, 2]);
});

it("each served group and version has an APIService, like those of a server", async () => {
  const { body } = await api.ask("GET", "/apis");
  const served = (body.groups as { versions: { groupVersion: string }[] }[]).flatMap(({ versions }) => versions);
  const names = served.map(({ groupVersion }) => groupVersion.split("/").reverse().join("."));
  const { store } = simulate("min-ready-seconds", { manualSteps: true });
  const found = store.list("apiservices");
  expect(found.map(({ metadata }) => metadata.name)).toEqual(
    ["v1.", ...names].filter((name) => name !== "v1.apiregistration.k8s.io").sort(),
  );
  expect(new Set(found.map(({ status }) => JSON.stringify(status)))).toHaveLength(1);
  expect(found[0]).toMatchObject({
    spec: { version: "v1", groupPriorityMinimum: 18_000 },
    status: { conditions: [{ status: "True", reason: "Local" }] },
  });
});

describe("exec, attach and port-forward", () => {
  const pod = (name: string, containers: readonly string[], nodeName?: string) =>
    api.store.create("pods", {
      metadata: { name, namespace: "default" },
      spec: {
        containers: containers.map((container) => ({ name: container, image: "a:1" })),
        ...(nodeName === undefined ? {} : { nodeName }),
      },
    });
  const refused = async (path: string): Promise<readonly unknown[]> => {
    const { code, body } = await api.ask("POST", `/api/v1/namespaces/default/pods/${path}`);
    return [code, body.reason, body.message];
  };

  it("are refused like by a real API server without a reachable kubelet", async () => {
    pod("one", ["a"], "n");
    pod("two", ["a", "b"], "n");
    pod("waits", ["a"]);
    expect(await refused("gone/exec?command=ls")).toEqual([404, "NotFound", 'pods "gone" not found']);
    expect(await refused("waits/exec?command=ls")).toEqual([400, "BadRequest", "pod waits does not have a host assigned"]);
    expect(await refused("one/exec?container=x")).toEqual([400, "BadRequest", "container x is not valid for pod one"]);
    expect(await refused("two/attach")).toEqual([
      400,
      "BadRequest",
      "a container name must be specified for pod two, choose one of: [a b]",
    ]);
    const unreached = "error dialing backend: the kubelets of a simulated cluster run no programs, so that there is nothing to";
    expect(await refused("one/exec?command=ls")).toEqual([500, "InternalError", `${unreached} exec in`]);
    expect(await refused("one/attach")).toEqual([500, "InternalError", `${unreached} attach to`]);
    expect(await refused("two/portforward")).toEqual([500, "InternalError", `${unreached} forward a port to`]);
  });
});

describe("a Deployment", () => {
  const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  const MERGE = { "content-type": "application/merge-patch+json" };
  const deployment = (image: string) => ({
    metadata: { name: "web" },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: "web" } },
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "a", image }] } },
    },
  });

  async function started(): Promise<{
    readonly ask: TestedApi["ask"];
    readonly served: Api;
    readonly simulator: ReturnType<typeof simulate>;
  }> {
    const simulator = simulate("min-ready-seconds", { manualSteps: true });
    const served = await startApi({ store: simulator.store, clock: simulator.clock });
    const ask: TestedApi["ask"] = async (method, path, body, headers = {}) => {
      const response = await fetch(`${served.url}${path}`, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { code: response.status, headers: response.headers, body: (await response.json()) as never };
    };
    return { ask, served, simulator };
  }
  const podsOf = ({ store }: ReturnType<typeof simulate>): readonly StoredObject[] =>
    store.list("pods", "default").filter(({ metadata }) => metadata.labels?.app === "web");

  it("rolls out, scales, rolls back and deletes its dependents", async () => {
    const { ask, served, simulator } = await started();
    try {
      const { store, clock } = simulator;
      expect((await ask("POST", DEPLOYMENTS, deployment("web:1"))).code).toBe(201);
      clock.advance(10_000);
      expect(store.get("deployments", "default", "web")?.status).toMatchObject({
        observedGeneration: 1,
        replicas: 3,
        updatedReplicas: 3,
        availableReplicas: 3,
        terminatingReplicas: 0,
        conditions: [
          { type: "Available", status: "True" },
          { type: "Progressing", status: "True", reason: "NewReplicaSetAvailable" },
        ],
      });
      const [first] = store.list("replicasets", "default");
      expect(first).toMatchObject({ metadata: { generation: 1 }, spec: { replicas: 3 }, status: { replicas: 3, terminatingReplicas: 0 } });
      await ask("PATCH", DEPLOYMENTS.concat("/web"), deployment("web:missing"), MERGE);
      clock.advance(60_000);
      // The old pods stay, because the new ones never become available.
      expect(store.get("deployments", "default", "web")?.status).toMatchObject({
        replicas: 6,
        updatedReplicas: 3,
        availableReplicas: 3,
        conditions: [
          { type: "Available", status: "True" },
          { type: "Progressing", reason: "ReplicaSetUpdated" },
        ],
      });
      await ask("PATCH", DEPLOYMENTS.concat("/web"), deployment("web:1"), MERGE);
      clock.advance(500);
      expect(store.get("deployments", "default", "web")?.status).toMatchObject({ terminatingReplicas: 3 });
      clock.advance(20_000);
      expect(store.get("deployments", "default", "web")?.status).toMatchObject({ updatedReplicas: 3, terminatingReplicas: 0 });
      const sets = store
        .list("replicasets", "default")
        .map(({ metadata, spec }) => [
          metadata.annotations?.["deployment.kubernetes.io/revision"],
          (spec as { replicas: number }).replicas,
        ]);
      expect(sets.sort()).toEqual([
        ["2", 0],
        ["3", 3],
      ]);
      const scaled = await ask("PATCH", DEPLOYMENTS.concat("/web/scale"), { spec: { replicas: 1 } }, MERGE);
      expect(scaled.body).toMatchObject({
        kind: "Scale",
        apiVersion: "autoscaling/v1",
        spec: { replicas: 1 },
        status: { selector: "app=web" },
      });
      clock.advance(10_000);
      expect(podsOf(simulator)).toHaveLength(1);
      await ask("DELETE", DEPLOYMENTS.concat("/web"));
      clock.advance(10_000);
      expect([podsOf(simulator).length, store.count("replicasets"), store.count("deployments")]).toEqual([0, 0, 0]);
      const events = store.list("events").filter(({ reason }) => reason === "ScalingReplicaSet");
      expect(String(events[0]?.message)).toMatch(/^Scaled (up|down) replica set web-\w+ from \d to \d$/);
    } finally {
      await served.close();
    }
  });

  it("is refused with the API server's message if it is invalid", async () => {
    const { spec } = deployment("web:1");
    const wrong = { metadata: { name: "web" }, spec: { ...spec, replicas: -1, selector: { matchLabels: { app: "api" } } } };
    expect((await api.ask("POST", DEPLOYMENTS, wrong)).body.message).toBe(
      'Deployment.apps "web" is invalid: [spec.replicas: Invalid value: -1: must be greater than or equal to 0, spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`]',
    );
  });
});
