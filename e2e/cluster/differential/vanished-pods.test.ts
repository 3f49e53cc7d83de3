import { describe, expect, it } from "vitest";
import type { RawObject } from "./raw-mirror.ts";
import { mirrorOf } from "./recorded-watches.fixture.ts";
import { settledPods, vanishedPods } from "./vanished-pods.ts";

const node = (name: string, ...effects: readonly string[]): RawObject => ({
  metadata: { name, uid: name, resourceVersion: "1" },
  spec: { taints: effects.map((effect) => ({ key: "spare", effect })) },
});
const set = (generation: number): RawObject => ({ metadata: { name: "agent", uid: "agent", resourceVersion: "1", generation } });
const owned = { ownerReferences: [{ uid: "agent", kind: "DaemonSet", controller: true }] };
const revision: RawObject = {
  metadata: { name: "r", uid: "r", resourceVersion: "1", labels: { "controller-revision-hash": "new" }, ...owned },
  revision: 2,
};
const pod = (name: string, nodeName: string, hash = "new", more: Partial<RawObject["metadata"]> = {}): RawObject => ({
  metadata: { name, uid: name, resourceVersion: "1", labels: { "controller-revision-hash": hash }, ...owned, ...more },
  spec: { nodeName },
});

const added = (objects: readonly RawObject[]) => objects.map((object) => JSON.stringify({ type: "ADDED", object }));
const cluster = (generation: number, nodes: readonly RawObject[], pods: readonly RawObject[]) =>
  mirrorOf({ nodes: added(nodes), pods: added(pods), daemonsets: added([set(generation)]), controllerrevisions: added([revision]) });

const settled = settledPods(cluster(1, [node("n1")], [pod("a", "n1")]));

describe("P1 a vanished pod that may stay contradicts the verdict", () => {
  it.each([
    ["of a pair that runs", [node("n1")], "run"],
    ["of a pair that keeps", [node("n1", "NoSchedule")], "keep"],
  ] as const)("P1 %s", (_name, nodes, verdict) => {
    expect(vanishedPods(cluster(1, nodes, []), settled, undefined)).toEqual([
      `agent on n1 (${verdict}): its pod vanished, and nothing that was done ends it`,
    ]);
  });

  it("P1 a terminating pod also counts as vanished", () => {
    const ending = pod("a", "n1", "new", { deletionTimestamp: "2026-01-01T00:00:00Z" });
    expect(vanishedPods(cluster(1, [node("n1")], [ending]), settled, undefined)).toHaveLength(1);
  });

  it.each<readonly [string, Parameters<typeof vanishedPods>]>([
    ["it still exists", [cluster(1, [node("n1", "NoSchedule")], [pod("a", "n1")]), settled, undefined]],
    ["the pair excludes", [cluster(1, [node("n1", "NoExecute")], []), settled, undefined]],
    ["the node is gone", [cluster(1, [], []), settled, undefined]],
    ["the DaemonSet was changed", [cluster(2, [node("n1")], []), settled, undefined]],
    ["the step deleted its pods", [cluster(1, [node("n1")], []), settled, "agent"]],
  ])("P1 reports nothing if %s", (_name, [mirror, before, deletedOf]) => {
    expect(vanishedPods(mirror, before, deletedOf)).toEqual([]);
  });

  it("P1 a rollout may end a pod of an old revision, and one of two on a node", () => {
    expect(settledPods(cluster(1, [node("n1"), node("n2")], [pod("a", "n1", "old"), pod("b", "n2"), pod("c", "n2")]))).toEqual([]);
  });
});
