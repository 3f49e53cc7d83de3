import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isReady, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { describe, expect, it, test } from "vitest";
import type { SimulatorOptions } from "../simulator.ts";
import { findScenario, SCENARIOS } from "./scenarios.ts";
import { podsOf, SEED, simulate, trace } from "./trace.fixture.ts";

const LOGGING = "kube-system/fluentd-elasticsearch";

describe("golden traces at a fixed seed: DESIRED CURRENT READY UP-TO-DATE AVAILABLE", () => {
  test.each<[string, string, string, number, Partial<SimulatorOptions>?]>([
    ["T1", "control-plane-taint", "default/redis-ds", 150_000],
    ["T2", "from-deployment", "default/log-collector", 80_000],
    ["T4", "one-daemon-many-hardware", "default/device-agent-a10", 60_000],
    ["T5", "hw-rng", "default/hw-rng", 60_000],
    ["T6", "automatic-tolerations", "default/log-agent", 240_000],
    ["T7", "min-ready-seconds", "default/ironman", 30_000],
    ["T8", "image-update", LOGGING, 90_000],
    ["T9", "on-delete", LOGGING, 60_000],
    ["T10", "surge", "default/agent", 60_000],
    ["T11", "orphan-and-adopt", "default/node-agent", 120_000],
    ["T12", "edited-pod", "logging/fluent-bit", 60_000],
    ["T15", "static-pods", "kube-system/kube-proxy", 60_000],
    ["T16", "reach-the-daemon", "monitoring/metrics-agent", 90_000],
    ["T17", "bad-manifest", "default/log-agent", 75_000],
    ["T23", "watch-it-think", "default/thinker", 90_000],
    ["T24", "who-binds", "default/fluent-bit", 70_000],
    ["T25", "gpu-operator-upgrade", "gpu-operator/nvidia-device-plugin-daemonset", 270_000],
    ["T26", "argo-cd-reverts", "logging/log-agent", 180_000],
    ["T27", "karpenter-disruption", "logging/fluent-bit", 200_000],
    ["T28", "graceful-shutdown", "monitoring/node-exporter", 230_000],
    ["T29", "startup-taint", "logging/fluent-bit", 960_000],
    ["T19", "bad-image", LOGGING, 240_000],
    ["T3", "nodes-come-and-go", "default/fluent-bit", 180_000],
    ["T13", "full-node", "default/batch-agent", 180_000],
    ["T18", "cordon-and-drain", "default/fluent-bit", 60_000],
    ["T14", "host-port", "default/vendor-exporter", 90_000],
    ["T20", "driver-breaks-nodes", "gpu-operator/nvidia-driver", 330_000],
    ["T21", "label-flip", "logging/log-shipper", 180_000],
    ["T22", "big-cluster", "kube-system/fluent-bit", 60_000, { nodes: 200, daemonSets: 2 }],
  ])("%s %s", (_story, scenario, key, ms, options) => {
    const text = `${trace(simulate(scenario, options), key, ms).join("\n")}\n`;
    const file = join(import.meta.dirname, "golden", `${scenario}.txt`);
    if (process.env.UPDATE_GOLDEN === "1") {
      mkdirSync(join(import.meta.dirname, "golden"), { recursive: true });
      writeFileSync(file, text);
    }
    expect(text).toBe(readFileSync(file, "utf8"));
  });
});

