import { describe, expect, it } from "vitest";
import { findScenario, SCENARIOS } from "./scenarios/scenarios.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "./simulator.ts";

const NOW_MS = Date.UTC(2026, 0, 1);

function simulate(name: string, options: Partial<SimulatorOptions> = {}): Simulator {
  const found = findScenario(name);
  if ("problem" in found) throw new Error(found.problem);
  return createSimulator({ scenario: found.scenario, seed: 7, nowMs: NOW_MS, ...options });
}

/** Distinct (desired, current, ready, up-to-date, available) of a DaemonSet from now on, in order. */
function trace({ store, clock }: Simulator, key: string, ms: number): readonly string[] {
  const seen: string[] = [];
  const note = () => {
    const [namespace = "", name = ""] = key.split("/");
    const status = (store.get("daemonsets", namespace, name)?.status ?? {}) as Record<string, number>;
    const text = ["desiredNumberScheduled", "currentNumberScheduled", "numberReady", "updatedNumberScheduled", "numberAvailable"]
      .map((field) => status[field] ?? 0)
      .join(" ");
    if (seen.at(-1) !== text) seen.push(text);
  };
  note();
  const stop = store.subscribe("daemonsets", note);
  clock.advance(ms);
  stop();
  return seen;
}

const podsOf = ({ store }: Simulator, name: string) => store.list("pods").filter((pod) => pod.metadata.labels?.app === name);

describe("scenarios", () => {
  it.each(SCENARIOS.filter(({ name }) => name !== "big-cluster").map(({ name }) => [name]))(
    "%s plays the same for the same seed",
    (name) => {
      const picture = () => {
        const simulator = simulate(name);
        simulator.clock.advance(90_000);
        return JSON.stringify([simulator.store.resourceVersion, simulator.store.list("pods"), simulator.store.list("daemonsets")]);
      };
      expect(picture()).toBe(picture());
    },
  );
  it("T1 one pod, not two, while the control plane is tainted; two once the taint is off", () => {
    const simulator = simulate("control-plane-taint");
    expect(podsOf(simulator, "redis-ds")).toHaveLength(1);
    simulator.store.edit("nodes", undefined, "control-plane", (node) => {
      node.spec = {};
    });
    simulator.clock.advance(5000);
    expect(podsOf(simulator, "redis-ds")).toHaveLength(2);
  });
  it("T5 the pod comes and goes with the label", () => {
    const simulator = simulate("hw-rng");
    expect(podsOf(simulator, "hw-rng")).toHaveLength(0);
    simulator.clock.advance(12_000);
    expect(podsOf(simulator, "hw-rng")).toHaveLength(1);
    simulator.clock.advance(25_000);
    expect(podsOf(simulator, "hw-rng")).toHaveLength(0);
  });
  it("T7 available follows ready by minReadySeconds", () => {
    const seen = trace(simulate("min-ready-seconds"), "default/ironman", 20_000);
    expect(seen.at(0)).toBe("0 0 0 0 0");
    expect(seen).toContain("2 2 2 2 0");
    expect(seen.at(-1)).toBe("2 2 2 2 2");
  });
  it("T8 never has more than maxUnavailable nodes without an available pod", () => {
    const seen = trace(simulate("image-update"), "kube-system/fluentd-elasticsearch", 60_000);
    expect(seen[0]).toBe("12 12 12 12 12");
    expect(seen.at(-1)).toBe("12 12 12 12 12");
    expect(Math.min(...seen.map((text) => Number(text.split(" ")[4])))).toBe(10);
    expect(seen.length).toBeGreaterThan(8);
  });
  it("T9 nothing moves under OnDelete until a pod is deleted by hand", () => {
    const simulator = simulate("on-delete");
    expect(trace(simulator, "kube-system/fluentd-elasticsearch", 14_000).at(-1)).toBe("6 6 6 0 6");
    expect(trace(simulator, "kube-system/fluentd-elasticsearch", 60_000).at(-1)).toBe("6 6 6 3 6");
  });
  it("T10 READY and AVAILABLE never fall while surging, and a host port stops it", () => {
    const simulator = simulate("surge");
    const seen = trace(simulator, "default/agent", 38_000);
    expect(seen.every((text) => text.split(" ")[4] === "6")).toBe(true);
    expect(seen.at(-1)).toBe("6 6 6 6 6");
    simulator.clock.advance(30_000);
    const waiting = podsOf(simulator, "port-agent").filter((pod) => (pod.spec as { nodeName?: string }).nodeName === undefined);
    expect(waiting).toHaveLength(1);
    expect(JSON.stringify(waiting[0]?.status)).toContain("didn't have free ports for the requested pod ports");
  });
  it("T19 a bad image stops at the budget", () => {
    const simulator = simulate("bad-image");
    expect(trace(simulator, "kube-system/fluentd-elasticsearch", 120_000).at(-1)).toBe("12 12 9 3 9");
    expect(
      podsOf(simulator, "fluentd-elasticsearch").filter((pod) => JSON.stringify(pod.status).includes("ImagePullBackOff")),
    ).toHaveLength(3);
  });
});

describe("the controller's lags, as upstream has them", () => {
  it("a NoSchedule taint on a node with a pod changes no status until something else happens", () => {
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
  it("a deleted node is corrected only when its pods are collected", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    simulator.store.delete("nodes", undefined, "worker-01");
    expect(trace(simulator, "kube-system/fluentd-elasticsearch", 40_000)).toEqual(["12 12 12 12 12"]);
    expect(trace(simulator, "kube-system/fluentd-elasticsearch", 45_000).at(-1)).toBe("11 11 11 11 11");
  });
  it("orphaned pods stay, and a new DaemonSet of the same selector adopts them", () => {
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
});
