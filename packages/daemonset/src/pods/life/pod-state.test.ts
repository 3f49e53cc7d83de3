import { describe, expect, it } from "vitest";
import { at, backingOff, condition, ended, lifeContainer, podDetail } from "./pod-detail.fixture.ts";
import type { PodDetail } from "./pod-detail.ts";
import { podState } from "./pod-state.ts";

const reason = (text: string) => ({ kind: "crash", reason: text }) as const;

describe("W8 the state of a pod", () => {
  it.each<[string, Partial<PodDetail>, number | undefined, object]>([
    [
      "terminating, regardless of other states",
      { deletingSinceMs: at(1), goneByMs: at(31), failing: true, trouble: reason("Error") },
      0,
      { kind: "terminating", goneByMs: at(31) },
    ],
    ["completed", { phase: "Succeeded", trouble: reason("Succeeded"), failing: true }, undefined, { kind: "succeeded" }],
    ["available", { conditions: [condition("Ready", "True", 10)] }, 30, { kind: "available", sinceMs: at(10) }],
    ["ready and not yet available", { conditions: [condition("Ready", "True", 90)] }, 30, { kind: "ready", availableAtMs: at(120) }],
    ["running, without a DaemonSet", { conditions: [condition("Ready", "True", 10)] }, undefined, { kind: "running", sinceMs: at(10) }],
    [
      "failing, with its last exit and the next try",
      {
        trouble: reason("CrashLoopBackOff"),
        failing: true,
        containers: [lifeContainer({ name: "beside", ready: true }), lifeContainer(backingOff("2m40s", 5, ended(60, 70, 1)))],
      },
      0,
      {
        kind: "failing",
        container: "agent",
        exit: { exitCode: 1, reason: "Error" },
        restarts: 5,
        nextTry: { kind: "at", atMs: at(230) },
        sinceMs: at(0),
      },
    ],
    [
      "rejected by its kubelet, without a container problem",
      { phase: "Failed", trouble: reason("OutOfcpu"), failing: true, containers: [lifeContainer({ now: { kind: "untold" } })] },
      0,
      { kind: "failing", container: undefined, exit: undefined },
    ],
    [
      "waiting for the scheduler",
      { node: undefined, trouble: reason("Insufficient cpu") },
      0,
      { kind: "unscheduled", reason: reason("Insufficient cpu"), sinceMs: at(0) },
    ],
    ["without a status", { hasStatus: false, conditions: [] }, 0, { kind: "untold" }],
    ["no longer ready", { conditions: [condition("Ready", "False", 50)] }, 0, { kind: "unready", sinceMs: at(50) }],
    [
      "crashed once",
      { conditions: [condition("Ready", "False", 1)], trouble: { kind: "crashedOnce", reason: "Error" } },
      0,
      { kind: "unready", reason: { kind: "crashedOnce" } },
    ],
    ["starting", { conditions: [condition("Ready", "False", 1)], step: "image" }, 0, { kind: "starting", step: "image", sinceMs: at(0) }],
  ])("%s", (_, parts, minReadySeconds, state) => {
    expect(podState(podDetail(parts), minReadySeconds, at(100))).toMatchObject(state);
  });

  it("is nodeSilent if the node is Unknown, except for a pod that has ended", () => {
    const failing = podDetail({ trouble: reason("CrashLoopBackOff"), failing: true, conditions: [condition("Ready", "False", 50)] });
    expect(podState(failing, 0, at(100), "Unknown")).toEqual({ kind: "nodeSilent", sinceMs: at(50) });
    expect(podState(failing, 0, at(100), "False").kind).toBe("failing");
    expect(podState({ ...failing, phase: "Failed" }, 0, at(100), "Unknown").kind).toBe("failing");
  });

  it("C11 stops failing once its container has run long enough after its crashes", () => {
    const recovered = podDetail({
      trouble: reason("Error"),
      failing: true,
      overcomeAtMs: at(700),
      conditions: [condition("Ready", "False", 1)],
    });
    expect(podState(recovered, 0, at(699)).kind).toBe("failing");
    expect(podState(recovered, 0, at(700)).kind).toBe("unready");
  });

  it("C11 fails while a crash loop makes it ready for a moment, in the container behind its reason", () => {
    const loop = podDetail({
      trouble: reason("OOMKilled"),
      failing: true,
      overcomeAtMs: at(700),
      loopSinceMs: at(60),
      troubledContainer: "prepare",
      conditions: [condition("Ready", "True", 90)],
      containers: [
        lifeContainer({ name: "prepare", kind: "init", restarts: 3, now: { kind: "ended", ...ended(80, 90, 7) } }),
        lifeContainer({ name: "agent", ready: true }),
      ],
    });
    expect(podState(loop, 0, at(699))).toMatchObject({ kind: "failing", container: "prepare", exit: { exitCode: 7 }, sinceMs: at(0) });
    expect(podState(loop, 0, at(700)).kind).toBe("available");
  });

  it("fails since it left its settled state, or since its creation if it never settled", () => {
    const failing = { trouble: reason("CrashLoopBackOff"), failing: true } as const;
    expect(podState(podDetail({ ...failing, conditions: [condition("Ready", "False", 3000)] }), 0, at(3100))).toMatchObject({
      sinceMs: at(3000),
    });
    expect(podState(podDetail({ ...failing, conditions: [condition("Ready", "False", 50)] }), 0, at(3100))).toMatchObject({
      sinceMs: at(0),
    });
  });
});
