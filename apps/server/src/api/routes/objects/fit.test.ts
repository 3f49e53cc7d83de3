import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { afterEach, expect, it } from "vitest";
import { kubePod } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

const podJson = (name: string, cpu: string, nodeName?: string) => ({
  metadata: { name, namespace: "kube-system", uid: name, resourceVersion: "1", creationTimestamp: "2026-01-01T00:00:00Z" },
  spec: {
    ...(nodeName === undefined ? {} : { nodeName }),
    containers: [{ name: "c", image: "i", resources: { requests: { cpu } }, ports: [{ containerPort: 80, hostPort: 9100 }] }],
  },
  status: { phase: "Running" },
});

/** An API server with node n3 of 2 cpu, one pod on it, and a pending pod of the DaemonSet. */
async function serverWithFullNode(status = 200) {
  const asked: string[] = [];
  const api = await startRawApiServer(({ path, query }, response) => {
    const selector = query.get("fieldSelector") ?? "";
    asked.push(`${path} ${selector}`);
    response.writeHead(status, { "content-type": "application/json" });
    const items = path.endsWith("/nodes")
      ? [{ metadata: { name: "n3" }, status: { allocatable: { cpu: "2", pods: "30" } } }]
      : [selector.startsWith("spec.nodeName") ? podJson("batch", "1500m", "n3") : podJson("logs-new", "1")];
    response.end(JSON.stringify(status === 200 ? { metadata: { resourceVersion: "9" }, items } : { kind: "Status", message: "no" }));
  });
  started.push(api);
  const server = serverOnManualTime({ apiServer: api.url });
  const pod = kubePod(server.daemonSet, "n3", { suffix: "new", ready: false });
  server.model.putPod({
    ...pod,
    spec: { schedulingGates: [], affinityNodeName: "n3" },
    status: { ...pod.status, phase: "Pending", conditions: [] },
  });
  server.tick();
  return { asked, ...server };
}

it("W4 T13 T14 reports the shortages of a waiting pod, and the holders", async () => {
  const { get, asked } = await serverWithFullNode();
  const answer = (await get("/api/fit?namespace=kube-system&daemonSet=logs&node=n3")).json();
  expect(answer.waiting).toMatchObject({
    pod: "logs-new",
    fit: {
      shortages: [{ resource: "cpu", needs: "1", free: "500m", allocatable: "2", takers: [{ name: "batch", amount: "1500m" }] }],
      ports: [{ port: 9100, protocol: "TCP", holders: [{ name: "batch" }] }],
    },
  });
  expect(asked.sort()).toEqual([
    "/api/v1/namespaces/kube-system/pods metadata.name=logs-new",
    "/api/v1/nodes metadata.name=n3",
    "/api/v1/pods spec.nodeName=n3",
  ]);
});

it("reports the missing right", async () => {
  const { get } = await serverWithFullNode(403);
  const answer = await get("/api/fit?namespace=kube-system&daemonSet=logs&node=n3");
  expect(answer.statusCode).toBe(403);
  expect(answer.json().message).toContain("kubectl auth can-i list");
});

it("sends no request if no pod waits", async () => {
  const { get, asked } = await serverWithFullNode();
  expect((await get("/api/fit?namespace=kube-system&daemonSet=logs&node=n1")).json().waiting).toBeUndefined();
  expect(asked).toEqual([]);
});
