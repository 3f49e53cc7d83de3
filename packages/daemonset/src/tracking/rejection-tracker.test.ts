import { describe, expect, it } from "vitest";
import { dropObject, putDaemonSet, putEvent, putPod } from "../model/cluster-event.ts";
import { aDaemonSet, aPod, aWarning, type DaemonSetParts, EPOCH_MS, type PodParts } from "../model/objects.fixture.ts";
import { fresh, MINUTE, modelOf, recordOf, status } from "../rollout/scene.fixture.ts";

describe("R18 pods that fail repeatedly", () => {
  /** Pods of n1 that are rejected, deleted and created again, a second apart, `times` times. */
  const loopingModel = (times: number, set: DaemonSetParts = { status: status(1, 1, 0) }) => {
    const model = modelOf({ set, nodes: [{}], pods: [], nowMs: 0 });
    model.apply({ do: "beginMarks" });
    const put = (at: number, parts: PodParts) =>
      model.apply(putPod(aPod("a", `p${at}`, fresh(1, { createdAtMs: at * 1000, phase: "Failed", reason: "OutOfcpu", ...parts }))));
    for (let at = 0; at < times; at++) {
      model.tick(EPOCH_MS + at * 1000 + 100);
      model.apply(putPod(aPod("a", `p${at}`, fresh(1, { createdAtMs: at * 1000 }))));
      put(at, {});
      model.tick(EPOCH_MS + at * 1000 + 500);
      put(at, { deletedAtMs: at * 1000 + 500 });
      model.apply(dropObject("pods", aPod("a", `p${at}`, fresh(1)).metadata.uid));
      model.takeChanges();
    }
    return model;
  };
  it("R18 three failures are a loop, with a count and the controller's next try: one second, doubled each time", () => {
    expect(recordOf(loopingModel(2)).concern).toBeNull();
    const model = loopingModel(3);
    expect(recordOf(model).concern).toEqual({
      kind: "backoffLoop",
      message: "pods fail and are made again on 1 node: OutOfcpu, 3 times on n1",
      sinceMs: EPOCH_MS + 100,
      nodes: ["n1"],
      stuck: false,
    });
    // The third deletion was at 2.5 s; before a fourth the controller waits 4 s.
    expect(model.reading.rejectionsOf("default/a", "n1")).toMatchObject({ count: 3, reason: "OutOfcpu", nextTryAtMs: EPOCH_MS + 6500 });
  });
  it("R8 such a loop holds its slot permanently: a recreated pod does not restart the clock", () => {
    const model = loopingModel(60, { templateHash: "template-2", status: status(2, 1, 1) });
    expect(recordOf(model).concern).toMatchObject({
      kind: "backoffLoop",
      stuck: true,
      message: "OutOfcpu, 60 times on n1, next try at 2026-01-01 00:15:59 UTC or later",
      sinceMs: EPOCH_MS + 100,
    });
  });
  it("R8 a pod that is ready until its eviction does not restart the clock either", () => {
    const model = loopingModel(60, { templateHash: "template-2", minReadySeconds: 300, status: status(2, 1, 1) });
    model.apply(putPod(aPod("a", "again", fresh(1, { createdAtMs: 58_000, readyAtMs: 59_000 }))));
    model.takeChanges();
    expect(recordOf(model).concern).toMatchObject({ kind: "backoffLoop", stuck: true, sinceMs: EPOCH_MS + 100 });
  });
  it("R18 pods that succeed again and again are a loop too, without a delay of the controller", () => {
    const model = modelOf({ set: { status: status(1, 1, 0) }, nodes: [{}], pods: [], nowMs: 0 });
    model.apply({ do: "beginMarks" });
    for (let at = 0; at < 3; at++) {
      model.tick(EPOCH_MS + at * 61_000);
      const put = (parts: PodParts) => model.apply(putPod(aPod("a", `p${at}`, fresh(1, { createdAtMs: at * 61_000, ...parts }))));
      put({ readyAtMs: at * 61_000 + 1000 });
      put({ phase: "Succeeded" });
      put({ phase: "Succeeded", deletedAtMs: at * 61_000 });
      model.apply(dropObject("pods", aPod("a", `p${at}`, fresh(1)).metadata.uid));
    }
    model.takeChanges();
    expect(recordOf(model).concern).toMatchObject({
      kind: "backoffLoop",
      message: "a container keeps ending with exit code 0, 3 times on n1",
    });
    expect(model.reading.rejectionsOf("default/a", "n1")).toMatchObject({ count: 3, nextTryAtMs: undefined });
  });
  it("R18 R23 a loop of evicted pods that succeed has the word of their events, also while a new pod runs", () => {
    const model = modelOf({ set: { status: status(1, 1, 0) }, nodes: [{}], pods: [], nowMs: 0 });
    model.apply({ do: "beginMarks" });
    for (let at = 0; at < 4; at++) {
      const put = (parts: PodParts) => model.apply(putPod(aPod("a", `p${at}`, fresh(1, { createdAtMs: at * 61_000, ...parts }))));
      model.tick(EPOCH_MS + at * 61_000);
      put({ readyAtMs: at * 61_000 + 1000 });
      if (at === 3) break;
      const message = 'Usage of EmptyDir volume "d" exceeds the limit "2Mi".';
      model.apply(putEvent(aWarning("Pod", `p${at}`, { reason: "Evicted", atMs: at * 61_000 + 2000, message })));
      put({ phase: "Succeeded" });
      put({ phase: "Succeeded", deletedAtMs: at * 61_000 });
      model.apply(dropObject("pods", aPod("a", `p${at}`, fresh(1)).metadata.uid));
    }
    model.takeChanges();
    expect(recordOf(model).concern).toMatchObject({ kind: "backoffLoop", message: expect.stringContaining("Evicted, 3 times on n1") });
  });
  it.each(["Succeeded", "Failed"])("R18 a pod that is %s only because it is deleted is no failure", (phase) => {
    const model = modelOf({ set: { status: status(1, 1, 1) }, nodes: [{}], pods: [], nowMs: 0 });
    model.apply({ do: "beginMarks" });
    for (let at = 0; at < 3; at++) {
      const exitCode = phase === "Failed" ? 143 : 0;
      const end = { kind: "terminated", reason: phase === "Failed" ? "Error" : "Completed", exitCode } as const;
      const containers = [{ name: "agent", ready: false, restartCount: 0, state: end }];
      model.apply(putPod(aPod("a", `p${at}`, fresh(1, { readyAtMs: 0, deletedAtMs: 0 }))));
      model.apply(putPod(aPod("a", `p${at}`, fresh(1, { phase, containers, deletedAtMs: 0 }))));
      model.apply(dropObject("pods", aPod("a", `p${at}`, fresh(1)).metadata.uid));
    }
    expect(model.reading.rejectionsOf("default/a", "n1")).toBeUndefined();
  });
  it("R18 a new generation resets it, half an hour expires it, and two ready minutes end it", () => {
    const model = loopingModel(3);
    model.apply(
      putDaemonSet(aDaemonSet("a", { templateHash: "template-2", generation: 2, observedGeneration: 2, status: status(1, 1, 0) })),
    );
    model.apply(putPod(aPod("a", "later", fresh(1, { phase: "Failed", reason: "OutOfcpu" }))));
    expect(model.reading.rejectionsOf("default/a", "n1")?.count).toBe(1);
    const healed = loopingModel(3);
    healed.apply(putPod(aPod("a", "well", fresh(1, { readyAtMs: 2400 }))));
    healed.takeChanges();
    // A pod that will be evicted is ready for a while too.
    expect(recordOf(healed).concern?.kind).toBe("backoffLoop");
    expect(healed.nextWakeAtMs()).toBe(EPOCH_MS + 2100 + 120_001);
    healed.tick(EPOCH_MS + 123_000);
    healed.takeChanges();
    expect(recordOf(healed).concern).toBeNull();
    const old = loopingModel(3);
    old.tick(EPOCH_MS + 31 * MINUTE);
    expect(old.reading.rejectionsOf("default/a", "n1")).toBeUndefined();
  });
});