// The test builds a cluster with four months of history three times. On a busy machine that exceeds the usual limit.
describe("scenarios", { timeout: 90_000 }, () => {
  it.each(SCENARIOS.map(({ name }) => [name]))("%s is the same for the same seed, and different for another", (name) => {
    const snapshot = (seed: number) => {
      const simulator = simulate(name, { seed, ...(name === "big-cluster" ? { nodes: 60, daemonSets: 3 } : {}) });
      simulator.clock.advance(90_000);
      const { store } = simulator;
      return JSON.stringify([
        store.resourceVersion,
        store.list("nodes"),
        store.list("pods"),
        store.list("daemonsets"),
        store.list("events"),
      ]);
    };
    const first = snapshot(1);
    expect(snapshot(1)).toBe(first);
    if (name !== "control-plane-taint") expect(snapshot(2)).not.toBe(first);
  });
  it("have unique step names and a kubectl command for each step", () => {
    for (const { steps } of SCENARIOS) {
      expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
      expect(steps.every(({ kubectl }) => kubectl.startsWith("kubectl "))).toBe(true);
    }
  });
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    "%s has one step at a time, so that each can be performed",
    (_name, { steps, rounds }) => {
      const random = createRandom(SEED);
      let startMs = 0;
      const dueMs = steps.map(({ afterMs }) => afterMs);
      for (let round = 0; round < 24; round++) {
        const next = rounds?.(round, random);
        dueMs.push(...(next?.steps ?? []).map(({ afterMs }) => startMs + afterMs));
        startMs += next?.lengthMs ?? 0;
      }
      expect(dueMs.filter((at, index) => dueMs.indexOf(at) !== index)).toEqual([]);
    },
  );
  it("an unknown name gives the nearest and all names", () => {
    expect(findScenario("toru")).toEqual({ problem: expect.stringContaining('did you mean "tour"') });
    expect(findScenario("toru")).toEqual({ problem: expect.stringContaining("min-ready-seconds") });
    expect(findScenario("nope")).toEqual({ problem: expect.stringMatching(/^there is no scenario "nope"\. There are: tour, /) });
  });
  it("manual steps wait until they are performed", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    expect(trace(simulator, LOGGING, 60_000)).toEqual(["12 12 12 12 12"]);
    simulator.perform("set-image");
    expect(trace(simulator, LOGGING, 60_000).at(1)).toBe("12 12 12 0 12");
    expect(() => simulator.perform("nothing")).toThrow("it has: set-image");
  });
});

