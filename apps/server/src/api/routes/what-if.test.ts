import { parseSteps } from "@daemonscope/daemonset/actions/steps/parse-step";
import { putNode } from "@daemonscope/daemonset/model/cluster-event";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterEach, describe, expect, it, test } from "vitest";
import { kubeNode } from "../../cluster.fixture.ts";
import { serverOnManualTime } from "../context.fixture.ts";

const OWN_HEADERS = { host: "127.0.0.1:7373", "content-type": "application/json" };

function whatIfClient(server = serverOnManualTime()) {
  const post = (url: string, payload: string | object, headers: Record<string, string> = OWN_HEADERS) =>
    server.app.inject({ method: "POST", url, headers, payload });
  const ask = async (text: string) => {
    const read = parseSteps(text);
    return (await post("/api/what-if", { steps: read.kind === "steps" ? read.steps : [] })).json();
  };
  return { ...server, post, ask };
}

const taint = { kind: "taint", nodes: { kind: "names", names: ["n1"] }, taints: [{ key: "x", effect: "NoExecute" }] };

test("I1 returns the effect of the steps, and changes nothing in the model", async () => {
  const { ask, model } = whatIfClient();
  const answer = await ask("taint n1 dedicated=ml:NoExecute; taint n2 gpu-");
  expect(answer).toMatchObject({
    steps: [
      { nodes: ["n1"], isSoAlready: false },
      { nodes: ["n2"], isSoAlready: false },
    ],
    daemonSets: [
      {
        key: "kube-system/logs",
        life: "stays",
        now: { desired: 2, current: 1 },
        then: { desired: 2, current: 2 },
        unwanted: 1,
        lost: 1,
        lostBy: { kind: "taint", taint: { key: "dedicated" } },
        ghosts: [
          { ghost: "comes", nodes: ["n2"] },
          { ghost: "goes", nodes: ["n1"] },
        ],
        keepBy: { kind: "edit", edit: { kind: "tolerations" } },
      },
    ],
    unchanged: [],
    nodes: { now: 3, then: 3 },
    left: [],
    room: { kind: "unread" },
  });
  expect(answer.changedNodes.map(({ name }: { readonly name: string }) => name)).toEqual(["n1", "n2"]);
  expect(model.reading.nodeRecord("n1")?.taints).toEqual([]);
});

test("reports an impossible step in its place, and applies the others", async () => {
  const { ask } = whatIfClient();
  const { steps, daemonSets } = await ask("taint -l pool=nowhere x:NoExecute; taint n1 x:NoExecute");
  expect(steps[0].problem).toEqual({
    code: "noNodeMatches",
    message: 'no nodes match the selector "pool=nowhere"',
    params: { selector: "pool=nowhere" },
    by: "us",
  });
  expect(daemonSets).toHaveLength(1);
});

test("returns a pair with all its checks, before and after", async () => {
  const { post } = whatIfClient();
  const pair = { namespace: "kube-system", daemonSet: "logs", node: "n1" };
  const answer = (await post("/api/what-if/pair", { steps: [taint], ...pair })).json();
  expect(answer).toMatchObject({
    ghost: "goes",
    now: { verdict: "run", checks: [] },
    after: { verdict: "exclude", checks: [{ passed: false }] },
  });
  const gone = await post("/api/what-if/pair", { steps: [], ...pair, node: "nn1" });
  expect(gone.json()).toMatchObject({ code: "NodeNotFound", nearest: ["n1"] });
  expect((await post("/api/what-if/pair", { steps: [] })).statusCode).toBe(400);
});

describe("refuses an invalid question in one sentence", () => {
  it.each<readonly [object | string, number, string]>([
    [{}, 400, 'The body must be JSON with a list "steps" of at most 100.'],
    [{ steps: Array.from({ length: 101 }, () => taint) }, 400, 'The body must be JSON with a list "steps" of at most 100.'],
    [{ steps: [{ kind: "cordon" }] }, 400, "steps[0].nodes cannot be read: it must be an object."],
    ["[", 400, "The request cannot be read."],
    [
      { steps: [{ kind: "apply", manifest: { x: "y".repeat(1_100_000) } }] },
      413,
      "The changes are larger than 1 MB: ask about fewer manifests at once.",
    ],
  ])("question %#", async (payload, status, message) => {
    const answer = await whatIfClient().post("/api/what-if", payload);
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
  });
});

