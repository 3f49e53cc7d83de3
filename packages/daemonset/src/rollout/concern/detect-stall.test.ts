import { describe, expect, it } from "vitest";
import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "../../model/cluster-event.ts";
import { ClusterModel } from "../../model/cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS, type PodParts } from "../../model/objects.fixture.ts";
import { concernOf, fresh, MINUTE, modelOf, old, plainRecordOf, recordOf, type Scene, status, two } from "../scene.fixture.ts";
import { verdictKindOf } from "../verdict-kind.ts";

describe("R8 stuck", () => {
  const badImage: Scene = {
    set: { status: status(2, 1, 1) },
    nodes: two,
    revisionAtMs: 10 * MINUTE,
    pods: [old(1), fresh(2, { createdAtMs: 10 * MINUTE + 2000, waiting: "ImagePullBackOff" })],
    nowMs: 11 * MINUTE,
  };
  it("R8 a bad image is stuck within a minute of the pod's creation, with the cause and the slot holder", () => {
    const record = recordOf(modelOf(badImage));
    expect(record.concern).toEqual({
      kind: "budgetHeld",
      message: "ImagePullBackOff on 1 node",
      sinceMs: EPOCH_MS + 10 * MINUTE + 2000,
      nodes: ["n2"],
      stuck: true,
    });
    expect(record.budget.holders[0]).toMatchObject({ nodes: ["n2"], lasting: true });
  });
  it("R8 minReadySeconds does not delay the concern: a failing pod does not become available by waiting", () => {
    expect(concernOf({ ...badImage, set: { status: status(2, 1, 1), minReadySeconds: 300 } })?.kind).toBe("budgetHeld");
  });
  it("R8 reports in advance when it will be stuck", () => {
    const model = modelOf({ ...badImage, nowMs: 10 * MINUTE + 5000 });
    expect(recordOf(model).concern?.kind).toBe("failing");
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 10 * MINUTE + 2000 + 45_000);
    model.apply({ do: "beginMarks" });
    model.tick(model.nextWakeAtMs() ?? 0);
    expect(model.takeChanges().marks.map(({ kind }) => kind)).toEqual(["rolloutStuck"]);
    expect(recordOf(model).concern?.kind).toBe("budgetHeld");
  });
  it("R8 a slow start is not stuck for ten minutes", () => {
    const slow = { ...badImage, pods: [old(1), fresh(2, { createdAtMs: 10 * MINUTE, waiting: "ContainerCreating" })] };
    expect(concernOf({ ...slow, nowMs: 19 * MINUTE })).toBeNull();
    expect(concernOf({ ...slow, nowMs: 20 * MINUTE })).toMatchObject({
      kind: "budgetHeld",
      message: "starting on 1 node",
    });
  });
  it("R8 a slow start is reported but not stuck; a pod that preempts is not refused", () => {
    const slow = { ...badImage, pods: [old(1), fresh(2, { createdAtMs: 10 * MINUTE, waiting: "ContainerCreating" })] };
    expect(concernOf({ ...slow, nowMs: 20 * MINUTE })?.stuck).toBe(false);
    const waits = (nominatedNode?: string): PodParts => ({
      pinnedTo: "n2",
      hash: "hash-2",
      createdAtMs: 10 * MINUTE,
      schedulerMessage: "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s) [NodeAffinity].",
      ...(nominatedNode === undefined ? {} : { nominatedNode }),
    });
    expect(concernOf({ ...badImage, pods: [old(1), waits()] })).toMatchObject({ kind: "budgetHeld", stuck: true });
    expect(concernOf({ ...badImage, pods: [old(1), waits("n2")] })).toBeNull();
  });
  it("R8 a surge that began without old pods uses no slot, and is still stuck if every pod fails", () => {
    const scene: Scene = {
      set: { status: status(2, 2, 0), strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
      nodes: two,
      pods: [1, 2].map((at) => fresh(at, { createdAtMs: 10 * MINUTE, waiting: "ImagePullBackOff" })),
      revisionAtMs: 10 * MINUTE,
      nowMs: 10 * MINUTE + 50_000,
    };
    expect(concernOf(scene)).toEqual({
      kind: "failing",
      message: "ImagePullBackOff on 2 nodes",
      sinceMs: EPOCH_MS + 10 * MINUTE,
      nodes: ["n1", "n2"],
      stuck: true,
    });
    expect(concernOf({ ...scene, nowMs: 10 * MINUTE + 30_000 })?.stuck).toBe(false);
  });
  it("R8 with free slots a failing pod does not hold the rollout: it is stalled, not stuck", () => {
    const model = modelOf({
      ...badImage,
      set: { status: status(3, 1, 2), strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } } },
      nodes: [{}, {}, {}],
      pods: [old(1), ...badImage.pods.slice(1), old(3)],
    });
    model.apply({ do: "beginMarks" });
    model.tick(EPOCH_MS + 12 * MINUTE);
    model.takeChanges();
    expect(recordOf(model).concern).toMatchObject({ kind: "failing", stuck: false });
    model.tick(EPOCH_MS + 13 * MINUTE);
    model.takeChanges();
    expect(recordOf(model).concern).toMatchObject({
      kind: "stalled",
      stuck: false,
      message: "1 of 2 slots free, and the controller replaces no pod",
    });
  });
  it("R8 with free slots and no waiting old pod, the holder of the last slots delays it, and it is not stalled", () => {
    const scene: Scene = {
      ...badImage,
      set: { status: status(3, 2, 2), strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } } },
      nodes: [{}, {}, {}],
      pods: [
        fresh(1, { createdAtMs: 10 * MINUTE, readyAtMs: 10 * MINUTE }),
        fresh(2, { createdAtMs: 10 * MINUTE, readyAtMs: 10 * MINUTE }),
        old(3, { deletedAtMs: 11 * MINUTE }),
      ],
    };
    const model = modelOf(scene);
    model.apply({ do: "beginMarks" });
    model.tick(EPOCH_MS + 20 * MINUTE);
    model.takeChanges();
    // The termination of the last old pod counts as progress.
    expect(recordOf(model).concern).toBeNull();
    model.tick(EPOCH_MS + 21 * MINUTE);
    model.takeChanges();
    expect(recordOf(model).concern).toMatchObject({
      kind: "budgetHeld",
      stuck: false,
      message: "terminating on 1 node",
    });
  });
  it("R8 a terminating old pod next to its new one waits for no slot: the rollout is slow, not stalled", () => {
    const model = modelOf({
      set: { status: status(1, 0, 1), strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
      nodes: [{}],
      pods: [old(1, { deletedAtMs: MINUTE }), fresh(1, { createdAtMs: 30_000, readyAtMs: 50_000 })],
      nowMs: MINUTE,
    });
    model.apply({ do: "beginMarks" });
    const concernAt = (atMs: number) => {
      model.tick(EPOCH_MS + atMs);
      model.takeChanges();
      return recordOf(model).concern;
    };
    expect(concernAt(10 * MINUTE)).toBeNull();
    expect(concernAt(11 * MINUTE)).toMatchObject({ kind: "budgetHeld", stuck: false, message: "terminating on 1 node" });
  });
  it("R8 a completed rollout is not stuck if a pod is recreated soon after", () => {
    const parts = { createdAtMs: MINUTE, waiting: "ErrImagePull" };
    const scene = { set: { status: status(2, 2, 2) }, nodes: two, pods: [1, 2].map((at) => fresh(at, { readyAtMs: 0 })), nowMs: MINUTE };
    const concernAfter = (watched: boolean) => {
      const model = modelOf(scene);
      if (watched) {
        model.apply({ do: "beginMarks" });
        model.takeChanges();
      }
      model.apply(dropObject("pods", aPod("a", "p1", fresh(2)).metadata.uid));
      model.apply(putPod(aPod("a", "again", fresh(2, parts))));
      model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", status: status(2, 2, 1) })));
      model.tick(EPOCH_MS + 2 * MINUTE);
      model.takeChanges();
      return recordOf(model).concern;
    };
    expect([concernAfter(true)?.kind, concernAfter(true)?.stuck]).toEqual(["failing", false]);
    expect(concernAfter(false)?.stuck).toBe(true);
  });
  it("R8 a new DaemonSet whose pods the scheduler refuses is stuck, like one with a missing image", () => {
    const message = "0/2 nodes are available: 1 Too many pods, 1 node(s) didn't satisfy plugin(s) [NodeAffinity].";
    const refused = (at: number): PodParts => ({ pinnedTo: `n${at}`, hash: "hash-2", schedulerMessage: message });
    const scene: Scene = { set: { status: status(2, 2, 0) }, nodes: two, pods: [refused(1), refused(2)], nowMs: 45_000 };
    expect(concernOf(scene)).toMatchObject({ kind: "budgetHeld", stuck: true, message: "Too many pods on 2 nodes" });
    expect(concernOf({ ...scene, pods: [refused(1), fresh(2, { readyAtMs: 5000 })], nowMs: 50_000 })).toMatchObject({ stuck: true });
    expect(concernOf({ ...scene, nowMs: 44_999 })).toMatchObject({ stuck: false });
  });
  it("R8 a pod that fails after its rollout converged is failing, not stuck", () => {
    const image = (createdAtMs: number): Scene => ({
      set: { status: status(2, 2, 1) },
      nodes: two,
      revisionAtMs: 10 * MINUTE,
      pods: [fresh(1, { createdAtMs: 10 * MINUTE, readyAtMs: 10 * MINUTE }), fresh(2, { createdAtMs, waiting: "ErrImagePull" })],
      nowMs: 60 * MINUTE,
    });
    expect(concernOf(image(20 * MINUTE))).toMatchObject({ kind: "budgetHeld", stuck: true });
    expect(concernOf(image(20 * MINUTE + 1))).toMatchObject({ kind: "failing", stuck: false, message: "ImagePullBackOff on 1 node" });
  });
  it("R8 one lasting slot holder does not make a rollout stuck while another slot progresses", () => {
    const scene: Scene = {
      ...badImage,
      set: { status: status(3, 2, 1), strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } } },
      nodes: [{}, {}, {}],
      pods: [...badImage.pods, fresh(3, { createdAtMs: 10 * MINUTE })],
    };
    expect(concernOf(scene)?.kind).toBe("failing");
  });
  it("R8 a bad image on the only node is stuck, although every pod has the new revision", () => {
    const scene = { ...badImage, set: { status: status(1, 1, 0) }, nodes: [{}], pods: [fresh(1, { waiting: "ImagePullBackOff" })] };
    expect(concernOf(scene)?.kind).toBe("budgetHeld");
  });
  it("R8 a pod that crashes long after its rollout is failing, not a stuck rollout", () => {
    const crashed = fresh(1, { createdAtMs: 0, unreadyAtMs: 60 * MINUTE, waiting: "CrashLoopBackOff", restarts: 3 });
    const scene: Scene = { set: { status: status(1, 1, 0) }, nodes: [{}], pods: [crashed], nowMs: 90 * MINUTE };
    expect(concernOf(scene)).toEqual({
      kind: "failing",
      message: "CrashLoopBackOff on 1 node",
      sinceMs: EPOCH_MS + 60 * MINUTE,
      nodes: ["n1"],
      stuck: false,
    });
  });
  it("R8 a pod that crashed once may be slow, and is stuck only after a second crash", () => {
    const crashed = (restartCount: number): NonNullable<PodParts["containers"]> => [
      { name: "agent", ready: false, restartCount, state: { kind: "running" }, lastTerminated: { reason: "Error", exitCode: 1 } },
    ];
    const at = (restartCount: number, nowMs: number) =>
      concernOf({
        ...badImage,
        pods: [fresh(1, { createdAtMs: 10 * MINUTE, phase: "Running", containers: crashed(restartCount) }), old(2)],
        nowMs,
      });
    expect(at(1, 11 * MINUTE)).toBeNull();
    // Its creation was a step of the rollout.
    expect(at(1, 20 * MINUTE - 1)).toBeNull();
    expect(at(1, 20 * MINUTE)).toMatchObject({
      kind: "budgetHeld",
      stuck: false,
      message: "crashed once (Error) on 1 node",
      sinceMs: EPOCH_MS + 10 * MINUTE,
    });
    expect(at(2, 11 * MINUTE)).toMatchObject({ kind: "budgetHeld", stuck: true });
  });
  it("C11 a container that has run for ten minutes after its crashes is slow, not stuck, by time alone", () => {
    const startedAt = new Date(EPOCH_MS + 11 * MINUTE).toISOString();
    const lastTerminated = { reason: "Error", exitCode: 1 };
    const containers = [{ name: "agent", ready: false, restartCount: 4, state: { kind: "running" as const, startedAt }, lastTerminated }];
    const pods = [fresh(1, { createdAtMs: 10 * MINUTE, phase: "Running", containers }), old(2)];
    const model = modelOf({ ...badImage, pods, nowMs: 12 * MINUTE });
    expect(recordOf(model).concern?.stuck).toBe(true);
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 21 * MINUTE);
    model.tick(EPOCH_MS + 21 * MINUTE);
    model.takeChanges();
    expect(recordOf(model)).toMatchObject({
      concern: { kind: "budgetHeld", stuck: false, message: "Running, not Ready on 1 node" },
      causes: [{ state: "starting", cause: "Running, not Ready" }],
    });
  });
  it("C11 a crash loop that is ready for moments keeps its concern, and ends after ten minutes, by time alone", () => {
    const iso = (atMs: number) => new Date(EPOCH_MS + atMs).toISOString();
    const end = { reason: "OOMKilled", exitCode: 137, startedAt: iso(60 * MINUTE), finishedAt: iso(60 * MINUTE + 6000) };
    const loop = (ready: boolean): PodParts => ({
      createdAtMs: 0,
      phase: "Running",
      ...(ready ? { readyAtMs: 61 * MINUTE } : { unreadyAtMs: 60 * MINUTE + 6000 }),
      containers: [
        {
          name: "agent",
          ready,
          restartCount: ready ? 2 : 1,
          state: ready ? { kind: "running", startedAt: iso(61 * MINUTE) } : { kind: "waiting", reason: "CrashLoopBackOff" },
          lastTerminated: end,
        },
      ],
    });
    const sceneOf = (ready: boolean): Scene => ({
      set: { status: status(1, 1, ready ? 1 : 0) },
      nodes: [{}],
      pods: [fresh(1, loop(ready))],
      nowMs: 61 * MINUTE + 2000,
    });
    const failing = { kind: "failing", message: "OOMKilled on 1 node", nodes: ["n1"], sinceMs: EPOCH_MS + 60 * MINUTE - 6000 };
    expect(concernOf(sceneOf(false))).toMatchObject(failing);
    const model = modelOf(sceneOf(true));
    expect(recordOf(model)).toMatchObject({ concern: failing, causes: [{ state: "failing", cause: "OOMKilled" }] });
    // The controller counts the pod as available meanwhile (C4).
    expect(recordOf(model).derived).toMatchObject({ numberAvailable: 1 });
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 71 * MINUTE);
    model.tick(EPOCH_MS + 71 * MINUTE);
    model.takeChanges();
    expect(recordOf(model)).toMatchObject({ concern: null, causes: [] });
  });
  it("R8 counts all nodes with the cause of the slot's holder, also those that run between two crashes", () => {
    const iso = (atMs: number) => new Date(EPOCH_MS + atMs).toISOString();
    const lastTerminated = { reason: "OOMKilled", exitCode: 137, finishedAt: iso(60 * MINUTE) };
    const crashing = (ready: boolean): PodParts => ({
      createdAtMs: 10 * MINUTE,
      phase: "Running",
      ...(ready ? { readyAtMs: 61 * MINUTE } : { unreadyAtMs: 60 * MINUTE }),
      containers: [
        {
          name: "agent",
          ready,
          restartCount: 3,
          state: ready ? { kind: "running", startedAt: iso(61 * MINUTE) } : { kind: "waiting", reason: "CrashLoopBackOff" },
          lastTerminated,
        },
      ],
    });
    const scene: Scene = {
      set: { status: status(4, 3, 3) },
      nodes: [{}, {}, {}, {}],
      revisionAtMs: 10 * MINUTE,
      pods: [fresh(1, crashing(true)), fresh(2, crashing(false)), fresh(3, crashing(true)), old(4)],
      nowMs: 61 * MINUTE + 2000,
    };
    expect(recordOf(modelOf(scene)).budget.used).toBe(1);
    expect(concernOf(scene)).toMatchObject({ stuck: true, message: "OOMKilled on 3 nodes", nodes: ["n1", "n2", "n3"] });
  });
  it("R8 crash-looping pods that are briefly ready are no progress", () => {
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
  it("R8 a rollout without progress despite free slots is stalled, and may continue by itself", () => {
    const idle: Scene = {
      set: { status: status(2, 0, 2) },
      nodes: two,
      revisionAtMs: 10 * MINUTE,
      pods: [old(1), old(2)],
      nowMs: 11 * MINUTE,
    };
    const model = modelOf({ ...idle, nowMs: 60 * MINUTE });
    expect(recordOf(model).concern).toBeNull();
    // Omissions of the controller before the watch were not seen.
    model.apply({ do: "beginMarks" });
    model.takeChanges();
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 62 * MINUTE);
    model.tick(EPOCH_MS + 62 * MINUTE);
    model.takeChanges();
    expect(recordOf(model).concern).toEqual({
      kind: "stalled",
      message: "1 of 1 slot free, and the controller replaces no pod",
      sinceMs: EPOCH_MS + 60 * MINUTE,
      nodes: [],
      stuck: false,
    });
  });
  it("R8 an unobserved spec is stalled two minutes after its change", () => {
    const model = modelOf({
      set: { status: status(2, 2, 2) },
      nodes: two,
      pods: [fresh(1, { readyAtMs: 0 }), fresh(2, { readyAtMs: 0 })],
      nowMs: 60 * MINUTE,
    });
    model.apply({ do: "beginMarks" });
    model.tick(EPOCH_MS + 70 * MINUTE);
    model.apply(
      putDaemonSet(aDaemonSet("a", { templateHash: "template-3", generation: 2, observedGeneration: 1, status: status(2, 2, 2) })),
    );
    model.takeChanges();
    expect(recordOf(model).concern).toBeNull();
    model.tick(EPOCH_MS + 72 * MINUTE);
    model.takeChanges();
    expect(recordOf(model).concern).toMatchObject({
      kind: "stalled",
      sinceMs: EPOCH_MS + 70 * MINUTE,
      message: "the controller has not observed generation 2, it is at 1",
    });
  });
  it("R8 B8 takes patience as a parameter, and omits the budget of a first creation", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS + 1000, patience: { lastingMs: 1000, refusedMs: 1000, slowMs: 1000, idleMs: 1000 } });
    model.apply(putNode(aNode("n1")));
    model.apply(putDaemonSet(aDaemonSet("a", { status: status(1, 0, 0) })));
    model.apply(putRevision(aRevision("a", 1)));
    model.apply(putPod(aPod("a", "p", { node: "n1", waiting: "ErrImagePull" })));
    model.takeChanges();
    const { concern, budget } = recordOf(model);
    expect(concern).toMatchObject({ kind: "failing", stuck: true, nodes: ["n1"] });
    expect(concern?.message).toBe("ImagePullBackOff on 1 node");
    expect(budget.used, "the controller's own number").toBe(1);
    model.apply(putRevision(aRevision("a", 2, { templateHash: "template-1" })));
    model.takeChanges();
    expect(recordOf(model).concern?.kind).toBe("budgetHeld");
  });
});

