import { describe, expect, it } from "vitest";
import { podsOf, simulate, trace } from "./scenarios/trace.fixture.ts";
import type { Simulator } from "./simulator.ts";

const LOGGING = "kube-system/fluentd-elasticsearch";
const statusOf = ({ store }: Simulator, namespace: string, name: string) => store.get("daemonsets", namespace, name)?.status;
const edit = ({ store }: Simulator, node: string, change: Parameters<typeof store.edit>[3]) => store.edit("nodes", undefined, node, change);

describe("the delays of the controller equal those of upstream", () => {
  it("S41 a NoSchedule taint on a node with a pod changes no status until another event", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    const { store, clock } = simulator;
    store.edit("nodes", undefined, "worker-01", (node) => {
      node.spec = { taints: [{ key: "dedicated", value: "db", effect: "NoSchedule" }] };
    });
    expect(trace(simulator, "kube-system/fluentd-elasticsearch", 5000)).toEqual(["12 12 12 12 12"]);
    store.edit("daemonsets", "kube-system", "fluentd-elasticsearch", (set) => {
      set.metadata.annotations = { ...set.metadata.annotations, note: "look" };
    });
    clock.advance(1000);
    expect(store.get("daemonsets", "kube-system", "fluentd-elasticsearch")?.status).toMatchObject({
      desiredNumberScheduled: 11,
      numberMisscheduled: 1,
    });
  });
  it("S42 S54 a deleted node is corrected only when its pods are collected", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    simulator.store.delete("nodes", undefined, "worker-01");
    expect(trace(simulator, "kube-system/fluentd-elasticsearch", 40_000)).toEqual(["12 12 12 12 12"]);
    expect(trace(simulator, "kube-system/fluentd-elasticsearch", 45_000).at(-1)).toBe("11 11 11 11 11");
  });
  it("S15 orphaned pods stay, and a new DaemonSet with the same selector adopts them", () => {
    const simulator = simulate("control-plane-taint");
    const { store, clock } = simulator;
    const before = store.get("daemonsets", "default", "redis-ds");
    const [pod] = podsOf(simulator, "redis-ds");
    store.delete("daemonsets", "default", "redis-ds", { propagationPolicy: "Orphan" });
    clock.advance(2000);
    expect(store.get("daemonsets", "default", "redis-ds")).toBeUndefined();
    expect(podsOf(simulator, "redis-ds")).toHaveLength(1);
    store.create("daemonsets", { metadata: { name: "redis-ds", namespace: "default", labels: { app: "redis-ds" } }, spec: before?.spec });
    clock.advance(2000);
    expect(podsOf(simulator, "redis-ds").map((adopted) => adopted.metadata.uid)).toEqual([pod?.metadata.uid]);
  });
  it("S41 S52 a node that reports itself NotReady changes no number and keeps its pods' readiness", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    edit(simulator, "worker-01", (node) => {
      node.metadata.annotations = { "control-plane.test/ready": "false" };
    });
    expect(trace(simulator, LOGGING, 60_000)).toEqual(["12 12 12 12 12"]);
    expect(simulator.store.get("nodes", undefined, "worker-01")?.spec).toMatchObject({
      taints: [
        { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" },
        { key: "node.kubernetes.io/not-ready", effect: "NoExecute" },
      ],
    });
  });
  it("S52 a silent node is misscheduled after the grace period and keeps its pod, and recovers when it returns", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    edit(simulator, "worker-01", (node) => {
      node.metadata.annotations = { "control-plane.test/silent": "true" };
    });
    expect(trace(simulator, LOGGING, 49_000)).toEqual(["12 12 12 12 12"]);
    simulator.clock.advance(5000);
    expect(statusOf(simulator, "kube-system", "fluentd-elasticsearch")).toMatchObject({
      desiredNumberScheduled: 11,
      numberMisscheduled: 1,
    });
    expect(podsOf(simulator, "fluentd-elasticsearch")).toHaveLength(12);
    edit(simulator, "worker-01", (node) => {
      node.metadata.annotations = {};
    });
    const seen = trace(simulator, LOGGING, 10_000);
    expect(seen).toContain("12 12 11 12 11");
    expect(seen.at(-1)).toBe("12 12 12 12 12");
  });
  it("S52 a node is also silent if it loses the label of its fake kubelet", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    const label = (labels: Record<string, string>) =>
      edit(simulator, "worker-01", (node) => {
        const { "kwok.x-k8s.io/node": _label, ...rest } = node.metadata.labels ?? {};
        node.metadata.labels = { ...rest, ...labels };
      });
    label({ "kwok.x-k8s.io/node": "fake" });
    simulator.clock.advance(1000);
    label({});
    simulator.clock.advance(60_000);
    expect(JSON.stringify(simulator.store.get("nodes", undefined, "worker-01")?.status)).toContain("Kubelet stopped posting node status.");
  });
  it("S53 a NoExecute taint deletes the pod, and its removal brings a new one", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    edit(simulator, "worker-01", (node) => {
      node.spec = { taints: [{ key: "sick", effect: "NoExecute" }] };
    });
    const seen = trace(simulator, LOGGING, 10_000);
    expect(seen.at(-1)).toBe("11 11 11 11 11");
    expect(statusOf(simulator, "kube-system", "fluentd-elasticsearch")).toMatchObject({ numberMisscheduled: 0 });
    edit(simulator, "worker-01", (node) => {
      node.spec = {};
    });
    expect(trace(simulator, LOGGING, 10_000).at(-1)).toBe("12 12 12 12 12");
  });
  it("S40 cordon and uncordon write no status", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    const before = simulator.store.get("daemonsets", "kube-system", "fluentd-elasticsearch");
    edit(simulator, "worker-01", (node) => {
      node.spec = { unschedulable: true };
    });
    simulator.clock.advance(5000);
    expect(JSON.stringify(simulator.store.get("nodes", undefined, "worker-01")?.spec)).toContain("node.kubernetes.io/unschedulable");
    edit(simulator, "worker-01", (node) => {
      node.spec = {};
    });
    simulator.clock.advance(5000);
    expect(simulator.store.get("daemonsets", "kube-system", "fluentd-elasticsearch")).toBe(before);
  });
  it("S14 a failed pod is replaced with a warning, with increasing delay", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    const { store, clock } = simulator;
    const fail = () => {
      const [pod] = store.podsOnNode("worker-01");
      store.edit(
        "pods",
        "kube-system",
        pod?.metadata.name ?? "",
        (copy) => {
          copy.status = { phase: "Failed", reason: "OutOfcpu" };
        },
        "status",
      );
      return pod?.metadata.uid;
    };
    const first = fail();
    clock.advance(100);
    expect(store.podsOnNode("worker-01").some(({ metadata }) => metadata.uid === first)).toBe(false);
    const second = fail();
    clock.advance(500);
    expect(store.podsOnNode("worker-01").some(({ metadata }) => metadata.uid === second)).toBe(true);
    clock.advance(2000);
    expect(store.podsOnNode("worker-01").some(({ metadata }) => metadata.uid === second)).toBe(false);
    expect(store.list("events").filter(({ reason }) => reason === "FailedDaemonPod")).toHaveLength(2);
  });
  it("S6 the contrarian runs where placement forbids it", () => {
    const simulator = simulate("control-plane-taint", { contrarian: true });
    expect(statusOf(simulator, "default", "redis-ds")).toMatchObject({
      desiredNumberScheduled: 2,
      currentNumberScheduled: 2,
      numberReady: 1,
    });
    expect(JSON.stringify(podsOf(simulator, "redis-ds"))).toContain("1 node(s) had untolerated taint(s)");
  });
  it("S33 the status of a sync with new pods counts at least three in four of them, and not always all", () => {
    const missed = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const simulator = simulate("image-update", { manualSteps: true, seed });
      const before = simulator.store.get("daemonsets", "kube-system", "fluentd-elasticsearch");
      simulator.store.delete("daemonsets", "kube-system", "fluentd-elasticsearch");
      simulator.clock.advance(30_000);
      simulator.store.create("daemonsets", {
        metadata: { name: "again", namespace: "kube-system", labels: before?.metadata.labels },
        spec: before?.spec,
      });
      const [, first = ""] = trace(simulator, "kube-system/again", 5000);
      return 12 - Number(first.split(" ")[1]);
    });
    expect(Math.max(...missed)).toBeGreaterThan(0);
    expect(Math.max(...missed)).toBeLessThanOrEqual(3);
    expect(missed).toContain(0);
  });
});

