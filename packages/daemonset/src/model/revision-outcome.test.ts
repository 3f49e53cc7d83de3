import { expect, it } from "vitest";
import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "./objects.fixture.ts";

it("R27 M1 the record has the farthest reach of each revision since the start of the watch", () => {
  const model = new ClusterModel({ nowMs: EPOCH_MS });
  const at = (ms: number) => model.tick(EPOCH_MS + ms);
  const outcomes = () => {
    model.takeChanges();
    return model.reading.daemonSetRecord("default/a")?.revisions.map(({ revision, fate }) => [revision, fate]);
  };
  for (const node of ["n1", "n2"]) model.apply(putNode(aNode(node)));
  const status = { desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2 };
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-1", status })));
  model.apply(putRevision(aRevision("a", 1)));
  for (const node of ["n1", "n2"]) model.apply(putPod(aPod("a", node, { node, hash: "hash-1", readyAtMs: 0 })));
  expect(outcomes()).toEqual([[1, undefined]]);
  model.apply({ do: "beginMarks" });
  expect(outcomes()).toEqual([[1, { kind: "reachedAll", nodes: 2 }]]);

  at(60_000);
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", generation: 2, status })));
  model.apply(putRevision(aRevision("a", 2, { createdAtMs: 60_000 })));
  model.apply(dropObject("pods", "pod-n1"));
  model.apply(putPod(aPod("a", "bad", { node: "n1", hash: "hash-2", createdAtMs: 61_000, waiting: "ImagePullBackOff" })));
  expect(outcomes()).toEqual([
    [2, undefined],
    [1, { kind: "reachedAll", nodes: 2 }],
  ]);

  // An undo: the controller gives the old revision a new number.
  at(180_000);
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-1", generation: 3, status })));
  model.apply(putRevision({ ...aRevision("a", 1), revision: 3 }));
  expect(outcomes()).toEqual([
    [3, { kind: "reachedAll", nodes: 2 }],
    [2, { kind: "neverAvailable", nodes: 1, forMs: 120_000 }],
  ]);
  at(190_000);
  model.apply(dropObject("pods", "pod-bad"));
  model.apply(putPod(aPod("a", "good", { node: "n1", hash: "hash-1", createdAtMs: 181_000, readyAtMs: 190_000 })));
  expect(outcomes()?.[0]).toEqual([3, { kind: "reachedAll", nodes: 2, tookMs: 10_000 }]);
});

it("R27 C12 under maxSurge a new pod next to the old one counts as a try of its revision", () => {
  const model = new ClusterModel({ nowMs: EPOCH_MS });
  const strategy = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  model.apply(putNode(aNode("n1")));
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-1", strategy })));
  model.apply(putRevision(aRevision("a", 1)));
  model.apply(putPod(aPod("a", "first", { node: "n1", hash: "hash-1", readyAtMs: 0 })));
  model.takeChanges();
  model.apply({ do: "beginMarks" });
  model.takeChanges();
  model.tick(EPOCH_MS + 60_000);
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", generation: 2, strategy })));
  model.apply(putRevision(aRevision("a", 2, { createdAtMs: 60_000 })));
  model.apply(putPod(aPod("a", "bad", { node: "n1", hash: "hash-2", createdAtMs: 61_000, waiting: "ImagePullBackOff" })));
  model.takeChanges();
  model.tick(EPOCH_MS + 180_000);
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-1", generation: 3, strategy })));
  model.apply(putRevision({ ...aRevision("a", 1), revision: 3 }));
  model.takeChanges();
  const outcomes = model.reading.daemonSetRecord("default/a")?.revisions.map(({ revision, fate }) => [revision, fate]);
  expect(outcomes).toContainEqual([2, { kind: "neverAvailable", nodes: 1, forMs: 120_000 }]);
});

it("R8 a revision is current since its creation, even if seen late; after an undo, since the undo was seen", () => {
  const model = new ClusterModel({ nowMs: EPOCH_MS });
  const since = () => {
    model.takeChanges();
    return (model.reading.daemonSetRecord("default/a")?.revisionSinceMs ?? 0) - EPOCH_MS;
  };
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-1" })));
  model.apply(putRevision(aRevision("a", 1)));
  model.takeChanges();
  model.apply({ do: "beginMarks" });
  model.tick(EPOCH_MS + 62_400);
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", generation: 2 })));
  model.apply(putRevision(aRevision("a", 2, { createdAtMs: 60_000 })));
  expect(since()).toBe(60_000);
  model.tick(EPOCH_MS + 70_000);
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-1", generation: 3 })));
  model.apply(putRevision({ ...aRevision("a", 1), revision: 3 }));
  expect(since()).toBe(70_000);
});