describe("R8 blocked: the scheduler refuses every pod that a rollout waits for", () => {
  const refusal = "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s) [NodeAffinity].";
  const podCreatedAtMs = 10 * MINUTE + 2000;
  const refused = (at: number, more: PodParts = {}): PodParts => ({
    pinnedTo: `n${at}`,
    hash: "hash-2",
    createdAtMs: podCreatedAtMs,
    schedulerMessage: refusal,
    ...more,
  });
  const scene: Scene = {
    set: { status: status(2, 0, 1) },
    nodes: two,
    revisionAtMs: 10 * MINUTE,
    pods: [old(1), refused(2)],
    nowMs: podCreatedAtMs + 5000,
  };
  const needAt = (input: Scene) => verdictKindOf(plainRecordOf(modelOf(input)));

  it("R8 is refused five seconds after the pod's creation, and stuck after 45", () => {
    expect(concernOf(scene)).toEqual({
      kind: "budgetHeld",
      message: "Insufficient cpu on 1 node",
      sinceMs: EPOCH_MS + podCreatedAtMs,
      nodes: ["n2"],
      stuck: false,
    });
    expect(needAt(scene)).toBe("refused");
    expect(needAt({ ...scene, nowMs: podCreatedAtMs + 4999 })).toBe("rolling");
    expect(needAt({ ...scene, nowMs: podCreatedAtMs + 45_000 })).toBe("stuck");
    expect(needAt({ ...scene, pods: [old(1), refused(2, { nominatedNode: "n2" })] }), "others are being preempted").toBe("rolling");
  });
  it("R8 schedules the next tick for these times", () => {
    const model = modelOf({ ...scene, nowMs: podCreatedAtMs });
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + podCreatedAtMs + 5000);
    model.tick(EPOCH_MS + podCreatedAtMs + 5000);
    model.takeChanges();
    expect(verdictKindOf(plainRecordOf(model))).toBe("refused");
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + podCreatedAtMs + 45_000);
  });
  it("R8 is not blocked while a terminating pod may still free capacity", () => {
    const terminatingPod: PodParts = { node: "n2", hash: "hash-1", deletedAtMs: podCreatedAtMs };
    expect(needAt({ ...scene, pods: [old(1), terminatingPod, refused(2)] })).toBe("rolling");
  });
  it("R8 continues while another slot progresses", () => {
    const set: Scene["set"] = { status: status(3, 0, 1), strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } } };
    expect(needAt({ ...scene, set, nodes: [{}, {}, {}], pods: [old(1), refused(2), fresh(3, { createdAtMs: podCreatedAtMs })] })).toBe(
      "rolling",
    );
  });
  it("R8 a new DaemonSet whose last pod has no capacity is blocked too", () => {
    const first: Scene = { ...scene, set: { status: status(2, 2, 1) }, pods: [fresh(1, { readyAtMs: 0 }), refused(2)] };
    expect(needAt(first)).toBe("refused");
  });
});

describe("R8 the time since when a revision is current", () => {
  const since = (model: ClusterModel) => (recordOf(model).revisionSinceMs ?? 0) - EPOCH_MS;
  it("R8 is the time of an undo that was seen, and unknown for one that was not", () => {
    const model = modelOf({ set: {}, nodes: two, pods: [], revisionAtMs: 10 * MINUTE, nowMs: 60 * MINUTE });
    expect(since(model)).toBe(10 * MINUTE);
    const undone = aDaemonSet("a", { templateHash: "template-1", generation: 2 });
    const late = modelOf({ set: { templateHash: "template-1" }, nodes: two, pods: [], revisionAtMs: 10 * MINUTE, nowMs: 60 * MINUTE });
    expect(recordOf(late).revisionSinceMs).toBeUndefined();
    model.apply({ do: "beginMarks" });
    model.tick(EPOCH_MS + 70 * MINUTE);
    model.apply(putDaemonSet(undone));
    model.takeChanges();
    expect(since(model)).toBe(70 * MINUTE);
  });
});
