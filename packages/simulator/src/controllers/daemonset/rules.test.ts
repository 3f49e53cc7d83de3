import type { Taint } from "@daemonscope/kube/objects";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { createStore } from "@daemonscope/simulated-apiserver/store/store";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { describe, expect, it, test } from "vitest";
import { daemonSet, NOW_MS, node, pod } from "../objects.fixture.ts";
import { byTargetNode, decideClaim } from "./daemon-pods.ts";
import { daemonSetView } from "./daemon-set-view.ts";
import { Expectations } from "./expectations.ts";
import { FailedPodBackoff } from "./failed-pod-backoff.ts";
import { cleanupHistory, constructHistory } from "./history.ts";
import { manageNode } from "./manage.ts";
import { mustResync, nodeChangeMatters } from "./must-resync.ts";
import { decideNode, type NodeDecision } from "./placement.ts";
import { createFirst, deleteFirst } from "./rolling-update.ts";
import { statusNumbers, statusObject } from "./status.ts";
import { slowStart } from "./sync-nodes.ts";
import { type NodeSyncView, nodeSyncView } from "./sync-view.ts";

const RUN: NodeDecision = { shouldRun: true, shouldContinueRunning: true };
const KEEP: NodeDecision = { shouldRun: false, shouldContinueRunning: true };
const EXCLUDE: NodeDecision = { shouldRun: false, shouldContinueRunning: false };
const names = (pods: readonly StoredObject[]) => pods.map(({ metadata }) => metadata.name);
const ready = { readySince: 60 } as const;
const noSchedule = (key: string): Taint => ({ key, effect: "NoSchedule" });

describe("placement", () => {
  const affinity = (terms: unknown) => ({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } },
  });
  test.each<[string, Record<string, unknown>, Parameters<typeof node>[0], NodeDecision]>([
    ["S1 a pod without restrictions runs on a node without taints", {}, {}, RUN],
    ["S1 the name of another node excludes", { nodeName: "n2" }, {}, EXCLUDE],
    ["S1 its own name does not bypass the taints", { nodeName: "n1" }, { taints: [noSchedule("a")] }, KEEP],
    ["S2 a matching selector runs", { nodeSelector: { a: "1" } }, { labels: { a: "1" } }, RUN],
    ["S2 a selector with another value excludes", { nodeSelector: { a: "1" } }, { labels: { a: "2" } }, EXCLUDE],
    ["S2 an empty value still needs the key", { nodeSelector: { a: "" } }, {}, EXCLUDE],
    ["S2 an affinity without terms matches nothing", affinity([]), {}, EXCLUDE],
    [
      "S2 terms are alternatives",
      affinity([
        { matchFields: [{ key: "metadata.name", operator: "In", values: ["n2"] }] },
        { matchExpressions: [{ key: "a", operator: "DoesNotExist" }] },
      ]),
      {},
      RUN,
    ],
    ["S3 NoSchedule keeps", {}, { taints: [noSchedule("a")] }, KEEP],
    ["S3 NoExecute excludes", {}, { taints: [{ key: "a", effect: "NoExecute" }] }, EXCLUDE],
    ["S3 PreferNoSchedule never matters", {}, { taints: [{ key: "a", effect: "PreferNoSchedule" }] }, RUN],
    ["S3 a tolerated taint has no effect", { tolerations: [{ key: "a", operator: "Exists" }] }, { taints: [noSchedule("a")] }, RUN],
    ["S4 a cordoned node's taint is tolerated", {}, { taints: [noSchedule("node.kubernetes.io/unschedulable")], unschedulable: true }, RUN],
    ["S4 disk-pressure:NoSchedule is tolerated", {}, { taints: [noSchedule("node.kubernetes.io/disk-pressure")] }, RUN],
    ["S4 not-ready:NoSchedule is not tolerated", {}, { taints: [noSchedule("node.kubernetes.io/not-ready")] }, KEEP],
    ["S4 not-ready:NoExecute is tolerated", {}, { taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoExecute" }] }, RUN],
    [
      "S4 a pod with its own network does not tolerate network-unavailable",
      {},
      { taints: [noSchedule("node.kubernetes.io/network-unavailable")] },
      KEEP,
    ],
    [
      "S4 a pod on the host's network tolerates network-unavailable",
      { hostNetwork: true },
      { taints: [noSchedule("node.kubernetes.io/network-unavailable")] },
      RUN,
    ],
    ["S5 spec.unschedulable alone has no effect", {}, { unschedulable: true }, RUN],
    ["S5 the Ready condition alone has no effect", {}, { status: { conditions: [{ type: "Ready", status: "False" }] } }, RUN],
    [
      "S5 tolerationSeconds does not count",
      { tolerations: [{ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 0 }] },
      { taints: [{ key: "a", effect: "NoExecute" }] },
      RUN,
    ],
  ])("%s", (_name, podSpec, parts, decision) => {
    expect(decideNode(daemonSet({ podSpec }), node(parts), false)).toEqual(decision);
  });
  it("S6 the contrarian tolerates NoSchedule taints, but no NoExecute taints", () => {
    expect(decideNode(daemonSet(), node({ taints: [noSchedule("a")] }), true)).toEqual(RUN);
    expect(decideNode(daemonSet(), node({ taints: [{ key: "a", effect: "NoExecute" }] }), true)).toEqual(EXCLUDE);
  });
});

