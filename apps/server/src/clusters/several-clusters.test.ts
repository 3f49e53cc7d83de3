import { putDaemonSet, putNode } from "@daemonscope/daemonset/model/cluster-event";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { createTransport } from "@daemonscope/kube-client/http/transport";
import { CLUSTER_META_NAME, type ClustersAnswer } from "@daemonscope/shared/http/clusters";
import { LOG_HEADER } from "@daemonscope/shared/http/paths";
import { describe, expect, it, test } from "vitest";
import { OPEN_AUTHENTICATOR } from "../access/auth/authenticator.ts";
import { buildHealthServer, buildServer } from "../api/build-server.ts";
import { contextOnManualTime, serverOnManualTime } from "../api/context.fixture.ts";
import { kubeNode } from "../cluster.fixture.ts";
import { OnDemandReads } from "../watch/on-demand-reads.ts";
import { ClusterSummaries } from "./cluster-summaries.ts";
import { multiCluster } from "./clusters.ts";

const INDEX = "<html><head></head><body></body></html>";

/** Two clusters with a separate node each, and a context that cannot be used. */
function serverOfTwo(more: readonly { readonly apiServer?: string }[] = []) {
  // Clusters of an engine have `readsAs`, which reads their API servers with the user's identity.
  const [readerOne, readerTwo] = more.map(({ apiServer = "" }) => {
    const transport = createTransport({ server: apiServer, authorize: async () => 0, timers: systemTimers });
    const reads = new OnDemandReads({ transport, namespace: undefined });
    return { readsAs: async () => reads };
  });
  const [one, two] = [contextOnManualTime(more[0]), contextOnManualTime(more[1])];
  one.model.apply(putNode(kubeNode("only-in-one")));
  two.model.apply(putNode(kubeNode("only-in-two")));
  one.tick();
  two.tick();
  const unusable = [{ name: "lab", context: "lab", problem: 'Context "lab" names no cluster.' }];
  const clusters = multiCluster(
    [
      { ...one.part, name: "one", ...readerOne },
      { ...two.part, name: "two", ...readerTwo },
    ],
    unusable,
  );
  const context = { ...one.context, clusters, ...clusters, authenticator: OPEN_AUTHENTICATOR, assets: { byPath: new Map(), index: INDEX } };
  const app = buildServer(context);
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: "GET", url, headers: { host: "127.0.0.1:7373", ...headers } });
  return { one, two, app, get, context };
}

test("each cluster answers under its name, for itself only", async () => {
  const { get } = serverOfTwo();
  for (const [name, other] of [
    ["one", "two"],
    ["two", "one"],
  ]) {
    expect((await get(`/clusters/${name}/api/node?name=only-in-${name}`)).statusCode).toBe(200);
    const answer = await get(`/clusters/${name}/api/node?name=only-in-${other}`);
    expect(answer.statusCode).toBe(404);
    const keyframe = (await get(`/clusters/${name}/api/keyframe`)).body;
    expect(keyframe).toContain(`only-in-${name}`);
    expect(keyframe).not.toContain(`only-in-${other}`);
  }
});

it("names the log of the cluster, and none for the overview", async () => {
  const { get, one } = serverOfTwo();
  expect((await get("/clusters/one/api/taints")).headers[LOG_HEADER]).toBe(one.live.log.state.epoch);
  expect((await get("/")).headers[LOG_HEADER]).toBeUndefined();
});

test.each([
  ["/api/keyframe", 404, "NoCluster", /several clusters.*\/clusters\/NAME/],
  ["/api/stream", 404, "NoCluster", /several clusters/],
  ["/api/rights", 404, "NoCluster", /several clusters/],
  ["/clusters/ones/api/keyframe", 404, "ClusterNotFound", /no cluster ones\. The nearest is one\./],
  ["/clusters/lab/api/keyframe", 503, "ClusterUnusable", /^Context "lab" names no cluster\.$/],
  ["/clusters/one/clusters/two/api/keyframe", 404, "NotFound", /nothing at this path/],
])("%s is refused in one sentence", async (path, status, code, message) => {
  const answer = await serverOfTwo().get(path);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ code, message: expect.stringMatching(message) });
});

test.each([
  ["/", 200, "./", ""],
  ["/daemonsets/kube-system/logs", 200, "../../", ""],
  ["/nodes", 404, "./", ""],
  ["/clusters/one", 200, "../", "one"],
  ["/clusters/one/", 200, "../../", "one"],
  ["/clusters/two/daemonsets/kube-system/logs", 200, "../../../../", "two"],
  ["/clusters/one/nodes/only-in-one?at=1", 200, "../../../", "one"],
  ["/clusters/one/nodes/only-in-two", 404, "../../../", "one"],
  ["/clusters/three/", 404, "../../", ""],
])("the page %s names its cluster, and the path of the server", async (path, status, base, cluster) => {
  const answer = await serverOfTwo().get(path, { accept: "text/html" });
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toContain(`<base href="${base === "./" ? "./" : base}">`);
  expect(answer.body).toContain(`<meta name="${CLUSTER_META_NAME}" content="${cluster}">`);
  // The early request is for the state of the page's cluster; the page of all clusters has none.
  const early = /<link rel="preload"[^>]* href="([^"]*)">/.exec(answer.body)?.[1];
  expect(early).toBe(cluster === "" ? undefined : `clusters/${cluster}/api/keyframe?atLeast=0`);
});

