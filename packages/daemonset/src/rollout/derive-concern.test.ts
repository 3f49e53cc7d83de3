import { describe, expect, it } from "vitest";
import { ClusterModel } from "../model/cluster-model.ts";
import {
  aDaemonSet,
  aNode,
  aPod,
  aRevision,
  type DaemonSetParts,
  EPOCH_MS,
  type NodeParts,
  type PodParts,
} from "../model/objects.fixture.ts";
import type { DaemonSetRecord } from "../model/records.ts";
import type { Concern } from "./rollout.ts";

const MINUTE = 60_000;
const status = (desired: number, updated: number, available: number): NonNullable<DaemonSetParts["status"]> => ({
  desiredNumberScheduled: desired,
  updatedNumberScheduled: updated,
  numberAvailable: available,
});

interface Scene {
  readonly set?: DaemonSetParts;
  readonly nodes: readonly NodeParts[];
  readonly pods: readonly PodParts[];
  readonly revisionAtMs?: number;
  readonly nowMs: number;
}

/** Nodes n1, n2…; revision 2 is current, revision 1 is old. */
function modelOf(scene: Scene): ClusterModel {
  const model = new ClusterModel({ nowMs: EPOCH_MS + scene.nowMs });
  scene.nodes.forEach((parts, at) => {
    model.putNode(aNode(`n${at + 1}`, parts));
  });
  model.putDaemonSet(aDaemonSet("a", { templateHash: "template-2", ...scene.set }));
  model.putRevision(aRevision("a", 1));
  model.putRevision(aRevision("a", 2, { createdAtMs: scene.revisionAtMs ?? 0 }));
  scene.pods.forEach((parts, at) => {
    model.putPod(aPod("a", `p${at}`, parts));
  });
  model.takeChanges();
  return model;
}
const recordOf = (model: ClusterModel): DaemonSetRecord => {
  const record = model.daemonSetRecord("default/a");
  if (record === undefined) throw new Error("no record");
  return record;
};
const concernOf = (scene: Scene): Concern | null => recordOf(modelOf(scene)).concern;
const old = (at: number, more: PodParts = {}): PodParts => ({ node: `n${at}`, hash: "hash-1", readyAtMs: 0, ...more });
const fresh = (at: number, more: PodParts = {}): PodParts => ({ node: `n${at}`, hash: "hash-2", ...more });
const two: readonly NodeParts[] = [{}, {}];