describe("the lifecycle of a DaemonSet", () => {
  it.each([
    ["10%", 10],
    ["1%", 11],
  ])("S24 a maxUnavailable of %s leaves at least %i of 12 nodes available", (maxUnavailable, least) => {
    const simulator = simulate("image-update", { manualSteps: true });
    simulator.store.edit("daemonsets", "kube-system", "fluentd-elasticsearch", (set) => {
      const spec = set.spec as { updateStrategy: unknown };
      spec.updateStrategy = { type: "RollingUpdate", rollingUpdate: { maxUnavailable, maxSurge: 0 } };
    });
    simulator.perform("set-image");
    const available = trace(simulator, LOGGING, 200_000).map((text) => Number(text.split(" ")[4]));
    expect(Math.min(...available)).toBe(least);
    expect(available.at(-1)).toBe(12);
  });
  it("a deletion in the background also deletes the pods and revisions", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    simulator.store.delete("daemonsets", "kube-system", "fluentd-elasticsearch");
    simulator.clock.advance(10_000);
    expect(podsOf(simulator, "fluentd-elasticsearch")).toHaveLength(0);
    expect(simulator.store.list("controllerrevisions", "kube-system")).toHaveLength(0);
  });
  it("a deletion in the foreground deletes the DaemonSet last", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    simulator.store.delete("daemonsets", "kube-system", "fluentd-elasticsearch", { propagationPolicy: "Foreground" });
    simulator.clock.advance(500);
    expect(simulator.store.get("daemonsets", "kube-system", "fluentd-elasticsearch")).toBeDefined();
    simulator.clock.advance(10_000);
    expect(simulator.store.get("daemonsets", "kube-system", "fluentd-elasticsearch")).toBeUndefined();
  });
  it("similar events are combined after ten", () => {
    const simulator = simulate("image-update");
    simulator.clock.advance(60_000);
    const created = simulator.store.list("events").filter(({ reason }) => reason === "SuccessfulCreate");
    expect(created).toHaveLength(11);
    expect(created.filter(({ message }) => String(message).startsWith("(combined from similar events): Created pod: "))).toHaveLength(1);
  });
  it("a crashing image restarts at once, and then with increasing delay", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    simulator.store.edit("daemonsets", "kube-system", "fluentd-elasticsearch", (set) => {
      const spec = set.spec as { template: { spec: { containers: { image: string }[] } } };
      spec.template.spec.containers[0]!.image = "crash:1";
    });
    simulator.clock.advance(20_000);
    const [crashing] = podsOf(simulator, "fluentd-elasticsearch").filter((pod) => JSON.stringify(pod.status).includes("crash:1"));
    expect(crashing?.status).toMatchObject({ phase: "Running" });
    const restartedMs: number[] = [];
    let restarts = 1;
    simulator.store.subscribe("pods", ({ object }) => {
      if (object.metadata.uid !== crashing?.metadata.uid) return;
      const [{ restartCount }] = (object.status as { containerStatuses: [{ restartCount: number }] }).containerStatuses;
      if (restartCount > restarts) restartedMs.push(simulator.clock.nowMs());
      restarts = restartCount;
    });
    simulator.clock.advance(1_200_000);
    const pauses = restartedMs.slice(1).map((atMs, at) => atMs - (restartedMs[at] ?? 0));
    // A run takes about a second. The kubelet starts a container up to half of a pause late, at most 30 s.
    for (const [at, pauseMs] of [20_000, 40_000, 80_000, 160_000, 300_000].entries()) {
      expect(pauses[at]).toBeGreaterThanOrEqual(pauseMs);
      expect(pauses[at]).toBeLessThan(pauseMs + Math.min(pauseMs, 60_000) / 2 + 4000);
    }
  });
});
