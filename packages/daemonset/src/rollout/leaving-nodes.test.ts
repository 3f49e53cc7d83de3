import type { Taint } from "@daemonscope/kube/objects";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { putDaemonSet, putNode, putPod } from "../model/cluster-event.ts";
import type { ClusterModel } from "../model/cluster-model.ts";
import { aDaemonSet, aNode, aPod, type DaemonSetParts, EPOCH_MS, type NodeParts, type PodParts } from "../model/objects.fixture.ts";
import { type DaemonSetRecord, unavailablePartsOf } from "../records/records.ts";
import { fresh, MINUTE, modelOf, old, plainRecordOf, type Scene, status } from "./scene.fixture.ts";
import { verdictWordOf } from "./verdict-word.ts";

const SEED = Number(process.env.SEED ?? 20261129);
const HOUR = 60 * MINUTE;
const taint = (key: string, effect = "NoSchedule"): Taint => ({ key, effect });
const DISRUPTED = taint("karpenter.sh/disrupted");
const TOLERATES_ALL = { template: { tolerations: [{ operator: "Exists" }] } };
const UNREADY_TAINTS = [taint("node.kubernetes.io/not-ready"), taint("node.kubernetes.io/not-ready", "NoExecute")];

/** A kubelet that shuts its node down. */
const shuttingDown = (name: string) => {
  const node = aNode(name, { ready: "False", readySinceMs: HOUR, taints: UNREADY_TAINTS });
  const conditions = node.status.conditions.map((each) => ({ ...each, message: "node is shutting down" }));
  return { ...node, status: { ...node.status, conditions } };
};

const withTaints = (node: ReturnType<typeof aNode>, taints: readonly Taint[]) => ({ ...node, spec: { ...node.spec, taints } });
/** A node with a condition that is True. */
function withCondition(node: ReturnType<typeof aNode>, type: string) {
  return { ...node, status: { ...node.status, conditions: [...node.status.conditions, { type, status: "True" }] } };
}

/** Ten nodes with available pods, watched for an hour. */
function ten(set: Scene["set"] = {}): ClusterModel {
  const nodes = Array.from({ length: 10 }, (): NodeParts => ({}));
  const pods = nodes.map((_, at) => fresh(at + 1, { readyAtMs: 0 }));
  const model = modelOf({ set: { status: status(10, 10, 10), ...set }, nodes, pods, nowMs: HOUR });
  model.apply({ do: "beginMarks" });
  model.takeChanges();
  return model;
}
function after(model: ClusterModel, ms: number): DaemonSetRecord {
  model.tick(EPOCH_MS + HOUR + ms);
  model.takeChanges();
  return plainRecordOf(model);
}