describe("R8 stuck", () => {
  const badImage: Scene = {
    set: { status: status(2, 1, 1) },
    nodes: two,
    revisionAtMs: 10 * MINUTE,
    pods: [old(1), fresh(2, { createdAtMs: 10 * MINUTE + 2000, waiting: "ImagePullBackOff" })],
    nowMs: 11 * MINUTE,
  };
  it("R8 a bad image is stuck within a minute, since the pod came, with the cause and who holds the place", () => {
    const record = recordOf(modelOf(badImage));
    expect(record.concern).toEqual({
      kind: "budgetHeld",
      message: "1 of 1 place used, 1 held by ImagePullBackOff",
      sinceMs: EPOCH_MS + 10 * MINUTE + 2000,
      nodes: ["n2"],
      stuck: true,
    });
    expect(record.budget.holders[0]).toMatchObject({ nodes: ["n2"], lasting: true });
  });
  it("R8 minReadySeconds does not put that off: a failing pod does not become available by waiting", () => {
    expect(concernOf({ ...badImage, set: { status: status(2, 1, 1), minReadySeconds: 300 } })?.kind).toBe("budgetHeld");
  });
  it("R8 the model says when it will be stuck, and is then", () => {
    const model = modelOf({ ...badImage, nowMs: 10 * MINUTE + 5000 });
    expect(recordOf(model).concern?.kind).toBe("failing");
    expect(model.nextLookAtMs()).toBe(EPOCH_MS + 10 * MINUTE + 2000 + 45_000);
    model.beginMarks();
    model.tick(model.nextLookAtMs() ?? 0);
    expect(model.takeChanges().marks.map(({ kind }) => kind)).toEqual(["rolloutStuck"]);
    expect(recordOf(model).concern?.kind).toBe("budgetHeld");
  });
  it("R8 a slow start is not stuck for ten minutes", () => {
    const slow = { ...badImage, pods: [old(1), fresh(2, { createdAtMs: 10 * MINUTE, waiting: "ContainerCreating" })] };
    expect(concernOf({ ...slow, nowMs: 19 * MINUTE })).toBeNull();
    expect(concernOf({ ...slow, nowMs: 20 * MINUTE })).toMatchObject({
      kind: "budgetHeld",
      message: "1 of 1 place used, 1 held by Starting",
    });
  });
  it("R8 one place held for good does not make a rollout stuck while another moves", () => {
    const scene: Scene = {
      ...badImage,
      set: { status: status(3, 2, 1), strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } } },
      nodes: [{}, {}, {}],
      pods: [...badImage.pods, fresh(3, { createdAtMs: 10 * MINUTE })],
    };
    expect(concernOf(scene)?.kind).toBe("failing");
  });
  it("R8 the only node's bad image is stuck, though every pod is of the new revision", () => {
    const scene = { ...badImage, set: { status: status(1, 1, 0) }, nodes: [{}], pods: [fresh(1, { waiting: "ImagePullBackOff" })] };
    expect(concernOf(scene)?.kind).toBe("budgetHeld");
  });
  it("R8 a pod that crashes long after its rollout is failing, not a stuck rollout", () => {
    const crashed = fresh(1, { createdAtMs: 0, unreadyAtMs: 60 * MINUTE, waiting: "CrashLoopBackOff", restarts: 3 });
    const scene: Scene = { set: { status: status(1, 1, 0) }, nodes: [{}], pods: [crashed], nowMs: 90 * MINUTE };
    expect(concernOf(scene)).toEqual({
      kind: "failing",
      message: "1 pod failing: CrashLoopBackOff",
      sinceMs: EPOCH_MS + 60 * MINUTE,
      nodes: ["n1"],
      stuck: false,
    });
  });
  it("R8 pods of a crash loop that are ready for a moment are no progress", () => {
    const scene: Scene = {
      ...badImage,
      pods: [
        fresh(1, { createdAtMs: 10 * MINUTE, readyAtMs: 10 * MINUTE + 50_000, restarts: 2 }),
        fresh(2, { createdAtMs: 10 * MINUTE, waiting: "CrashLoopBackOff", restarts: 2 }),
      ],
      set: { status: status(2, 1, 1) },
    };
    expect(concernOf(scene)?.sinceMs).toBe(EPOCH_MS + 10 * MINUTE);
  });
  it("R8 a rollout in which nothing happens though places are free is stalled, which the controller may end by itself", () => {
    const idle: Scene = {
      set: { status: status(2, 0, 2) },
      nodes: two,
      revisionAtMs: 10 * MINUTE,
      pods: [old(1), old(2)],
      nowMs: 11 * MINUTE,
    };
    const model = modelOf({ ...idle, nowMs: 60 * MINUTE });
    expect(recordOf(model).concern).toBeNull();
    // What the controller left undone before we looked was not seen.
    model.beginMarks();
    model.takeChanges();
    expect(model.nextLookAtMs()).toBe(EPOCH_MS + 62 * MINUTE);
    model.tick(EPOCH_MS + 62 * MINUTE);
    model.takeChanges();
    expect(recordOf(model).concern).toEqual({
      kind: "stalled",
      message: "1 of 1 place free, and the controller replaces no pod",
      sinceMs: EPOCH_MS + 60 * MINUTE,
      nodes: [],
      stuck: false,
    });
  });
  it("R8 a spec that is not observed is stalled after two minutes, counted from when it changed", () => {
    const model = modelOf({
      set: { status: status(2, 2, 2) },
      nodes: two,
      pods: [fresh(1, { readyAtMs: 0 }), fresh(2, { readyAtMs: 0 })],
      nowMs: 60 * MINUTE,
    });
    model.beginMarks();
    model.tick(EPOCH_MS + 70 * MINUTE);
    model.putDaemonSet(aDaemonSet("a", { templateHash: "template-3", generation: 2, observedGeneration: 1, status: status(2, 2, 2) }));
    model.takeChanges();
    expect(recordOf(model).concern).toBeNull();
    model.tick(EPOCH_MS + 72 * MINUTE);
    model.takeChanges();
    expect(recordOf(model).concern).toMatchObject({ kind: "stalled", sinceMs: EPOCH_MS + 70 * MINUTE });
  });
  it("R8 patience is given from outside", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS + 1000, patience: { lastingMs: 1000, slowMs: 1000, idleMs: 1000 } });
    model.putNode(aNode("n1"));
    model.putDaemonSet(aDaemonSet("a", { status: status(1, 0, 0) }));
    model.putRevision(aRevision("a", 1));
    model.putPod(aPod("a", "p", { node: "n1", waiting: "ErrImagePull" }));
    model.takeChanges();
    expect(recordOf(model).concern?.kind).toBe("budgetHeld");
  });
});

