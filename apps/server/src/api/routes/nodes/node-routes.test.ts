import { putDaemonSet, putNode } from "@daemonscope/daemonset/model/cluster-event";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import type { EligibilityAnswer, ExplainAnswer, TaintsAnswer } from "@daemonscope/shared/http/answers";
import { afterEach, describe, expect, it, test } from "vitest";
import { kubeDaemonSet, kubeNode } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

describe("GET /api/eligibility", () => {
  const PATH = "/api/eligibility?namespace=kube-system&daemonSet=logs";

  test("P1 names the deciding check for each node, grouped by answer", async () => {
    const { get, daemonSet } = serverOnManualTime();
    const body = (await get(PATH)).json() as EligibilityAnswer;
    expect(body).toMatchObject({ epoch: "e1", uid: daemonSet.metadata.uid });
    expect(body.classes).toEqual([
      { eligibility: { kind: "eligible" }, nodes: ["n1", "n3"] },
      { eligibility: { kind: "taint", what: "gpu=yes:NoSchedule" }, nodes: ["n2"] },
    ]);
  });

  describe.each([true, false])("P9 a toleration with a numeric comparison, with its gate %s", (isOn) => {
    it("has one verdict in the cell, the proof, the lens and the matrix", async () => {
      const gates: MatchingGates = { TaintTolerationComparisonOperators: isOn };
      const { get, model, tick } = serverOnManualTime({ gates });
      model.apply(putNode(kubeNode("n4", { taints: [{ key: "level", value: "5", effect: "NoSchedule" }] })));
      const tolerations = [{ key: "level", operator: "Gt", value: "3" }];
      model.apply(putDaemonSet(kubeDaemonSet("logs", { generation: 2, template: { tolerations } })));
      tick();
      const { classes } = (await get(PATH)).json() as EligibilityAnswer;
      const proof = (await get("/api/explain?namespace=kube-system&daemonSet=logs&node=n4")).json() as ExplainAnswer;
      const matrix = (await get("/api/taints")).json() as TaintsAnswer;
      expect(model.reading.verdictOf("kube-system/logs", "n4")).toBe(isOn ? "run" : "keep");
      expect(proof.placement.verdict).toBe(isOn ? "run" : "keep");
      expect(classes.find(({ nodes }) => nodes.includes("n4"))?.eligibility).toEqual(
        isOn ? { kind: "tolerated" } : { kind: "taint", what: "level=5:NoSchedule" },
      );
      expect(matrix.rows.find(({ taint }) => taint.key === "level")?.cells[0]?.answer).toBe(isOn ? "template" : "blocksNew");
      expect([proof.gates, matrix.gates]).toEqual([gates, gates]);
    });
  });

  test("C13 answers 503 if nodes were not read", async () => {
    const { get, live, setStatuses } = serverOnManualTime();
    setStatuses({ ...live.sources(), nodes: { state: "syncing" } });
    expect((await get(PATH)).statusCode).toBe(503);
  });

  test("a missing DaemonSet gives 404 with the nearest name", async () => {
    const { get } = serverOnManualTime();
    const answer = await get("/api/eligibility?namespace=kube-system&daemonSet=log");
    expect([answer.statusCode, answer.json().nearest]).toEqual([404, ["kube-system/logs"]]);
  });
});

describe("GET /api/node-managers", () => {
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
      response.end(
        JSON.stringify(status === 200 ? { metadata: { resourceVersion: "9" }, items: nodes } : { kind: "Status", message: "no" }),
      );
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
});

describe("GET /api/node-capacity", () => {
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
  const node = {
    metadata: { name: "n1" },
    status: { allocatable: { cpu: "2", pods: "30" }, capacity: { cpu: "4" }, declaredFeatures: ["GuaranteedQoSPodCPUResize"] },
  };

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
      declaredFeatures: ["GuaranteedQoSPodCPUResize"],
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
});

describe("GET /api/node-pods", () => {
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

  it("N4 has the first start of the last container, unless a restart hides it", async () => {
    const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
    const running = (second: number, restartCount = 0) => ({ name: "c", restartCount, state: { running: { startedAt: at(second) } } });
    const withContainers = (name: string, ...containerStatuses: readonly object[]) => {
      const pod = podJson(name, { kind: "DaemonSet", name: "logs" });
      return { ...pod, status: { ...pod.status, containerStatuses } };
    };
    const { get } = await serverWithPods([
      withContainers("all", running(3), { ...running(5), name: "d" }),
      withContainers("again", { ...running(9, 1), lastState: { terminated: { exitCode: 1, startedAt: at(4) } } }),
      withContainers("often", { ...running(9, 2), lastState: { terminated: { exitCode: 1, startedAt: at(4) } } }),
      withContainers("waits", running(3), { name: "d", restartCount: 0, state: { waiting: { reason: "ContainerCreating" } } }),
      withContainers("none"),
    ]);
    const { pods } = (await get("/api/node-pods?name=n1")).json();
    const starts = pods.map(({ name, startedAtMs }: { readonly name: string; readonly startedAtMs?: number }) => [name, startedAtMs]);
    expect(starts.sort()).toEqual([
      ["again", Date.parse(at(4))],
      ["all", Date.parse(at(5))],
      ["none", undefined],
      ["often", undefined],
      ["waits", undefined],
    ]);
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
});