describe("manage", () => {
  const at = (decision: NodeDecision, pods: readonly StoredObject[], surges = false, minReadySeconds = 0) => {
    const decided = manageNode(daemonSet({ spec: { minReadySeconds } }), decision, pods, "new", surges, NOW_MS);
    return { create: decided.create, remove: names(decided.remove), ended: names(decided.ended) };
  };
  test.each<[string, ReturnType<typeof at>, ReturnType<typeof at>]>([
    ["S10 an empty node gets a pod", at(RUN, []), { create: true, remove: [], ended: [] }],
    ["S10 a node that only keeps pods gets none", at(KEEP, []), { create: false, remove: [], ended: [] }],
    [
      "S10 a terminating pod still takes its place",
      at(RUN, [pod({ name: "a", on: "n1", deleting: true })]),
      { create: false, remove: [], ended: [] },
    ],
    [
      "S11 the older of two stays, ready or not",
      at(RUN, [pod({ name: "a", on: "n1", age: 5, ...ready }), pod({ name: "b", on: "n1", age: 9 })]),
      { create: false, remove: ["a"], ended: [] },
    ],
    [
      "S11 a scheduled one stays before an older one that is not",
      at(RUN, [pod({ name: "a", age: 9 }), pod({ name: "b", on: "n1", age: 5 })]),
      { create: false, remove: ["a"], ended: [] },
    ],
    [
      "S11 of two pods of equal age, the first by name stays",
      at(KEEP, [pod({ name: "b", on: "n1" }), pod({ name: "a", on: "n1" })]),
      { create: false, remove: ["b"], ended: [] },
    ],
    [
      "S12 on an unwanted node all pods are deleted, except terminating ones",
      at(EXCLUDE, [pod({ name: "a", on: "n1" }), pod({ name: "b", on: "n1", deleting: true })]),
      { create: false, remove: ["a"], ended: [] },
    ],
    [
      "S13 surge: a new pod is created next to a terminating one",
      at(RUN, [pod({ name: "a", on: "n1", deleting: true })], true),
      { create: true, remove: [], ended: [] },
    ],
    [
      "S13 surge: both stay while the new one is not available",
      at(RUN, [pod({ name: "o", on: "n1", revision: "old", ...ready }), pod({ name: "n", on: "n1", readySince: 2 })], true, 5),
      { create: false, remove: [], ended: [] },
    ],
    [
      "S13 surge: the old one is deleted when the new one is available",
      at(RUN, [pod({ name: "o", on: "n1", revision: "old", ...ready }), pod({ name: "n", on: "n1", readySince: 5 })], true, 5),
      { create: false, remove: ["o"], ended: [] },
    ],
    [
      "S13 surge: the old one is deleted when it is not ready",
      at(RUN, [pod({ name: "o", on: "n1", revision: "old" }), pod({ name: "n", on: "n1" })], true),
      { create: false, remove: ["o"], ended: [] },
    ],
    [
      "S13 surge: of three pods, the extra one is deleted",
      at(
        RUN,
        [
          pod({ name: "o", on: "n1", revision: "old", ...ready }),
          pod({ name: "n", on: "n1", age: 9 }),
          pod({ name: "m", on: "n1", age: 5 }),
        ],
        true,
      ),
      { create: false, remove: ["m"], ended: [] },
    ],
    [
      "S14 a failed pod has ended, and is not replaced yet",
      at(RUN, [pod({ name: "a", on: "n1", phase: "Failed" })]),
      { create: false, remove: [], ended: ["a"] },
    ],
    [
      "S14 a succeeded pod has ended too",
      at(KEEP, [pod({ name: "a", on: "n1", phase: "Succeeded" })]),
      { create: false, remove: [], ended: ["a"] },
    ],
  ])("%s", (_name, decided, wanted) => {
    expect(decided).toEqual(wanted);
  });
  it("S10 a pod that ended and is terminating leaves its node empty", () => {
    const pods = [pod({ name: "a", on: "n1", phase: "Failed", deleting: true }), pod({ name: "b", pinnedTo: "n2" })];
    expect([...byTargetNode(pods).keys()]).toEqual(["n2"]);
  });
  it("S14 the backoff doubles to 15 minutes and resets after 30 quiet minutes", () => {
    const backoff = new FailedPodBackoff();
    let nowMs = 0;
    const delays: number[] = [];
    for (let failure = 0; failure < 13; failure++) {
      expect(backoff.waitMs("k", nowMs)).toBe(0);
      const delay = backoff.waitMs("k", nowMs);
      delays.push(delay);
      nowMs += delay;
    }
    expect(delays.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
    expect(delays.at(-1)).toBe(900_000);
    nowMs += 1_800_000;
    backoff.waitMs("k", nowMs);
    expect(backoff.waitMs("k", nowMs)).toBe(1000);
  });
  it("S15 claims, adopts and releases", () => {
    const owned = pod({ name: "own", on: "n1" });
    const strayed = pod({ name: "strayed", on: "n1", labels: { app: "other" } });
    const orphans = [
      pod({ name: "orphan", on: "n1", owner: null }),
      pod({ name: "going", on: "n1", owner: null, deleting: true }),
      pod({ name: "other", owner: null, labels: { app: "other" } }),
    ];
    const { claimed, adopt, release } = decideClaim(daemonSet(), [owned, strayed], orphans);
    expect([names(claimed), names(adopt), names(release)]).toEqual([["own"], ["orphan"], ["strayed"]]);
  });
  it("a failure in a batch of creations skips the following batches", () => {
    const tried: number[] = [];
    expect(slowStart(20, (at) => tried.push(at) > 0 && at !== 4)).toEqual({ done: 6, skipped: 13 });
    expect(tried).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

describe("rolling update", () => {
  const on = (name: string, decision: NodeDecision, ...pods: Parameters<typeof pod>[0][]): NodeSyncView => {
    const placed = pods.map((parts) => pod({ on: name, pinnedTo: name, ...parts }));
    return nodeSyncView(name, decision, placed, daemonSet(), "new");
  };
  const old = (name: string) => ({ name, revision: "old" as const });
  const deletes = (maxUnavailable: number, ...nodes: NodeSyncView[]) =>
    names(deleteFirst(daemonSet(), nodes, maxUnavailable, NOW_MS).remove);
  test.each<[string, readonly string[], readonly string[]]>([
    [
      "S20 deletes as many available old pods as the budget allows",
      deletes(1, on("a", RUN, { ...old("a"), ...ready }), on("b", RUN, { ...old("b"), ...ready })),
      ["a"],
    ],
    [
      "S20 deletes unavailable old pods regardless of the budget",
      deletes(1, on("a", RUN, old("a")), on("b", RUN, old("b")), on("c", RUN, { ...old("c"), ...ready })),
      ["a", "b"],
    ],
    [
      "S21 a terminating pod uses the budget",
      deletes(1, on("a", RUN, { name: "a", deleting: true }), on("b", RUN, { ...old("b"), ...ready })),
      [],
    ],
    ["S21 an empty node uses the budget", deletes(1, on("a", RUN), on("b", RUN, { ...old("b"), ...ready })), []],
    ["S21 an empty node after a candidate uses the budget", deletes(1, on("b", RUN, { ...old("b"), ...ready }), on("a", RUN)), []],
    [
      "S21 a new pod that is not available uses the budget",
      deletes(1, on("a", RUN, { name: "a" }), on("b", RUN, { ...old("b"), ...ready })),
      [],
    ],
    [
      "S21 a new and an old pod together use the budget, and both stay",
      deletes(1, on("a", RUN, { name: "n" }, { ...old("o"), ...ready })),
      [],
    ],
    [
      "S21 an available new pod uses no budget",
      deletes(1, on("a", RUN, { name: "a", ...ready }), on("b", RUN, { ...old("b"), ...ready })),
      ["b"],
    ],
    ["S22 a node that takes no new pod loses its old one", deletes(1, on("a", KEEP, { ...old("a"), ...ready })), ["a"]],
  ])("%s", (_name, decided, wanted) => {
    expect(decided).toEqual(wanted);
  });
  const surges = (maxSurge: number, desired: number, ...nodes: NodeSyncView[]) => {
    const { createOn, remove } = createFirst(daemonSet(), nodes, "new", maxSurge, desired, NOW_MS);
    return [createOn, names(remove)];
  };
  test.each<[string, readonly (readonly string[])[], readonly (readonly string[])[]]>([
    [
      "S23 creates pods on as many nodes as the surge allows",
      surges(1, 2, on("a", RUN, { ...old("a"), ...ready }), on("b", RUN, { ...old("b"), ...ready })),
      [["a"], []],
    ],
    [
      "S23 a node whose old pod is not available gets its new one anyway",
      surges(1, 2, on("a", RUN, old("a")), on("b", RUN, old("b"))),
      [["a", "b"], []],
    ],
    [
      "S23 a new pod that is not available uses the surge",
      surges(1, 2, on("a", RUN, { ...old("o"), ...ready }, { name: "n" }), on("b", RUN, { ...old("b"), ...ready })),
      [[], []],
    ],
    [
      "S23 it uses the surge even after a node that waits for its turn",
      surges(1, 2, on("b", RUN, { ...old("b"), ...ready }), on("a", RUN, { ...old("o"), ...ready }, { name: "n" })),
      [[], []],
    ],
    [
      "S23 the old pod is deleted when the new one is available",
      surges(1, 1, on("a", RUN, { ...old("o"), ...ready }, { name: "n", ...ready })),
      [[], ["o"]],
    ],
    [
      "S23 deletes an old pod on an unwanted node if more are available than desired",
      surges(1, 1, on("a", KEEP, { ...old("a"), ...ready }), on("b", RUN, { name: "b", ...ready })),
      [[], ["a"]],
    ],
    [
      "S23 keeps an old pod on an unwanted node otherwise",
      surges(1, 2, on("a", KEEP, { ...old("a"), ...ready }), on("b", RUN, { name: "b" })),
      [[], []],
    ],
  ])("%s", (_name, decided, wanted) => {
    expect(decided).toEqual(wanted);
  });
});

describe("status", () => {
  it("S31 counts nodes by the first pod of each", () => {
    const rows = [
      { decision: RUN, pods: [pod({ name: "a", on: "n1", ...ready })] },
      { decision: RUN, pods: [pod({ name: "b", on: "n2", readySince: 2 })] },
      { decision: RUN, pods: [pod({ name: "new", on: "n3", age: 1, ...ready }), pod({ name: "old", on: "n3", revision: "old", age: 50 })] },
      { decision: RUN, pods: [pod({ name: "t", on: "n4", deleting: true, ...ready })] },
      { decision: RUN, pods: [] },
      { decision: KEEP, pods: [pod({ name: "k", on: "n6", ...ready })] },
      { decision: EXCLUDE, pods: [] },
    ];
    const set = daemonSet({ spec: { minReadySeconds: 5 } });
    const nodes = rows.map(({ decision, pods }, at) => nodeSyncView(`n${at + 1}`, decision, pods, set, "new"));
    const counts = statusNumbers(set, nodes, NOW_MS);
    expect(counts).toEqual({
      desiredNumberScheduled: 5,
      currentNumberScheduled: 4,
      numberReady: 3,
      updatedNumberScheduled: 3,
      numberAvailable: 2,
      numberUnavailable: 3,
      numberMisscheduled: 1,
    });
  });
  it("S31 omits optional zeros and keeps the required ones", () => {
    expect(statusObject(statusNumbers(daemonSet(), [], NOW_MS), 1, undefined)).toEqual({
      desiredNumberScheduled: 0,
      currentNumberScheduled: 0,
      numberMisscheduled: 0,
      numberReady: 0,
      observedGeneration: 1,
    });
  });
  it("S32 expectations are met if all events were seen, or after five minutes", () => {
    const expectations = new Expectations();
    expectations.expect("k", 1, 1, 0);
    expectations.lowerCreations("k");
    expect(expectations.areMet("k", 1000)).toBe(false);
    expectations.lowerDeletions("k");
    expect(expectations.areMet("k", 1000)).toBe(true);
    expectations.expect("k", 1, 0, 0);
    expect(expectations.areMet("k", 300_001)).toBe(true);
  });
});

describe("node changes that trigger a sync", () => {
  test.each<[string, NodeDecision, boolean, number, boolean]>([
    ["S40 a missing pod causes a sync", RUN, false, 0, true],
    ["S40 a pod that must be deleted causes a sync", EXCLUDE, true, 0, true],
    ["S40 a pod causes a sync if any pod is misscheduled", RUN, true, 1, true],
    ["S41 a pod on a node that became unwanted causes no sync", KEEP, true, 0, false],
    ["S40 a wanted pod causes no sync", RUN, true, 0, false],
    ["S40 an empty node that wants no pod causes no sync", KEEP, false, 3, false],
  ])("%s", (_name, decision, hasPod, misscheduled, wanted) => {
    expect(mustResync(decision, hasPod, misscheduled)).toBe(wanted);
  });
  it("S40 reacts to labels and taints; not to conditions, cordons and heartbeats", () => {
    expect(nodeChangeMatters(undefined, node({}))).toBe(true);
    expect(nodeChangeMatters(node({}), node({ labels: { a: "1" } }))).toBe(true);
    expect(nodeChangeMatters(node({}), node({ taints: [noSchedule("a")] }))).toBe(true);
    expect(nodeChangeMatters(node({}), node({ unschedulable: true, status: { conditions: [{ type: "Ready", status: "False" }] } }))).toBe(
      false,
    );
  });
});

describe("revisions", () => {
  const setUp = (revisionHistoryLimit = 10) => {
    const random = createRandom(1);
    const clock = { nowMs: () => NOW_MS, rate: 0, after: () => ({ cancel() {} }) };
    const store = createStore({ clock, random: () => random.next() });
    store.create("namespaces", { metadata: { name: "default" } });
    store.create("daemonsets", {
      metadata: { name: "agent", namespace: "default" },
      spec: {
        revisionHistoryLimit,
        selector: { matchLabels: { app: "agent" } },
        template: { metadata: { labels: { app: "agent" } }, spec: { containers: [{ name: "agent", image: "agent:1" }] } },
      },
    });
    const view = () => daemonSetView(store.get("daemonsets", "default", "agent") as StoredObject);
    const setImage = (image: string) => {
      store.edit("daemonsets", "default", "agent", (set) => {
        (set.spec as { template: { spec: { containers: { image: string }[] } } }).template.spec.containers[0]!.image = image;
      });
      const current = constructHistory(store, view(), 0, NOW_MS);
      return current.kind === "current" ? current.hash : "";
    };
    const numbers = () =>
      store
        .list("controllerrevisions", "default")
        .map((revision) => Number(revision.revision))
        .sort((a, b) => a - b);
    return { store, view, setImage, numbers };
  };
  it("S30 an undone revision keeps its hash and gets the highest number", () => {
    const { setImage, numbers } = setUp();
    const first = setImage("agent:1");
    expect(setImage("agent:2")).not.toBe(first);
    expect(setImage("agent:1")).toBe(first);
    expect(numbers()).toEqual([2, 3]);
    expect(setImage("agent:1")).toBe(first);
    expect(numbers()).toEqual([2, 3]);
  });
  it("S30 deletes the oldest revisions beyond the limit, except those with a pod", () => {
    const { store, view, setImage, numbers } = setUp(1);
    const first = setImage("agent:1");
    setImage("agent:2");
    setImage("agent:3");
    const current = setImage("agent:4");
    const carrier = pod({ name: "a", labels: { "controller-revision-hash": first } });
    cleanupHistory(store, view(), () => [carrier], current);
    expect(numbers()).toEqual([1, 4]);
  });
  it("S30 a name used by another template is a collision", () => {
    const { store, view, setImage } = setUp();
    const hash = setImage("agent:1");
    const taken = store.delete("controllerrevisions", "default", `agent-${hash}`);
    store.create("controllerrevisions", {
      ...taken,
      metadata: { name: taken.metadata.name, namespace: "default" },
      data: { spec: { template: {} } },
    });
    expect(constructHistory(store, view(), 0, NOW_MS)).toEqual({ kind: "collision" });
    expect(constructHistory(store, view(), 1, NOW_MS).kind).toBe("current");
  });
});