describe("R9–R12 other concerns", () => {
  const port = { containers: [{ name: "c", image: "i", ports: [{ containerPort: 80, hostPort: 8080 }] }] };
  const surge = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  it("R9 during a rollout too, the contradiction of host port and maxSurge is said", () => {
    const message =
      "0/2 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 1 node(s) didn't satisfy plugin(s) [NodeAffinity].";
    const scene: Scene = {
      set: { template: port, strategy: surge, status: status(2, 0, 2) },
      nodes: two,
      pods: [old(1), old(2), { pinnedTo: "n1", hash: "hash-2", schedulerMessage: message }],
      nowMs: MINUTE,
    };
    expect(concernOf(scene)?.message).toBe(
      "1 of 1 place used, 1 held by node(s) didn't have free ports for the requested pod ports; maxSurge needs two pods on a node, but host port 8080 can be held by one only: a new pod will wait for ever",
    );
  });
  it("R12 nodes that go NotReady after they got the new revision are told from nodes that were sick before", () => {
    const taints = [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }];
    const sick = (readySinceMs: number): NodeParts => ({ ready: "False", readySinceMs, taints });
    const pods = [fresh(1, { createdAtMs: 10 * MINUTE, unreadyAtMs: 11 * MINUTE }), old(2)];
    const scene: Scene = { set: { status: status(2, 1, 1) }, nodes: [], pods, revisionAtMs: 10 * MINUTE, nowMs: 11 * MINUTE + 10_000 };
    const after = concernOf({ ...scene, nodes: [sick(11 * MINUTE), {}] });
    expect(after).toMatchObject({
      kind: "revisionBreaksNodes",
      stuck: false,
      message: "halted: 1 node went NotReady after it got the new revision",
    });
    expect(concernOf({ ...scene, nodes: [sick(11 * MINUTE), {}], nowMs: 13 * MINUTE })).toMatchObject({
      kind: "revisionBreaksNodes",
      stuck: true,
      message: "1 of 1 place used, 1 held by Node NotReady; halted: 1 node went NotReady after it got the new revision",
    });
    expect(concernOf({ ...scene, nodes: [sick(9 * MINUTE), {}] })?.message).toBe("1 of 1 place used, 1 held by Node NotReady");
  });
  it("R11 a pod where none is wanted is misscheduled; on a NotReady node the node is what is wrong", () => {
    const done = { status: status(0, 0, 0) };
    const kept = { taints: [{ key: "dedicated", effect: "NoSchedule" }] };
    expect(concernOf({ set: done, nodes: [kept], pods: [fresh(1, { readyAtMs: 0 })], nowMs: MINUTE })).toMatchObject({
      kind: "misscheduled",
      message: "1 misscheduled: a pod where none is wanted",
    });
    const sick: NodeParts = {
      ready: "Unknown",
      readySinceMs: 40 * MINUTE,
      taints: [{ key: "node.kubernetes.io/unreachable", effect: "NoSchedule" }],
    };
    expect(concernOf({ set: done, nodes: [sick], pods: [fresh(1, { readyAtMs: 0 })], nowMs: 50 * MINUTE })).toEqual({
      kind: "nodesUnready",
      message: "1 pod on NotReady nodes",
      nodes: ["n1"],
      stuck: false,
      sinceMs: EPOCH_MS + 40 * MINUTE,
    });
  });
  it("R12 a pod that does not fit waits, with the scheduler's reason", () => {
    const scene: Scene = {
      set: { status: status(2, 2, 1) },
      nodes: two,
      pods: [
        fresh(1, { readyAtMs: 0 }),
        {
          pinnedTo: "n2",
          hash: "hash-2",
          schedulerMessage: "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s) [NodeAffinity].",
        },
      ],
      nowMs: 30 * MINUTE,
    };
    expect(concernOf(scene)).toMatchObject({ kind: "unavailable", message: "1 pod waiting: Insufficient cpu" });
  });
  it("R10 three outdated pods under OnDelete", () => {
    const scene: Scene = { set: { strategy: { type: "OnDelete" } }, nodes: [{}, {}, {}], pods: [old(1), old(2), old(3)], nowMs: MINUTE };
    expect(concernOf(scene)?.message).toBe("3 pods of an old revision wait to be deleted by hand");
  });
  it("nothing calls for a person when all is well", () => {
    expect(concernOf({ set: { status: status(1, 1, 1) }, nodes: [{}], pods: [fresh(1, { readyAtMs: 0 })], nowMs: MINUTE })).toBeNull();
  });
});

