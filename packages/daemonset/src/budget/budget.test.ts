import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { putDaemonSet, putNode, putPod, putRevision } from "../model/cluster-event.ts";
import { ClusterModel } from "../model/cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, type DaemonSetParts, EPOCH_MS, type PodParts } from "../model/objects.fixture.ts";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import { type RecordWithText, recordWithText } from "../rollout/record-with-text.fixture.ts";
import { budgetLimits } from "./derive-budget.ts";
import { NodeGroups } from "./group-nodes.ts";

const SEED = Number(process.env.SEED ?? 20260108);

function recordOf(set: DaemonSetParts, nodes: number, pods: readonly PodParts[]): RecordWithText {
  const model = new ClusterModel({ nowMs: EPOCH_MS + 60_000 });
  for (let at = 1; at <= nodes; at++) model.apply(putNode(aNode(`n${at}`)));
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", ...set })));
  for (const revision of [1, 2]) model.apply(putRevision(aRevision("a", revision)));
  pods.forEach((parts, at) => {
    model.apply(putPod(aPod("a", `p${at}`, parts)));
  });
  model.takeChanges();
  const record = model.reading.daemonSetRecord("default/a");
  if (record === undefined) throw new Error("no record");
  return recordWithText(record);
}

describe("B1 B2 the limits", () => {
  it.each([
    ["B1 a surge decides the branch", { maxSurge: 1, maxUnavailable: 0 }, 3, "maxSurge", 1],
    [
      "B1 a percentage surge of zero nodes is 0, and the other branch applies",
      { maxSurge: "10%", maxUnavailable: 0 },
      0,
      "maxUnavailable",
      0,
    ],
    ["B2 the default is 1", {}, 5, "maxUnavailable", 1],
    ["B2 1 % of 3 is 1", { maxUnavailable: "1%" }, 3, "maxUnavailable", 1],
    ["B2 invalid text counts as 0, so that 1 slot is allowed", { maxUnavailable: "many" }, 3, "maxUnavailable", 1],
  ] as const)("%s", (_name, rollingUpdate, desired, kind, allowed) => {
    expect(budgetLimits({ type: "RollingUpdate", rollingUpdate }, desired)).toMatchObject({ kind, allowed });
  });
  it(`B2 allows at least 0 slots, and 1 if nodes are desired, for any budget value, seed ${SEED}`, () => {
    const written = fc.oneof(
      fc.string(),
      fc.double(),
      fc.integer(),
      fc.integer().map((percent) => `${percent}%`),
    );
    fc.assert(
      fc.property(written, written, fc.nat(10_000), (maxSurge, maxUnavailable, desired) => {
        const { allowed } = budgetLimits({ type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } }, desired);
        expect(allowed).toBeGreaterThanOrEqual(desired > 0 ? 1 : 0);
      }),
      { seed: SEED },
    );
  });
});

describe("B7 holders", () => {
  it("B7 a failing pod of a node that is gone holds its slot because of the node", () => {
    const failing = (at: number): PodParts => ({ node: `n${at}`, hash: "hash-2", waiting: "ErrImagePull" });
    const { budget } = recordOf({ strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } } }, 2, [1, 2, 3].map(failing));
    expect(budget).toMatchObject({ used: 3, allowed: 2 });
    expect(budget.holders.map(({ cause, count, nodes }) => [cause, count, nodes])).toEqual([
      ["ImagePullBackOff", 2, ["n1", "n2"]],
      ["Node no longer exists", 1, ["n3"]],
    ]);
  });

  it("B7 splits equal causes into two groups if only one of them is lasting", () => {
    const { budget } = recordOf({ strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 3 } } }, 3, [
      { node: "n1", hash: "hash-2", waiting: "ErrImagePull" },
      { node: "n2", hash: "hash-2" },
      {
        pinnedTo: "n3",
        hash: "hash-2",
        schedulerMessage: "0/3 nodes are available: 1 Too many pods, 2 node(s) didn't satisfy plugin(s) [NodeAffinity].",
      },
    ]);
    expect(budget.holders.map(({ cause, lasting }) => [cause, lasting])).toEqual([
      ["ImagePullBackOff", true],
      ["Too many pods", true],
      ["Starting", undefined],
    ]);
    expect(budget.used).toBe(3);
  });
  it(`B7 groups do not depend on the order of nodes, and name the first nodes, seed ${SEED}`, () => {
    const name = fc.integer({ min: 0, max: 400 }).map((at) => `n${at}`);
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 150 }), (names) => {
        const listOf = (order: readonly string[]) => {
          const groups = new NodeGroups<string>({ keyOf: (value) => value, isOne: (a, b) => a === b });
          for (const node of order) groups.add(node.endsWith("1") ? "a" : `b${node.slice(-1)}`, node, Number(node.slice(1)));
          return groups.list().map(({ key, count, nodes, sinceMs }) => ({ key, count, nodes, sinceMs }));
        };
        const [first] = listOf(names);
        expect(listOf([...names].reverse())).toEqual(listOf(names));
        const all = names.filter((node) => first?.key.endsWith(node.endsWith("1") ? "a" : `b${node.slice(-1)}`)).sort();
        expect(first?.nodes ?? []).toEqual(first === undefined ? [] : all.slice(0, HOLDER_NODES_LIMIT));
      }),
      { seed: SEED },
    );
  });
});

it("C9 during a surge the old pod counts until it is gone", () => {
  const surge = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  const old: PodParts = { node: "n1", hash: "hash-1", createdAtMs: 0, readyAtMs: 0 };
  const fresh: PodParts = { node: "n1", hash: "hash-2", createdAtMs: 10, readyAtMs: 20 };
  expect(recordOf({ strategy: surge }, 1, [old, fresh]).derived).toMatchObject({ numberAvailable: 1, updatedNumberScheduled: 0 });
  expect(recordOf({ strategy: surge }, 1, [fresh]).derived).toMatchObject({ numberAvailable: 1, updatedNumberScheduled: 1 });
});

it("R13 causes are sorted by size, with the problem and the nodes", () => {
  const pods: PodParts[] = [1, 2].map((at) => ({ node: `n${at}`, hash: "hash-2", waiting: "CrashLoopBackOff" }));
  const { causes } = recordOf({}, 4, [...pods, { node: "n3", hash: "hash-2", phase: "Running" }]);
  expect(causes.map(({ state, cause, nodes }) => [state, cause, nodes])).toEqual([
    ["failing", "CrashLoopBackOff", ["n1", "n2"]],
    ["missing", "No pod", ["n4"]],
    ["starting", "Running, not Ready", ["n3"]],
  ]);
});

it("R7 a revision without a hash label is identified by its name", () => {
  const model = new ClusterModel({ nowMs: EPOCH_MS });
  model.apply(putDaemonSet(aDaemonSet("a")));
  const revision = aRevision("a", 1);
  model.apply(putRevision({ ...revision, metadata: { ...revision.metadata, labels: {} } }));
  model.takeChanges();
  expect(model.reading.daemonSetRecord("default/a")?.revisions).toMatchObject([{ hash: "a-hash-1", current: true }]);
});
