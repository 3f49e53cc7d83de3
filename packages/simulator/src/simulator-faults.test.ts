import { objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { describe, expect, it } from "vitest";
import { podsOf, simulate, trace } from "./scenarios/trace.fixture.ts";
import type { Simulator } from "./simulator.ts";

const LOGGING = "kube-system/fluentd-elasticsearch";
const statusOf = ({ store }: Simulator, namespace: string, name: string) => store.get("daemonsets", namespace, name)?.status;
const conditionOf = (pod: { readonly [field: string]: unknown } | undefined, type: string) =>
  (objectIn(pod, "status").conditions as { type: string; status: string; lastTransitionTime: string }[] | undefined)?.find(
    (condition) => condition.type === type,
  );

function restoreFrom({ store }: Simulator, seconds: number): void {
  const version = store.versionAgo(seconds);
  if (version === undefined) throw new Error("history is too short");
  store.restore(version);
}

describe("a cluster that returns to an older state", () => {
  it("S14 loses a rollout made since then, and its controllers restore the older desired state", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    const { store, clock } = simulator;
    const before = new Set(podsOf(simulator, "fluentd-elasticsearch").map((pod) => pod.metadata.uid));
    clock.advance(5000);
    simulator.perform("set-image");
    clock.advance(20_000);
    expect(podsOf(simulator, "fluentd-elasticsearch").every((pod) => before.has(pod.metadata.uid))).toBe(false);
    restoreFrom(simulator, 24);
    expect(new Set(podsOf(simulator, "fluentd-elasticsearch").map((pod) => pod.metadata.uid))).toEqual(before);
    clock.advance(30_000);
    const set = store.get("daemonsets", "kube-system", "fluentd-elasticsearch");
    expect(set?.status).toMatchObject({ desiredNumberScheduled: 12, numberAvailable: 12, updatedNumberScheduled: 12 });
    expect(set?.metadata.generation).toBe(objectIn(set, "status").observedGeneration);
    expect(
      podsOf(simulator, "fluentd-elasticsearch")
        .map((pod) => JSON.stringify(pod.spec))
        .every((spec) => !spec.includes("v2.6")),
    ).toBe(true);
  });

  it("S14 pods deleted since then start again, and pods created since then are gone", () => {
    const simulator = simulate("image-update", { manualSteps: true });
    const { store, clock } = simulator;
    clock.advance(5000);
    const [pod] = podsOf(simulator, "fluentd-elasticsearch");
    if (pod === undefined) throw new Error("no pod");
    store.delete("pods", "kube-system", pod.metadata.name);
    clock.advance(10_000);
    const made = podsOf(simulator, "fluentd-elasticsearch").filter(
      (each) => objectIn(each, "spec").nodeName === objectIn(pod, "spec").nodeName,
    );
    restoreFrom(simulator, 12);
    expect(store.get("pods", "kube-system", made[0]?.metadata.name ?? "")).toBeUndefined();
    expect(trace(simulator, LOGGING, 20_000).at(-1)).toBe("12 12 12 12 12");
    const again = store.get("pods", "kube-system", pod.metadata.name);
    expect(again?.metadata.uid).toBe(pod.metadata.uid);
    expect(conditionOf(again, "Ready")?.status).toBe("True");
  });

  it("a kubelet reports a ready pod again if the older state has it still starting", () => {
    const simulator = simulate("min-ready-seconds", { manualSteps: true });
    simulator.perform("apply-ironman");
    simulator.clock.advance(30_000);
    expect(statusOf(simulator, "default", "ironman")).toMatchObject({ numberAvailable: 2 });
    const started = podsOf(simulator, "ironman").map((pod) => conditionOf(pod, "Ready")?.lastTransitionTime);
    restoreFrom(simulator, 29);
    expect(podsOf(simulator, "ironman").every((pod) => conditionOf(pod, "Ready")?.status === "True")).toBe(false);
    simulator.clock.advance(10_000);
    expect(podsOf(simulator, "ironman").map((pod) => conditionOf(pod, "Ready")?.lastTransitionTime)).toEqual(started);
    expect(statusOf(simulator, "default", "ironman")).toMatchObject({ numberReady: 2, numberAvailable: 2 });
  });

  it("the cluster is the same for the same seed", () => {
    const run = () => {
      const simulator = simulate("image-update");
      simulator.clock.advance(60_000);
      restoreFrom(simulator, 40);
      simulator.clock.advance(60_000);
      return JSON.stringify(simulator.store.list("pods"));
    };
    expect(run()).toBe(run());
  });
});

describe("nodes with a wrong clock", () => {
  function withClockSkew(skew: string): Simulator {
    const simulator = simulate("min-ready-seconds", { manualSteps: true });
    for (const node of ["worker-1", "worker-2"])
      simulator.store.edit("nodes", undefined, node, ({ metadata }) => {
        metadata.annotations = { "control-plane.test/clock-skew": skew };
      });
    simulator.perform("apply-ironman");
    return simulator;
  }

  it("S43 if a clock is ahead, pods become ready in the future and available that much later", () => {
    const simulator = withClockSkew("60s");
    const appliedMs = simulator.clock.nowMs();
    simulator.clock.advance(20_000);
    const [pod] = podsOf(simulator, "ironman");
    expect(Date.parse(conditionOf(pod, "Ready")?.lastTransitionTime ?? "")).toBeGreaterThan(appliedMs + 60_000);
    expect(Date.parse(conditionOf(pod, "PodScheduled")?.lastTransitionTime ?? "")).toBeLessThan(appliedMs + 2000);
    expect(Date.parse(String(objectIn(pod, "status").startTime))).toBeGreaterThan(appliedMs + 59_000);
    expect(statusOf(simulator, "default", "ironman")).toMatchObject({ numberReady: 2, numberUnavailable: 2 });
    simulator.clock.advance(60_000);
    expect(statusOf(simulator, "default", "ironman")).toMatchObject({ numberReady: 2, numberAvailable: 2 });
  });

  it("S43 if a clock is behind, pods are available immediately, without minReadySeconds", () => {
    const simulator = withClockSkew("-60s");
    const counts = trace(simulator, "default/ironman", 20_000);
    expect(counts).not.toContain("2 2 2 2 0");
    expect(counts.at(-1)).toBe("2 2 2 2 2");
  });

  it("their reports and leases have the wrong time, and those of other nodes do not", () => {
    const simulator = withClockSkew("10m");
    simulator.clock.advance(400_000);
    const nowMs = simulator.clock.nowMs();
    const heartbeat = (node: string) => {
      const [first] = objectIn(simulator.store.get("nodes", undefined, node), "status").conditions as { lastHeartbeatTime: string }[];
      return Date.parse(first?.lastHeartbeatTime ?? "") - nowMs;
    };
    const renewed = (node: string) =>
      Date.parse(String(objectIn(simulator.store.get("leases", "kube-node-lease", node), "spec").renewTime)) - nowMs;
    expect(heartbeat("worker-1")).toBeGreaterThan(0);
    expect(renewed("worker-1")).toBeGreaterThan(0);
    expect(heartbeat("worker-3")).toBeLessThanOrEqual(0);
    expect(renewed("worker-3")).toBeLessThanOrEqual(0);
  });
});