describe("R18 pods that fail again and again", () => {
  /** Pods of n1 that are rejected, deleted and made again, a second apart, so many times. */
  const looping = (times: number, set: DaemonSetParts = { status: status(1, 1, 0) }) => {
    const model = modelOf({ set, nodes: [{}], pods: [], nowMs: 0 });
    model.beginMarks();
    const put = (at: number, parts: PodParts) =>
      model.putPod(aPod("a", `p${at}`, fresh(1, { createdAtMs: at * 1000, phase: "Failed", reason: "OutOfcpu", ...parts })));
    for (let at = 0; at < times; at++) {
      model.tick(EPOCH_MS + at * 1000 + 100);
      model.putPod(aPod("a", `p${at}`, fresh(1, { createdAtMs: at * 1000 })));
      put(at, {});
      model.tick(EPOCH_MS + at * 1000 + 500);
      put(at, { deletedAtMs: at * 1000 + 500 });
      model.dropPod(aPod("a", `p${at}`, fresh(1)).metadata.uid);
      model.takeChanges();
    }
    return model;
  };
  it("R18 three are a loop, with its count and the controller's next try: one second, doubled each time", () => {
    expect(recordOf(looping(2)).concern).toBeNull();
    const model = looping(3);
    expect(recordOf(model).concern).toEqual({
      kind: "backoffLoop",
      message: "pods fail and are made again on 1 node: OutOfcpu, 3 times on n1",
      sinceMs: EPOCH_MS + 100,
      nodes: ["n1"],
      stuck: false,
    });
    // The third deletion was at 2.5 s; before a fourth the controller waits 4 s.
    expect(model.rejectionsOf("default/a", "n1")).toMatchObject({ count: 3, reason: "OutOfcpu", nextTryAtMs: EPOCH_MS + 6500 });
  });
  it("R8 such a loop holds its place for good: a pod that is made anew does not start the clock again", () => {
    const model = looping(60, { templateHash: "template-2", status: status(2, 1, 1) });
    expect(recordOf(model).concern).toMatchObject({
      kind: "backoffLoop",
      stuck: true,
      message: "1 of 1 place used, 1 held by OutOfcpu, again and again",
      sinceMs: EPOCH_MS + 100,
    });
  });
  it("R18 a new generation begins anew, half an hour forgets it, and a pod that stays ready for two minutes ends it", () => {
    const model = looping(3);
    model.putDaemonSet(aDaemonSet("a", { templateHash: "template-2", generation: 2, observedGeneration: 2, status: status(1, 1, 0) }));
    model.putPod(aPod("a", "later", fresh(1, { phase: "Failed", reason: "OutOfcpu" })));
    expect(model.rejectionsOf("default/a", "n1")?.count).toBe(1);
    const healed = looping(3);
    healed.putPod(aPod("a", "well", fresh(1, { readyAtMs: 2400 })));
    healed.takeChanges();
    // A pod that will be evicted is ready for a while too.
    expect(recordOf(healed).concern?.kind).toBe("backoffLoop");
    expect(healed.nextLookAtMs()).toBe(EPOCH_MS + 2100 + 120_001);
    healed.tick(EPOCH_MS + 123_000);
    healed.takeChanges();
    expect(recordOf(healed).concern).toBeNull();
    const old = looping(3);
    old.tick(EPOCH_MS + 31 * MINUTE);
    expect(old.rejectionsOf("default/a", "n1")).toBeUndefined();
  });
});

