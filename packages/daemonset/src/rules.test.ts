import type { KubeDaemonSet, Taint } from "@daemonscope/kube/objects";
import { remediesWithText } from "@daemonscope/words/answers/worded-remedy";
import { exclusionReason } from "@daemonscope/words/english/check-text";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { pairFacts } from "./actions/changes/plan-facts.fixture.ts";
import { putDaemonSet, putNode, putPod, putRevision } from "./model/cluster-event.ts";
import { ClusterModel } from "./model/cluster-model.ts";
import {
  aDaemonSet,
  aNode,
  aPod,
  aRevision,
  type DaemonSetParts,
  EPOCH_MS,
  emptyTemplate,
  type PodParts,
} from "./model/objects.fixture.ts";
import { cellOf } from "./pair/cell/cell.ts";
import { compilePlacement } from "./placement/compile-placement.ts";
import { explainPlacement } from "./placement/explain-placement.ts";
import { ClassVerdicts, NodeClasses } from "./placement/node-classes.ts";
import type { PlacementVerdict } from "./placement/placement.ts";
import { recordWithText } from "./rollout/record-with-text.fixture.ts";
import { rolloutStateOf } from "./rollout/rollout-state.ts";

const SEED = Number(process.env.SEED ?? 20260104);
const taint = (key: string, effect: string, value?: string): Taint => (value === undefined ? { key, effect } : { key, effect, value });
const node = (taints: readonly Taint[], labels: Record<string, string> = {}) => ({ name: "n1", labels, taints });

