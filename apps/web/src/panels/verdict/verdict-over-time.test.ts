import { dropObject, putDaemonSet, putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { aDaemonSet, aNode, aPod, EPOCH_MS, type NodeParts, type PodParts } from "@daemonscope/daemonset/model/objects.fixture";
import { fresh, MINUTE, modelOf, old, plainRecordOf as recordOf, type Scene, status } from "@daemonscope/daemonset/rollout/scene.fixture";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { verdictOn, verdictOnFleet } from "./select-verdict.ts";

const { t } = createTranslator();

const SECOND = 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the verdict on a scene: the word and its sentence. */
function verdictTextOf(scene: Scene): string {
  const record = recordOf(modelOf(scene));
  const { word, sentence } = verdictOn(t, record, EPOCH_MS + scene.nowMs);
  return `${word}: ${sentence}`;
}

const three: readonly NodeParts[] = [{}, {}, {}];
/** A pod of an old rollout that became ready with the revision. */
const well = (at: number) => fresh(at, { createdAtMs: 0, readyAtMs: 5 * SECOND });
const waitsForCpu = { schedulerMessage: "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) [NodeAffinity]." };
const unreadyNode = (readySinceMs: number, more: NodeParts = {}): NodeParts => ({
  ready: "False",
  readySinceMs,
  taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }],
  ...more,
});
const tolerant = { tolerations: [{ operator: "Exists" }] };
/** A revision of day 0 whose rollout ended long ago. */
const settledScene = (parts: Partial<Scene>): Omit<Scene, "nowMs"> => ({
  set: { status: status(3, 3, 2) },
  nodes: three,
  pods: [well(1), well(2)],
  ...parts,
});