describe("G2 only same-origin pages and tools may ask", () => {
  it.each<readonly [Record<string, string>, number]>([
    [OWN_HEADERS, 200],
    [{ ...OWN_HEADERS, origin: "http://127.0.0.1:7373", "sec-fetch-site": "same-origin" }, 200],
    [{ ...OWN_HEADERS, origin: "http://evil.example" }, 403],
    [{ ...OWN_HEADERS, "sec-fetch-site": "cross-site" }, 403],
    [{ ...OWN_HEADERS, "content-type": "text/plain" }, 415],
    [{ ...OWN_HEADERS, host: "evil.example" }, 403],
  ])("a request with %j gets %i", async (headers, status) => {
    expect((await whatIfClient().post("/api/what-if", JSON.stringify({ steps: [] }), headers)).statusCode).toBe(status);
  });
  test("accepts only POST", async () => {
    const answer = await whatIfClient().get("/api/what-if");
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, "POST"]);
  });
});

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

/** A cluster whose nodes have one cpu each, with a pod of half a cpu and lower priority on n3. */
async function withCapacity(status = 200) {
  const asked: string[] = [];
  const api = await startRawApiServer(({ path, query }, response) => {
    asked.push(`${path} ${query.get("fieldSelector") ?? ""}`.trim());
    response.writeHead(status, { "content-type": "application/json" });
    const selector = query.get("fieldSelector") ?? "";
    const nodes = (selector.startsWith("metadata.name=") ? [selector.slice("metadata.name=".length)] : ["n1", "n2", "n3"]).map((name) => ({
      metadata: { name },
      status: { allocatable: { cpu: "1", memory: "1Gi", pods: "9" } },
    }));
    const pod = {
      metadata: { name: "batch", namespace: "jobs", uid: "b", resourceVersion: "1" },
      spec: { nodeName: "n3", priority: -1, containers: [{ name: "c", image: "i", resources: { requests: { cpu: "500m" } } }] },
      status: { phase: "Running" },
    };
    const chosen = query.get("fieldSelector")?.split("=")[1];
    const items = path.endsWith("/nodes") ? nodes : chosen === "n3" ? [pod] : [];
    response.end(JSON.stringify(status === 200 ? { metadata: { resourceVersion: "9" }, items } : { kind: "Status", message: "no" }));
  });
  started.push(api);
  return { ...whatIfClient(serverOnManualTime({ apiServer: api.url })), asked };
}

const probe = (cpu: string) => ({
  kind: "apply",
  manifest: {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "probe", namespace: "x" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }] } },
    },
  },
});

test("I7 I8 compares new pods with node capacity, which is read on demand", async () => {
  const { post, asked } = await withCapacity();
  const { daemonSets, room, tax } = (await post("/api/what-if", { steps: [probe("800m")] })).json();
  expect(room).toEqual({ kind: "read" });
  expect(daemonSets[0]).toMatchObject({
    key: "x/probe",
    ghosts: [{ ghost: "comes", nodes: ["n1", "n3"], preempts: [{ name: "batch", node: "n3" }] }],
  });
  expect(tax).toContainEqual({ resource: "cpu", nowPercent: 0, thenPercent: 53.3 });
  expect(asked.sort()).toEqual(["/api/v1/nodes", "/api/v1/pods spec.nodeName=n1", "/api/v1/pods spec.nodeName=n3"]);
});

test("I7 returns the shortages of a pair, or the missing right", async () => {
  const { post } = await withCapacity();
  const pair = { namespace: "x", daemonSet: "probe", node: "n1" };
  expect((await post("/api/what-if/pair", { steps: [probe("2")], ...pair })).json()).toMatchObject({
    ghost: "unfit",
    now: { verdict: "absent" },
    after: { verdict: "run" },
    fit: { shortages: [{ resource: "cpu", needs: "2", free: "1" }] },
  });
  const forbidden = await withCapacity(403);
  const { room, tax } = (await forbidden.post("/api/what-if", { steps: [probe("2")] })).json();
  expect(room).toMatchObject({ kind: "unread", message: expect.stringContaining("it takes the rights to list nodes and pods") });
  expect(tax).toEqual([]);
});

test("reads a node that joined after the list separately, to include it in the overhead", async () => {
  const { post, asked, model, tick } = await withCapacity();
  model.apply(putNode(kubeNode("n4")));
  tick();
  const { tax } = (await post("/api/what-if", { steps: [{ kind: "cordon", nodes: { kind: "all" } }] })).json();
  expect(asked).toEqual(["/api/v1/nodes", "/api/v1/nodes metadata.name=n4"]);
  expect(tax).toContainEqual({ resource: "cpu", nowPercent: 0, thenPercent: 0 });
});

test("accepts a past time", async () => {
  const { live, tick, time, writer, post } = whatIfClient();
  live.beginMarks();
  tick();
  time.pass(1000);
  await writer?.flush();
  const answer = await post(`/api/what-if?at=${time.nowMs()}`, { steps: [taint] });
  expect(answer.json().daemonSets).toHaveLength(1);
});