describe("P1 the verdict and its proof", () => {
  const rows: readonly [string, Partial<typeof emptyTemplate> & { nodeName?: string }, readonly Taint[], PlacementVerdict][] = [
    ["P1 a node without obstacles runs a pod", {}, [], "run"],
    ["P1 an untolerated NoSchedule taint keeps a pod and wants none", {}, [taint("a", "NoSchedule")], "keep"],
    ["P1 an untolerated NoExecute taint excludes", {}, [taint("a", "NoExecute")], "exclude"],
    ["P2 PreferNoSchedule is ignored", {}, [taint("a", "PreferNoSchedule")], "run"],
    ["P1 NoExecute wins over NoSchedule in any order", {}, [taint("a", "NoSchedule"), taint("b", "NoExecute")], "exclude"],
    ["P1 a nodeSelector that fails excludes", { nodeSelector: { feature: "hw-rng" } }, [], "exclude"],
    ["P1 another node's name excludes", { nodeName: "n2" }, [], "exclude"],
    ["P1 its own name does not skip the taints", { nodeName: "n1" }, [taint("a", "NoSchedule")], "keep"],
    ["P10 a cordoned node runs: its taint is tolerated", {}, [taint("node.kubernetes.io/unschedulable", "NoSchedule")], "run"],
    [
      "P10 a NotReady node keeps: its NoSchedule taint is not tolerated",
      {},
      [taint("node.kubernetes.io/not-ready", "NoSchedule"), taint("node.kubernetes.io/not-ready", "NoExecute")],
      "keep",
    ],
    ["P10 network-unavailable needs hostNetwork", {}, [taint("node.kubernetes.io/network-unavailable", "NoSchedule")], "keep"],
    [
      "P10 network-unavailable is tolerated with hostNetwork",
      { hostNetwork: true },
      [taint("node.kubernetes.io/network-unavailable", "NoSchedule")],
      "run",
    ],
  ];
  it.each(rows)("%s", (_name, template, taints, verdict) => {
    const fullTemplate = { ...emptyTemplate, ...template };
    expect(compilePlacement(fullTemplate)(node(taints))).toBe(verdict);
    expect(explainPlacement(fullTemplate, node(taints)).verdict).toBe(verdict);
  });
  it("P1 the proof lists all untolerated taints, and the tolerations of the others", () => {
    const { checks } = explainPlacement(
      { ...emptyTemplate, tolerations: [{ key: "b", operator: "Exists" }] },
      node([taint("a", "NoSchedule"), taint("b", "NoExecute"), taint("node.kubernetes.io/unreachable", "NoExecute")]),
    );
    expect(checks.map((check) => check.kind === "taint" && [check.outcome, check.tolerationOrigin])).toEqual([
      ["blocksNew", undefined],
      ["tolerated", "template"],
      ["tolerated", "controller"],
    ]);
  });
  it(`P1 proof and verdict agree for any template and node, seed ${SEED}`, () => {
    const effect = fc.constantFrom("NoSchedule", "NoExecute", "PreferNoSchedule");
    const key = fc.constantFrom("a", "b", "node.kubernetes.io/not-ready");
    fc.assert(
      fc.property(
        fc.array(fc.record({ key, effect, value: fc.constantFrom("", "7", "8") })),
        fc.array(
          fc.record({ key, effect, operator: fc.constantFrom("Exists", "Equal", "Gt", "Lt"), value: fc.constantFrom("", "7", "x") }),
        ),
        fc.dictionary(fc.constantFrom("zone", "__proto__", "x"), fc.constantFrom("a", "b", "7", "007", "9007199254740993")),
        fc.dictionary(fc.constantFrom("zone", "x"), fc.constantFrom("a", "b")),
        fc.option(
          fc.array(
            fc.record({
              matchExpressions: fc.array(
                fc.record({
                  key: fc.constantFrom("zone", "?"),
                  operator: fc.constantFrom("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "Nope"),
                  values: fc.array(fc.constantFrom("a", "1", "9007199254740992"), { maxLength: 2 }),
                }),
                { maxLength: 2 },
              ),
              matchFields: fc.array(
                fc.record({
                  key: fc.constantFrom("metadata.name", "metadata.uid"),
                  operator: fc.constantFrom("In", "NotIn", "Exists"),
                  values: fc.array(fc.constantFrom("n", "", "other"), { maxLength: 2 }),
                }),
                { maxLength: 2 },
              ),
            }),
          ),
          { nil: undefined },
        ),
        fc.constantFrom(undefined, "", "n", "other"),
        fc.boolean(),
        (taints, tolerations, labels, nodeSelector, terms, nodeName, isOn) => {
          const template = {
            ...emptyTemplate,
            tolerations,
            nodeSelector,
            ...(nodeName === undefined ? {} : { nodeName }),
            ...(terms === undefined ? {} : { requiredNodeAffinity: { nodeSelectorTerms: terms } }),
          };
          const gates = { TaintTolerationComparisonOperators: isOn };
          for (const name of ["n", ""]) {
            const on = { ...node(taints, labels), name };
            const placement = explainPlacement(template, on, gates);
            expect(compilePlacement(template, gates)(on)).toBe(placement.verdict);
            // Other nodes, of this class and of other classes, are evaluated first.
            const classes = new NodeClasses();
            classes.mention(template);
            const verdicts = new ClassVerdicts(template, gates);
            for (const other of [
              { ...on, name: "other" },
              { ...on, taints: [] },
              { ...on, labels: {} },
            ])
              verdicts.on(other, classes.classOf(other));
            expect(verdicts.on(on, classes.classOf(on))).toBe(placement.verdict);
            expect(exclusionReason(placement) === undefined).toBe(placement.verdict === "run");
          }
        },
      ),
      { seed: SEED, numRuns: 1000 },
    );
  });
});

function modelOf(
  set: DaemonSetParts,
  nodes: number,
  pods: readonly (PodParts & { readonly name?: string })[],
  nowMs = 60_000,
): ClusterModel {
  const model = new ClusterModel({ nowMs: EPOCH_MS + nowMs });
  for (let at = 1; at <= nodes; at++) model.apply(putNode(aNode(`n${at}`)));
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", ...set })));
  model.apply(putRevision(aRevision("a", 1)));
  model.apply(putRevision(aRevision("a", 2)));
  pods.forEach((parts, at) => {
    model.apply(putPod(aPod("a", parts.name ?? `p${at}`, parts)));
  });
  model.takeChanges();
  return model;
}
const recordOf = (model: ClusterModel) => {
  const record = model.reading.daemonSetRecord("default/a");
  if (record === undefined) throw new Error("no record");
  return recordWithText(record);
};
const tuple = (model: ClusterModel) => {
  const { derived } = recordOf(model);
  if (derived === null) throw new Error("nothing is derived");
  return [
    derived.desiredNumberScheduled,
    derived.currentNumberScheduled,
    derived.numberReady,
    derived.updatedNumberScheduled,
    derived.numberAvailable,
    derived.numberMisscheduled,
  ];
};

describe("C counts, as updateDaemonSetStatus derives them", () => {
  it("C3 the oldest scheduled pod decides, regardless of readiness", () => {
    expect(
      tuple(
        modelOf({}, 1, [
          { node: "n1", hash: "hash-1", createdAtMs: 1 },
          { node: "n1", hash: "hash-2", createdAtMs: 2, readyAtMs: 3 },
        ]),
      ),
    ).toEqual([1, 1, 0, 0, 0, 0]);
  });
  it("C3 a scheduled pod comes before an older unscheduled one", () => {
    expect(
      tuple(
        modelOf({}, 1, [
          { pinnedTo: "n1", hash: "hash-2", createdAtMs: 1 },
          { node: "n1", hash: "hash-2", createdAtMs: 2, readyAtMs: 3 },
        ]),
      ),
    ).toEqual([1, 1, 1, 1, 1, 0]);
  });
  it("C6 a terminating pod that is Ready still counts ready", () => {
    expect(tuple(modelOf({}, 1, [{ node: "n1", hash: "hash-1", readyAtMs: 1, deletedAtMs: 50_000 }]))).toEqual([1, 1, 1, 0, 1, 0]);
  });
  it("C2 a pod that ended and is being deleted is gone", () => {
    expect(tuple(modelOf({}, 1, [{ node: "n1", phase: "Failed", deletedAtMs: 1 }]))).toEqual([1, 0, 0, 0, 0, 0]);
  });
  it("C7 a pod on an unwanted node counts only as misscheduled", () => {
    expect(tuple(modelOf({ template: { nodeSelector: { x: "y" } } }, 1, [{ node: "n1", readyAtMs: 1 }]))).toEqual([0, 0, 0, 0, 0, 1]);
  });
  it("C4 a pod is available minReadySeconds after it is ready", () => {
    expect(tuple(modelOf({ minReadySeconds: 5 }, 1, [{ node: "n1", hash: "hash-2", readyAtMs: 56_000 }]))).toEqual([1, 1, 1, 1, 0, 0]);
    expect(tuple(modelOf({ minReadySeconds: 5 }, 1, [{ node: "n1", hash: "hash-2", readyAtMs: 55_000 }]))).toEqual([1, 1, 1, 1, 1, 0]);
  });
  it("C5 an equal template generation also makes a pod up to date", () => {
    expect(tuple(modelOf({ templateGeneration: 7 }, 1, [{ node: "n1", hash: "other", templateGeneration: 7, readyAtMs: 1 }]))).toEqual([
      1, 1, 1, 1, 1, 0,
    ]);
  });
  it("C8 pods on deleted nodes are in no number", () => {
    expect(tuple(modelOf({}, 1, [{ node: "gone", readyAtMs: 1 }]))).toEqual([1, 0, 0, 0, 0, 0]);
  });
  it("C10 a disagreement names the taint that the controller has not seen", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putNode(aNode("n1", { taints: [taint("dedicated", "NoSchedule", "db")] })));
    model.apply(
      putDaemonSet(
        aDaemonSet("a", {
          status: { desiredNumberScheduled: 1, currentNumberScheduled: 1, numberReady: 1, updatedNumberScheduled: 1, numberAvailable: 1 },
          templateHash: "template-1",
        }),
      ),
    );
    model.apply(putRevision(aRevision("a", 1)));
    model.apply(putPod(aPod("a", "p", { node: "n1", readyAtMs: 0 })));
    model.takeChanges();
    expect(recordOf(model).disagreements.find(({ field }) => field === "numberMisscheduled")?.cause).toContain("NoSchedule taint");
  });
});