describe("N2 a node that leaves is no failure", () => {
  it("N2 R11 R19 pods that remain on leaving nodes are not misscheduled, and desired did not fall", () => {
    const model = ten();
    for (const at of [1, 2]) model.apply(putNode(aNode(`n${at}`, { taints: [DISRUPTED] })));
    const record = after(model, 1000);
    expect(record.derived).toMatchObject({ desiredNumberScheduled: 8, numberMisscheduled: 2 });
    expect(record.concern).toBeNull();
    expect(record.causes).toMatchObject([
      { state: "leaving", cause: { kind: "nodeLeaving", subject: "karpenter.sh/disrupted" }, nodes: ["n1", "n2"] },
    ]);
    expect(record.leaving).toMatchObject([{ count: 2, excluded: 2 }]);
    expect(verdictWordOf(after(model, HOUR))).toBe("healthy");
  });

  it("N1 R11 the taint of NotReady may outlast the condition for a moment", () => {
    const model = ten();
    model.apply(putNode(aNode("n1", { readySinceMs: HOUR, taints: [taint("node.kubernetes.io/not-ready")] })));
    const record = after(model, 1000);
    expect(record.derived).toMatchObject({ desiredNumberScheduled: 9, numberMisscheduled: 1 });
    expect([record.concern, record.causes]).toEqual([null, []]);
    expect(after(model, MINUTE).concern?.kind).toBe("misscheduled");
  });

  it("R11 a pod that the controller has just created is not misscheduled: the watch of nodes is behind", () => {
    const model = ten();
    model.apply(putNode(aNode("n11", { taints: [taint("startup")] })));
    model.apply(putPod(aPod("a", "p11", fresh(11, { createdAtMs: HOUR, readyAtMs: HOUR }))));
    expect(after(model, 1000).concern).toBeNull();
    expect(after(model, MINUTE).concern?.kind).toBe("misscheduled");
  });

  it("N2 R11 an ordinary taint is still a concern", () => {
    const model = ten();
    for (const at of [1, 2]) model.apply(putNode(aNode(`n${at}`, { taints: [taint("karpenter.sh/other")] })));
    expect(after(model, 1000).concern?.kind).toBe("desiredDropped");
  });

  it("N2 R22 the end of its pods is no concern, and no slot of it is lasting", () => {
    const model = ten({ ...TOLERATES_ALL, status: status(10, 10, 9) });
    model.apply(putNode(aNode("n1", { ready: "Unknown", readySinceMs: HOUR, taints: [DISRUPTED] })));
    model.apply(putPod(aPod("a", "p0", fresh(1, { deletedAtMs: HOUR, unreadyAtMs: HOUR }))));
    const record = after(model, 30 * MINUTE);
    expect(record.concern).toBeNull();
    expect(verdictWordOf(record)).toBe("healthy");
    expect(record.leaving?.[0]).not.toHaveProperty("excluded");
    expect(record.unavailable).toEqual({ byNodeLifecycle: 1, byRevision: 0, onLeavingNodes: 1 });
    expect(record.doneExceptLeaving).toBe(true);
    model.apply(putPod(aPod("a", "p1", old(2))));
    expect(after(model, 31 * MINUTE).doneExceptLeaving).toBeUndefined();
    expect(record.budget.holders).toMatchObject([{ cause: { kind: "nodeLeaving" }, count: 1 }]);
    expect(record.budget.holders[0]?.lasting).toBeUndefined();
  });

  it("N2 R18 pods that a graceful shutdown rejects are no loop", () => {
    const model = ten({ ...TOLERATES_ALL, status: status(10, 10, 9) });
    model.apply(putNode(shuttingDown("n1")));
    for (let at = 0; at < 6; at++) {
      const pod = fresh(1, { phase: "Failed", reason: "NodeShutdown", createdAtMs: HOUR + at * 1000 });
      model.apply(putPod(aPod("a", `reject-${at}`, pod)));
      model.apply(putPod(aPod("a", `reject-${at}`, { ...pod, deletedAtMs: HOUR + at * 1000 })));
      model.apply({ do: "drop", kind: "pods", key: `pod-reject-${at}` });
      after(model, at * 1000);
    }
    model.apply({ do: "drop", kind: "pods", key: "pod-p0" });
    const record = after(model, 20 * MINUTE);
    expect(record.concern).toBeNull();
    expect(record.causes).toMatchObject([{ state: "leaving", cause: { kind: "nodeShutdown", reason: "NodeShutdown" }, count: 1 }]);
    expect(verdictWordOf(record)).toBe("healthy");
  });

  it("N2 R12 nodes that shut down after a rollout do not accuse the revision", () => {
    const nodes = Array.from({ length: 10 }, (): NodeParts => ({}));
    const pods = nodes.map((_, at) => (at < 5 ? fresh(at + 1, { createdAtMs: HOUR - MINUTE, readyAtMs: HOUR - MINUTE }) : old(at + 1)));
    const model = modelOf({ set: TOLERATES_ALL, nodes, pods, revisionAtMs: HOUR - 2 * MINUTE, nowMs: HOUR });
    for (const at of [1, 2, 3, 4]) model.apply(putNode(shuttingDown(`n${at}`)));
    expect(after(model, 1000).concern).toBeNull();
    for (const at of [1, 2, 3, 4]) model.apply(putNode(aNode(`n${at}`, { ready: "False", readySinceMs: HOUR, taints: UNREADY_TAINTS })));
    expect(after(model, 2000).concern?.kind).toBe("revisionBreaksNodes");
  });

  const leaving: readonly (readonly [string, (name: string) => ReturnType<typeof aNode>])[] = [
    ["disrupted", (name) => aNode(name, { taints: [DISRUPTED] })],
    ["removed", (name) => aNode(name, { taints: [taint("ToBeDeletedByClusterAutoscaler")] })],
    ["removed and silent", (name) => aNode(name, { ready: "Unknown", readySinceMs: HOUR, taints: [DISRUPTED, ...UNREADY_TAINTS] })],
    [
      "out of service",
      (name) => aNode(name, { ready: "Unknown", readySinceMs: HOUR, taints: [taint("node.kubernetes.io/out-of-service")] }),
    ],
    ["shutting down", shuttingDown],
    ["disrupted and shutting down", (name) => withTaints(shuttingDown(name), [DISRUPTED, ...UNREADY_TAINTS])],
    [
      "off",
      (name) =>
        aNode(name, {
          ready: "Unknown",
          readySinceMs: HOUR,
          taints: [taint("node.cloudprovider.kubernetes.io/shutdown"), ...UNREADY_TAINTS],
        }),
    ],
    [
      "deleted",
      (name) => {
        const node = aNode(name);
        return { ...node, metadata: { ...node.metadata, deletionTimestamp: new Date(EPOCH_MS + HOUR).toISOString() } };
      },
    ],
  ];
  const podStates: readonly (PodParts | undefined)[] = [
    undefined,
    { waiting: "CrashLoopBackOff", restarts: 9 },
    { waiting: "ImagePullBackOff" },
    { phase: "Failed", reason: "NodeShutdown" },
    { phase: "Failed", reason: "Evicted" },
    { unreadyAtMs: HOUR, phase: "Running" },
    { readyAtMs: 0 },
    { readyAtMs: 0, deletedAtMs: HOUR },
    { unreadyAtMs: HOUR, deletedAtMs: HOUR },
  ];
  const strategies: readonly Scene["set"][] = [
    {},
    { strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } },
    { strategy: { type: "OnDelete" } },
    { minReadySeconds: 30 },
  ];

  it("N2 N3 the lifecycle of a node × the state of its pod × the strategy never says that the agent is broken", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ node: fc.nat(leaving.length - 1), pod: fc.nat(podStates.length - 1), isOld: fc.boolean() }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.nat(strategies.length - 1),
        fc.boolean(),
        (places, strategy, toleratesAll) => {
          const set = { ...strategies[strategy], ...(toleratesAll ? TOLERATES_ALL : {}) };
          const model = ten(set);
          places.forEach(({ node, pod, isOld }, at) => {
            const name = `n${at + 1}`;
            model.apply(putNode((leaving[node] ?? leaving[0])?.[1](name) ?? aNode(name)));
            const parts = podStates[pod];
            if (parts === undefined) model.apply({ do: "drop", kind: "pods", key: `pod-p${at}` });
            else
              model.apply(
                putPod(aPod("a", `p${at}`, (isOld ? old : fresh)(at + 1, { createdAtMs: 0, readyAtMs: undefined, ...parts } as PodParts))),
              );
          });
          const counts = after(model, 500).derived;
          if (counts === null) throw new Error("nothing is derived");
          model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", ...set, status: counts })));
          for (const ms of [1000, MINUTE, 12 * MINUTE, 2 * HOUR]) {
            const record = after(model, ms);
            const word = verdictWordOf(record);
            // No controller acts here, so a rollout can stall.
            const manual = strategies[strategy]?.strategy?.type === "OnDelete" ? ["manual"] : [];
            const stalled = record.concern?.kind === "stalled" ? ["stuck"] : [];
            expect(["healthy", "rolling", ...manual, ...stalled]).toContain(word);
            expect(record.causes.filter(({ state }) => state === "failing")).toEqual([]);
            expect(record.concern?.stuck ?? false).toBe(false);
            expect(record.budget.holders.some(({ lasting }) => lasting === true)).toBe(false);
          }
        },
      ),
      { seed: SEED, numRuns: 150 },
    );
  });

  it("N2 all agents that select a leaving node count it, also those that do not tolerate its taints", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ node: fc.nat(leaving.length - 1), pod: fc.nat(podStates.length - 1) }), { minLength: 1, maxLength: 5 }),
        fc.nat(strategies.length - 1),
        (places, strategy) => {
          const leavingOf = (template: NonNullable<DaemonSetParts["template"]>) => {
            const model = ten({ ...strategies[strategy], template });
            places.forEach(({ node, pod }, at) => {
              const name = `n${at + 1}`;
              model.apply(putNode((leaving[node] ?? leaving[0])?.[1](name) ?? aNode(name)));
              const parts = podStates[pod];
              if (parts === undefined) model.apply({ do: "drop", kind: "pods", key: `pod-p${at}` });
              else model.apply(putPod(aPod("a", `p${at}`, fresh(at + 1, { createdAtMs: 0, readyAtMs: undefined, ...parts } as PodParts))));
            });
            return after(model, MINUTE).leaving;
          };
          const tolerant = leavingOf(TOLERATES_ALL.template);
          expect(tolerant?.flatMap(({ nodes }) => nodes).sort()).toEqual(places.map((_, at) => `n${at + 1}`));
          expect(leavingOf({})?.map(({ excluded: _, ...group }) => group)).toEqual(tolerant);
          expect(leavingOf({ nodeSelector: { disk: "ssd" }, ...TOLERATES_ALL.template })).toBeUndefined();
        },
      ),
      { seed: SEED, numRuns: 100 },
    );
  });

  it("N2 a pod that a shutdown rejects counts its node, which may not state the shutdown", () => {
    const model = ten();
    model.apply(putNode(aNode("n1", { ready: "Unknown", readySinceMs: HOUR })));
    model.apply(putPod(aPod("a", "p0", fresh(1, { phase: "Failed", reason: "Terminated" }))));
    expect(after(model, 1000).leaving).toMatchObject([{ cause: { kind: "nodeShutdown" }, count: 1, nodes: ["n1"] }]);
  });

  it("N1 N2 a taint of a user, or of another agent, is no part of the end of a node", () => {
    const model = ten();
    model.apply(putNode(aNode("n1", { taints: [DISRUPTED, taint("gpu")] })));
    model.apply(putNode(aNode("n2", { taints: [DISRUPTED, taint("node.cilium.io/agent-not-ready")] })));
    expect(after(model, 1000).leaving).toBeUndefined();
    model.apply(putNode(aNode("n2", { unschedulable: true, taints: [DISRUPTED, taint("node.kubernetes.io/unschedulable")] })));
    expect(after(model, 2000).leaving).toMatchObject([{ count: 1, nodes: ["n2"] }]);
  });

  const calm: readonly (readonly [string, (name: string) => ReturnType<typeof aNode>])[] = [
    ["candidate", (name) => aNode(name, { taints: [taint("DeletionCandidateOfClusterAutoscaler", "PreferNoSchedule")] })],
    ["cordoned", (name) => aNode(name, { unschedulable: true })],
    ["draining", (name) => withCondition(aNode(name, { unschedulable: true }), "DrainInProgress")],
    ["drained", (name) => withCondition(aNode(name, { unschedulable: true }), "Drained")],
    [
      "draining for an upgrade",
      (name) => aNode(name, { unschedulable: true, labels: { "nvidia.com/gpu-driver-upgrade-state": "drain-required" } }),
    ],
  ];

  it.each(calm)("N2 a node that is %s wants its pods as before, and each strategy stays healthy", (_stage, make) => {
    for (const set of strategies) {
      const model = ten(set);
      for (const at of [1, 2, 3]) model.apply(putNode(make(`n${at}`)));
      for (const ms of [1000, MINUTE, 2 * HOUR]) {
        const record = after(model, ms);
        expect(record.derived).toMatchObject({ desiredNumberScheduled: 10, numberUnavailable: 0 });
        expect([verdictWordOf(record), record.concern, record.unavailable]).toEqual(["healthy", null, undefined]);
      }
    }
  });

  it.each([
    "node.cilium.io/agent-not-ready",
    "node.cloudprovider.kubernetes.io/uninitialized",
    "karpenter.sh/unregistered",
    "startup-taint.cluster-autoscaler.kubernetes.io/gpu",
    "readiness.k8s.io/network",
  ])("N2 N3 nodes that join with %s are no loss, and their starting pods count by lifecycle", (key) => {
    for (const tolerates of [false, true]) {
      const model = ten(tolerates ? TOLERATES_ALL : {});
      for (const at of [11, 12]) {
        const joining = { createdAtMs: HOUR, readySinceMs: HOUR };
        model.apply(putNode(aNode(`n${at}`, { ...joining, taints: [taint(key)] })));
        if (tolerates) model.apply(putPod(aPod("a", `p${at}`, fresh(at, { createdAtMs: HOUR, waiting: "ContainerCreating" }))));
      }
      const record = after(model, 20_000);
      expect(record.derived).toMatchObject({ desiredNumberScheduled: tolerates ? 12 : 10, numberMisscheduled: 0 });
      const parts = { byNodeLifecycle: 2, byRevision: 0, onLeavingNodes: 0, onJoiningNodes: 2 };
      expect(record.unavailable).toEqual(tolerates ? parts : undefined);
      expect(["healthy", "rolling"]).toContain(verdictWordOf(record));
      expect(record.concern).toBeNull();
    }
  });

  const joining: readonly NodeParts[] = [
    { taints: [taint("node.cilium.io/agent-not-ready")] },
    { taints: [taint("karpenter.sh/unregistered", "NoExecute")] },
    { ready: "False", taints: UNREADY_TAINTS },
  ];
  const startingPods: readonly (PodParts | undefined)[] = [
    undefined,
    { waiting: "ContainerCreating" },
    { waiting: "PodInitializing" },
    { unreadyAtMs: HOUR, phase: "Running" },
  ];
  const failingPods: readonly PodParts[] = [{ waiting: "CrashLoopBackOff", restarts: 9 }, { waiting: "ImagePullBackOff" }];

  it("N2 N3 a pod that starts on a joining node is no loss under any strategy, and a pod that fails there is a failure", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ node: fc.constantFrom(...joining), pod: fc.constantFrom(...startingPods) }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...strategies),
        fc.option(fc.constantFrom(...failingPods), { nil: undefined }),
        (places, strategy, failing) => {
          const set = { ...strategy, ...TOLERATES_ALL };
          const model = ten(set);
          const pods = failing === undefined ? places.map(({ pod }) => pod) : [...places.slice(1).map(({ pod }) => pod), failing];
          places.forEach(({ node }, at) => {
            const pod = pods[at];
            model.apply(putNode(aNode(`n${at + 11}`, { createdAtMs: HOUR, readySinceMs: HOUR, ...node })));
            const parts = { createdAtMs: HOUR, readyAtMs: undefined, ...pod } as PodParts;
            if (pod !== undefined) model.apply(putPod(aPod("a", `p${at + 11}`, fresh(at + 11, parts))));
          });
          const { derived } = after(model, 500);
          if (derived === null) throw new Error("nothing is derived");
          model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", ...set, status: derived })));
          const record = after(model, 10_000);
          expect(record.unavailable?.onJoiningNodes ?? 0).toBe(places.length - (failing === undefined ? 0 : 1));
          expect(verdictWordOf(record)).toBe(failing === undefined ? "healthy" : "failing");
        },
      ),
      { seed: SEED, numRuns: 150 },
    );
  });

  it.each<readonly [string, DaemonSetParts, PodParts | undefined]>([
    ["is missing", {}, undefined],
    ["starts", {}, { waiting: "ContainerCreating" }],
    ["waits for minReadySeconds", { minReadySeconds: 595 }, { readyAtMs: HOUR + 1000 }],
  ])("N3 R22 a first pod that %s on a Ready node is part of the join for ten minutes", (_what, set, pod) => {
    for (const createdAtMs of [HOUR, 0]) {
      const model = ten(set);
      model.apply(putNode(aNode("n11", { createdAtMs, readySinceMs: createdAtMs })));
      if (pod !== undefined) model.apply(putPod(aPod("a", "p11", fresh(11, { createdAtMs: HOUR, ...pod }))));
      model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", ...set, status: status(11, 11, 10) })));
      const words = [1000, 9 * MINUTE, 9 * MINUTE + 50_000].map((ms) => verdictWordOf(after(model, ms)));
      if (createdAtMs === 0) expect(words, "an old node").not.toContain("healthy");
      else expect(words).toEqual(["healthy", "healthy", "healthy"]);
      after(model, 10 * MINUTE + 5000);
      expect(verdictWordOf(after(model, 10 * MINUTE + 7000)), "the join is over").not.toBe("healthy");
    }
  });

  it.each([
    ["counts it as unavailable", 11, 10],
    ["does not count it", 10, 9],
  ])("C10 N3 a first pod that became Ready is no loss for two seconds in which the status %s", (_what, desired, available) => {
    const model = ten();
    model.apply(putNode(aNode("n11", { createdAtMs: HOUR, readySinceMs: HOUR })));
    model.apply(putPod(aPod("a", "p11", fresh(11, { createdAtMs: HOUR, waiting: "ContainerCreating" }))));
    model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", status: status(desired, desired, available) })));
    model.apply(putPod(aPod("a", "p11", fresh(11, { createdAtMs: HOUR, readyAtMs: HOUR + 6000 }))));
    expect([6000, 7999, 8000].map((ms) => verdictWordOf(after(model, ms)))).toEqual(["healthy", "healthy", "degraded"]);
    model.apply(putPod(aPod("a", "p11", fresh(11, { createdAtMs: HOUR, unreadyAtMs: HOUR + 70_000, phase: "Running" }))));
    model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", status: status(11, 11, 10) })));
    expect(verdictWordOf(after(model, 71_000)), "a pod that was Ready once has joined").toBe("degraded");
  });

  it("N3 both numbers add up to numberUnavailable, for any node and pod", () => {
    const anyNode: readonly ((name: string) => ReturnType<typeof aNode>)[] = [
      ...leaving.map(([, make]) => make),
      (name) => aNode(name),
      (name) => aNode(name, { ready: "False", readySinceMs: HOUR, taints: UNREADY_TAINTS }),
      (name) => aNode(name, { taints: [taint("node.cilium.io/agent-not-ready")] }),
      (name) => aNode(name, { unschedulable: true }),
    ];
    fc.assert(
      fc.property(
        fc.array(fc.record({ node: fc.nat(anyNode.length - 1), pod: fc.nat(podStates.length - 1), isOld: fc.boolean() }), {
          maxLength: 10,
        }),
        fc.boolean(),
        (places, toleratesAll) => {
          const model = ten(toleratesAll ? TOLERATES_ALL : {});
          places.forEach(({ node, pod, isOld }, at) => {
            model.apply(putNode(anyNode[node]?.(`n${at + 1}`) ?? aNode(`n${at + 1}`)));
            const parts = podStates[pod];
            if (parts === undefined) model.apply({ do: "drop", kind: "pods", key: `pod-p${at}` });
            else model.apply(putPod(aPod("a", `p${at}`, (isOld ? old : fresh)(at + 1, parts))));
          });
          const record = after(model, MINUTE);
          const parts = unavailablePartsOf(record);
          if (parts === undefined) throw new Error("the counts are not derived");
          expect(parts.byNodeLifecycle + parts.byRevision).toBe(record.derived?.numberUnavailable);
          expect(Math.min(parts.byNodeLifecycle, parts.byRevision, parts.onLeavingNodes)).toBeGreaterThanOrEqual(0);
          expect(parts.onLeavingNodes).toBeLessThanOrEqual(parts.byNodeLifecycle);
        },
      ),
      { seed: SEED, numRuns: 150 },
    );
  });
});
