import type { PodTemplateSummary } from "@daemonscope/kube/objects";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "../../model/cluster-event.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS, type NodeParts, type PodParts } from "../../model/objects.fixture.ts";
import { concernOf, fresh, MINUTE, modelOf, old, plainRecordOf, recordOf, type Scene, status, two } from "../scene.fixture.ts";

const SEED = Number(process.env.SEED ?? 20260110);

describe("R9–R12 other concerns", () => {
  const port = { containers: [{ name: "c", image: "i", ports: [{ containerPort: 80, hostPort: 8080 }] }] };
  const surge = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  it("R9 reports the conflict of host port and maxSurge also during a rollout", () => {
    const message =
      "0/2 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 1 node(s) didn't satisfy plugin(s) [NodeAffinity].";
    const scene: Scene = {
      set: { template: port, strategy: surge, status: status(2, 0, 2) },
      oldTemplate: port,
      nodes: two,
      pods: [old(1), old(2), { pinnedTo: "n1", hash: "hash-2", schedulerMessage: message }],
      nowMs: MINUTE,
    };
    expect(concernOf(scene)?.message).toBe("maxSurge needs two pods on a node, but only one can hold host port 8080");
  });
  describe("R12 nodes that turn NotReady after they got the new revision", () => {
    const taints = [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }];
    const notReadyNode = (readySinceMs: number): NodeParts => ({ ready: "False", readySinceMs, taints });
    const strategy = (maxUnavailable: number) => ({ type: "RollingUpdate", rollingUpdate: { maxUnavailable } });
    const newPod = (at: number) => fresh(at, { createdAtMs: 10 * MINUTE, unreadyAtMs: 11 * MINUTE });
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const rolling: Scene = {
      set: { status: status(8, 2, 6), strategy: strategy(2) },
      nodes: [notReadyNode(11 * MINUTE), notReadyNode(11 * MINUTE + 5000), ...range(3, 8).map(() => ({}))],
      pods: [newPod(1), newPod(2), ...range(3, 8).map((at) => old(at))],
      revisionAtMs: 10 * MINUTE,
      nowMs: 11 * MINUTE + 10_000,
    };
    it("R12 R8 if two of two fail and no other node does, the revision may break nodes and holds them", () => {
      const message = "2 of 2 nodes that got the new revision went NotReady";
      expect(concernOf(rolling)).toEqual({
        kind: "revisionBreaksNodes",
        message,
        sinceMs: EPOCH_MS + 11 * MINUTE,
        nodes: ["n1", "n2"],
        stuck: false,
      });
      expect(concernOf({ ...rolling, nowMs: 13 * MINUTE })).toMatchObject({
        kind: "revisionBreaksNodes",
        stuck: true,
        message,
      });
    });
    it("R12 is not halted if a slot is free, or no old pod waits", () => {
      const message = "2 of 2 nodes that got the new revision went NotReady";
      expect(concernOf({ ...rolling, set: { status: status(8, 2, 6), strategy: strategy(3) } })?.message).toBe(message);
    });
    it("R12 counts nodes that were NotReady before, or without it, separately, and does not name them", () => {
      const nodes = [
        notReadyNode(11 * MINUTE),
        notReadyNode(12 * MINUTE),
        notReadyNode(5 * MINUTE),
        notReadyNode(11 * MINUTE),
        ...range(5, 40).map(() => ({})),
      ];
      const pods = [newPod(1), newPod(2), newPod(3), ...range(4, 40).map((at) => old(at))];
      const concern = concernOf({ ...rolling, set: { status: status(40, 3, 36), strategy: strategy(6) }, nodes, pods, nowMs: 12 * MINUTE });
      expect(concern).toMatchObject({
        message: "2 of 2 nodes that got the new revision went NotReady, 1 was NotReady before, 1 is NotReady without it",
        nodes: ["n1", "n2"],
      });
    });
    it("R12 B7 one node alone is a NotReady node, which may recover by itself", () => {
      const nodes = [notReadyNode(11 * MINUTE), {}];
      const one: Scene = { ...rolling, set: { status: status(2, 1, 1) }, nodes, pods: [newPod(1), old(2)] };
      expect(concernOf(one)).toBeNull();
      const model = modelOf({ ...one, nowMs: 13 * MINUTE });
      expect(recordOf(model).concern).toBeNull();
      expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 16 * MINUTE);
      expect(concernOf({ ...one, nowMs: 16 * MINUTE })).toMatchObject({
        kind: "budgetHeld",
        stuck: true,
        message: "1 node NotReady",
      });
    });
    it("R12 a node that turned NotReady in the second of its pod's creation counts as NotReady before", () => {
      const nodes = [...rolling.nodes.slice(0, 2), notReadyNode(10 * MINUTE), ...rolling.nodes.slice(3)];
      const pods = [newPod(1), newPod(2), newPod(3), ...range(4, 8).map((at) => old(at))];
      expect(concernOf({ ...rolling, nodes, pods })?.message).toMatch(
        /2 of 2 nodes that got the new revision went NotReady, 1 was NotReady before$/,
      );
    });
    it("R12 nodes that joined after the revision was created never had another one", () => {
      const nodes = rolling.nodes.map((parts) => (parts.ready === "False" ? { ...parts, createdAtMs: 10 * MINUTE + 1 } : parts));
      expect(concernOf({ ...rolling, nodes })).toBeNull();
    });
    it("R12 B3 is halted only by nodes that hold a slot, not if another pod would hold it", () => {
      // Under a surge the controller does not count the old pods of the broken nodes, and two other pods crash in the
      // budget slots.
      const scene: Scene = {
        ...rolling,
        nodes: [...rolling.nodes, ...range(9, 20).map(() => ({}))],
        set: { status: status(20, 4, 18), strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } } },
        pods: [
          newPod(1),
          newPod(2),
          ...range(3, 20).map((at) => old(at)),
          ...[3, 4].map((at) => fresh(at, { createdAtMs: 10 * MINUTE, waiting: "CrashLoopBackOff" })),
        ],
      };
      const { budget, concern } = plainRecordOf(modelOf(scene));
      expect([budget.used, budget.allowed]).toEqual([2, 2]);
      expect(concern?.detail).toMatchObject({ behind: { kind: "broken", isHalted: false } });
    });
    it("R12 nodes that joined after the revision was created do not count as reached", () => {
      const joined = range(9, 80).map(() => ({ createdAtMs: 10 * MINUTE + 30_000 }));
      const pods = [...rolling.pods, ...range(9, 80).map((at) => fresh(at, { createdAtMs: 10 * MINUTE + 31_000, readyAtMs: 11 * MINUTE }))];
      const scene = { ...rolling, set: { status: status(80, 74, 78), strategy: strategy(2) }, nodes: [...rolling.nodes, ...joined], pods };
      expect(concernOf(scene)?.message).toBe("2 of 2 nodes that got the new revision went NotReady");
    });
    it("R12 names several suspects if two DaemonSets reached the same nodes, and none if three did", () => {
      const model = modelOf(rolling);
      const add = (name: string) => {
        model.apply(putDaemonSet(aDaemonSet(name, { templateHash: "template-2", status: status(8, 2, 6), strategy: strategy(2) })));
        model.apply(putRevision(aRevision(name, 1)));
        model.apply(putRevision(aRevision(name, 2, { createdAtMs: 10 * MINUTE })));
        rolling.pods.forEach((parts, at) => {
          model.apply(putPod(aPod(name, `${name}${at}`, parts)));
        });
        model.takeChanges();
      };
      add("b");
      expect(recordOf(model).concern?.message).toBe("2 of 2 nodes that got the new revision or that of default/b went NotReady");
      add("c");
      expect(recordOf(model).concern).toBeNull();
      model.apply(dropObject("daemonsets", "ds-b"));
      model.takeChanges();
      expect(recordOf(model).concern?.message).toContain("that of default/c");
    });
    it("R12 one NotReady node with three freshly updated agents is no evidence against any of them", () => {
      const model = modelOf({ ...rolling, nodes: [notReadyNode(11 * MINUTE), ...range(2, 8).map(() => ({}))] });
      for (const name of ["b", "c"]) {
        model.apply(putDaemonSet(aDaemonSet(name, { templateHash: "template-2" })));
        model.apply(putRevision(aRevision(name, 2, { createdAtMs: 10 * MINUTE })));
        model.apply(putPod(aPod(name, `${name}1`, newPod(1))));
      }
      model.takeChanges();
      for (const { concern } of model.reading.daemonSets()) expect(concern?.kind).not.toBe("revisionBreaksNodes");
    });
  });
  it("R9 R20 a surge under way comes after failures; only host ports held by old pods block a new pod", () => {
    const set = { template: port, strategy: surge, status: status(2, 0, 2) };
    const underWay: Scene = { set, oldTemplate: port, nodes: two, pods: [old(1), old(2)], nowMs: MINUTE };
    expect(concernOf(underWay)).toEqual({
      kind: "surgeImpossible",
      message: "maxSurge needs two pods on a node, but only one can hold host port 8080",
      sinceMs: undefined,
      nodes: [],
      stuck: false,
    });
    const failing = old(2, { readyAtMs: undefined, createdAtMs: 0, waiting: "CrashLoopBackOff" } as unknown as PodParts);
    expect(concernOf({ ...underWay, pods: [old(1), failing] })?.kind).toBe("failing");
    const other = (parts: Partial<PodTemplateSummary>) => concernOf({ ...underWay, oldTemplate: parts })?.kind;
    const listening = (port: object) => ({ containers: [{ name: "c", image: "i", ports: [{ containerPort: 80, ...port }] }] });
    expect(other({})).toBeUndefined();
    expect(other(listening({ hostPort: 8081 }))).toBeUndefined();
    expect(other(listening({ hostPort: 8080, protocol: "UDP" }))).toBeUndefined();
    expect(other(listening({ hostPort: 8080, hostIP: "10.0.0.1" }))).toBe("surgeImpossible");
    expect(other({ ...listening({ containerPort: 8080 }), hostNetwork: true })).toBe("surgeImpossible");
    // A new template without the port ends it, regardless of the old ports.
    expect(concernOf({ ...underWay, set: { ...set, template: {} } })).toBeNull();
  });
  it("R9 R20 without a rollout it is a notice about the next rollout, after any other concern", () => {
    const set = { template: port, strategy: surge, status: status(2, 2, 1) };
    const pods = [
      fresh(1, { readyAtMs: 0 }),
      fresh(2, { createdAtMs: 0, unreadyAtMs: 60 * MINUTE, waiting: "CrashLoopBackOff", restarts: 3 }),
    ];
    expect(concernOf({ set, nodes: two, pods, nowMs: 61 * MINUTE })?.kind).toBe("failing");
    const readyPods = [1, 2].map((at) => fresh(at, { readyAtMs: 0 }));
    expect(concernOf({ set: { ...set, status: status(2, 2, 2) }, nodes: two, pods: readyPods, nowMs: 61 * MINUTE })).toMatchObject({
      kind: "surgeImpossible",
      message: "the next rollout cannot work: maxSurge needs two pods on a node, but only one can hold host port 8080",
    });
  });
  it("R11 C7 next to a misscheduled pod on a Ready node, those on NotReady nodes have their own number", () => {
    const kept = { taints: [{ key: "dedicated", effect: "NoSchedule" }] };
    const taints = [{ key: "node.kubernetes.io/unreachable", effect: "NoSchedule" }];
    const unreachableNode: NodeParts = { ready: "Unknown", readySinceMs: 40 * MINUTE, taints };
    const pods = [1, 2, 3].map((at) => fresh(at, { readyAtMs: 0 }));
    const scene = { set: { status: status(1, 1, 1) }, nodes: [unreachableNode, kept, {}], pods, nowMs: 50 * MINUTE };
    expect(concernOf(scene)).toMatchObject({
      kind: "misscheduled",
      message: "1 pod does not tolerate taint dedicated:NoSchedule, 1 on NotReady n1",
      nodes: ["n2"],
    });
    const { causes, derived } = plainRecordOf(modelOf(scene));
    expect(derived?.numberMisscheduled).toBe(2);
    expect(causes.map(({ state, count, nodes }) => [state, count, nodes])).toEqual([
      ["misscheduled", 1, ["n2"]],
      ["nodeUnready", 1, ["n1"]],
    ]);
  });
  it.each([
    ["one taint on both is named", ["dedicated", "dedicated"], "2 pods do not tolerate taint dedicated:NoSchedule"],
    ["taints that differ are not", ["dedicated", "gpu"], "2 pods on nodes they shouldn't be on"],
  ])("R11 of two misscheduled pods %s", (_, keys, message) => {
    const nodes = keys.map((key) => ({ taints: [{ key, effect: "NoSchedule" }] }));
    const pods = [1, 2].map((at) => fresh(at, { readyAtMs: 0 }));
    expect(concernOf({ set: { status: status(0, 0, 0) }, nodes, pods, nowMs: MINUTE })).toMatchObject({ kind: "misscheduled", message });
  });
  it("R11 a pod on an unwanted node is misscheduled; on a NotReady node the node is the problem", () => {
    const done = { status: status(0, 0, 0) };
    const kept = { taints: [{ key: "dedicated", effect: "NoSchedule" }] };
    expect(concernOf({ set: done, nodes: [kept], pods: [fresh(1, { readyAtMs: 0 })], nowMs: MINUTE })).toMatchObject({
      kind: "misscheduled",
      message: "1 pod does not tolerate taint dedicated:NoSchedule",
      // The age of the pod is no evidence: no object holds the time since which it is not wanted.
      sinceMs: undefined,
    });
    const unreachableNode: NodeParts = {
      ready: "Unknown",
      readySinceMs: 40 * MINUTE,
      taints: [{ key: "node.kubernetes.io/unreachable", effect: "NoSchedule" }],
    };
    expect(concernOf({ set: done, nodes: [unreachableNode], pods: [fresh(1, { readyAtMs: 0 })], nowMs: 50 * MINUTE })).toEqual({
      kind: "nodesUnready",
      message: "1 pod on a NotReady node",
      nodes: ["n1"],
      stuck: false,
      sinceMs: EPOCH_MS + 40 * MINUTE,
    });
  });
  it("R22 a pod that does not fit is waiting, with the scheduler's reason", () => {
    const scene: Scene = {
      set: { status: status(2, 2, 1) },
      nodes: two,
      pods: [
        fresh(1, { readyAtMs: 0 }),
        {
          pinnedTo: "n2",
          hash: "hash-2",
          createdAtMs: 20 * MINUTE,
          schedulerMessage: "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't satisfy plugin(s) [NodeAffinity].",
        },
      ],
      nowMs: 30 * MINUTE,
    };
    expect(concernOf(scene)).toMatchObject({ kind: "unavailable", message: "1 node without an available pod: Insufficient cpu" });
  });
  it("R10 three outdated pods under OnDelete", () => {
    const scene: Scene = { set: { strategy: { type: "OnDelete" } }, nodes: [{}, {}, {}], pods: [old(1), old(2), old(3)], nowMs: MINUTE };
    expect(concernOf(scene)?.message).toBe("3 old pods to delete (OnDelete)");
  });
  it("R10 a terminating pod is not left to delete", () => {
    const ending = { ...old(2), deletedAtMs: MINUTE - 1000 };
    const scene: Scene = { set: { strategy: { type: "OnDelete" } }, nodes: [{}, {}, {}], pods: [old(1), ending, old(3)], nowMs: MINUTE };
    expect(concernOf(scene)).toMatchObject({ message: "2 old pods to delete (OnDelete)", nodes: ["n1", "n3"] });
  });
  it("has no concern if all is well", () => {
    expect(concernOf({ set: { status: status(1, 1, 1) }, nodes: [{}], pods: [fresh(1, { readyAtMs: 0 })], nowMs: MINUTE })).toBeNull();
  });
});