type ExpectedVerdict = readonly [afterMs: number, verdict: string];
/** Each case: its name, scene, start (`atMs`) and the expected verdicts at times after the start. */
const cases: readonly (readonly [name: string, scene: Omit<Scene, "nowMs">, atMs: number, expected: readonly ExpectedVerdict[]])[] = [
  [
    "a new DaemonSet whose pods start",
    { set: { status: status(3, 3, 0) }, nodes: three, pods: [1, 2, 3].map((at) => fresh(at, { waiting: "ContainerCreating" })) },
    0,
    [
      [2 * SECOND, "ROLLING: 3 of 3 updated, 0 of 3 available"],
      [9 * MINUTE, "ROLLING: 3 of 3 updated, 0 of 3 available"],
      [10 * MINUTE, "FAILING 10m: starting on 3 nodes (n1, n2, n3); 3 pods of revision 2 have never been Ready"],
    ],
  ],
  [
    "a new DaemonSet whose pods are not made: no quota",
    { set: { status: status(3, 0, 0) }, nodes: three, pods: [] },
    0,
    [
      [9 * MINUTE, "ROLLING: 0 of 3 updated, 0 of 3 available"],
      [10 * MINUTE, "DEGRADED 10m: no pod on 3 nodes (n1, n2, n3)"],
    ],
  ],
  [
    "a pod that became not Ready long after the rollout",
    settledScene({ pods: [well(1), well(2), fresh(3, { createdAtMs: 0, unreadyAtMs: 3 * DAY, phase: "Running" })] }),
    3 * DAY,
    [
      [SECOND, "DEGRADED: 2 of 3 available, Running, not Ready on 1 node"],
      [10 * MINUTE - 1, "DEGRADED: 2 of 3 available, Running, not Ready on 1 node"],
      [10 * MINUTE, "FAILING 10m: Running, not Ready on 1 node (n3)"],
      [2 * DAY, "FAILING 2d: Running, not Ready on 1 node (n3)"],
    ],
  ],
  [
    "a pod that was made again long after the rollout, and starts",
    settledScene({ pods: [well(1), well(2), fresh(3, { createdAtMs: 3 * DAY, waiting: "ContainerCreating" })] }),
    3 * DAY,
    [
      [SECOND, "DEGRADED: 2 of 3 available, starting on 1 node"],
      [10 * MINUTE, "FAILING 10m: starting on 1 node (n3)"],
    ],
  ],
  [
    "a node that joined, NotReady while its network comes up",
    settledScene({
      set: { status: status(3, 3, 2), template: tolerant },
      nodes: [{}, {}, unreadyNode(3 * DAY, { createdAtMs: 3 * DAY })],
      pods: [well(1), well(2), fresh(3, { createdAtMs: 3 * DAY, waiting: "ContainerCreating" })],
    }),
    3 * DAY,
    [
      [30 * SECOND, "HEALTHY: 2 of 3 available; 1 node NotReady"],
      [10 * MINUTE, "DEGRADED 10m: n3 is NotReady"],
    ],
  ],
  [
    "a node that went NotReady",
    settledScene({ nodes: [{}, {}, unreadyNode(3 * DAY)], pods: [well(1), well(2), well(3)], set: { status: status(2, 2, 2) } }),
    3 * DAY,
    [
      [SECOND, "DEGRADED 1s: n3 is NotReady"],
      [HOUR, "DEGRADED 60m: n3 is NotReady"],
    ],
  ],
  [
    "two nodes that went NotReady, which the DaemonSet tolerates",
    settledScene({
      set: { status: status(3, 3, 1), template: tolerant },
      nodes: [{}, unreadyNode(3 * DAY), unreadyNode(3 * DAY)],
      pods: [well(1), ...[2, 3].map((at) => fresh(at, { createdAtMs: 0, unreadyAtMs: 3 * DAY, phase: "Running" }))],
    }),
    3 * DAY,
    [[HOUR, "DEGRADED 60m: 2 nodes NotReady (n2, n3)"]],
  ],
  [
    "a pod that is ready and waits for minReadySeconds",
    settledScene({
      set: { status: status(3, 3, 2), minReadySeconds: 1800 },
      pods: [well(1), well(2), fresh(3, { createdAtMs: 3 * DAY - MINUTE, readyAtMs: 3 * DAY })],
    }),
    3 * DAY,
    [
      [20 * MINUTE, "DEGRADED: 2 of 3 available, 1 Ready for less than minReadySeconds (1,800 s)"],
      // The status has not changed yet.
      [30 * MINUTE, "DEGRADED: 2 of 3 available, derived: 3 of 3 available"],
    ],
  ],
  [
    "a rollout that waits for minReadySeconds",
    {
      set: { status: status(3, 1, 2), minReadySeconds: 1800 },
      nodes: three,
      pods: [fresh(1, { createdAtMs: DAY, readyAtMs: DAY + SECOND }), old(2), old(3)],
      revisionAtMs: DAY,
    },
    DAY,
    [[25 * MINUTE, "ROLLING: 1 of 3 updated"]],
  ],
  [
    "a rollout whose pod starts slowly",
    {
      set: { status: status(3, 1, 2) },
      nodes: three,
      pods: [fresh(1, { createdAtMs: DAY, waiting: "ContainerCreating" }), old(2), old(3)],
      revisionAtMs: DAY,
    },
    DAY,
    [
      [9 * MINUTE, "ROLLING: 1 of 3 updated"],
      [10 * MINUTE, "ROLLING: 1 of 3 updated, slow: starting on 1 node"],
    ],
  ],
  [
    "a rollout to an image that cannot be pulled",
    {
      set: { status: status(3, 1, 2) },
      nodes: three,
      pods: [fresh(1, { createdAtMs: DAY, waiting: "ImagePullBackOff" }), old(2), old(3)],
      revisionAtMs: DAY,
    },
    DAY,
    [
      [10 * SECOND, "FAILING 10s: ImagePullBackOff on 1 node"],
      [45 * SECOND, "STUCK 45s: ImagePullBackOff on 1 node"],
      [2 * HOUR, "STUCK 120m: ImagePullBackOff on 1 node"],
    ],
  ],
  [
    "a pod that crashes in a loop long after the rollout",
    settledScene({
      pods: [well(1), well(2), fresh(3, { createdAtMs: 0, unreadyAtMs: 3 * DAY, waiting: "CrashLoopBackOff", restarts: 4 })],
    }),
    3 * DAY,
    [
      [SECOND, "FAILING 1s: CrashLoopBackOff on 1 node (n3)"],
      [5 * HOUR, "FAILING 5h: CrashLoopBackOff on 1 node (n3)"],
    ],
  ],
  [
    "a node that joined long after the rollout, and cannot pull the image",
    settledScene({
      nodes: [{}, {}, { createdAtMs: 3 * DAY }],
      pods: [well(1), well(2), fresh(3, { createdAtMs: 3 * DAY, waiting: "ErrImagePull" })],
    }),
    3 * DAY,
    [[2 * MINUTE, "FAILING 2m: ImagePullBackOff on 1 node (n3)"]],
  ],
  [
    "the only node's image cannot be pulled",
    { set: { status: status(1, 1, 0) }, nodes: [{}], pods: [fresh(1, { createdAtMs: DAY, waiting: "ErrImagePull" })], revisionAtMs: DAY },
    DAY,
    [[2 * DAY, "STUCK 2d: ImagePullBackOff on 1 node"]],
  ],
  [
    "a rollout whose last old pod does not end, on a node that is gone, with places free",
    {
      set: { status: status(3, 2, 2), template: tolerant, strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } } },
      nodes: [{}, {}, unreadyNode(DAY)],
      pods: [well(1), well(2), old(3, { readyAtMs: undefined, createdAtMs: 0, unreadyAtMs: DAY, deletedAtMs: DAY } as unknown as PodParts)],
      revisionAtMs: DAY - MINUTE,
    },
    DAY,
    [
      [4 * MINUTE, "ROLLING: 2 of 3 updated"],
      [6 * MINUTE, "STUCK 6m: terminating, node NotReady on 1 node"],
    ],
  ],
  [
    "a pod that the scheduler refuses long after the rollout",
    settledScene({ pods: [well(1), well(2), { pinnedTo: "n3", hash: "hash-2", createdAtMs: 3 * DAY, ...waitsForCpu }] }),
    3 * DAY,
    [
      [10 * SECOND, "DEGRADED: 2 of 3 available, Insufficient cpu on 1 node"],
      [45 * SECOND, "DEGRADED 45s: Insufficient cpu on 1 node (n3)"],
    ],
  ],
  [
    "a pod that does not end long after its grace period",
    settledScene({ pods: [well(1), well(2), fresh(3, { createdAtMs: 0, unreadyAtMs: 3 * DAY, phase: "Running", deletedAtMs: 3 * DAY })] }),
    3 * DAY,
    [
      [10 * MINUTE, "DEGRADED: 2 of 3 available, terminating on 1 node"],
      [11 * MINUTE, "DEGRADED 10m: terminating on 1 node (n3)"],
    ],
  ],
  [
    "a pod that ends and is Ready still",
    settledScene({
      pods: [well(1), well(2), fresh(3, { createdAtMs: 0, readyAtMs: MINUTE, deletedAtMs: 3 * DAY })],
      set: { status: status(3, 3, 3) },
    }),
    3 * DAY,
    [[HOUR, "HEALTHY: 3 of 3 available"]],
  ],
  [
    "a pod that was Ready for a while after it came",
    settledScene({ pods: [well(1), well(2), fresh(3, { createdAtMs: 3 * DAY, unreadyAtMs: 3 * DAY + 9 * MINUTE, phase: "Running" })] }),
    3 * DAY,
    [
      [18 * MINUTE, "DEGRADED: 2 of 3 available, Running, not Ready on 1 node"],
      [19 * MINUTE, "FAILING 10m: Running, not Ready on 1 node (n3)"],
    ],
  ],
  [
    "a pod that restarted, and was Ready for moments",
    settledScene({
      pods: [well(1), well(2), fresh(3, { createdAtMs: 3 * DAY, unreadyAtMs: 3 * DAY + 9 * MINUTE, phase: "Running", restarts: 2 })],
    }),
    3 * DAY,
    [[10 * MINUTE, "FAILING 10m: Running, not Ready on 1 node (n3)"]],
  ],
  [
    "OnDelete, old pods and all of them well",
    { set: { strategy: { type: "OnDelete" } }, nodes: three, pods: [old(1), old(2), well(3)] },
    0,
    [[DAY, "MANUAL: 2 old pods to delete (OnDelete)"]],
  ],
  [
    "OnDelete, and a pod that is not Ready",
    {
      set: { status: status(3, 3, 2), strategy: { type: "OnDelete" } },
      nodes: three,
      pods: [well(1), well(2), fresh(3, { createdAtMs: 0, unreadyAtMs: DAY, phase: "Running" })],
    },
    DAY,
    [
      [9 * MINUTE, "DEGRADED: 2 of 3 available, Running, not Ready on 1 node"],
      [10 * MINUTE, "FAILING 10m: Running, not Ready on 1 node (n3)"],
    ],
  ],
  [
    "maxSurge and a host port, with nothing to roll out",
    settledScene({
      set: {
        status: status(3, 3, 3),
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        template: { containers: [{ name: "c", image: "i", ports: [{ containerPort: 80, hostPort: 8080 }] }] },
      },
      pods: [well(1), well(2), well(3)],
    }),
    3 * DAY,
    [
      [
        HOUR,
        "HEALTHY: 3 of 3 available; the next rollout cannot work: maxSurge needs two pods on a node, but only one can hold host port 8080",
      ],
    ],
  ],
];