describe("B the budget and its holders", () => {
  const unavailable = (value: number | string): KubeDaemonSet["spec"]["updateStrategy"] => ({
    type: "RollingUpdate",
    rollingUpdate: { maxUnavailable: value, maxSurge: 0 },
  });
  const surge = (value: number | string): KubeDaemonSet["spec"]["updateStrategy"] => ({
    type: "RollingUpdate",
    rollingUpdate: { maxUnavailable: 0, maxSurge: value },
  });
  const old = (at: number, more: PodParts = {}): PodParts => ({ node: `n${at}`, hash: "hash-1", readyAtMs: 1, ...more });
  const fresh = (at: number, more: PodParts = {}): PodParts => ({ node: `n${at}`, hash: "hash-2", ...more });
  const rows: readonly [string, DaemonSetParts, number, readonly PodParts[], number, number, readonly (readonly [string, number])[]][] = [
    ["B3 nothing under way uses nothing", { strategy: unavailable(1) }, 2, [old(1), old(2)], 1, 0, []],
    ["B2 a percentage rounds up, of desired", { strategy: unavailable("30%") }, 4, [old(1), old(2), old(3), old(4)], 2, 0, []],
    ["B2 both limits zero allow one", { strategy: unavailable(0) }, 1, [old(1)], 1, 0, []],
    ["B3 a node without a pod uses a slot", { strategy: unavailable(1) }, 2, [old(1)], 1, 1, [["noPod", 1]]],
    [
      "B3 only a terminating pod uses a slot",
      { strategy: unavailable(1) },
      1,
      [old(1, { deletedAtMs: 59_000 })],
      1,
      1,
      [["terminating", 1]],
    ],
    [
      "B3 a new pod that is not available uses a slot",
      { strategy: unavailable(1) },
      1,
      [fresh(1, { waiting: "ImagePullBackOff" })],
      1,
      1,
      [["newUnavailable", 1]],
    ],
    [
      "B4 old unavailable pods count, over the limit too",
      { strategy: unavailable(1) },
      2,
      [old(1, { readyAtMs: undefined } as unknown as PodParts), old(2, { readyAtMs: undefined } as unknown as PodParts)],
      1,
      2,
      [["oldUnavailable", 2]],
    ],
    ["B3 an old and a new pod use one slot", { strategy: unavailable(1) }, 1, [old(1), fresh(1, { readyAtMs: 2 })], 1, 1, [["twoPods", 1]]],
    [
      "B5 surge counts new pods that wait next to an old one",
      { strategy: surge(1) },
      2,
      [old(1), fresh(1), old(2)],
      1,
      1,
      [["twoPods", 1]],
    ],
    ["B5 surge does not count a node without any pod", { strategy: surge(1) }, 2, [old(1)], 1, 0, []],
    ["B5 surge does not count a new pod without an old one", { strategy: surge(1) }, 1, [fresh(1)], 1, 0, []],
    ["B6 OnDelete has no budget", { strategy: { type: "OnDelete" } }, 1, [], 0, 0, []],
  ];
  it.each(rows)("%s", (_name, set, nodes, pods, allowed, used, holders) => {
    const { budget } = recordOf(modelOf(set, nodes, pods));
    expect([budget.allowed, budget.used]).toEqual([allowed, used]);
    expect(budget.holders.map((holder) => [holder.reason, holder.count])).toEqual(holders);
  });
  it("B3 groups holders by the kubelet's reason", () => {
    const pods = [1, 2, 3].map((at) => fresh(at, { waiting: at < 3 ? "ImagePullBackOff" : "CrashLoopBackOff" }));
    expect(recordOf(modelOf({}, 3, pods)).budget.holders.map(({ cause, nodes }) => [cause, nodes])).toEqual([
      ["ImagePullBackOff", ["n1", "n2"]],
      ["CrashLoopBackOff", ["n3"]],
    ]);
  });
});

