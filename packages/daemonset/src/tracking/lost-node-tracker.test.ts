import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropObject, putDaemonSet, putNode } from "../model/cluster-event.ts";
import { aDaemonSet, aNode, aPod, type DaemonSetParts, EPOCH_MS, type NodeParts } from "../model/objects.fixture.ts";
import type { NodeLossCause } from "../records/node-loss-cause.ts";
import { fresh, MINUTE, modelOf, recordOf, status } from "../rollout/scene.fixture.ts";
import { LostNodeTracker, RECENT_CHANGE_MS } from "./lost-node-tracker.ts";

describe("R19 desired drops although no node leaves", () => {
  const TEN = Array.from({ length: 10 }, (): NodeParts => ({ labels: { disk: "ssd" } }));
  const set: DaemonSetParts = { template: { nodeSelector: { disk: "ssd" } }, status: status(10, 10, 10) };
  const watchedModel = () => {
    const model = modelOf({ set, nodes: TEN, pods: TEN.map((_, at) => fresh(at + 1, { readyAtMs: 0 })), nowMs: MINUTE });
    model.apply({ do: "beginMarks" });
    return model;
  };
  it("R19 names a label that changed on many nodes, with desired before and after, and the time", () => {
    const model = watchedModel();
    for (const at of [1, 2, 3, 4, 5, 6]) {
      model.apply(putNode(aNode(`n${at}`, { labels: { disk: "hdd" } })));
      model.apply(dropObject("pods", aPod("a", `p${at - 1}`, fresh(at)).metadata.uid));
    }
    model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", ...set, status: status(4, 4, 4) })));
    model.takeChanges();
    expect(recordOf(model).concern).toEqual({
      kind: "desiredDropped",
      message: "desired fell from 10 to 4: label disk changed on 6 nodes",
      sinceMs: EPOCH_MS + MINUTE,
      nodes: ["n1", "n2", "n3", "n4", "n5", "n6"],
      stuck: false,
    });
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 61 * MINUTE + 1);
    model.tick(EPOCH_MS + 62 * MINUTE);
    model.takeChanges();
    expect(recordOf(model).concern).toBeNull();
  });
  it("R19 keeps the observed numbers if other nodes join or leave, or the image changes", () => {
    const model = watchedModel();
    for (const at of [1, 2, 3, 4, 5, 6]) model.apply(putNode(aNode(`n${at}`, { labels: { disk: "hdd" } })));
    model.apply(dropObject("nodes", "n7"));
    model.apply(putDaemonSet(aDaemonSet("a", { ...set, templateHash: "template-3", generation: 2 })));
    model.takeChanges();
    expect(recordOf(model).concern?.message).toBe("desired fell from 10 to 3, 6 nodes still exist: label disk changed on 6 nodes");
    for (let at = 11; at <= 18; at++) model.apply(putNode(aNode(`n${at}`, { labels: { disk: "ssd" } })));
    model.takeChanges();
    expect(recordOf(model).derived?.desiredNumberScheduled).toBe(11);
    expect(recordOf(model).concern?.kind).not.toBe("desiredDropped");
  });
  it("R19 for nodes that are lost one by one, the drop starts at the first of them", () => {
    const model = watchedModel();
    for (const at of [1, 2, 3]) {
      model.tick(EPOCH_MS + (1 + at) * MINUTE);
      model.apply(putNode(aNode(`n${at}`, { labels: { disk: "hdd" } })));
      model.takeChanges();
    }
    expect(recordOf(model).concern?.message).toMatch(/^desired fell from 10 to 7\b/);
    expect(recordOf(model).concern?.sinceMs).toBe(EPOCH_MS + 2 * MINUTE);
  });
  it("R19 names a taint too; leaving, returning or NotReady nodes and new templates are no drop", () => {
    const tainted = watchedModel();
    for (const at of [1, 2])
      tainted.apply(
        putNode(aNode(`n${at}`, { labels: { disk: "ssd" }, taints: [{ key: "dedicated", value: "db", effect: "NoExecute" }] })),
      );
    tainted.takeChanges();
    expect(recordOf(tainted).concern?.message).toMatch(/misscheduled|taint dedicated=db:NoExecute changed on 2 nodes/);
    const left = watchedModel();
    for (const at of [1, 2, 3]) left.apply(dropObject("nodes", `n${at}`));
    const back = watchedModel();
    for (const disk of ["hdd", "ssd"]) for (const at of [1, 2, 3]) back.apply(putNode(aNode(`n${at}`, { labels: { disk } })));
    const notReady = watchedModel();
    const taints = [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }];
    for (const at of [1, 2, 3]) notReady.apply(putNode(aNode(`n${at}`, { labels: { disk: "ssd" }, ready: "False", taints })));
    const changedTemplate = watchedModel();
    for (const at of [1, 2, 3]) changedTemplate.apply(putNode(aNode(`n${at}`, { labels: { disk: "hdd" } })));
    changedTemplate.apply(
      putDaemonSet(
        aDaemonSet("a", {
          templateHash: "template-2",
          generation: 2,
          template: { nodeSelector: { disk: "ssd", zone: "a" } },
          status: status(0, 0, 0),
        }),
      ),
    );
    for (const model of [left, back, notReady, changedTemplate]) {
      model.takeChanges();
      expect(recordOf(model).concern?.kind).not.toBe("desiredDropped");
    }
  });
});

const SEED = Number(process.env.SEED ?? 20261128);
const lossStep = fc.record({
  do: fc.constantFrom("lost" as const, "lost" as const, "back" as const, "clear" as const, "check" as const),
  node: fc.nat(200),
  many: fc.integer({ min: 1, max: 90 }),
  what: fc.constantFrom<NodeLossCause>(
    { kind: "taint", taint: "gpu:NoSchedule" },
    { kind: "labels", keys: ["a"] },
    { kind: "labels", keys: ["b"] },
  ),
  passesMs: fc.constantFrom(0, 1000, RECENT_CHANGE_MS / 2, RECENT_CHANGE_MS),
});

it(`the incremental result equals a computation over all lost nodes, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(lossStep, { maxLength: 30 }), (steps) => {
      const memory = new LostNodeTracker();
      let nowMs = 0;
      for (const input of steps) {
        nowMs += input.passesMs;
        const names = Array.from({ length: input.many }, (_, at) => `n${(input.node + at) % 200}`);
        if (input.do === "lost") for (const name of names) memory.lost(name, input.what, nowMs, 200 - input.many);
        else if (input.do === "back") for (const name of names) memory.back(name);
        else if (input.do === "clear") memory.clear();
        const restored = new LostNodeTracker(memory.saved);
        expect(memory.summary(nowMs)).toEqual(restored.summary(nowMs));
        expect(memory.nextWakeAtMs()).toBe(new LostNodeTracker(memory.saved).nextWakeAtMs());
      }
    }),
    { seed: SEED },
  );
});