describe("stories", () => {
  it("T1 one pod, not two, until the taint is removed; adding it again removes none", () => {
    const simulator = simulate("control-plane-taint");
    expect(trace(simulator, "default/redis-ds", 59_000)).toEqual(["1 1 1 1 1"]);
    expect(trace(simulator, "default/redis-ds", 20_000).at(-1)).toBe("2 2 2 2 2");
    expect(trace(simulator, "default/redis-ds", 60_000)).toEqual(["2 2 2 2 2"]);
    expect(podsOf(simulator, "redis-ds")).toHaveLength(2);
  });
  it("T5 the pod follows the label", () => {
    const simulator = simulate("hw-rng");
    expect(podsOf(simulator, "hw-rng")).toHaveLength(0);
    simulator.clock.advance(12_000);
    expect(podsOf(simulator, "hw-rng")).toHaveLength(1);
    simulator.clock.advance(25_000);
    expect(podsOf(simulator, "hw-rng")).toHaveLength(0);
  });
  it("T7 the five counts rise one after the other", () => {
    const seen = trace(simulate("min-ready-seconds"), "default/ironman", 30_000);
    expect(seen.slice(-3)).toEqual(["2 2 1 2 0", "2 2 2 2 0", "2 2 2 2 2"]);
  });
  it("T3 a new node gets a pod of each agent, network first; pods of a deleted node are collected after a minute", () => {
    const simulator = simulate("nodes-come-and-go");
    const on = (node: string) => simulator.store.podsOnNode(node).length;
    simulator.clock.advance(10_000);
    expect(on("worker-5")).toBe(3);
    const created = (app: string) =>
      podsOf(simulator, app).find((pod) => specOf(pod).nodeName === "worker-5")?.metadata.creationTimestamp ?? "";
    expect(created("cilium") <= created("fluent-bit")).toBe(true);
    simulator.clock.advance(35_000);
    expect(simulator.store.get("nodes", undefined, "worker-2")).toBeUndefined();
    expect(on("worker-2")).toBe(3);
    simulator.clock.advance(90_000);
    expect(on("worker-2")).toBe(0);
    expect(podsOf(simulator, "node-exporter")).toHaveLength(4);
    simulator.clock.advance(50_000);
    expect(podsOf(simulator, "node-exporter")).toHaveLength(0);
  });
  it("T4 three DaemonSets split the nodes, and an uncovered node has no pod until it is labelled", () => {
    const simulator = simulate("one-daemon-many-hardware");
    const nodes = () =>
      ["a10", "t4", "h100"].map((kind) => podsOf(simulator, `device-agent-${kind}`).map((pod) => String(specOf(pod).nodeName)));
    expect(nodes().map((each) => each.length)).toEqual([3, 3, 3]);
    expect(nodes().flat()).not.toContain("gpu-10");
    simulator.clock.advance(25_000);
    expect(nodes()[0]).toContain("gpu-10");
  });
  it("T13 a pod waits on a full node, preempts another once it has a priority, and fits after a deletion", () => {
    const simulator = simulate("full-node");
    const waiting = (app: string) => podsOf(simulator, app).filter((pod) => specOf(pod).nodeName === undefined);
    simulator.clock.advance(20_000);
    expect(waiting("scanner")).toHaveLength(1);
    expect(JSON.stringify(statusOf(waiting("scanner")[0] as StoredObject))).toContain("1 Insufficient cpu");
    const victim = podsOf(simulator, "batch-agent").find((pod) => specOf(pod).nodeName === "worker-3");
    // The rollout replaces this pod first, because it is the only one that is not available.
    simulator.clock.advance(41_000);
    expect(waiting("scanner").map((pod) => statusOf(pod).nominatedNodeName)).toEqual(["worker-3"]);
    expect(simulator.store.list("events").filter(({ reason }) => reason === "Preempted")).toEqual([
      expect.objectContaining({ involvedObject: expect.objectContaining({ name: victim?.metadata.name }) }),
    ]);
    simulator.clock.advance(15_000);
    expect(waiting("scanner")).toHaveLength(0);
    expect(waiting("batch-agent")).toHaveLength(1);
    simulator.clock.advance(90_000);
    expect(waiting("batch-agent")).toHaveLength(0);
  });
  it("T14 one pod per node holds the port, and the others wait until it is free", () => {
    const simulator = simulate("host-port");
    simulator.clock.advance(20_000);
    expect(podsOf(simulator, "vendor-exporter").filter((pod) => specOf(pod).nodeName === undefined)).toHaveLength(4);
    simulator.clock.advance(70_000);
    expect(podsOf(simulator, "vendor-exporter").filter((pod) => specOf(pod).nodeName !== undefined)).toHaveLength(4);
  });
  it("T18 a cordon deletes no daemon pod, and a deleted one returns", () => {
    const simulator = simulate("cordon-and-drain");
    const before = podsOf(simulator, "fluent-bit").map(({ metadata }) => metadata.uid);
    simulator.clock.advance(15_000);
    expect(podsOf(simulator, "fluent-bit").map(({ metadata }) => metadata.uid)).toEqual(before);
    simulator.clock.advance(20_000);
    expect(podsOf(simulator, "fluent-bit").filter((pod) => specOf(pod).nodeName === "worker-2")).toHaveLength(1);
  });
  it("T18 a drain evicts pods without a DaemonSet for good, and keeps daemon pods", () => {
    const simulator = simulate("cordon-and-drain");
    const on = () => simulator.store.podsOnNode("worker-2");
    const daemonPods = () =>
      on()
        .filter((pod) => pod.metadata.name !== "report")
        .map(({ metadata }) => metadata.uid)
        .sort();
    const before = daemonPods();
    expect(on()).toHaveLength(3);
    simulator.clock.advance(15_000);
    const report = on().find((pod) => pod.metadata.name === "report");
    expect(report?.metadata.deletionTimestamp).toBeDefined();
    expect(report?.status).toMatchObject({
      conditions: expect.arrayContaining([expect.objectContaining({ type: "DisruptionTarget", reason: "EvictionByEvictionAPI" })]),
    });
    simulator.clock.advance(10_000);
    expect(simulator.store.get("pods", "default", "report")).toBeUndefined();
    expect(daemonPods()).toEqual(before);
  });
  it("T20 nodes turn NotReady after the new revision, and Ready again after the undo", () => {
    const simulator = simulate("driver-breaks-nodes");
    const unready = () =>
      simulator.store
        .list("nodes")
        .filter((node) => !isReady(node))
        .map(({ metadata }) => metadata.name);
    simulator.clock.advance(25_000);
    expect(unready()).toEqual(["gpu-8"]);
    simulator.clock.advance(200_000);
    expect(unready().length).toBeGreaterThan(1);
    expect(unready().length).toBeLessThanOrEqual(4);
    simulator.clock.advance(120_000);
    expect(unready()).toEqual(["gpu-8"]);
  });
  it("T21 desired drops with the label, no node leaves, and every remaining pod is available", () => {
    const seen = trace(simulate("label-flip"), "logging/log-shipper", 60_000);
    expect([seen[0], seen.at(-1)]).toEqual(["40 40 40 40 40", "16 16 16 16 16"]);
  });
  it("T8 never has more than maxUnavailable nodes without an available pod", () => {
    const seen = trace(simulate("image-update"), LOGGING, 90_000);
    expect(seen.at(-1)).toBe("12 12 12 12 12");
    expect(Math.min(...seen.map((text) => Number(text.split(" ")[4])))).toBe(10);
  });
  it("T9 S26 nothing changes under OnDelete until a pod is deleted by hand", () => {
    const simulator = simulate("on-delete");
    expect(trace(simulator, LOGGING, 14_000).at(-1)).toBe("6 6 6 0 6");
    expect(trace(simulator, LOGGING, 60_000).at(-1)).toBe("6 6 6 3 6");
  });
  it("T10 READY and AVAILABLE never drop during a surge, and a host port blocks it", () => {
    const simulator = simulate("surge");
    const seen = trace(simulator, "default/agent", 38_000);
    expect(seen.every((text) => text.split(" ")[4] === "6")).toBe(true);
    expect(seen.at(-1)).toBe("6 6 6 6 6");
    simulator.clock.advance(30_000);
    const waiting = podsOf(simulator, "port-agent").filter((pod) => (pod.spec as { nodeName?: string }).nodeName === undefined);
    expect(waiting).toHaveLength(1);
    expect(JSON.stringify(waiting[0]?.status)).toContain("1 node(s) didn't have free ports for the requested pod ports, 5 node(s)");
    const event = simulator.store.list("events").find(({ reason }) => reason === "FailedScheduling");
    expect(event).toMatchObject({
      type: "Warning",
      firstTimestamp: null,
      eventTime: expect.any(String),
      reportingComponent: "default-scheduler",
    });
  });
  it("T19 a bad image stops at the budget for more than 90 s, and is undone", () => {
    const simulator = simulate("bad-image");
    expect(trace(simulator, LOGGING, 180_000).at(-1)).toBe("12 12 9 3 9");
    expect(
      podsOf(simulator, "fluentd-elasticsearch").filter((pod) => JSON.stringify(pod.status).includes("ImagePullBackOff")),
    ).toHaveLength(3);
    const seen = trace(simulator, LOGGING, 30_000);
    expect(seen).toContain("12 12 9 9 9");
    expect(seen.at(-1)).toBe("12 12 12 12 12");
    expect(simulator.store.list("controllerrevisions", "kube-system").map(({ revision }) => revision)).toEqual(
      expect.arrayContaining([2, 3]),
    );
  });
});