it("is ready while one cluster is, and reports how many", async () => {
  const { context } = serverOfTwo();
  const [one, two] = context.clusters.several?.named ?? [];
  if (one === undefined || two === undefined) throw new Error("there are two");
  const ask = async (oneIsReady: boolean) => {
    const clusters = multiCluster([
      { ...one, readiness: () => ({ ready: oneIsReady, reason: oneIsReady ? "ok" : "waiting for pods" }) },
      { ...two, readiness: () => ({ ready: false, reason: "waiting for nodes" }) },
    ]);
    const answer = await buildHealthServer({ ...context, clusters }, false).inject({ url: "/readyz" });
    return [answer.statusCode, answer.body];
  };
  expect(await ask(true)).toEqual([200, "ok: 1 of 2 clusters\n"]);
  expect(await ask(false)).toEqual([503, "none of 2 clusters is ready; the first: waiting for pods\n"]);
});

it("labels metrics with their cluster", async () => {
  const { get } = serverOfTwo();
  const { body } = await get("/metrics");
  expect(body).toContain('daemonscope_nodes{cluster="one"} 4');
  expect(body).toMatch(/daemonscope_source_state\{cluster="two",source="nodes",state="\w+"\} 1/);
  expect(body).toMatch(/daemonscope_resident_memory_bytes \d+/);
});

it("counts the streams of all clusters toward one limit", async () => {
  const { app, context } = serverOfTwo();
  await app.close();
  const limited = buildServer({ ...context, maxStreams: 0 });
  const answer = await limited.inject({ url: "/clusters/two/api/stream", headers: { host: "127.0.0.1:7373" } });
  expect([answer.statusCode, answer.json().code]).toEqual([503, "TooManyStreams"]);
});

describe("GET /api/clusters", () => {
  const answerOf = async ({ get }: ReturnType<typeof serverOfTwo>, since?: string) =>
    (await get(`/api/clusters${since === undefined ? "" : `?since=${since}`}`)).json() as ClustersAnswer;

  it("lists every cluster with its agents, and the reason for an unusable context", async () => {
    const server = serverOfTwo();
    const { clusters, whole } = await answerOf(server);
    expect(whole).toBe(true);
    expect(clusters.map(({ name, hearing, nodes }) => [name, hearing, nodes])).toEqual([
      ["one", "live", 4],
      ["two", "live", 4],
      ["lab", "unusable", undefined],
    ]);
    expect(clusters[2]?.detail).toBe('Context "lab" names no cluster.');
    expect(clusters[0]?.agents).toEqual([
      {
        key: "kube-system/logs",
        alike: "logs app=logs",
        need: "fine",
        word: "healthy",
        underWay: false,
        onDelete: false,
        desired: 2,
        available: 2,
        updated: 2,
        images: [["main", "registry.test/logs:v1"]],
        olderImages: [],
        template: 0,
        lacking: 2,
        nodes: [
          { state: "missing", old: false, unready: false, count: 2 },
          { state: "available", old: false, unready: false, count: 1 },
        ],
      },
    ]);
  });

  it("returns only the changes to a client that asks again, and recomputes at most every 500 ms", () => {
    const { context, two } = serverOfTwo();
    const { several } = context.clusters;
    if (several === undefined) throw new Error("there are several");
    let elapsedMs = 0;
    const summaries = new ClusterSummaries(
      () => several,
      "run",
      () => elapsedMs,
    );
    const first = summaries.answer(undefined);
    const second = summaries.answer(first.version);
    expect([second.whole, second.version]).toEqual([false, first.version]);
    expect(second.clusters.map(({ agents }) => agents)).toEqual([undefined, undefined, []]);
    const changed = { ...two.daemonSet, templateHash: "other", metadata: { ...two.daemonSet.metadata, generation: 2 } };
    two.model.apply(putDaemonSet(changed));
    two.tick();
    expect(summaries.answer(first.version).version).toBe(first.version);
    elapsedMs = 500;
    const third = summaries.answer(first.version);
    expect(third.version).not.toBe(first.version);
    expect(third.clusters.map(({ agents }) => agents?.length)).toEqual([undefined, 1, 0]);
    // Cluster two now has another template of the same DaemonSet.
    expect(third.clusters[1]?.agents?.[0]?.template).toBe(1);
  });

  it("L5 compares templates of logs by content, and not by the numbers in each log", () => {
    const { context, one, two } = serverOfTwo();
    const named = (context.clusters.several?.named ?? []).map((part) => ({
      ...part,
      readsAs: () => Promise.reject(new Error("nothing is read")),
    }));
    const { template } = two.daemonSet.spec;
    const [container] = template.containers;
    if (container === undefined) throw new Error("there is a container");
    const put = (image: string, templateHash: string) => {
      const spec = { ...two.daemonSet.spec, template: { ...template, containers: [{ ...container, image }] } };
      two.model.apply(putDaemonSet({ ...two.daemonSet, spec, templateHash }));
      two.tick();
    };
    const templates = () => {
      const { clusters } = new ClusterSummaries(
        () => ({ named, unusable: [], notes: [] }),
        "run",
        () => 0,
      ).answer(undefined);
      expect(clusters.map(({ templatesInPart }) => templatesInPart)).toEqual([true, true]);
      return clusters.map(({ agents }) => agents?.[0]?.template);
    };
    put(container.image, "another number");
    expect(templates()).toEqual([0, 0]);
    put("registry.test/logs:v2", one.daemonSet.templateHash);
    expect(templates()).toEqual([0, 1]);
  });

  it("returns everything to a client with the version of another server, or an invalid one", async () => {
    const server = serverOfTwo();
    await answerOf(server);
    for (const since of ["abc.1", "x", "abc.999999", ""]) expect((await answerOf(server, since)).whole).toBe(true);
  });

  it("is 404 with a single cluster", async () => {
    const { get } = serverOnManualTime();
    expect((await get("/api/clusters")).statusCode).toBe(404);
  });
});

