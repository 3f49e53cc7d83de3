import { startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import { afterEach, describe, expect, it } from "vitest";
import { SCENARIOS } from "../scenarios/scenarios.ts";
import { createSimulator } from "../simulator.ts";

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const NOW_MS = Date.UTC(2026, 8, 1, 10);
const V1BETA1 = "/apis/metrics.k8s.io/v1beta1";

type Answer = { readonly [field: string]: Answer } & { readonly length?: number };

async function cluster(name = "image-update", seed = 7) {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (scenario === undefined) throw new Error(`no scenario ${name}`);
  const { store, clock } = createSimulator({ scenario, seed, nowMs: NOW_MS, manualSteps: true });
  const api = await startApi({ store, clock });
  stops.push(() => api.close());
  const ask = async (path: string, accept = "application/json", method = "GET") => {
    const response = await fetch(`${api.url}${path}`, { method, headers: { accept } });
    return { code: response.status, body: (await response.json()) as Answer };
  };
  return { store, clock, api, ask };
}

/** Creates a DaemonSet with a leaking container and a sidecar. Returns a function that reads its pod. */
function putLeaking({ store, clock }: Awaited<ReturnType<typeof cluster>>) {
  store.create("daemonsets", {
    metadata: { name: "leaker", namespace: "default" },
    spec: {
      selector: { matchLabels: { app: "leaker" } },
      template: {
        metadata: { labels: { app: "leaker" } },
        spec: {
          tolerations: [{ operator: "Exists" }],
          containers: [
            {
              name: "agent",
              image: "agent:v2-leaks",
              resources: { requests: { cpu: "100m", memory: "100Mi" }, limits: { memory: "200Mi" } },
            },
            { name: "exporter", image: "exporter:1", resources: { requests: { cpu: "10m", memory: "16Mi" } } },
          ],
        },
      },
    },
  } as never);
  clock.advance(1000);
  return () => {
    const pod = store.list("pods").find(({ metadata }) => metadata.labels?.app === "leaker");
    if (pod === undefined) throw new Error("no pod leaks");
    return pod;
  };
}

const kibibytes = (text: unknown): number => Number(/^(\d+)Ki$/.exec(String(text))?.[1]);
const nanocores = (text: unknown): number => Number(/^(\d+)n$/.exec(String(text))?.[1]);

describe("metrics.k8s.io, as metrics-server serves it", () => {
  it("is discoverable", async () => {
    const { ask } = await cluster();
    const { body } = await ask("/apis");
    expect(JSON.stringify(body.groups)).toContain('"groupVersion":"metrics.k8s.io/v1beta1"');
    expect((await ask("/apis/metrics.k8s.io")).body).toMatchObject({ kind: "APIGroup", preferredVersion: { version: "v1beta1" } });
    expect((await ask(V1BETA1)).body.resources).toEqual([
      { name: "nodes", singularName: "", namespaced: false, kind: "NodeMetrics", verbs: ["get", "list"] },
      { name: "pods", singularName: "", namespaced: true, kind: "PodMetrics", verbs: ["get", "list"] },
    ]);
  });

  it("has exactly the fields of its schema for a pod", async () => {
    const { ask, store } = await cluster();
    const [pod] = store.list("pods");
    const { code, body } = await ask(`${V1BETA1}/namespaces/${pod?.metadata.namespace}/pods/${pod?.metadata.name}`);
    expect(code).toBe(200);
    expect(Object.keys(body).sort()).toEqual(["apiVersion", "containers", "kind", "metadata", "timestamp", "window"]);
    expect(body).toMatchObject({
      kind: "PodMetrics",
      apiVersion: "metrics.k8s.io/v1beta1",
      metadata: { name: pod?.metadata.name, namespace: pod?.metadata.namespace, creationTimestamp: "2026-09-01T10:00:00Z" },
      timestamp: expect.stringMatching(/^2026-09-01T09:59:\d\dZ$|^2026-09-01T10:00:00Z$/),
      window: expect.stringMatching(/^1[45](\.\d+)?s$/),
      containers: [{ name: expect.any(String), usage: { cpu: expect.stringMatching(/^\d+n$/), memory: expect.stringMatching(/^\d+Ki$/) } }],
    });
  });

  it("lists by namespace, label and field, and sums pods into their node", async () => {
    const { ask, store } = await cluster("tour");
    const logging = await ask(`${V1BETA1}/namespaces/logging/pods`);
    expect(logging.body.kind).toBe("PodMetricsList");
    const items = logging.body.items as unknown as readonly Answer[];
    expect(items.length).toBeGreaterThan(10);
    expect(items[0]).not.toHaveProperty("kind");
    const named = String(items[0]?.metadata?.name);
    const selected = await ask(`${V1BETA1}/namespaces/logging/pods?fieldSelector=metadata.name%3D${named}`);
    expect(selected.body.items).toEqual([items[0]]);
    const none = await ask(`${V1BETA1}/pods?labelSelector=app%3Dnothing`);
    expect(none.body.items).toEqual([]);
    const [node] = store.list("nodes");
    const measured = await ask(`${V1BETA1}/nodes/${node?.metadata.name}`);
    const { cpu, memory } = measured.body.usage as unknown as { readonly cpu: string; readonly memory: string };
    const podMetrics = (await ask(`${V1BETA1}/pods`)).body.items as unknown as readonly Answer[];
    const podsThere = new Set(store.podsOnNode(node?.metadata.name ?? "").map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
    const uses = podMetrics
      .filter(({ metadata }) => podsThere.has(`${metadata?.namespace}/${metadata?.name}`))
      .flatMap(({ containers }) => containers as unknown as readonly { readonly usage: Readonly<Record<string, string>> }[]);
    expect(uses.length).toBeGreaterThan(3);
    expect(nanocores(cpu)).toBeGreaterThan(uses.reduce((sum, { usage }) => sum + nanocores(usage.cpu), 0) * 0.7);
    expect(kibibytes(memory)).toBeGreaterThan(uses.reduce((sum, { usage }) => sum + kibibytes(usage.memory), 0) * 0.9);
  });

  it("has usage near the request, equal for equal seed and time, and different later", async () => {
    const [first, second] = [await cluster("tour"), await cluster("tour")];
    const [a, b] = [await first.ask(`${V1BETA1}/pods`), await second.ask(`${V1BETA1}/pods`)];
    expect(a.body).toEqual(b.body);
    const fluent = (a.body.items as unknown as readonly Answer[]).filter(({ metadata }) => String(metadata?.name).startsWith("fluent-bit"));
    for (const { containers } of fluent) {
      const [{ usage }] = containers as unknown as [{ readonly usage: Readonly<Record<string, string>> }];
      expect(nanocores(usage.cpu)).toBeGreaterThan(50e6 * 0.25);
      expect(nanocores(usage.cpu)).toBeLessThan(50e6 * 1.1);
      expect(kibibytes(usage.memory)).toBeGreaterThan(128 * 1024 * 0.5);
      expect(kibibytes(usage.memory)).toBeLessThan(128 * 1024);
    }
    first.clock.advance(60_000);
    expect((await first.ask(`${V1BETA1}/pods`)).body).not.toEqual(a.body);
  });

  it("a leaking container grows to its limit, is killed, restarts, and waits after its second end; its neighbour continues", async () => {
    const made = await cluster();
    const podNow = putLeaking(made);
    const memorySizes: number[] = [];
    for (let at = 0; at < 3; at++) {
      made.clock.advance(14_000);
      const { metadata } = podNow();
      const { body } = await made.ask(`${V1BETA1}/namespaces/default/pods/${metadata.name}`);
      const containers = body.containers as unknown as readonly {
        readonly name: string;
        readonly usage: Readonly<Record<string, string>>;
      }[];
      const agent = containers?.find(({ name }) => name === "agent");
      if (agent !== undefined) memorySizes.push(kibibytes(agent.usage.memory));
    }
    expect(memorySizes.length).toBeGreaterThan(1);
    expect(memorySizes).toEqual([...memorySizes].sort((a, b) => a - b));
    expect(memorySizes.at(-1)).toBeGreaterThan(60 * 1024);
    made.clock.advance(10_000);
    const [again] = (podNow().status as Answer).containerStatuses as unknown as readonly Answer[];
    expect(again).toMatchObject({ restartCount: 1, state: { running: {} }, lastState: { terminated: { exitCode: 137 } } });
    made.clock.advance(42_000);
    const status = podNow().status as Answer;
    const [agent, exporter] = status.containerStatuses as unknown as readonly Answer[];
    const oomKilled = { terminated: { exitCode: 137, reason: "OOMKilled" } };
    expect(agent).toMatchObject({ restartCount: 1, lastState: oomKilled, state: oomKilled });
    expect(exporter).toMatchObject({ ready: true, restartCount: 0, state: { running: {} } });
    expect(JSON.stringify(status.conditions)).toContain("containers with unready status: [agent]");
    made.clock.advance(15_000);
    const [later] = (podNow().status as Answer).containerStatuses as unknown as readonly Answer[];
    expect(later).toMatchObject({ restartCount: 2, state: { running: {} } });
  });

  it("has no metrics for a new pod or a silent node, with the error of metrics-server", async () => {
    const made = await cluster();
    const podNow = putLeaking(made);
    made.clock.advance(4000);
    const name = podNow().metadata.name;
    const young = await made.ask(`${V1BETA1}/namespaces/default/pods/${name}`);
    expect(young).toMatchObject({
      code: 404,
      body: { message: `podmetrics.metrics.k8s.io "default/${name}" not found`, reason: "NotFound" },
    });
    const none = await made.ask(`${V1BETA1}/namespaces/default/pods/none`);
    expect(none).toMatchObject({ code: 404, body: { message: 'pods "none" not found' } });
    const [node] = made.store.list("nodes");
    const known = node?.metadata.name ?? "";
    made.store.edit("nodes", undefined, known, ({ metadata }) => {
      metadata.annotations = { ...metadata.annotations, "control-plane.test/silent": "true" };
    });
    made.clock.advance(600_000);
    expect((await made.ask(`${V1BETA1}/nodes/${known}`)).code).toBe(404);
  });

  it("can be forbidden separately from pods, is read only, and comes as a table", async () => {
    const { ask, api, store } = await cluster();
    api.faults.forbid("pods.metrics.k8s.io", "get");
    const [pod] = store.list("pods");
    const path = `${V1BETA1}/namespaces/${pod?.metadata.namespace}/pods/${pod?.metadata.name}`;
    const refused = await ask(path);
    expect(refused.code).toBe(403);
    expect(refused.body.message).toContain(
      `cannot get resource "pods" in API group "metrics.k8s.io" in the namespace "${pod?.metadata.namespace}"`,
    );
    expect((await ask(`/api/v1/namespaces/${pod?.metadata.namespace}/pods/${pod?.metadata.name}`)).code).toBe(200);
    expect((await ask(`${V1BETA1}/pods`, "application/json", "DELETE")).code).toBe(405);
    expect((await ask(`${V1BETA1}/pods?watch=true`)).code).toBe(405);
    const table = await ask(`${V1BETA1}/nodes`, "application/json;as=Table;v=v1;g=meta.k8s.io,application/json");
    expect((table.body.columnDefinitions as unknown as readonly Answer[]).map(({ name }) => name)).toEqual([
      "Name",
      "cpu",
      "memory",
      "Window",
    ]);
    expect((table.body.rows as unknown as readonly Answer[])[0]?.cells).toHaveLength(4);
  });
});
