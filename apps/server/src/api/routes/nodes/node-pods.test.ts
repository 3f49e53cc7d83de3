import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterEach, expect, it } from "vitest";
import { serverOnManualTime } from "../../context.fixture.ts";

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

const podJson = (
  name: string,
  owner?: { readonly kind: string; readonly name: string },
  annotations: Record<string, string> = {},
  labels: Record<string, string> = {},
) => ({
  metadata: {
    name,
    namespace: "kube-system",
    uid: name,
    resourceVersion: "1",
    creationTimestamp: "2026-01-01T00:00:00Z",
    annotations,
    labels,
    ...(owner === undefined ? {} : { ownerReferences: [{ ...owner, apiVersion: "v1", uid: "o", controller: true }] }),
  },
  spec: { nodeName: "n1", containers: [{ name: "c", image: "i" }] },
  status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
});

/** An API server that lists these pods, and records the queries. */
async function serverWithPods(items: readonly object[], status = 200) {
  const asked: string[] = [];
  const api = await startRawApiServer(({ path, query }, response) => {
    asked.push(`${path} ${query.get("fieldSelector")}`);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(
      JSON.stringify(status === 200 ? { kind: "PodList", metadata: { resourceVersion: "9" }, items } : { kind: "Status", message: "no" }),
    );
  });
  started.push(api);
  return { asked, ...serverOnManualTime({ apiServer: api.url }) };
}

it("T11 T15 groups the pods of a node by owner: DaemonSet, static file, another controller, former owner, none", async () => {
  const { get, asked } = await serverWithPods([
    podJson("bare"),
    podJson("left", undefined, {}, { "controller-revision-hash": "h", "pod-template-generation": "2" }),
    podJson("web-abc-12345", { kind: "ReplicaSet", name: "web-abc" }),
    podJson("etcd-n1", { kind: "Node", name: "n1" }, { "kubernetes.io/config.mirror": "x" }),
    podJson("logs-abcde", { kind: "DaemonSet", name: "logs" }),
  ]);
  const { pods } = (await get("/api/node-pods?name=n1")).json();
  expect(pods.map(({ name, owner }: { readonly name: string; readonly owner: object }) => [name, owner])).toEqual([
    ["logs-abcde", { kind: "daemonSet", key: "kube-system/logs" }],
    ["etcd-n1", { kind: "static" }],
    ["web-abc-12345", { kind: "controller", controller: "ReplicaSet", name: "web-abc" }],
    ["left", { kind: "orphan" }],
    ["bare", { kind: "nobody" }],
  ]);
  expect(asked).toEqual(["/api/v1/pods spec.nodeName=n1"]);
});

it("reports the missing right if pods may not be listed", async () => {
  const { get } = await serverWithPods([], 403);
  const answer = await get("/api/node-pods?name=n1");
  expect(answer.statusCode).toBe(403);
  expect(answer.json().message).toContain("kubectl auth can-i list pods --all-namespaces");
});

it("sends no request to the cluster for an unknown node", async () => {
  const { get, asked } = await serverWithPods([]);
  expect((await get("/api/node-pods?name=n9")).json()).toMatchObject({ code: "NodeNotFound" });
  expect(asked).toEqual([]);
});
