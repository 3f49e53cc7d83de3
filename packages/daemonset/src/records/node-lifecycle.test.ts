import { NODE_SIGNS, type NodeSign, signOfTaint } from "@daemonscope/kube/node-signs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aNode, EPOCH_MS, type NodeParts } from "../model/objects.fixture.ts";
import { nodeRecordOf } from "../model/tables/node-entry.ts";
import { isEnding, type LifecycleNode, nodeLifecycle, signsOfLifecycle } from "./node-lifecycle.ts";

const SEED = Number(process.env.SEED ?? 20261129);
const HOUR = 3_600_000;
const taint = (key: string, value = "") => ({ key, value, effect: "NoSchedule" });
/** A node that was created an hour before its Ready condition changed. */
const node = (parts: NodeParts = {}): LifecycleNode => nodeRecordOf(aNode("n1", { readySinceMs: HOUR, ...parts }));
const { readySinceMs: _, ...withoutCondition } = node({ ready: "Unknown" });
const withSigns = (signs: string, parts: NodeParts = {}): LifecycleNode => ({ ...node(parts), signs });
const kindOf = (each: LifecycleNode | undefined) => nodeLifecycle(each).kind;

describe("N1 the lifecycle of a node", () => {
  it.each<readonly [string, LifecycleNode | undefined, string]>([
    ["no such node", undefined, "gone"],
    ["a Ready node", node(), "ready"],
    ["a Ready node with an ordinary taint", node({ taints: [taint("dedicated")] }), "ready"],
    ["a Ready node with an unknown taint of a known prefix", node({ taints: [taint("karpenter.sh/other")] }), "ready"],
    ["a prefix without a name", node({ taints: [taint("readiness.k8s.io/")] }), "ready"],
    ["a key that only begins like a known one", node({ taints: [taint("node.cilium.io/agent-not-ready-2")] }), "ready"],
    ["a value that the component does not set", node({ taints: [taint("karpenter.sh/disruption", "other")] }), "ready"],
    ["a cordoned node", node({ unschedulable: true }), "cordoned"],
    ["the taint of a cordon alone", node({ taints: [taint("node.kubernetes.io/unschedulable")] }), "ready"],
    ["a Ready node with the taint of NotReady", node({ taints: [taint("node.kubernetes.io/not-ready")] }), "notReady"],
    ["a kubelet that reports NotReady", node({ ready: "False" }), "notReady"],
    ["a kubelet that does not respond", node({ ready: "Unknown" }), "silent"],
    ["a cordoned node that is NotReady", node({ ready: "False", unschedulable: true }), "notReady"],
    ["a node that was never Ready", node({ ready: "False", readySinceMs: 30_000 }), "joining"],
    ["a node that has just registered, without a condition", withoutCondition, "joining"],
    ["an uninitialized node", node({ taints: [taint("node.cloudprovider.kubernetes.io/uninitialized")] }), "joining"],
    ["a node that waits for its agent", node({ taints: [taint("node.cilium.io/agent-not-ready")] }), "joining"],
    ["a startup taint of the autoscaler", node({ taints: [taint("startup-taint.cluster-autoscaler.kubernetes.io/gpu")] }), "joining"],
    ["a startup taint on a node that is silent", node({ ready: "Unknown", taints: [taint("node.cilium.io/agent-not-ready")] }), "silent"],
    [
      "a drain by an upgrade",
      node({ unschedulable: true, labels: { "nvidia.com/gpu-driver-upgrade-state": "drain-required" } }),
      "draining",
    ],
    ["an upgrade on a node that is not cordoned", node({ labels: { "nvidia.com/gpu-driver-upgrade-state": "drain-required" } }), "ready"],
    ["a drain", withSigns("DrainInProgress", { unschedulable: true }), "draining"],
    ["a drained node", withSigns("Drained", { unschedulable: true }), "drained"],
    ["a deletion by Karpenter", node({ taints: [taint("karpenter.sh/disrupted")] }), "leaving"],
    ["a deletion by an older Karpenter", node({ taints: [taint("karpenter.sh/disruption", "disrupting")] }), "leaving"],
    [
      "a node that never became Ready and is removed",
      node({ ready: "False", taints: [taint("ToBeDeletedByClusterAutoscaler", "1")] }),
      "leaving",
    ],
    ["a node with a deletionTimestamp", withSigns("deletionTimestamp"), "leaving"],
    [
      "a dead node that a user took out of service",
      node({ ready: "Unknown", taints: [taint("node.kubernetes.io/out-of-service")] }),
      "leaving",
    ],
    ["a graceful shutdown", withSigns("node is shutting down", { ready: "False" }), "shuttingDown"],
    ["a machine that is off", node({ ready: "Unknown", taints: [taint("node.cloudprovider.kubernetes.io/shutdown")] }), "shuttingDown"],
    ["a drain that is over and under way", withSigns("DrainInProgress,Drained", { unschedulable: true }), "unknown"],
    ["out of service, and Ready", node({ taints: [taint("node.kubernetes.io/out-of-service")] }), "unknown"],
    ["off, and Ready", node({ taints: [taint("node.cloudprovider.kubernetes.io/shutdown")] }), "unknown"],
    [
      "unregistered and registered",
      node({ taints: [taint("karpenter.sh/unregistered")], labels: { "karpenter.sh/registered": "true" } }),
      "unknown",
    ],
    ["drained while it joins", withSigns("Drained", { taints: [taint("node.cilium.io/agent-not-ready")] }), "unknown"],
    ["NotReady since before its creation", node({ ready: "False", createdAtMs: HOUR, readySinceMs: 0 }), "unknown"],
  ])("N1 %s is %3$s", (_what, each, kind) => {
    expect(kindOf(each)).toBe(kind);
  });

  it("N1 a candidate of the autoscaler is leaving, and not on its way out", () => {
    const candidate = nodeLifecycle(node({ taints: [taint("DeletionCandidateOfClusterAutoscaler", "1")] }));
    expect(candidate).toMatchObject({ kind: "leaving", isCandidate: true });
    expect(isEnding(candidate)).toBe(false);
    expect(isEnding(nodeLifecycle(node({ taints: [taint("ToBeDeletedByClusterAutoscaler")] })))).toBe(true);
  });

  it("N1 reads a shutdown, a deletion and conditions of maintenance from the object", () => {
    const object = aNode("n1", { ready: "False", readySinceMs: HOUR });
    const [ready] = object.status.conditions;
    const signsOf = (message: string, more: readonly string[] = [], deletionTimestamp?: string) =>
      nodeRecordOf({
        ...object,
        metadata: { ...object.metadata, ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) },
        status: {
          conditions: [
            { type: "Ready", status: "False", ...ready, message },
            ...more.map((type) => ({ type, status: "True" })),
            { type: "Drained", status: "False" },
          ],
        },
      }).signs;
    expect(signsOf("container runtime is down")).toBeUndefined();
    expect(signsOf("[container runtime is down, node is shutting down]")).toBe("node is shutting down");
    expect(signsOf("x", ["DrainInProgress", "MaintenancePlanned"])).toBe("DrainInProgress");
    expect(signsOf("node is shutting down", ["Drained"], new Date(EPOCH_MS).toISOString())).toBe(
      "deletionTimestamp,node is shutting down,Drained",
    );
  });

  it("N1 each row of the table names its component, and keys do not repeat", () => {
    const keys = NODE_SIGNS.map(({ from, key, value = "" }) => `${from} ${key} ${value}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const sign of NODE_SIGNS.filter(({ from, isPrefix }) => from === "taint" && isPrefix !== true))
      expect(signOfTaint({ key: sign.key, value: sign.value ?? "" })).toBe(sign);
  });

  const taints = NODE_SIGNS.filter(({ from, stage }) => from === "taint" && stage !== "condition");
  const facts = NODE_SIGNS.filter(({ from }) => from === "field" || from === "condition");
  const anyNode = fc
    .record({
      taints: fc.subarray(taints as NodeSign[]),
      facts: fc.subarray(facts as NodeSign[]),
      ready: fc.constantFrom("True" as const, "False" as const, "Unknown" as const),
      unschedulable: fc.boolean(),
      registered: fc.boolean(),
      readySinceMs: fc.constantFrom(-HOUR, 0, 30_000, HOUR),
      order: fc.boolean(),
    })
    .map(({ taints: rows, facts: found, order, registered, ...rest }) => {
      const keys = rows.map(({ key, isPrefix, value = "" }) => taint(isPrefix ? `${key}x` : key, value));
      const signs = found.map(({ key }) => key).join(",");
      const base = node({
        ...rest,
        taints: order ? keys : keys.reverse(),
        labels: registered ? { "karpenter.sh/registered": "true" } : {},
      });
      return signs === "" ? base : { ...base, signs };
    });

  it("N1 a contradiction is unknown, never a guess", () => {
    fc.assert(
      fc.property(anyNode, (each) => {
        const lifecycle = nodeLifecycle(each);
        const has = (key: string) => each.taints.some((found) => found.key === key) || (each.signs ?? "").split(",").includes(key);
        const isContradicted =
          (each.ready === "True" && (has("node.kubernetes.io/out-of-service") || has("node.cloudprovider.kubernetes.io/shutdown"))) ||
          (has("karpenter.sh/unregistered") && Object.hasOwn(each.labels, "karpenter.sh/registered"));
        if (isContradicted) expect(lifecycle.kind).toBe("unknown");
        // A stage is named only with a sign of it, unless the node was never Ready.
        for (const { sign } of signsOfLifecycle(lifecycle))
          if (lifecycle.kind !== "unknown") expect(sign.stage === "candidate" ? "leaving" : sign.stage).toBe(lifecycle.kind);
        if (lifecycle.kind !== "unknown" && lifecycle.kind !== "joining" && "signs" in lifecycle)
          expect(lifecycle.signs.length).toBeGreaterThan(0);
        if (lifecycle.kind === "draining") expect(has("Drained")).toBe(false);
        expect(lifecycle.kind).not.toBe("gone");
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it("N1 an unknown taint changes nothing, and neither does the order of taints", () => {
    fc.assert(
      fc.property(anyNode, fc.stringMatching(/^[a-z]{1,8}\/[a-z]{1,8}$/), (each, key) => {
        const { kind } = nodeLifecycle(each);
        expect(kindOf({ ...each, taints: [taint(key), ...each.taints] })).toBe(kind);
        expect(kindOf({ ...each, taints: [...each.taints].reverse() })).toBe(kind);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
