import { Ajv } from "ajv";
import { afterEach, describe, expect, it } from "vitest";
import { openCase } from "../cases/case.fixture.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { parseCommand } from "../options/parse-command.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { podsOn } from "./pods.ts";
import { SCHEMAS } from "./schemas.ts";

let open: SimulatedCluster | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function podsIn(cluster: OpenCluster, words: readonly string[]) {
  const command = parseCommand(["pods", ...words], {}, "test");
  if (command.kind !== "pods") throw new Error(command.kind);
  const terminal = capturedTerminal();
  expect(await podsOn(cluster, command.config, terminal)).toBe(0);
  return { out: terminal.out(), warnings: terminal.warnings };
}
async function podsOf(scenario: string, advanceMs: number, ...words: readonly string[]) {
  open = await simulatedCluster(scenario);
  open.simulator.clock.advance(advanceMs);
  return podsIn(open.cluster, words);
}
async function entriesOf(cluster: OpenCluster, ...words: readonly string[]) {
  const entries = JSON.parse((await podsIn(cluster, [...words, "-o", "json"])).out) as Record<string, unknown>[];
  const isAnswer = new Ajv({ strict: true, allErrors: true }).compile(await SCHEMAS.pods());
  expect(isAnswer(entries), JSON.stringify(isAnswer.errors)).toBe(true);
  return entries;
}

const DS = ["-n", "kube-system", "ds/fluentd-elasticsearch"];

