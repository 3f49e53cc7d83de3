import type { CountsThen, DaemonSetThen, Ghost, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { expect, it, test } from "vitest";
import type { RawObject } from "../differential/raw-mirror.ts";
import { compareThen } from "./compare-then.ts";
import type { SeenCluster } from "./seen-cluster.ts";

const counts = (desired: number, more: Partial<CountsThen> = {}): CountsThen => ({
  desired,
  current: desired,
  misscheduled: 0,
  updated: desired,
  available: desired,
  ...more,
});

const set = (name: string, { desired, current, misscheduled, updated, available }: CountsThen): RawObject => ({
  metadata: { name, namespace: "default", uid: name, resourceVersion: "1" },
  status: {
    desiredNumberScheduled: desired,
    currentNumberScheduled: current,
    numberMisscheduled: misscheduled,
    updatedNumberScheduled: updated,
    numberAvailable: available,
  },
});

interface Node {
  readonly taints?: readonly { readonly key: string; readonly effect: string }[];
  readonly labels?: Readonly<Record<string, string>>;
}

interface Parts {
  readonly sets: Readonly<Record<string, CountsThen>>;
  /** By `daemonSet node`: the uid of the pod, with a `?` at the end if it is not bound. */
  readonly pods: Readonly<Record<string, string>>;
  readonly nodes?: Readonly<Record<string, Node>>;
}

const NODES: Readonly<Record<string, Node>> = { n1: {}, n2: {}, n3: {} };

function clusterOf({ sets, pods, nodes = NODES }: Parts): SeenCluster {
  const places = Object.entries(pods).map(([pair, text]) => {
    const uid = text.replace("?", "");
    return [`default/${pair}`, new Map([[uid, { name: uid, isBound: !text.endsWith("?") }]])] as const;
  });
  const objects = Object.entries(nodes).map(([name, { taints = [], labels = {} }]): readonly [string, RawObject] => [
    name,
    { metadata: { name, uid: name, resourceVersion: "1", labels }, spec: { taints } },
  ]);
  return {
    nodes: new Map(objects),
    daemonSets: new Map(Object.entries(sets).map(([name, setCounts]) => [`default/${name}`, set(name, setCounts)])),
    pods: new Map(places),
    uids: new Set(Object.values(pods).map((text) => text.replace("?", ""))),
    revisions: new Map(),
  };
}

const effect = (name: string, now: CountsThen, then: CountsThen, ghosts: Readonly<Partial<Record<Ghost, string>>>): DaemonSetThen => ({
  key: `default/${name}`,
  life: "stays",
  now,
  then,
  unwanted: 0,
  lost: 0,
  ghosts: Object.entries(ghosts).map(([ghost, nodes]) => ({ ghost: ghost as Exclude<Ghost, "same">, nodes: nodes.split(" ") })),
});

const TAINT = { key: "x", effect: "NoExecute" };
/**
 * n1 is tainted: `a` is removed from it, restarts on n2 and starts on n3, where it preempts a pod of `c`. `b` does not
 * change.
 */
const BEFORE: Parts = {
  sets: { a: counts(2), b: counts(2), c: counts(1) },
  pods: { "a n1": "a1", "a n2": "a2", "b n1": "b1", "b n2": "b2", "c n3": "c3" },
};
const AFTER: Parts = {
  sets: { a: counts(2), b: counts(2), c: counts(1, { available: 0 }) },
  pods: { "a n2": "a2-new", "a n3": "a3", "b n1": "b1", "b n2": "b2", "c n3": "c3-new?" },
  nodes: { ...NODES, n1: { taints: [TAINT], labels: { pool: "x" } } },
};
const [effectOnA, effectOnC] = [
  effect("a", counts(2), counts(2), { goes: "n1", restarts: "n2", comes: "n3" }),
  effect("c", counts(1), counts(1, { available: 0 }), { unfit: "n3" }),
];
const pushing = (name: string, node: string): DaemonSetThen => ({
  ...effectOnA,
  ghosts: effectOnA.ghosts.map((group) =>
    group.ghost === "comes" ? { ...group, preempts: [{ namespace: "default", name, node }] } : group,
  ),
});
const ANSWER = {
  steps: [{ nodes: ["n1"], isSoAlready: false }],
  daemonSets: [pushing("c3", "n3"), effectOnC],
  changedNodes: [{ name: "n1", uid: "n1", labels: { pool: "x" }, taints: [TAINT] }],
  left: [],
} as unknown as WhatIfAnswer;

const problems = (after: Parts, answer: WhatIfAnswer = ANSWER): readonly string[] =>
  compareThen(answer, clusterOf(BEFORE), clusterOf(after)).problems;

test("reports no problem if the prediction came true", () => {
  expect(compareThen(ANSWER, clusterOf(BEFORE), clusterOf(AFTER))).toEqual({ problems: [], pairs: 9, loose: 0, counts: 15 });
});

const { pods, sets, nodes = {} } = AFTER;
const without = (pair: string) => ({ ...AFTER, pods: Object.fromEntries(Object.entries(pods).filter(([each]) => each !== pair)) });
const withPod = (pair: string, uid: string) => ({ ...AFTER, pods: { ...pods, [pair]: uid } });
const withCounts = (name: string, setCounts: CountsThen) => ({ ...AFTER, sets: { ...sets, [name]: setCounts } });
const withNode = (name: string, node: Node) => ({ ...AFTER, nodes: { ...nodes, [name]: node } });

it.each<readonly [string, Parts, string]>([
  ["a pod that should be gone remains", withPod("a n1", "a1"), "default/a n1: goes was said"],
  ["a pod that should be replaced is the same", withPod("a n2", "a2"), "default/a n2: restarts was said"],
  ["a pod that should be replaced is gone", without("a n2"), "default/a n2: restarts was said"],
  ["a pod without a prediction is replaced", withPod("b n1", "b1-new"), "default/b n1: same was said"],
  ["a pod without a prediction is gone", without("b n2"), "default/b n2: same was said"],
  ["a pod without a prediction appears", withPod("b n3", "b3"), "default/b n3: same was said"],
  ["a count that should change has another value", withCounts("a", counts(2, { available: 1 })), "default/a: available was to be 2"],
  [
    "a count without a prediction has another value",
    withCounts("b", counts(2, { misscheduled: 1 })),
    "default/b: misscheduled was to be 0",
  ],
  ["a DaemonSet without a prediction appears", { ...AFTER, sets: { ...sets, d: counts(0) } }, "default/d: nothing was said of it"],
  ["a predicted taint is missing", withNode("n1", { labels: { pool: "x" } }), "n1: taints were to be"],
  ["a label has another value", withNode("n1", { taints: [TAINT], labels: { pool: "y" } }), "n1: labels were to be"],
])("finds that %s", (_name, after, problem) => {
  expect(problems(after).join("\n")).toContain(problem);
});

test("finds a DaemonSet and a node that should be gone and remain", () => {
  const answer = { ...ANSWER, left: ["n2"], daemonSets: [ANSWER.daemonSets[0], { ...effectOnC, life: "goes" }] } as WhatIfAnswer;
  expect(problems(AFTER, answer)).toEqual(["n2 did not leave", "default/c: is still there"]);
});

test("finds a pod that should be preempted and remains", () => {
  const answer = { ...ANSWER, daemonSets: [pushing("b2", "n3"), effectOnC] };
  expect(problems(AFTER, answer)).toEqual(["default/a: b2 was to be pushed out of n3, and is there"]);
});