describe("R19 desired falls though no node leaves", () => {
  const TEN = Array.from({ length: 10 }, (): NodeParts => ({ labels: { disk: "ssd" } }));
  const set: DaemonSetParts = { template: { nodeSelector: { disk: "ssd" } }, status: status(10, 10, 10) };
  const running = () => {
    const model = modelOf({ set, nodes: TEN, pods: TEN.map((_, at) => fresh(at + 1, { readyAtMs: 0 })), nowMs: MINUTE });
    model.beginMarks();
    return model;
  };
  it("R19 a label that changed on many nodes is named, with from, to, and since when", () => {
    const model = running();
    for (const at of [1, 2, 3, 4, 5, 6]) {
      model.putNode(aNode(`n${at}`, { labels: { disk: "hdd" } }));
      model.dropPod(aPod("a", `p${at - 1}`, fresh(at)).metadata.uid);
    }
    model.putDaemonSet(aDaemonSet("a", { templateHash: "template-2", ...set, status: status(4, 4, 4) }));
    model.takeChanges();
    expect(recordOf(model).concern).toEqual({
      kind: "desiredDropped",
      message: "desired fell from 10 to 4, every node still there: label disk changed on 6",
      sinceMs: EPOCH_MS + MINUTE,
      nodes: ["n1", "n2", "n3", "n4", "n5", "n6"],
      stuck: false,
    });
    expect(model.nextLookAtMs()).toBe(EPOCH_MS + 61 * MINUTE + 1);
    model.tick(EPOCH_MS + 62 * MINUTE);
    model.takeChanges();
    expect(recordOf(model).concern).toBeNull();
  });
  it("R19 a taint is named too; nodes that leave, come back or turn NotReady are no such fall, nor is a new template", () => {
    const tainted = running();
    for (const at of [1, 2])
      tainted.putNode(aNode(`n${at}`, { labels: { disk: "ssd" }, taints: [{ key: "dedicated", value: "db", effect: "NoExecute" }] }));
    tainted.takeChanges();
    expect(recordOf(tainted).concern?.message).toMatch(/misscheduled|taint dedicated=db:NoExecute changed on 2/);
    const left = running();
    for (const at of [1, 2, 3]) left.dropNode(`n${at}`);
    const back = running();
    for (const disk of ["hdd", "ssd"]) for (const at of [1, 2, 3]) back.putNode(aNode(`n${at}`, { labels: { disk } }));
    const sick = running();
    const taints = [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }];
    for (const at of [1, 2, 3]) sick.putNode(aNode(`n${at}`, { labels: { disk: "ssd" }, ready: "False", taints }));
    const anew = running();
    for (const at of [1, 2, 3]) anew.putNode(aNode(`n${at}`, { labels: { disk: "hdd" } }));
    anew.putDaemonSet(
      aDaemonSet("a", { templateHash: "template-2", generation: 2, template: { nodeSelector: { disk: "ssd" } }, status: status(7, 7, 7) }),
    );
    for (const model of [left, back, sick, anew]) {
      model.takeChanges();
      expect(recordOf(model).concern?.kind).not.toBe("desiredDropped");
    }
  });
});
