import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterEach, expect, it } from "vitest";
import { serverOnManualTime } from "../../context.fixture.ts";

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

const podJson = (name: string, cpu: string, daemonSet?: string) => ({
  metadata: {
    name,
    namespace: "kube-system",
    uid: name,
    resourceVersion: "1",
    creationTimestamp: "2026-01-01T00:00:00Z",
    ...(daemonSet === undefined
      ? {}
      : { ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: daemonSet, uid: "d", controller: true }] }),
  },
  spec: { nodeName: "n1", containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }] },
  status: { phase: "Running" },
});

/** An API server with these pods, which returns these nodes for every query. */
async function serverWith(pods: readonly object[], nodes: readonly object[], status = 200) {
  const asked: string[] = [];
  const api = await startRawApiServer(({ path, query }, response) => {
    asked.push(`${path} ${query.get("fieldSelector") ?? ""}`);
    response.writeHead(status, { "content-type": "application/json" });
    const items = path.endsWith("/nodes") ? nodes : pods;
    response.end(JSON.stringify(status === 200 ? { metadata: { resourceVersion: "9" }, items } : { kind: "Status", message: "no" }));
  });
  started.push(api);
  return { asked, ...serverOnManualTime({ apiServer: api.url }) };
}
const node = { metadata: { name: "n1" }, status: { allocatable: { cpu: "2", pods: "30" }, capacity: { cpu: "4" } } };

it("W4 compares the requests on a node with its allocatable, with the share of daemon pods", async () => {
  const { get, asked } = await serverWith([podJson("batch", "1"), podJson("logs-a", "100m", "logs")], [node]);
  const answer = (await get("/api/node-capacity?name=n1")).json();
  expect(answer).toMatchObject({
    resources: [
      {
        resource: "cpu",
        allocatable: "2",
        requested: { amount: "1100m", percent: 55 },
        daemons: { amount: "100m", percent: 5 },
        free: "900m",
      },
      { resource: "pods", requested: { amount: "2" }, daemons: { amount: "1" } },
    ],
    taxes: [{ daemonSet: "kube-system/logs", pods: 1, requests: { cpu: "100m" } }],
    daemonSetCount: 1,
    isCut: false,
  });
  expect(asked.sort()).toEqual(["/api/v1/nodes metadata.name=n1", "/api/v1/pods spec.nodeName=n1"]);
});

it("W4 uses the capacity of a node without allocatable", async () => {
  const { get } = await serverWith([], [{ metadata: { name: "n1" }, status: { capacity: { cpu: "4" } } }]);
  expect((await get("/api/node-capacity?name=n1")).json().resources).toMatchObject([{ resource: "cpu", allocatable: "4" }]);
});

it("names at most fifty DaemonSets with their count; reports a missing right, an unknown node and a deleted one", async () => {
  const many = Array.from({ length: 60 }, (_, at) => podJson(`p${at}`, "1m", `set-${at}`));
  const full = (await (await serverWith(many, [node])).get("/api/node-capacity?name=n1")).json();
  expect([full.taxes.length, full.daemonSetCount]).toEqual([50, 60]);
  const refused = await (await serverWith([], [], 403)).get("/api/node-capacity?name=n1");
  expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining("kubectl auth can-i list")]);
  const { get } = await serverWith([], []);
  expect((await get("/api/node-capacity?name=n1")).json()).toMatchObject({ code: "Gone" });
  expect((await get("/api/node-capacity?name=n9")).json()).toMatchObject({ code: "NodeNotFound" });
});
