import type { KubePod } from "@daemonscope/kube/objects";
import { describe, expect, it } from "vitest";
import { dropObject, putEvent, putPod } from "../model/cluster-event.ts";
import type { ClusterModel } from "../model/cluster-model.ts";
import { aPod, aWarning, EPOCH_MS } from "../model/objects.fixture.ts";
import { fresh, MINUTE, modelOf, plainRecordOf, type Scene, status, two } from "../rollout/scene.fixture.ts";

const SINCE_MS = 10 * MINUTE;
const unready = fresh(2, { createdAtMs: SINCE_MS, phase: "Running", restarts: 0 });
const scene = (nowMs: number, more: Partial<Scene> = {}): Scene => ({
  set: { status: status(2, 2, 1) },
  nodes: two,
  revisionAtMs: SINCE_MS,
  pods: [fresh(1, { createdAtMs: SINCE_MS, readyAtMs: SINCE_MS }), unready],
  nowMs,
  ...more,
});

/** The pod of n2 with a readiness gate that is missing since ten minutes. */
function gated(): KubePod {
  const pod = aPod("a", "p1", unready);
  const message = 'corresponding condition of pod readiness gate "lb/registered" does not exist.';
  const conditions = pod.status.conditions.map((each) =>
    each.type === "Ready" ? { ...each, reason: "ReadinessGatesNotReady", message } : each,
  );
  return { ...pod, status: { ...pod.status, conditions } };
}
const ofNode = (model: ClusterModel) => model.reading.causeOn("default/a", "n2")?.cause;
const later = (model: ClusterModel, atMs: number): ClusterModel => {
  model.tick(EPOCH_MS + atMs);
  model.takeChanges();
  return model;
};

describe("K6 a cause that only a person ends is lasting once it is no longer ordinary", () => {
  it("K6 a readiness gate that is missing for ten minutes is stuck, with its name", () => {
    const model = modelOf(scene(SINCE_MS + MINUTE));
    model.apply(putPod(gated()));
    later(model, SINCE_MS + 2 * MINUTE);
    expect(ofNode(model)).toEqual({ kind: "readinessGate", reason: "ReadinessGatesNotReady", subject: "lb/registered" });
    expect(plainRecordOf(model).concern?.stuck ?? false).toBe(false);
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + SINCE_MS + 10 * MINUTE);
    later(model, SINCE_MS + 10 * MINUTE);
    expect(plainRecordOf(model).budget.holders[0]).toMatchObject({ nodes: ["n2"], lasting: true });
    expect(plainRecordOf(model).concern).toMatchObject({ stuck: true, detail: { cause: { kind: "readinessGate" } } });
  });
  it("K6 the time does not depend on when the model looks, also without a slot of the budget", () => {
    const strategy = { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } as const;
    const at = (nowMs: number) => {
      const model = modelOf(scene(nowMs, { set: { status: status(2, 2, 1), strategy } }));
      model.apply(putPod(gated()));
      model.takeChanges();
      return model;
    };
    const stepped = later(at(SINCE_MS + MINUTE), SINCE_MS + 10 * MINUTE);
    expect(plainRecordOf(stepped)).toEqual(plainRecordOf(at(SINCE_MS + 10 * MINUTE)));
  });
  it("K6 a failing sandbox and a failing readiness probe too, but not a container that is only slow", () => {
    const after = (reason: string, message: string, phase: string) => {
      const model = modelOf(scene(SINCE_MS + 9 * MINUTE, { pods: [fresh(1, { readyAtMs: SINCE_MS }), { ...unready, phase }] }));
      model.apply(putEvent(aWarning("Pod", "p1", { reason, message, atMs: SINCE_MS + 9 * MINUTE })));
      later(model, SINCE_MS + 10 * MINUTE);
      return [ofNode(model)?.kind, plainRecordOf(model).budget.holders[0]?.lasting ?? false];
    };
    expect(after("FailedCreatePodSandBox", "plugin failed", "Pending")).toEqual(["sandboxFailed", true]);
    expect(after("Unhealthy", "Readiness probe failed: 503", "Running")).toEqual(["readinessProbe", true]);
    expect(after("Other", "x", "Running")).toEqual(["runningNotReady", false]);
  });
});

it("R22 a failing readiness probe is named in the concern, with its last words", () => {
  const model = modelOf(scene(SINCE_MS + 9 * MINUTE, { pods: [fresh(1, { readyAtMs: 0 }), { ...unready, unreadyAtMs: SINCE_MS }] }));
  const message = "Readiness probe failed: HTTP probe failed with statuscode: 503";
  model.apply(putEvent(aWarning("Pod", "p1", { reason: "Unhealthy", message, atMs: SINCE_MS + 9 * MINUTE, count: 50 })));
  later(model, SINCE_MS + 11 * MINUTE);
  expect(plainRecordOf(model).concern?.detail).toMatchObject({
    cause: { kind: "readinessProbe" },
    detail: { message, count: 50 },
  });
});

describe("a pod that does not end", () => {
  const ending = fresh(2, { createdAtMs: 0, deletedAtMs: SINCE_MS, phase: "Running", finalizers: ["x/hold", "y/keep"] });
  const GONE_BY_MS = SINCE_MS + 30_000;
  const endingScene = (more: Partial<Scene> = {}) => scene(SINCE_MS + 1000, { pods: [fresh(1, { readyAtMs: 0 }), ending], ...more });

  it("K6 waits for its finalizer after its grace period, and is lasting ten minutes later", () => {
    const model = modelOf(endingScene());
    expect(ofNode(model)).toEqual({ kind: "terminating" });
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + GONE_BY_MS);
    later(model, GONE_BY_MS);
    expect(ofNode(model)).toEqual({ kind: "podFinalizer", subject: "x/hold" });
    expect(plainRecordOf(model).budget.holders[0]).toMatchObject({ cause: { kind: "podFinalizer", subject: "x/hold" } });
    expect(plainRecordOf(model).budget.holders[0]?.lasting).toBeUndefined();
    later(model, GONE_BY_MS + 10 * MINUTE);
    expect(plainRecordOf(model).budget.holders[0]?.lasting).toBe(true);
  });
  it("K1 on a NotReady node waits for its kubelet, and on a node that is gone for the finalizer", () => {
    const model = modelOf(endingScene({ nodes: [{}, { ready: "Unknown", readySinceMs: SINCE_MS }] }));
    later(model, GONE_BY_MS);
    expect(ofNode(model)).toEqual({ kind: "kubeletSilent" });
    model.apply(dropObject("nodes", "n2"));
    later(model, GONE_BY_MS + 1000);
    expect(plainRecordOf(model).budget.holders[0]?.cause).toEqual({ kind: "podFinalizer", subject: "x/hold" });
  });
});
