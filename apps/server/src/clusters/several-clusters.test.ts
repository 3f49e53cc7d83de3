import { CLUSTER_META } from "@daemonscope/shared/http/clusters";
import { LOG_HEADER } from "@daemonscope/shared/http/paths";
import { expect, it, test } from "vitest";
import { buildHealthServer, buildServer } from "../build-server.ts";
import { kubeNode } from "../cluster.fixture.ts";
import { serverOnManualTime } from "../routes/context.fixture.ts";
import { OPEN_DOOR } from "../viewers/door.ts";
import { severalClusters } from "./clusters.ts";

const INDEX = "<html><head></head><body></body></html>";

/** Two clusters with a node of their own each, and a context that cannot be used. */
function serverOfTwo() {
  const [one, two] = [serverOnManualTime(), serverOnManualTime()];
  one.model.putNode(kubeNode("only-in-one"));
  two.model.putNode(kubeNode("only-in-two"));
  one.tick();
  two.tick();
  const unusable = [{ name: "lab", context: "lab", problem: 'Context "lab" names no cluster.' }];
  const clusters = severalClusters(
    [
      { ...one.part, name: "one" },
      { ...two.part, name: "two" },
    ],
    unusable,
  );
  const context = { ...one.context, clusters, ...clusters, door: OPEN_DOOR, assets: { byPath: new Map(), index: INDEX } };
  const app = buildServer(context);
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: "GET", url, headers: { host: "127.0.0.1:7373", ...headers } });
  return { one, two, app, get, context };
}

test("each cluster answers below its name, of itself alone", async () => {
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

it("says of which log it is, and of all clusters at once there is none", async () => {
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
])("the page %s says which cluster it is of, and where the server is", async (path, status, base, cluster) => {
  const answer = await serverOfTwo().get(path, { accept: "text/html" });
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toContain(`<base href="${base === "./" ? "./" : base}">`);
  expect(answer.body).toContain(`<meta name="${CLUSTER_META}" content="${cluster}">`);
});

it("is ready while one cluster is, and says of how many", async () => {
  const { context } = serverOfTwo();
  const [one, two] = context.clusters.several?.named ?? [];
  if (one === undefined || two === undefined) throw new Error("there are two");
  const ask = async (oneIsReady: boolean) => {
    const clusters = severalClusters([
      { ...one, readiness: () => ({ ready: oneIsReady, reason: oneIsReady ? "ok" : "waiting for pods" }) },
      { ...two, readiness: () => ({ ready: false, reason: "waiting for nodes" }) },
    ]);
    const answer = await buildHealthServer({ ...context, clusters }, false).inject({ url: "/readyz" });
    return [answer.statusCode, answer.body];
  };
  expect(await ask(true)).toEqual([200, "ok: 1 of 2 clusters\n"]);
  expect(await ask(false)).toEqual([503, "none of 2 clusters is ready; the first: waiting for pods\n"]);
});

it("tells Prometheus of which cluster each number is", async () => {
  const { get } = serverOfTwo();
  const { body } = await get("/metrics");
  expect(body).toContain('daemonscope_nodes{cluster="one"} 4');
  expect(body).toMatch(/daemonscope_source_state\{cluster="two",source="nodes",state="\w+"\} 1/);
  expect(body).toMatch(/daemonscope_resident_memory_bytes \d+/);
});

it("counts the streams of all clusters against the one limit", async () => {
  const { app, context } = serverOfTwo();
  await app.close();
  const limited = buildServer({ ...context, maxStreams: 0 });
  const answer = await limited.inject({ url: "/clusters/two/api/stream", headers: { host: "127.0.0.1:7373" } });
  expect([answer.statusCode, answer.json().code]).toEqual([503, "TooManyStreams"]);
});
