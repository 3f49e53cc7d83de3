import type { KubeEvent } from "@daemonscope/kube/objects";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropObject, putDaemonSet, putEvent, putNode, putPod, putRevision } from "../model/cluster-event.ts";
import { ClusterModel } from "../model/cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS, type PodParts } from "../model/objects.fixture.ts";
import { fresh, MINUTE, recordOf, status } from "../rollout/scene.fixture.ts";
import { failedPodEvent } from "./failed-pod-events.ts";

const SEED = Number(process.env.SEED ?? 20260111);
const SECOND = 1000;

interface EventParts {
  readonly uid?: string;
  readonly node?: string;
  readonly count?: number;
  readonly lastAtMs: number;
  readonly isCombined?: boolean;
}
function anEvent({ lastAtMs, ...parts }: EventParts): KubeEvent {
  const uid = parts.uid ?? `event-${lastAtMs}`;
  const time = (atMs: number) => new Date(EPOCH_MS + atMs).toISOString();
  const text = `Found failed daemon pod default/a-${uid} on node ${parts.node ?? "n1"}, will try to kill it`;
  return {
    metadata: { name: uid, namespace: "default", uid, resourceVersion: "1", creationTimestamp: time(lastAtMs) },
    type: "Warning",
    reason: "FailedDaemonPod",
    message: parts.isCombined ? `(combined from similar events): ${text}` : text,
    involved: { kind: "DaemonSet", namespace: "default", name: "a", uid: "ds-a" },
    count: parts.count ?? 1,
    lastSeen: time(lastAtMs),
  };
}

const NOW = 2 * 60 * MINUTE;
const failedPod: PodParts = fresh(1, { createdAtMs: NOW - SECOND, phase: "Failed", reason: "OutOfcpu" });

/** A server that starts at NOW on an existing cluster; events may arrive first. */
function startedModel(events: readonly KubeEvent[], pod: PodParts = failedPod, revisionAtMs = 0): ClusterModel {
  const model = new ClusterModel({ nowMs: EPOCH_MS + NOW });
  for (const event of events) model.apply(putEvent(event));
  for (const name of ["n1", "n2"]) model.apply(putNode(aNode(name)));
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", status: status(2, 2, 1) })));
  model.apply(putRevision(aRevision("a", 1)));
  model.apply(putRevision(aRevision("a", 2, { createdAtMs: revisionAtMs })));
  model.apply(putPod(aPod("a", "p1", pod)));
  model.apply(putPod(aPod("a", "p2", fresh(2, { readyAtMs: 5 * SECOND }))));
  model.takeChanges();
  model.apply({ do: "beginMarks" });
  model.takeChanges();
  return model;
}
const countOn = (model: ClusterModel, node = "n1") => model.reading.rejectionsOf("default/a", node)?.count;
const four = [1, 2, 4, 8].map((seconds) => anEvent({ lastAtMs: NOW - MINUTE + seconds * SECOND }));

describe("R23 a restart loop that began before the watch", () => {
  it("R23 is detected from the controller's events, with the pod's reason and a minimum count", () => {
    const model = startedModel(four);
    expect(recordOf(model).concern).toEqual({
      kind: "backoffLoop",
      message: "pods fail and are made again on 1 node: OutOfcpu, at least 4 times on n1",
      sinceMs: EPOCH_MS + NOW - 59 * SECOND,
      nodes: ["n1"],
      stuck: false,
    });
    // After four deletions the controller waits eight seconds.
    expect(model.reading.rejectionsOf("default/a", "n1")).toMatchObject({ atLeast: true, nextTryAtMs: EPOCH_MS + NOW - 44 * SECOND });
  });
  it("R23 continues with observed failures, and does not count events for them twice", () => {
    const combined = (count: number, lastAtMs: number) => anEvent({ uid: "combined", isCombined: true, lastAtMs, count });
    // Of the twenty only the last is known to have been on this node.
    const model = startedModel([...four, combined(20, NOW - MINUTE)]);
    expect(countOn(model)).toBe(5);
    model.tick(EPOCH_MS + NOW + SECOND);
    model.apply(putPod(aPod("a", "p1", { ...failedPod, deletedAtMs: NOW + SECOND })));
    model.apply(dropObject("pods", aPod("a", "p1", failedPod).metadata.uid));
    model.apply(putEvent(combined(21, NOW + SECOND)));
    model.apply(putEvent(anEvent({ lastAtMs: NOW + SECOND })));
    expect(countOn(model)).toBe(6);
  });
  it("R23 is detected too if events arrive late, without those of failures that were seen", () => {
    const model = startedModel([]);
    model.tick(EPOCH_MS + NOW + 2 * MINUTE);
    for (const event of four) model.apply(putEvent(event));
    model.takeChanges();
    expect(recordOf(model).concern?.kind).toBe("backoffLoop");
    model.apply(putEvent(anEvent({ uid: "later", isCombined: true, lastAtMs: NOW + MINUTE, count: 9 })));
    expect(countOn(model)).toBe(4);
  });
  it("R23 ignores failures of another revision, forgotten ones, and those of another DaemonSet or node", () => {
    expect(countOn(startedModel(four, failedPod, NOW - 58 * SECOND))).toBe(3);
    const old = [1, 2, 3].map((at) => anEvent({ lastAtMs: NOW - 31 * MINUTE - at * SECOND }));
    expect(countOn(startedModel(old))).toBeUndefined();
    expect(countOn(startedModel(four.map((event) => ({ ...event, involved: { ...event.involved, uid: "ds-before" } }))))).toBeUndefined();
    // A pod that fails once in a quarter of an hour has few events at a time, and each depends on the previous one.
    const slow = [44, 29, 14].map((minutes) => anEvent({ lastAtMs: NOW - minutes * MINUTE }));
    expect([slow, [...slow].reverse()].map((events) => countOn(startedModel(events)))).toEqual([3, 3]);
    const apart = [55, 54, 14].map((minutes) => anEvent({ lastAtMs: NOW - minutes * MINUTE }));
    expect([apart, [...apart].reverse()].map((events) => countOn(startedModel(events)))).toEqual([1, 1]);
    const both = startedModel([
      ...four,
      anEvent({ uid: "n2", node: "n2", lastAtMs: NOW - MINUTE }),
      anEvent({ uid: "gone", node: "gone", lastAtMs: NOW - MINUTE }),
    ]);
    expect([countOn(both), countOn(both, "n2")]).toEqual([4, 1]);
  });
  it("R18 R23 ends two minutes after its pod is ready", () => {
    const model = startedModel(four, fresh(1, { createdAtMs: NOW - 40 * SECOND, readyAtMs: NOW - 30 * SECOND }));
    model.tick(EPOCH_MS + NOW + 2 * MINUTE);
    model.takeChanges();
    expect(recordOf(model).concern).toBeNull();
  });
  it(`R23 no foreign event throws or counts, seed ${SEED}`, () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom("FailedDaemonPod", "DaemonSet", "Found failed daemon pod a/b on node n1, will try to kill it"),
    );
    fc.assert(
      fc.property(word, word, word, word, fc.integer(), (reason, kind, message, lastSeen, count) => {
        const event = { ...anEvent({ lastAtMs: 0 }), reason, message, count, lastSeen, involved: { kind, name: "a" } };
        expect(failedPodEvent(event)).toBeUndefined();
      }),
      { seed: SEED },
    );
  });
});
