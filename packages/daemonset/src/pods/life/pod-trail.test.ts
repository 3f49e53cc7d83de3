import { describe, expect, it } from "vitest";
import { at, backingOff, condition, ended, lifeContainer, podDetail } from "./pod-detail.fixture.ts";
import type { PodDetail } from "./pod-detail.ts";
import { podTrail } from "./pod-trail.ts";
import { stepText } from "./trail-step.fixture.ts";

const trail = (pod: PodDetail, minReadySeconds: number | undefined = 0, nowSeconds = 100, events: Parameters<typeof podTrail>[1] = []) =>
  podTrail(pod, events, minReadySeconds, at(nowSeconds)).map(stepText);

const BOUND = condition("PodScheduled", "True", 0);
const SANDBOX = condition("PodReadyToStartContainers", "True", 2);
const NOT_READY = condition("Ready", "False", 1);

describe("W5 the trail of a pod", () => {
  it("has a time for every step of an available pod", () => {
    const pod = podDetail({ conditions: [BOUND, SANDBOX, condition("Ready", "True", 32)], containers: [lifeContainer({ ready: true })] });
    const events = [
      { reason: "Pulled", firstSeenMs: at(2.5) },
      { reason: "Started", firstSeenMs: at(3) },
    ];
    expect(trail(pod, 10, 100, events)).toEqual([
      "created +0s",
      "bound +0s",
      "sandbox +2s",
      "pulled +2.5s",
      "started +3s",
      "ready +32s",
      "available +42s",
    ]);
  });

  it("stops at an unbound pod, with one message", () => {
    const pod = podDetail({
      node: undefined,
      conditions: [condition("PodScheduled", "False", 0)],
      containers: [lifeContainer({ now: { kind: "untold" } })],
    });
    expect(trail(pod, 30)).toEqual(["created +0s", "bound – (scheduler)", "started –", "ready –", "available – (minReadySeconds 30)"]);
  });

  it("stops at an image that cannot be pulled", () => {
    const waiting = { kind: "waiting", reason: "ImagePullBackOff", message: undefined } as const;
    const pod = podDetail({ conditions: [BOUND, SANDBOX, NOT_READY], containers: [lifeContainer({ now: waiting })] });
    expect(trail(pod)).toEqual([
      "created +0s",
      "bound +0s",
      "sandbox +2s",
      "pulled – (image agent ImagePullBackOff)",
      "started –",
      "ready –",
      "available –",
    ]);
  });

  it("names the image that is being pulled, from its events", () => {
    const waiting = { kind: "waiting", reason: "ContainerCreating", message: undefined } as const;
    const pod = podDetail({ conditions: [BOUND, SANDBOX, NOT_READY], containers: [lifeContainer({ now: waiting })] });
    const events = [{ reason: "Pulling", message: 'Pulling image "agent:1"', firstSeenMs: at(2), lastSeenMs: at(2) }];
    expect(podTrail(pod, events, undefined, at(87))[3]).toEqual({
      name: "pulled",
      kind: "missing",
      needs: { kind: "pull", image: "agent:1", sinceMs: at(2) },
    });
    const unwritten = { ...pod, conditions: [BOUND, { ...SANDBOX, status: "False" }, NOT_READY] };
    expect(podTrail(unwritten, events, undefined, at(87)).find(({ kind }) => kind === "missing")?.name).toBe("pulled");
    expect(podTrail({ ...pod, containers: [lifeContainer()] }, events, undefined, at(87)).map(({ name }) => name)).not.toContain("pulled");
  });

  it("ends with the rejection of the kubelet, which drops all other facts", () => {
    const pod = podDetail({
      phase: "Failed",
      conditions: [],
      containers: [lifeContainer({ now: { kind: "untold" } })],
      trouble: { kind: "outOf", reason: "OutOfcpu" },
    });
    const events = [
      { reason: "OutOfcpu", firstSeenMs: at(2) },
      { reason: "Scheduled", firstSeenMs: at(1) },
    ];
    expect(trail(pod, 30, 100, events)).toEqual(["created +0s", "bound +1s", "takenUp lost +2s (rejected outOf)"]);
    expect(trail(pod, 30)).toEqual(["created +0s", "bound ?", "takenUp – (rejected outOf)"]);
  });

  it("waits for an init container, by name", () => {
    const init = lifeContainer({ name: "fix", kind: "init", now: { kind: "running", startedAtMs: at(3) } });
    const app = lifeContainer({ now: { kind: "waiting", reason: "PodInitializing", message: undefined } });
    const pod = podDetail({ conditions: [BOUND, condition("Initialized", "False", 1), NOT_READY], containers: [init, app] });
    expect(trail(pod)).toEqual(["created +0s", "bound +0s", "init – (init fix)", "started –", "ready –", "available –"]);
  });

  it("reports when a ready pod crashed, and no start time of a container with several restarts", () => {
    const crashed = lifeContainer(backingOff("2m40s", 5, ended(600, 646, 137, "OOMKilled")));
    const pod = podDetail({ conditions: [BOUND, SANDBOX, condition("Ready", "False", 646)], containers: [crashed] });
    expect(trail(pod, 30, 660)).toEqual([
      "created +0s",
      "bound +0s",
      "sandbox +2s",
      "started ?",
      "ready lost +646s (ready agent CrashLoopBackOff)",
      "available – (minReadySeconds 30)",
    ]);
  });

  it("has the first start of a container that was restarted once", () => {
    const again = lifeContainer({ restarts: 1, before: ended(3, 9), now: { kind: "running", startedAtMs: at(9) } });
    expect(trail(podDetail({ conditions: [BOUND, NOT_READY], containers: [again] }))).toContain("started +3s");
  });

  it("takes no time from the image pull of a restart", () => {
    const pod = podDetail({ conditions: [BOUND, condition("Ready", "True", 5)], containers: [lifeContainer({ ready: true })] });
    expect(trail(pod, 0, 100, [{ reason: "Pulled", firstSeenMs: at(60) }])).not.toContainEqual(expect.stringMatching(/^pulled/));
  });

  it("stops at the kubelet for a pod without a status, and has no times without conditions", () => {
    const withoutStatus = podDetail({
      hasStatus: false,
      conditions: [],
      takenUpAtMs: undefined,
      containers: [lifeContainer({ now: { kind: "untold" } })],
    });
    expect(trail(withoutStatus)).toEqual(["created +0s", "bound ?", "takenUp – (kubelet)", "started –", "ready –", "available –"]);
  });

  it("ends with ready for a pod without a DaemonSet, which has no minReadySeconds", () => {
    const pod = podDetail({ conditions: [BOUND, condition("Ready", "True", 5)], containers: [lifeContainer({ ready: true })] });
    expect(podTrail(pod, [], undefined, at(9)).map(({ name }) => name)).toEqual(["created", "bound", "started", "ready"]);
  });

  it("counts down to available while it is ready", () => {
    const pod = podDetail({ conditions: [BOUND, condition("Ready", "True", 5)], containers: [lifeContainer({ ready: true })] });
    expect(podTrail(pod, [], 30, at(9)).at(-1)).toEqual({
      name: "available",
      kind: "missing",
      needs: { kind: "minReadySeconds", seconds: 30, atMs: at(35) },
    });
  });
});