describe("the tour", () => {
  it("starts with converged history, and changes within three seconds", () => {
    const simulator = simulate("tour");
    const { store, clock } = simulator;
    expect(store.list("nodes")).toHaveLength(48);
    const sets = store.list("daemonsets");
    expect(sets).toHaveLength(10);
    for (const set of sets) {
      expect(set.metadata.generation).toBeGreaterThan(1);
      expect(set.status).toMatchObject({ observedGeneration: set.metadata.generation });
      const { numberReady, desiredNumberScheduled } = set.status as Record<string, number>;
      expect(numberReady).toBe(desiredNumberScheduled);
      expect(Date.parse(set.metadata.creationTimestamp)).toBeLessThan(clock.nowMs() - 30 * 86_400_000);
    }
    expect(store.get("daemonsets", "security", "falco")?.status).toMatchObject({ numberMisscheduled: 1 });
    expect(store.get("daemonsets", "gpu-operator", "nvidia-driver")?.status).toMatchObject({
      desiredNumberScheduled: 9,
      updatedNumberScheduled: 4,
    });
    const before = store.resourceVersion;
    clock.advance(3000);
    expect(store.resourceVersion).toBeGreaterThan(before);
    expect(store.get("daemonsets", "logging", "fluent-bit")?.metadata.generation).toBe(4);
  });
  it("is stuck with a bad image for more than 90 s in its second round, and recovers", () => {
    const simulator = simulate("tour");
    simulator.clock.advance(130_000 + 100_000);
    const stuck = simulator.store.get("daemonsets", "kube-system", "ebs-csi-node")?.status as Record<string, number>;
    expect(stuck.numberUnavailable).toBeGreaterThanOrEqual(5);
    simulator.clock.advance(60_000);
    const over = simulator.store.get("daemonsets", "kube-system", "ebs-csi-node")?.status as Record<string, number>;
    expect(over.numberUnavailable).toBeUndefined();
  });
});
