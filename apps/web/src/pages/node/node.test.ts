import { type CellState, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { PlacementVerdict } from "@daemonscope/daemonset/placement/placement";
import { type NodeLifecycle, nodeLifecycle, READY_LIFECYCLE } from "@daemonscope/daemonset/records/node-lifecycle";
import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import type { PodOwnerKind } from "@daemonscope/shared/http/node-pods";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { podsOfCondition } from "./ConditionTable.tsx";
import { amountWords } from "./NodeCapacity.tsx";
import { unknownAgentsText } from "./NodeOverview.tsx";
import { lifeFact, nodeSuffixes, nodeWord, squareState } from "./NodePage.tsx";
import { effectWords } from "./NodePodTable.tsx";
import { countAgents, failingSince, isSelected, selectAgents } from "./select-agents.ts";
import { whyNotWords } from "./why-not-text.ts";

const { t } = createTranslator();

type Entry = NodeAnswer["daemonSets"][number];
type Pod = Partial<PodAnswer>;

const entry = (key: string, verdict: PlacementVerdict, ...pods: readonly Pod[]): Entry => ({
  key,
  verdict,
  cell: 0,
  checks: [],
  pods: pods as readonly PodAnswer[],
});
const ready = (readySinceMs: number, more: Pod = {}): Pod => ({ ready: true, readySinceMs, ...more });

it("counts neither a failed pod nor a terminating one as a ready agent", () => {
  const entries = [
    entry("a/ready", "run", ready(1)),
    entry("a/failed", "run", { ready: false }),
    entry("a/ending", "run", ready(1, { terminatingSinceMs: 2 })),
    entry("a/misscheduled", "keep", ready(1)),
  ];
  expect(countAgents(entries)).toEqual({ wanted: 3, ready: 1 });
});

describe("the agents of a node", () => {
  const agents = selectAgents([
    entry("a/unwanted", "exclude"),
    entry("a/second", "run", ready(200)),
    entry("a/late", "run", { ready: false }),
    entry("a/first", "run", ready(100)),
    entry("a/going", "run", ready(50, { terminatingSinceMs: 300 })),
    entry("a/none", "run"),
    { ...entry("a/zz-rejected", "exclude"), rejections: {} as NonNullable<Entry["rejections"]> },
  ]);

  it("are sorted: failing and misscheduled pods first", () => {
    const at = (key: string, state: CellState, verdict: PlacementVerdict = "run") => ({
      ...entry(key, verdict, ready(1)),
      cell: cellByte({ state, oldRevision: false, terminating: false, twoPods: false, nodeUnready: false }),
    });
    const sorted = selectAgents([
      at("a/ready", "available"),
      at("a/stray", "misscheduled", "keep"),
      at("a/z", "failing"),
      entry("a/none", "run"),
    ]);
    expect(sorted.map(({ entry: { key } }) => key)).toEqual(["a/z", "a/stray", "a/none", "a/ready"]);
  });

  it("T3 are sorted: missing ones first, then by time of readiness, then unwanted ones", () => {
    expect(agents.map(({ entry: { key }, readySinceMs, isLacking }) => [key, readySinceMs, isLacking])).toEqual([
      ["a/late", undefined, true],
      ["a/none", undefined, true],
      ["a/going", 50, true],
      ["a/first", 100, false],
      ["a/second", 200, false],
      ["a/zz-rejected", undefined, false],
      ["a/unwanted", undefined, false],
    ]);
  });

  it.each([
    [agents, undefined],
    [selectAgents([entry("a/first", "run", ready(1))]), undefined],
    [selectAgents([entry("a/unwanted", "keep")]), "No DaemonSet wants a pod here."],
  ])("have a sentence only if none belongs here, because the head has their number: %#", (listed, sentence) => {
    expect(unknownAgentsText(listed, "read", t)).toBe(sentence);
  });

  it.each([
    ["awaited", "5 agents belong here; pods are being read, so which are ready is not known yet."],
    ["refused", "5 agents belong here; pods are not read, so which are ready is unknown."],
  ] as const)("C13 are never missing while pods are loading: %s", (reading, sentence) => {
    expect(unknownAgentsText(agents, reading, t)).toBe(sentence);
  });
});

describe("the effect of deleting a pod", () => {
  it.each([
    [{ kind: "daemonSet", key: "a/wanted" }, "the controller makes a new one here"],
    [{ kind: "daemonSet", key: "a/stray" }, "no new one comes: none is wanted here"],
    [{ kind: "static" }, "deletes the mirror only; the kubelet keeps running it"],
    [{ kind: "controller", controller: "ReplicaSet", name: "web" }, "ReplicaSet makes another, maybe on another node"],
    [{ kind: "controller", controller: "Job", name: "once" }, "the Job may make another, maybe on another node"],
    [{ kind: "nobody" }, "it is gone for good"],
  ] satisfies readonly (readonly [PodOwnerKind, string])[])("T15 %j: %s", (owner, words) => {
    expect(effectWords({ owner }, (key) => key === "a/wanted", t)).toBe(words);
  });
});

it.each([
  ["a healthy node", { kind: "ready" }, "True", ["available", "excluded"], false, "available"],
  ["a failing agent", { kind: "ready" }, "True", ["available", "failing"], false, "failing"],
  ["a failing agent of a node that joins", { kind: "joining", signs: [] }, "True", ["failing"], false, "failing"],
  ["a node that joins", { kind: "joining", signs: [] }, "True", ["starting"], false, "starting"],
  ["a failing agent of a NotReady node", { kind: "notReady" }, "False", ["failing"], false, "available"],
  ["a failing agent of a node that shuts down", { kind: "shuttingDown", signs: [] }, "True", ["failing"], false, "available"],
  ["a misscheduled pod", { kind: "ready" }, "True", ["available", "misscheduled"], false, "misscheduled"],
  ["a failing agent next to a misscheduled pod", { kind: "ready" }, "True", ["misscheduled", "failing"], false, "failing"],
  ["a misscheduled pod of a NotReady node", { kind: "notReady" }, "False", ["misscheduled"], false, "available"],
  ["a failed upgrade", { kind: "cordoned" }, "True", ["available"], true, "failing"],
] as const)("the square of a node: %s", (_what, lifecycle, ready, agents, hasFailed, state) => {
  expect(squareState({ ready, lifecycle: lifecycle as unknown as NodeLifecycle }, agents, hasFailed)).toBe(state);
});

it.each([
  ["15625m", "15.6"],
  ["64136Mi", "62.6Gi"],
  ["375m", "375m"],
  ["-1500m", "-1.5"],
  ["16", "16"],
])("states the free amount %s as %s", (amount, words) => {
  expect(amountWords(amount)).toBe(words);
});

describe("the reason why a node is excluded", () => {
  const taint = (effect: string) => ({ key: "t", effect });
  it.each([
    [[], undefined],
    [
      [
        { kind: "taint", passed: false, taint: taint("NoSchedule"), outcome: "blocksNew" },
        { kind: "taint", passed: false, taint: taint("NoExecute"), outcome: "evicts" },
      ],
      "t:NoExecute is not tolerated",
    ],
    [
      [
        { kind: "taint", passed: false, taint: taint("NoExecute"), outcome: "evicts" },
        { kind: "nodeSelector", passed: false, key: "os", want: "linux", have: undefined },
      ],
      "missing label os=linux",
    ],
    [[{ kind: "nodeSelector", passed: false, key: "os", want: "linux", have: "windows" }], "needs os=linux, the node has windows"],
  ] satisfies readonly (readonly [Entry["checks"], string | undefined])[])(
    "is the first failing check, and an eviction precedes a repelling taint: %#",
    (checks, words) => {
      expect(whyNotWords(checks, {}, t)).toBe(words);
    },
  );

  it.each([
    ["pending", "paused by gpu-operator"],
    ["failed", "left paused by gpu-operator"],
  ])("R32 names the controller of a pause, whose work is %s", (state, words) => {
    const [key, have] = ["nvidia.com/gpu.deploy.mps", "paused-for-mig-change"];
    const labels = { [key]: have, "nvidia.com/mig.config.state": state };
    expect(whyNotWords([{ kind: "nodeSelector", passed: false, key, want: "true", have }], labels, t)).toBe(words);
  });
});

it.each([
  ["no check fails", [{ kind: "taint", passed: true }], true],
  [
    "only a taint excludes it",
    [
      { kind: "nodeSelector", passed: true },
      { kind: "taint", passed: false },
    ],
    true,
  ],
  [
    "its selector does not match",
    [
      { kind: "nodeSelector", passed: false },
      { kind: "taint", passed: false },
    ],
    false,
  ],
  [
    "its affinity does not match",
    [
      { kind: "nodeAffinity", passed: false },
      { kind: "taint", passed: false },
    ],
    false,
  ],
  ["it targets another node", [{ kind: "nodeName", passed: false }], false],
] as const)("counts a taint as blocking only on a node that the DaemonSet selects: %s", (_, checks, expected) => {
  expect(isSelected({ entry: { ...entry("a/b", "exclude"), checks: checks as unknown as Entry["checks"] } })).toBe(expected);
});

describe("the state of a node", () => {
  const DISK = { type: "DiskPressure", status: "True" } as const;
  const usable = { unschedulable: false };
  const READY = { type: "Ready", status: "Unknown", lastTransitionTime: "2026-01-04T12:00:00Z" } as const;
  it.each([
    [{ ready: "True", lifecycle: { kind: "ready" } }, [DISK, { type: "Ready", status: "True" }], "READY, DiskPressure"],
    [{ ready: "False", lifecycle: { kind: "notReady" } }, [DISK, READY], "NOTREADY 18m, DiskPressure"],
    [{ ready: "True", lifecycle: { kind: "ready" } }, [{ type: "MemoryPressure", status: "False" }], "READY"],
    [{ ready: "Unknown", lifecycle: { kind: "silent" } }, undefined, "NOTREADY"],
    [{ ready: "False", lifecycle: { kind: "shuttingDown", signs: [] } }, [READY], "SHUTTING DOWN 18m"],
    [{ ready: "True", lifecycle: { kind: "shuttingDown", signs: [] } }, [], "SHUTTING DOWN"],
    [{ ready: "True", lifecycle: { kind: "leaving", signs: [] } }, [], "BEING REMOVED"],
    [{ ready: "True", lifecycle: { kind: "leaving", signs: [], isCandidate: true } }, [], "READY"],
    [{ ready: "True", lifecycle: { kind: "joining", signs: [] } }, [], "JOINING"],
    [{ ready: "False", lifecycle: { kind: "joining", signs: [] } }, [READY], "JOINING 18m"],
    [{ ready: "True", lifecycle: { kind: "draining", signs: [] } }, [], "DRAINING"],
    [{ ready: "True", lifecycle: { kind: "unknown", signs: [] } }, [], "UNKNOWN"],
    [{ ready: "True", lifecycle: { kind: "cordoned" } }, [], "READY"],
  ] as const)("is its word with its age, and the pressures: %j", (record, conditions, text) => {
    const nowMs = Date.parse("2026-01-04T12:18:00Z");
    expect(`${nodeWord(record, "available", conditions, nowMs, t)}${nodeSuffixes(usable, conditions, t)}`).toBe(text);
  });

  it("is followed by the pressures of its node, and by its cordon", () => {
    expect(nodeSuffixes({ unschedulable: true }, [DISK], t)).toBe(", DiskPressure, cordoned");
    expect(nodeSuffixes({ unschedulable: true }, undefined, t)).toBe(", cordoned");
  });

  const shutdown = nodeLifecycle(readyNode("n1", { ready: "False", signs: "node is shutting down" }));
  const disrupted = nodeLifecycle(readyNode("n1", { taints: [{ key: "karpenter.sh/disrupted", effect: "NoSchedule" }] }));
  it.each([
    ["False", shutdown, "ends when the node starts again"],
    ["True", disrupted, "karpenter.sh/disrupted (set by Karpenter, and ends when the node is gone)"],
    ["False", disrupted, "being removed: karpenter.sh/disrupted (set by Karpenter, and ends when the node is gone)"],
    ["True", READY_LIFECYCLE, undefined],
  ] as const)("is not repeated in the facts of a node: %#", (ready, lifecycle, fact) => {
    expect(lifeFact({ ready, lifecycle }, t)).toBe(fact);
  });

  it.each([
    ["True", "ready", "failing", "FAILING"],
    ["True", "cordoned", "misscheduled", "MISSCHEDULED"],
    ["True", "joining", "failing", "JOINING"],
    ["False", "notReady", "failing", "NOTREADY"],
  ] as const)("is the state of its worst agent, unless its own is worse: %s %s %s", (isReady, kind, square, word) => {
    const lifecycle = { kind, signs: [] } as unknown as NodeLifecycle;
    expect(nodeWord({ ready: isReady, lifecycle }, square, undefined, 0, t)).toBe(word);
  });

  it("has the age of its first failing agent", () => {
    const failing = (unavailableSinceMs: number) => ({
      ...entry("a/b", "run", { name: "b-1", unavailableSinceMs }),
      cell: cellByte({ state: "failing", oldRevision: false, terminating: false, twoPods: false, nodeUnready: false }),
    });
    const since = failingSince([failing(60_000), failing(120_000), entry("a/c", "run", ready(1))]);
    expect(nodeWord({ ready: "True", lifecycle: READY_LIFECYCLE }, "failing", undefined, 180_000, t, since)).toBe("FAILING 2m");
    expect(failingSince([entry("a/c", "run", ready(1))])).toBeUndefined();
  });

  it("names the pods that the kubelet rejects because of a condition", () => {
    const sets = [
      entry("a/one", "run", { name: "one-1", trouble: { kind: "diskPressure", reason: "Evicted" } }),
      entry("a/two", "run", { name: "two-1", trouble: { kind: "memoryPressure", reason: "Evicted" } }),
      entry("a/well", "run", ready(1)),
    ];
    expect(podsOfCondition("DiskPressure", sets)).toEqual([{ key: "a/one", pod: "one-1" }]);
    expect(podsOfCondition("PIDPressure", sets)).toEqual([]);
  });
});