describe("R the rollout in kubectl's words", () => {
  const counts = {
    desiredNumberScheduled: 3,
    currentNumberScheduled: 3,
    numberReady: 3,
    updatedNumberScheduled: 3,
    numberAvailable: 3,
    numberUnavailable: 0,
    numberMisscheduled: 0,
  };
  const facts = { name: "x", strategy: "RollingUpdate", generation: 2, observedGeneration: 2, reported: counts };
  it.each([
    [
      "R1 OnDelete has no rollout status",
      { ...facts, strategy: "OnDelete" },
      "onDelete",
      "rollout status is only available for RollingUpdate strategy type",
    ],
    [
      "R2 a spec that is not observed",
      { ...facts, observedGeneration: 1 },
      "unobserved",
      "Waiting for daemon set spec update to be observed...",
    ],
    [
      "R3 updated below desired",
      { ...facts, reported: { ...counts, updatedNumberScheduled: 2 } },
      "updating",
      'Waiting for daemon set "x" rollout to finish: 2 out of 3 new pods have been updated...',
    ],
    [
      "R4 available below desired",
      { ...facts, reported: { ...counts, numberAvailable: 2 } },
      "waitingForAvailable",
      'Waiting for daemon set "x" rollout to finish: 2 of 3 updated pods are available...',
    ],
    ["R5 all available", facts, "complete", 'daemon set "x" successfully rolled out'],
    [
      "R5 zero desired nodes is complete for kubectl",
      { ...facts, reported: { ...counts, desiredNumberScheduled: 0 } },
      "noNodes",
      'daemon set "x" successfully rolled out',
    ],
  ] as const)("%s", (_name, facts, kind, message) => {
    expect(rolloutStateOf(facts)).toEqual({ kind, message });
  });
  const rolling = {
    generation: 2,
    observedGeneration: 2,
    status: { desiredNumberScheduled: 2, updatedNumberScheduled: 1, numberAvailable: 1 },
  };
  it("R8 a bad image is failing at once and stuck within a minute", () => {
    const model = modelOf(
      rolling,
      2,
      [
        { node: "n1", hash: "hash-2", createdAtMs: 0, waiting: "ImagePullBackOff" },
        { node: "n2", hash: "hash-1", readyAtMs: 0 },
      ],
      10_000,
    );
    expect(recordOf(model).concern?.kind).toBe("failing");
    model.tick(EPOCH_MS + 59_000);
    model.takeChanges();
    expect(recordOf(model).concern).toEqual({
      kind: "budgetHeld",
      message: "ImagePullBackOff on 1 node",
      sinceMs: EPOCH_MS,
      nodes: ["n1"],
      stuck: true,
    });
  });
  it("R9 reports a host port together with maxSurge before a rollout", () => {
    const template = { containers: [{ name: "c", image: "i", ports: [{ containerPort: 80, hostPort: 8080 }] }] };
    const model = modelOf({ template, strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } }, 1, [
      { node: "n1", hash: "hash-2", readyAtMs: 1 },
    ]);
    expect(recordOf(model).concern?.kind).toBe("surgeImpossible");
  });
  it("R10 outdated pods under OnDelete wait for a user", () => {
    const model = modelOf({ strategy: { type: "OnDelete" } }, 1, [{ node: "n1", hash: "hash-1", readyAtMs: 1 }]);
    expect(recordOf(model).concern).toMatchObject({ kind: "waitsForYou", message: "1 old pod to delete (OnDelete)" });
  });
  it("R6 after an undo the revision with equal data is current, regardless of its number", () => {
    expect(recordOf(modelOf({ templateHash: "template-1" }, 0, [])).revisions.map(({ hash, current }) => [hash, current])).toEqual([
      ["hash-2", false],
      ["hash-1", true],
    ]);
  });
});

