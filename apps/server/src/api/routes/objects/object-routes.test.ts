import { dropObject, putDaemonSet, putPod } from "@daemonscope/daemonset/model/cluster-event";
import type { KubePod } from "@daemonscope/kube/objects";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import type { PodSearchAnswer } from "@daemonscope/shared/http/pod-search";
import type { TrailAnswer } from "@daemonscope/shared/http/trail";
import { afterEach, describe, expect, it } from "vitest";
import { kubeDaemonSet, kubePod } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

describe("GET /api/pods-named", () => {
  it("finds pods of DaemonSets by a part of their name, case-insensitive, with node and DaemonSet", async () => {
    const { get, model, tick } = serverOnManualTime();
    const other = kubeDaemonSet("metrics", { desired: 1 });
    model.apply(putDaemonSet(other));
    model.apply(putPod(kubePod(other, "n3")));
    tick();
    const found = async (text: string) => (await get(`/api/pods-named?text=${encodeURIComponent(text)}`)).json() as PodSearchAnswer;
    const logs = kubePod(kubeDaemonSet("logs", { desired: 2 }), "n1").metadata.name;
    expect(await found(" LOGS")).toMatchObject({ total: 1, pods: [{ name: logs, node: "n1", key: "kube-system/logs" }] });
    expect((await found("metrics")).pods.map(({ node, key }) => [node, key])).toEqual([["n3", "kube-system/metrics"]]);
    expect(await found("nobody")).toMatchObject({ total: 0, pods: [] });
  });

  it.each(["", "ab", "x".repeat(254)])("refuses %j as a part of a name", async (text) => {
    const { get } = serverOnManualTime();
    const answer = await get(`/api/pods-named?text=${text}`);
    expect([answer.statusCode, answer.json().message]).toEqual([400, "The parameter text is a part of a pod's name: 3 to 253 letters."]);
  });
});

describe("GET /api/trail", () => {
  const PATH = "/api/trail?namespace=kube-system&daemonSet=logs&node=n1";
  const steps = ({ steps: all }: TrailAnswer) => all.map((step) => `${step.name} ${step.kind === "missing" ? "–" : (step.atMs ?? "?")}`);

  /** The old pod of n1 is deleted. Its replacement is ready two seconds after it was bound. */
  async function serverWithReplacedPod() {
    const server = serverOnManualTime();
    const { live, consumer, time, tick, writer } = server;
    live.beginMarks();
    tick();
    const daemonSet = kubeDaemonSet("logs", { desired: 2 });
    const old = kubePod(daemonSet, "n1");
    const pass = (ms: number): number => {
      time.pass(ms);
      return time.nowMs();
    };
    const deleted = Math.ceil(pass(60_000) / 1000) * 1000;
    pass(deleted - time.nowMs());
    const goneBy = new Date(deleted + 30_000).toISOString();
    consumer(putPod({ ...old, metadata: { ...old.metadata, deletionTimestamp: goneBy, deletionGracePeriodSeconds: 30 } }));
    tick();
    const gone = pass(4000);
    consumer(dropObject("pods", old.metadata.uid));
    tick();
    const between = pass(500);
    pass(500);
    const created = time.nowMs();
    const made = kubePod(daemonSet, "n1", { suffix: "new", ready: false, waiting: "ContainerCreating" });
    const pending: KubePod = {
      ...made,
      metadata: { ...made.metadata, creationTimestamp: new Date(created).toISOString() },
      status: { ...made.status, phase: "Pending", conditions: [{ type: "PodReadyToStartContainers", status: "False" }] },
    };
    consumer(putPod(pending));
    tick();
    const waiting = pass(1500);
    const ready = pass(500);
    const since = new Date(Math.floor(ready / 1000) * 1000).toISOString();
    const good = kubePod(daemonSet, "n1", { suffix: "new", ready: true });
    consumer(
      putPod({
        ...good,
        metadata: pending.metadata,
        status: { ...good.status, conditions: [{ type: "Ready", status: "True", lastTransitionTime: since }] },
      }),
    );
    tick();
    pass(60_000);
    await writer?.flush();
    return { ...server, deleted, gone, between, created, waiting, ready };
  }

  it("W10 shows how the pod of a pair was created, as observed", async () => {
    const { get, deleted, gone, created, ready } = await serverWithReplacedPod();
    const answer = (await get(PATH)).json() as TrailAnswer;
    expect(answer.pod).toBe("logs-new");
    expect(steps(answer)).toEqual([
      `oldDeleted ${deleted}`,
      `oldGone ${gone}`,
      `created ${created}`,
      `bound ${created}`,
      `sandbox ${ready}`,
      `started ${ready}`,
      `ready ${ready}`,
      `available ${ready}`,
    ]);
  });

  it("W10 at a past time it shows the steps up to then, and the missing one", async () => {
    const { get, waiting, between } = await serverWithReplacedPod();
    const before = (await get(`${PATH}&at=${waiting}`)).json() as TrailAnswer;
    expect(before.at).toBe(waiting);
    expect(before.steps.find(({ kind }) => kind === "missing")).toEqual({
      name: "sandbox",
      kind: "missing",
      needs: { kind: "step", step: "sandbox" },
    });
    const none = (await get(`${PATH}&at=${between}`)).json() as TrailAnswer;
    expect([none.pod, steps(none).map((step) => step.split(" ")[0])]).toEqual([undefined, ["oldDeleted", "oldGone", "created"]]);
  });

  it("W10 without history it uses the times of the pod itself", async () => {
    const answer = (await serverOnManualTime().get(PATH)).json() as TrailAnswer;
    expect(answer.pod).toBe("logs-n1");
    expect(answer.steps.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "wanted came",
      "created came",
      "bound came",
      "started came",
      "ready came",
      "available came",
    ]);
    expect(answer.steps.find(({ name }) => name === "bound")).toEqual({ name: "bound", kind: "came" });
  });

  it("refuses unknown names with similar ones", async () => {
    const { get } = serverOnManualTime();
    expect((await get(PATH.replace("n1", "n9"))).json().code).toBe("NodeNotFound");
    expect((await get(PATH.replace("logs", "log"))).json()).toMatchObject({ code: "DaemonSetNotFound", nearest: ["kube-system/logs"] });
  });
});

describe("GET /api/fit", () => {
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
    server.model.apply(
      putPod({
        ...pod,
        spec: { schedulingGates: [], affinityNodeName: "n3" },
        status: { ...pod.status, phase: "Pending", conditions: [] },
      }),
    );
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
});