it("R20 a failing pod ranks before a drop of desired, and a stuck rollout before both", () => {
  const ten = Array.from({ length: 10 }, (): NodeParts => ({ labels: { disk: "ssd" } }));
  const failing = fresh(10, { createdAtMs: 60 * MINUTE, waiting: "ImagePullBackOff" });
  const model = modelOf({
    set: { template: { nodeSelector: { disk: "ssd" } }, status: status(10, 10, 9) },
    nodes: ten,
    pods: [failing],
    revisionAtMs: 59 * MINUTE,
    nowMs: 60 * MINUTE,
  });
  model.apply({ do: "beginMarks" });
  for (const at of [1, 2, 3, 4, 5, 6, 7, 8, 9]) model.apply(putNode(aNode(`n${at}`, { labels: { disk: "hdd" } })));
  model.takeChanges();
  expect(recordOf(model).concern?.kind).toBe("failing");
  model.tick(EPOCH_MS + 61 * MINUTE);
  model.takeChanges();
  expect(recordOf(model).concern).toMatchObject({ kind: "budgetHeld", stuck: true });
});

it(`R8 R12 R19 a concern names known nodes in order, is one sentence, and is certain only if lasting, seed ${SEED}`, () => {
  const at = fc.integer({ min: 0, max: 90 }).map((minutes) => minutes * MINUTE);
  const pod = fc.record({
    on: fc.integer({ min: 1, max: 4 }),
    hash: fc.constantFrom("hash-1", "hash-2"),
    createdAtMs: at,
    readyAtMs: fc.option(at, { nil: undefined }),
    waiting: fc.constantFrom(undefined, "ImagePullBackOff", "ContainerCreating"),
    phase: fc.constantFrom(undefined, "Failed", "Running"),
  });
  const node = fc.record({
    ready: fc.constantFrom("True" as const, "False" as const),
    readySinceMs: at,
    disk: fc.constantFrom("ssd", "hdd"),
  });
  const scene = fc.record({
    nodes: fc.array(node, { minLength: 4, maxLength: 4 }),
    later: fc.array(node, { maxLength: 4 }),
    pods: fc.array(pod, { maxLength: 8 }),
    updated: fc.nat(4),
    available: fc.nat(4),
    surge: fc.boolean(),
    isObserved: fc.boolean(),
  });
  const partsOf = ({ disk, ...parts }: { ready: "True" | "False"; readySinceMs: number; disk: string }): NodeParts => ({
    ...parts,
    labels: { disk },
  });
  fc.assert(
    fc.property(scene, ({ nodes, later, pods, updated, available, surge, isObserved }) => {
      const rollingUpdate = surge ? { maxSurge: 1, maxUnavailable: 0 } : { maxUnavailable: 1 };
      const model = modelOf({
        set: {
          template: { nodeSelector: { disk: "ssd" } },
          status: { ...status(4, updated, available), observedGeneration: isObserved ? 1 : 0 },
          strategy: { type: "RollingUpdate", rollingUpdate },
        },
        nodes: nodes.map(partsOf),
        pods: [],
        revisionAtMs: 30 * MINUTE,
        nowMs: 60 * MINUTE,
      });
      model.apply({ do: "beginMarks" });
      pods.forEach(({ on, readyAtMs, waiting, phase, ...parts }, index) => {
        model.apply(
          putPod(
            aPod("a", `p${index}`, {
              ...parts,
              node: `n${on}`,
              ...(readyAtMs === undefined ? {} : { readyAtMs }),
              ...(waiting === undefined ? {} : { waiting }),
              ...(phase === undefined ? {} : { phase }),
            }),
          ),
        );
      });
      later.forEach((parts, index) => {
        model.apply(putNode(aNode(`n${index + 1}`, partsOf(parts))));
      });
      for (const minutes of [60, 61, 63, 90]) {
        model.tick(EPOCH_MS + minutes * MINUTE);
        model.takeChanges();
        const { concern, budget, causes } = recordOf(model);
        if (concern === null) continue;
        expect(concern.nodes).toEqual([...new Set(concern.nodes)].sort());
        for (const name of concern.nodes) expect(model.reading.nodeRecord(name)).toBeDefined();
        expect(concern.message).toMatch(/^[^\n]+$/);
        expect(concern.message).not.toMatch(/\d+ ?(s|m|h|min|seconds|minutes)\b|NaN|undefined|-\d/);
        if (!concern.stuck) continue;
        const blocks =
          budget.used > 0 ? budget.holders.every(({ lasting }) => lasting === true) : causes.every(({ state }) => state !== "starting");
        expect(blocks).toBe(true);
        expect(concern.sinceMs).toBeDefined();
      }
    }),
    { seed: SEED, numRuns: 400 },
  );
});