describe("R20–R22 the word at each time", () => {
  it.each(cases)("%s", (_name, scene, atMs, expected) => {
    expect(expected.map(([afterMs]) => [afterMs, verdictTextOf({ ...scene, nowMs: atMs + afterMs })])).toEqual(expected);
  });
});

describe("R21 R22 the memory of a watched rollout", () => {
  it("R21 the last pods of a rollout longer than ten minutes are still rolling; a pod recreated afterwards is not", () => {
    const model = modelOf({
      set: { status: status(2, 1, 2) },
      nodes: [{}, {}],
      pods: [fresh(1, { createdAtMs: 0, readyAtMs: MINUTE }), old(2)],
      nowMs: HOUR,
    });
    const word = () => verdictOn(t, recordOf(model), model.reading.nowMs).word;
    const puts = (nowMs: number, updated: number, available: number, parts: Parameters<typeof aPod>[2], name = "p1") => {
      model.tick(EPOCH_MS + nowMs);
      model.apply(putPod(aPod("a", name, parts)));
      model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", status: status(2, updated, available) })));
      model.takeChanges();
    };
    model.apply({ do: "beginMarks" });
    model.takeChanges();
    expect(word()).toBe("ROLLING");
    model.apply(dropObject("pods", aPod("a", "p1", old(2)).metadata.uid));
    puts(HOUR, 2, 1, fresh(2, { createdAtMs: HOUR }), "p2");
    expect(word()).toBe("ROLLING");
    puts(HOUR + MINUTE, 2, 2, fresh(2, { createdAtMs: HOUR, readyAtMs: HOUR + MINUTE }), "p2");
    expect(word()).toBe("HEALTHY");
    model.apply(dropObject("pods", aPod("a", "p2", fresh(2)).metadata.uid));
    puts(HOUR + 2 * MINUTE, 2, 1, fresh(2, { createdAtMs: HOUR + 2 * MINUTE, waiting: "ContainerCreating" }), "p3");
    expect(word()).toBe("DEGRADED");
    // A rollout that was complete is not stuck.
    puts(HOUR + 3 * MINUTE, 2, 1, fresh(2, { createdAtMs: HOUR + 2 * MINUTE, waiting: "ImagePullBackOff" }), "p3");
    expect(recordOf(model).concern).toMatchObject({
      kind: "failing",
      stuck: false,
      detail: { kind: "failing", count: 1, cause: { kind: "imageFailed", reason: "ImagePullBackOff" } },
    });
  });
  it("N3 R22 a new node without a pod joins for ten minutes, and is late after them", () => {
    const model = modelOf({ set: { status: status(2, 2, 2) }, nodes: [{}, {}], pods: [well(1), well(2)], nowMs: 3 * DAY });
    model.apply({ do: "beginMarks" });
    model.takeChanges();
    model.apply(putNode(aNode("n3", { createdAtMs: 3 * DAY, readySinceMs: 3 * DAY + MINUTE })));
    model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", status: status(3, 2, 2) })));
    const verdictText = () => {
      model.takeChanges();
      const { word, sentence } = verdictOn(t, recordOf(model), model.reading.nowMs);
      return `${word}: ${sentence}`;
    };
    expect(verdictText()).toBe("HEALTHY: 2 of 3 available; no pod on 1 node");
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 3 * DAY + 10 * MINUTE);
    model.tick(EPOCH_MS + 3 * DAY + 10 * MINUTE);
    expect(verdictText()).toBe("DEGRADED 10m: no pod on 1 node (n3)");
  });
});