describe("C12 cells", () => {
  const cell = (model: ClusterModel) => cellOf(model.reading.cellAt("default/a", "n1"));
  it("a surge shows the new pod's state and both pods", () => {
    expect(
      cell(
        modelOf({}, 1, [
          { node: "n1", hash: "hash-1", readyAtMs: 1 },
          { node: "n1", hash: "hash-2", createdAtMs: 5 },
        ]),
      ),
    ).toMatchObject({ state: "starting", twoPods: true, oldRevision: false });
  });
  it("a terminating old pod keeps its readiness and both flags", () => {
    expect(cell(modelOf({}, 1, [{ node: "n1", hash: "hash-1", readyAtMs: 1, deletedAtMs: 59_000 }]))).toMatchObject({
      state: "available",
      terminating: true,
      oldRevision: true,
    });
  });
  it("a pod that waits for the scheduler is on the node of its affinity", () => {
    expect(cell(modelOf({}, 1, [{ pinnedTo: "n1", hash: "hash-2" }]))).toMatchObject({ state: "unscheduled" });
  });
});

test("P1 C7 offers deletion of a misscheduled pod without a successor, unless NoExecute evicts it anyway", () => {
  const remediesOn = (effect: "NoSchedule" | "NoExecute") => {
    const node = { name: "n1", labels: {}, taints: [taint("dedicated", effect, "db")] };
    const pair = { namespace: "security", daemonSet: "falco", node: "n1" };
    const facts = pairFacts(pair, emptyTemplate, [node, { name: "w", labels: {}, taints: [] }], { desired: 1 });
    return remediesWithText(facts, { ...pair, placement: explainPlacement(emptyTemplate, node), isEnding: false, pods: ["falco-a1"] });
  };
  expect(remediesOn("NoSchedule").at(-1)).toMatchObject({
    title: "Delete falco-a1",
    effect: "Nothing comes to n1 in its place while the taint remains: desired stays 1, and misscheduled falls by 1 once the pod is gone.",
    command: "kubectl -n security delete pod falco-a1",
  });
  expect(remediesOn("NoExecute").map(({ act }) => act.kind)).not.toContain("deletePods");
});

test("both remedies of a taint, the narrower first, state their effect before the command", () => {
  const control = { name: "cp", labels: {}, taints: [taint("node-role.kubernetes.io/control-plane", "NoSchedule")] };
  const template = emptyTemplate;
  const pair = { namespace: "default", daemonSet: "redis-ds", node: "cp" };
  const facts = pairFacts(pair, template, [control, { name: "w", labels: {}, taints: [] }], { desired: 1 });
  const remedies = remediesWithText(facts, { ...pair, placement: explainPlacement(template, control), isEnding: false, pods: [] });
  expect(remedies.map(({ command }) => command.split("\n")[0])).toEqual([
    expect.stringContaining("kubectl -n default patch daemonset redis-ds --type=json -p"),
    "kubectl taint node cp node-role.kubernetes.io/control-plane:NoSchedule-",
  ]);
  expect(remedies[0]?.effect).toBe("Desired goes from 1 to 2. Replaces every pod within the budget.");
});