describe("pods", () => {
  it("prints node, revision, state and cause of each pod, by node", async () => {
    const { out } = await podsOf("bad-image", 90_000, ...DS);
    const [header = "", ...rows] = out.trimEnd().split("\n");
    expect(header.split(/\s+/)).toEqual(["NAME", "READY", "STATE", "RESTARTS", "AGE", "NODE", "REVISION", "CAUSE"]);
    expect(rows).toHaveLength(12);
    expect(rows.filter((row) => / failing .* 2 +image fluentd:v9-missing not found$/.test(row))).toHaveLength(3);
    expect(rows.filter((row) => / true +available .* 1 \(old\) +<none>$/.test(row))).toHaveLength(9);
    const nodes = rows.map((row) => row.split(/\s+/)[5]);
    expect(nodes).toEqual([...nodes].sort());
  });
  it.each([
    ["--old", 9],
    ["--not-ready", 3],
    ["--failing", 3],
    ["--misscheduled", 0],
  ])("%s keeps only such pods, and -o name prints them for kubectl delete", async (filter, count) => {
    const { out, warnings } = await podsOf("bad-image", 90_000, ...DS, filter, "-o", "name");
    expect(out.split("\n").filter((line) => /^pod\/fluentd-elasticsearch-\w{5}$/.test(line))).toHaveLength(count);
    expect(warnings).toEqual(count === 0 ? ["No resources found in kube-system namespace."] : []);
  });
  it("N1 the taints of a node that shuts down are no cause of its pod", async () => {
    open = await simulatedCluster("graceful-shutdown");
    open.simulator.clock.advance(60_000);
    const { store } = open.simulator;
    const [pod] = store.list("pods").filter(({ metadata }) => metadata.name.startsWith("fluent-bit-"));
    const { spec, metadata } = pod as unknown as { readonly spec: object; readonly metadata: object };
    const matchFields = [{ key: "metadata.name", operator: "In", values: ["batch-2"] }];
    const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] } };
    const message = "0/6 nodes are available: 1 node(s) had untolerated taint(s), 5 node(s) didn't match Pod's node affinity/selector.";
    const scheduled = { type: "PodScheduled", status: "False", reason: "Unschedulable", message };
    store.create("pods", {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ...metadata, name: "fluent-bit-late", uid: "late", resourceVersion: undefined },
      spec: { ...spec, nodeName: undefined, affinity: { nodeAffinity } },
      status: { phase: "Pending", conditions: [scheduled] },
    } as unknown as Parameters<typeof store.create>[1]);
    const { out } = await podsIn(open.cluster, ["-n", "logging", "ds/fluent-bit"]);
    expect(out).toMatch(/^fluent-bit-late +false +leaving .* batch-2 .* node is shutting down \(NodeShutdown\)$/m);
  });
  it("N2 calls a pod leaving while its node shuts down, as the page does, and keeps its own state for programs", async () => {
    const { out } = await podsOf("graceful-shutdown", 60_000, "-n", "monitoring", "ds/node-exporter");
    expect(
      out
        .split("\n")
        .filter((row) => /^node-exporter-\w+ +false +leaving .* batch-\d .* node is shutting down \(NodeShutdown\)$/.test(row)),
    ).not.toEqual([]);
    expect(out).not.toContain("failing");
    expect(JSON.stringify(await entriesOf(open?.cluster as OpenCluster, "-n", "monitoring", "ds/node-exporter"))).toContain('"failing"');
  });
  it("--field-selector keeps the pods of a node, or of a phase", async () => {
    const entries = await podsOf("bad-image", 90_000, ...DS, "--field-selector", "spec.nodeName=worker-01", "--no-headers");
    expect(entries.out).toMatch(/^fluentd-elasticsearch-\w{5} .* worker-01 [^\n]*\n$/);
    await open?.close();
    const pending = await podsOf("bad-image", 90_000, ...DS, "--field-selector", "status.phase!=Running", "-o", "name");
    expect(pending.out.trimEnd().split("\n")).toHaveLength(3);
  });
  it("works without the right to list nodes, except for answers about nodes", async () => {
    open = await simulatedCluster("bad-image", ["nodes"]);
    open.simulator.clock.advance(90_000);
    const { out, warnings } = await podsIn(open.cluster, [...DS, "--failing", "-o", "name"]);
    expect(out.trimEnd().split("\n")).toHaveLength(3);
    expect(warnings).toEqual([expect.stringMatching(/^Warning: you may not list and watch nodes/)]);
    const old = await podsIn(open.cluster, [...DS, "--old", "-o", "json"]);
    expect((JSON.parse(old.out) as readonly { misscheduled: boolean }[]).map(({ misscheduled }) => misscheduled)).toEqual(
      Array.from({ length: 9 }, () => false),
    );
    for (const flag of ["--missing", "--misscheduled"])
      await expect(podsIn(open.cluster, [...DS, flag])).rejects.toThrow(
        "forbidden: you cannot list and watch nodes at the cluster scope. Check: kubectl auth can-i --list. Nodes belong to no namespace, so ask for a ClusterRole.",
      );
  });
  it("all filters must match", async () => {
    expect((await podsOf("bad-image", 90_000, ...DS, "--old", "--failing", "-o", "name")).out).toBe("");
  });
  it("-o json has revision, cause and age of each pod", async () => {
    open = await simulatedCluster("bad-image");
    open.simulator.clock.advance(90_000);
    const entries = await entriesOf(open.cluster, ...DS, "--failing");
    expect(entries).toHaveLength(3);
    expect(entries[0]).toMatchObject({
      apiVersion: "daemonscope.dev/v1",
      kind: "DaemonPod",
      namespace: "kube-system",
      daemonSet: "fluentd-elasticsearch",
      revision: 2,
      old: false,
      state: "failing",
      ready: false,
      cause: { kind: "imageNotFound" },
      creationTimestamp: expect.stringMatching(/^2026-01-05T12:0/),
    });
    expect(await entriesOf(open.cluster, "-A")).toHaveLength(12);
    expect(await entriesOf(open.cluster)).toEqual([]);
  });
  it("selects DaemonSets by their labels", async () => {
    open = await simulatedCluster("tour");
    const all = await entriesOf(open.cluster, "-A");
    const logging = await entriesOf(open.cluster, "-A", "--field-selector", "metadata.namespace=logging");
    expect(new Set(logging.map(({ namespace }) => namespace))).toEqual(new Set(["logging"]));
    expect(logging.length).toBeLessThan(all.length);
    expect(await entriesOf(open.cluster, "-A", "-l", "no.such/label")).toEqual([]);
  });
  it("lists pods on nodes that do not want them, with the reason", async () => {
    open = await simulatedCluster("image-update");
    const { store, clock } = open.simulator;
    const [node] = store.list("nodes");
    store.edit("nodes", undefined, node?.metadata.name ?? "", (copy) => {
      copy.spec = { ...(copy.spec as object), taints: [{ key: "a", value: "b", effect: "NoSchedule" }] };
    });
    clock.advance(1000);
    const entries = await entriesOf(open.cluster, ...DS, "--misscheduled");
    expect(entries).toEqual([
      expect.objectContaining({ node: node?.metadata.name, misscheduled: true, why: "taint a=b:NoSchedule is not tolerated" }),
    ]);
    const { out } = await podsIn(open.cluster, [...DS, "--misscheduled", "--no-headers"]);
    expect(out).toMatch(/ misscheduled: taint a=b:NoSchedule\n$/);
  });
  it("names no cause by taints that contradict another sign (N1)", async () => {
    open = await simulatedCluster("image-update");
    const { store, clock } = open.simulator;
    const [node] = store.list("nodes");
    store.edit("nodes", undefined, node?.metadata.name ?? "", (copy) => {
      copy.metadata.labels = { ...copy.metadata.labels, "karpenter.sh/registered": "true" };
      copy.spec = { ...(copy.spec as object), taints: [{ key: "karpenter.sh/unregistered", effect: "NoSchedule" }] };
    });
    clock.advance(1000);
    expect(await entriesOf(open.cluster, ...DS, "--misscheduled")).toEqual([
      expect.objectContaining({ misscheduled: true, why: "taint karpenter.sh/unregistered:NoSchedule is not tolerated" }),
    ]);
    const { out } = await podsIn(open.cluster, [...DS, "--misscheduled", "--no-headers"]);
    expect(out).toMatch(/ {3}node lifecycle unknown\n$/);
  });
  it.each(["karpenter.sh/disrupted", "ToBeDeletedByClusterAutoscaler"])(
    "names taint %s of a leaving node as the cause (N2)",
    async (key) => {
      open = await simulatedCluster("image-update");
      const { store, clock } = open.simulator;
      const [node] = store.list("nodes");
      store.edit("nodes", undefined, node?.metadata.name ?? "", (copy) => {
        copy.spec = { ...(copy.spec as object), taints: [{ key, effect: "NoSchedule" }] };
      });
      clock.advance(1000);
      const { out } = await podsIn(open.cluster, [...DS, "--misscheduled", "--no-headers"]);
      expect(out.trimEnd().endsWith(` node is being removed (${key})`)).toBe(true);
    },
  );
});

describe("pods --missing", () => {
  it("prints the nodes that want a pod and have none, with the cause", async () => {
    const { cluster, close } = await openCase("F07");
    try {
      const { out } = await podsIn(cluster, ["-A", "--missing", "--no-headers"]);
      expect(out).toMatch(/ +n1 +quota team-quota is exhausted/);
      expect((await podsIn(cluster, ["-A", "--missing", "-o", "name"])).out).toContain("node/n1\n");
      expect((await entriesOf(cluster, "-A", "--missing"))[0]).toMatchObject({
        kind: "MissingDaemonPod",
        node: "n1",
        cause: { kind: "quotaExceeded" },
      });
    } finally {
      await close();
    }
  });
  it("is empty if each wanted pod exists", async () => {
    expect(await podsOf("image-update", 0, ...DS, "--missing")).toEqual({
      out: "",
      warnings: ["No resources found in kube-system namespace."],
    });
  });
});