describe("GET /api/clusters/difference", () => {
  const asked = "/api/clusters/difference?namespace=kube-system&daemonSet=logs";
  const template = (image: string) => JSON.stringify({ spec: { containers: [{ name: "main", image }] } });

  it("compares the templates of a DaemonSet in two clusters like two revisions", async () => {
    const { one, two, get } = serverOfTwo();
    one.model.apply(putDaemonSet({ ...one.daemonSet, fullTemplate: template("logs:1") }));
    two.model.apply(putDaemonSet({ ...two.daemonSet, fullTemplate: template("logs:2") }));
    one.tick();
    two.tick();
    const answer = (await get(`${asked}&from=one&to=two`)).json();
    expect([answer.from, answer.to]).toEqual(["one", "two"]);
    expect(JSON.stringify(answer.difference.diff)).toContain("logs:2");
  });

  it("G12 reads from the API servers what an engine omits, and hides possible secrets", async () => {
    const apiOf = (value: string) =>
      startRawApiServer((_request, response) => {
        const containers = [{ name: "main", image: "logs:1", env: [{ name: "PASSWORD", value }] }];
        const items = [{ metadata: { name: "logs", uid: value }, spec: { template: { spec: { containers } } } }];
        response.end(JSON.stringify({ kind: "List", metadata: { resourceVersion: "9" }, items }));
      });
    const apis = await Promise.all(["canary-1", "canary-2"].map(apiOf));
    const { get } = serverOfTwo(apis.map(({ url }) => ({ apiServer: url })));
    const { body } = await get(`${asked}&from=one&to=two`);
    const same = await get(`${asked}&from=one&to=one`);
    await Promise.all(apis.map((api) => api.close()));
    expect(JSON.parse(body).difference.changes).toHaveLength(1);
    expect(same.json().difference.changes).toEqual([]);
    expect(body).not.toContain("canary");
  });

  it("compares an agent that has another name in the other cluster", async () => {
    const { one, two, get } = serverOfTwo();
    one.model.apply(putDaemonSet({ ...one.daemonSet, fullTemplate: template("logs:1") }));
    const other = {
      ...two.daemonSet,
      metadata: { ...two.daemonSet.metadata, namespace: "logging", uid: "other" },
      fullTemplate: template("logs:2"),
    };
    two.model.apply(putDaemonSet(other));
    one.tick();
    two.tick();
    const answer = (await get(`${asked}&from=one&to=two&toNamespace=logging&toDaemonSet=logs`)).json();
    expect(JSON.stringify(answer.difference.diff)).toContain("logs:2");
  });

  test.each([
    [`${asked}&from=one`, 400, /to is missing/],
    [`${asked}&from=three&to=one`, 404, /no cluster three/],
    ["/api/clusters/difference?namespace=a&daemonSet=b&from=one&to=two", 404, /no DaemonSet a\/b in cluster one\./],
    [`${asked}&from=one&to=two`, 404, /template of DaemonSet kube-system\/logs in one cannot be read/],
  ])("%s is refused in one sentence", async (path, status, message) => {
    const answer = await serverOfTwo().get(path);
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(message)]);
  });
});
