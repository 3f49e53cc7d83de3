import type { KubeNode, Taint } from "@daemonscope/kube/objects";
import fc from "fast-check";
import { expect, it } from "vitest";
import { putDaemonSet, putNode, putPod } from "../model/cluster-event.ts";
import { aDaemonSet, aNode, aPod, EPOCH_MS, type NodeParts, type PodParts } from "../model/objects.fixture.ts";
import { type LifecycleKind, nodeLifecycle } from "../records/node-lifecycle.ts";
import { fresh, MINUTE, modelOf, old, plainRecordOf, type Scene, status } from "./scene.fixture.ts";
import { verdictWordOf } from "./verdict-word.ts";

const SEED = Number(process.env.SEED ?? 20261130);
const HOUR = 60 * MINUTE;
const taint = (key: string, effect: Taint["effect"] = "NoSchedule"): Taint => ({ key, effect });
const unready = (key: string): readonly Taint[] => [taint(key), taint(key, "NoExecute")];
const notReady = { ready: "False", readySinceMs: HOUR, taints: unready("node.kubernetes.io/not-ready") } as const;
const silent = { ready: "Unknown", readySinceMs: HOUR, taints: unready("node.kubernetes.io/unreachable") } as const;

function withCondition(node: KubeNode, type: string): KubeNode {
  return { ...node, status: { ...node.status, conditions: [...node.status.conditions, { type, status: "True" }] } };
}

/** A node of each part of its life; `gone`: without a node. */
const NODES: Readonly<Record<LifecycleKind, (name: string) => KubeNode | undefined>> = {
  ready: (name) => aNode(name),
  cordoned: (name) => aNode(name, { unschedulable: true }),
  joining: (name) => aNode(name, { createdAtMs: HOUR, readySinceMs: HOUR, taints: [taint("node.cilium.io/agent-not-ready")] }),
  notReady: (name) => aNode(name, notReady),
  silent: (name) => aNode(name, silent),
  draining: (name) => withCondition(aNode(name, { unschedulable: true }), "DrainInProgress"),
  drained: (name) => withCondition(aNode(name, { unschedulable: true }), "Drained"),
  leaving: (name) => aNode(name, { taints: [taint("karpenter.sh/disrupted")] }),
  shuttingDown: (name) => withCondition(aNode(name, notReady), "GracefulNodeShutdownInProgress"),
  unknown: (name) => withCondition(withCondition(aNode(name, { unschedulable: true }), "DrainInProgress"), "Drained"),
  gone: () => undefined,
};

const AVAILABLE: PodParts = { readyAtMs: 0 };
const ENDING: PodParts = { unreadyAtMs: HOUR, deletedAtMs: HOUR };
/** Pods whose state the life of a node explains; undefined: no pod. A Ready node explains an available pod only. */
const CALM: readonly (PodParts | undefined)[] = [AVAILABLE];
const STOPPED: readonly (PodParts | undefined)[] = [AVAILABLE, { unreadyAtMs: HOUR, phase: "Running" }, ENDING];
const STARTING: readonly (PodParts | undefined)[] = [undefined, { createdAtMs: HOUR, waiting: "ContainerCreating" }];
/** No pod that fails on a node that ends is worth a repair. */
const ENDED: readonly (PodParts | undefined)[] = [
  ...STOPPED,
  undefined,
  { phase: "Failed", reason: "NodeShutdown" },
  { waiting: "CrashLoopBackOff", restarts: 9 },
  { waiting: "ImagePullBackOff" },
];
const EXPLAINED: Readonly<Record<LifecycleKind, readonly (PodParts | undefined)[]>> = {
  ready: CALM,
  cordoned: CALM,
  joining: STARTING,
  notReady: STOPPED,
  silent: STOPPED,
  draining: CALM,
  drained: CALM,
  leaving: ENDED,
  shuttingDown: ENDED,
  unknown: CALM,
  gone: [AVAILABLE, ENDING],
};

const STRATEGIES: readonly NonNullable<Scene["set"]>[] = [
  {},
  { strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } },
  { strategy: { type: "OnDelete" } },
  { minReadySeconds: 30 },
];
const KINDS = Object.keys(NODES) as readonly LifecycleKind[];
const PLACES = KINDS.flatMap((kind) => EXPLAINED[kind].map((pod) => ({ kind, pod })));

it("N1 N2 N3 no part of the life of a node blames the agent for a state that it explains, under any strategy", () => {
  const seen = new Set<LifecycleKind>();
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...PLACES), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...STRATEGIES),
      fc.boolean(),
      fc.boolean(),
      (places, strategy, isOld, toleratesAll) => {
        const set = { ...strategy, ...(toleratesAll ? { template: { tolerations: [{ operator: "Exists" }] } } : {}) };
        const nodes = Array.from({ length: 10 }, (): NodeParts => ({}));
        const pods = nodes.map((_, at) => fresh(at + 1, AVAILABLE));
        const model = modelOf({ set: { status: status(10, 10, 10), ...set }, nodes, pods, nowMs: HOUR });
        model.apply({ do: "beginMarks" });
        model.takeChanges();
        places.forEach(({ kind, pod }, at) => {
          const name = `n${at + 1}`;
          const node = NODES[kind](name);
          model.apply(node === undefined ? { do: "drop", kind: "nodes", key: name } : putNode(node));
          expect(nodeLifecycle(model.reading.nodeRecord(name)).kind).toBe(kind);
          seen.add(kind);
          const parts = { createdAtMs: 0, readyAtMs: undefined, ...pod } as PodParts;
          if (pod === undefined) model.apply({ do: "drop", kind: "pods", key: `pod-p${at}` });
          else model.apply(putPod(aPod("a", `p${at}`, (isOld ? old : fresh)(at + 1, parts))));
        });
        const pass = (ms: number) => {
          model.tick(EPOCH_MS + HOUR + ms);
          model.takeChanges();
          return plainRecordOf(model);
        };
        const { derived } = pass(500);
        if (derived === null) throw new Error("nothing is derived");
        model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", ...set, status: derived })));
        for (const ms of [1000, MINUTE, 8 * MINUTE]) {
          const record = pass(ms);
          expect(verdictWordOf(record), JSON.stringify(record.concern)).not.toBe("failing");
          expect(record.causes.filter(({ state }) => state === "failing")).toEqual([]);
        }
      },
    ),
    { seed: SEED, numRuns: 300 },
  );
  expect([...seen].sort()).toEqual([...KINDS].sort());
});
