import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterEach, expect, it } from "vitest";
import { serverOnManualTime } from "../../context.fixture.ts";

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

const managedFields = [
  { manager: "kubectl-taint", operation: "Update", time: "2026-01-01T12:00:00Z", fieldsV1: { "f:spec": { "f:taints": {} } } },
];

async function serverWith(nodes: readonly object[], status = 200) {
  const asked: string[] = [];
  const api = await startRawApiServer(({ path, query }, response) => {
    asked.push(`${path} ${query.get("fieldSelector") ?? ""}`);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status === 200 ? { metadata: { resourceVersion: "9" }, items: nodes } : { kind: "Status", message: "no" }));
  });
  started.push(api);
  return { asked, ...serverOnManualTime({ apiServer: api.url }) };
}

it("L5 names the last manager of a node's taints, and reads that node on demand", async () => {
  const { get, asked } = await serverWith([{ metadata: { name: "n1", managedFields } }]);
  expect(asked).toEqual([]);
  expect((await get("/api/node-managers?name=n1")).json()).toMatchObject({
    taints: { manager: "kubectl-taint", atMs: Date.parse("2026-01-01T12:00:00Z"), isExact: true },
    labels: [],
  });
  expect(asked).toEqual(["/api/v1/nodes metadata.name=n1"]);
});

it("reports a missing right, and a deleted node", async () => {
  const forbidden = await (await serverWith([], 403)).get("/api/node-managers?name=n1");
  expect([forbidden.statusCode, forbidden.json().message]).toEqual([403, expect.stringContaining("kubectl auth can-i list")]);
  const gone = await (await serverWith([])).get("/api/node-managers?name=n1");
  expect([gone.statusCode, gone.json().message]).toEqual([404, "Node n1 has just gone."]);
});