it("R20 an impossible surge is only a notice on the fleet, and the worst word is that of unavailable pods", () => {
  const idle = cases.find(([name]) => name.startsWith("maxSurge"));
  const down = cases.find(([name]) => name.startsWith("a pod that became not Ready"));
  if (idle === undefined || down === undefined) throw new Error("no such case");
  const recordAtDay4 = (scene: Omit<Scene, "nowMs">) => recordOf(modelOf({ ...scene, nowMs: 4 * DAY }));
  expect(verdictOnFleet(t, [recordAtDay4(idle[1])], EPOCH_MS + 4 * DAY).word).toBe("HEALTHY");
  expect(verdictOnFleet(t, [recordAtDay4(idle[1]), recordAtDay4(down[1])], EPOCH_MS + 4 * DAY).word).toBe("FAILING 24h");
});

it.each([
  [["upgrade-done", "drain-required", "upgrade-required"], "1 of 3 updated by gpu-operator, 1 draining (n2)"],
  [["upgrade-required", "upgrade-required", "upgrade-required"], "0 of 3 updated by gpu-operator"],
  // The pod of n2 is new and available, and the controller has not seen it.
  [["upgrade-done", "pod-restart-required", "upgrade-required"], "2 of 3 updated by gpu-operator; n3 waits for n2"],
  [["drain-required", "drain-required", ""], "0 of 3 updated by gpu-operator, 2 draining"],
])("R31 the headline of a managed rollout leads with UP-TO-DATE, and names where the controller works: %j", (states, sentence) => {
  const isUpdated = (state: string) => state === "upgrade-done" || state === "pod-restart-required";
  const model = modelOf({
    set: {
      labels: { app: "nvidia-driver-daemonset" },
      strategy: { type: "OnDelete" },
      status: status(3, states.filter(isUpdated).length, 3),
    },
    nodes: states.map((state) => ({ labels: { "nvidia.com/gpu-driver-upgrade-state": state } })),
    pods: states.map((state, at) => (isUpdated(state) ? well(at + 1) : old(at + 1))),
    nowMs: HOUR,
  });
  expect(verdictOn(t, recordOf(model), EPOCH_MS + HOUR)).toMatchObject({ word: "ROLLING", sentence });
});
