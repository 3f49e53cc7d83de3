import type { TaintCell } from "@daemonscope/daemonset/placement/taints/taint-matrix";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { DEFAULT_GATES } from "@daemonscope/kube/matching/toleration";
import type { TaintsAnswer } from "@daemonscope/shared/http/answers";
import { expect, test } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { words as zhCN } from "../../words/i18n/zh-CN/words.ts";
import { words as zhTW } from "../../words/i18n/zh-TW/words.ts";
import { pickCell, planTaints, stepFrom } from "./select-taints.ts";
import {
  effectOfRemoving,
  effectOfTolerating,
  misscheduledNodes,
  noChangeSentence,
  taintCellText,
  taintsVerdict,
  toleratedBySentence,
} from "./taint-text.ts";

const { t } = createTranslator();
const cell = (answer: TaintCell["answer"], wants = 1, kept = 0, only = wants): TaintCell => ({ answer, wants, kept, excused: 0, only });
const row = (key: string, effect: string, nodes: number, cells: readonly (TaintCell | null)[]) => ({
  taint: { key, value: "", effect },
  nodes,
  addedAtMs: undefined,
  cells,
});
const set = (key: string, places: number, kept = 0) => ({
  key,
  loss: { places, kept },
  tolerations: [],
  tolerationCount: 0,
  hostNetwork: false,
});
const answer: TaintsAnswer = {
  at: 0,
  podsRead: true,
  taintCount: 3,
  keepingOffCount: 1,
  gates: DEFAULT_GATES,
  daemonSets: [set("a/one", 5, 2), set("a/two", 0), set("b/three", 3)],
  rows: [
    row("edge", "NoExecute", 3, [cell("evicts", 3), null, cell("evicts", 3)]),
    row("db", "NoSchedule", 2, [cell("blocksNew", 2, 2, 1), cell("everything", 2), cell("template", 2)]),
    row("spot", "PreferNoSchedule", 9, [null, cell("ignored", 9), null]),
  ],
};
const plan = planTaints(answer, ["b/three", "a/one"]);

test("sorts columns by lost nodes, later columns last, and groups rows by effect", () => {
  expect(plan.columns.map(({ key }) => key)).toEqual(["b/three", "a/one", "a/two"]);
  expect(plan.groups.map(({ effect, lines }) => [effect, lines.map(({ text }) => text)])).toEqual([
    ["NoExecute", ["edge:NoExecute"]],
    ["NoSchedule", ["db:NoSchedule"]],
    ["PreferNoSchedule", ["spot:PreferNoSchedule"]],
  ]);
  expect(plan.lines[1]?.cells.map((each) => each?.answer)).toEqual(["template", "blocksNew", "everything"]);
  expect([plan.losers, plan.off, plan.kept]).toEqual([2, 6, 2]);
});

test("the footer counts the same nodes as the verdict: nodes whose pod remains do not count", () => {
  expect(plan.columns.map(({ off }) => off)).toEqual([3, 3, 0]);
  expect(plan.columns.reduce((sum, { off }) => sum + off, 0)).toBe(plan.off);
  const withPods = planTaints({ ...answer, daemonSets: [set("a/one", 2, 2), set("b/three", 3)] }, []);
  expect([withPods.losers, withPods.columns.map(({ off }) => off), withPods.kept]).toEqual([1, [0, 3], 2]);
});

test.each([
  ["by default the cell with a misscheduled pod", undefined, undefined, { line: 1, column: 1 }],
  ["for a taint the DaemonSet with the most blocked nodes", "edge:NoExecute", undefined, { line: 0, column: 0 }],
  ["for a taint the DaemonSet that loses most by it", "db:NoSchedule", undefined, { line: 1, column: 1 }],
  ["for a DaemonSet the taint that costs it most", undefined, "a/two", { line: 1, column: 2 }],
  ["the cell of a taint and a DaemonSet", "spot:PreferNoSchedule", "a/one", { line: 2, column: 1 }],
  ["no cell for a taint that no node has", "gone:NoSchedule", undefined, undefined],
  ["no cell for an unknown DaemonSet", undefined, "a/gone", undefined],
])("selects %s", (_name, taint, daemonSet, picked) => {
  expect(pickCell(plan, taint, daemonSet)).toEqual(picked);
});

test.each([
  ["ArrowRight", false, { line: 1, column: 2 }],
  ["ArrowLeft", false, { line: 1, column: 0 }],
  ["ArrowDown", false, { line: 2, column: 1 }],
  ["ArrowUp", false, { line: 0, column: 1 }],
  ["Home", false, { line: 1, column: 0 }],
  ["End", false, { line: 1, column: 2 }],
  ["Home", true, { line: 0, column: 0 }],
  ["End", true, { line: 2, column: 2 }],
  ["PageDown", false, { line: 2, column: 1 }],
  ["PageUp", false, { line: 0, column: 1 }],
  ["x", false, undefined],
])("%s (Ctrl: %s) moves to %o", (key, isWhole, to) => {
  expect(stepFrom(plan, { line: 1, column: 1 }, key, isWhole)).toEqual(to);
});

test("R11 N2 pods on nodes that are NotReady or end are in no verdict, and not selected first", () => {
  const excused = { ...cell("blocksNew", 9, 9, 0), excused: 9 };
  const lines = [
    row("node.kubernetes.io/not-ready", "NoSchedule", 9, [excused]),
    row("node.kubernetes.io/unreachable", "NoSchedule", 9, [cell("blocksNew", 9)]),
    row("edge", "NoSchedule", 2, [cell("blocksNew", 2)]),
    row("db", "NoSchedule", 3, [{ ...cell("blocksNew", 3, 2), excused: 2 }]),
  ];
  const sets = [set("a/one", 3)];
  const calm = planTaints({ ...answer, taintCount: 4, keepingOffCount: 2, rows: lines, daemonSets: sets }, []);
  expect(taintsVerdict(t, calm)).toEqual({ word: "BLOCKED", sentence: "one: kept off 3 nodes by 2 of 4 taints" });
  expect(pickCell(calm, undefined, undefined)).toEqual({ line: 3, column: 0 });
  const rows = [...lines.slice(0, 3), row("db", "NoSchedule", 3, [{ ...cell("blocksNew", 3, 2), excused: 1 }])];
  const kept = planTaints({ ...answer, taintCount: 4, keepingOffCount: 2, rows, daemonSets: [set("a/one", 4, 1)] }, []);
  expect(taintsVerdict(t, kept).sentence).toBe("one: 1 pod does not tolerate db:NoSchedule");
});

test("keys do not leave the grid", () => {
  expect(stepFrom(plan, { line: 0, column: 0 }, "ArrowUp", false)).toEqual({ line: 0, column: 0 });
  expect(stepFrom(plan, { line: 2, column: 2 }, "ArrowRight", false)).toEqual({ line: 2, column: 2 });
  expect(stepFrom(plan, { line: 2, column: 2 }, "PageDown", false)).toEqual({ line: 2, column: 2 });
});

test("names the nodes of misscheduled pods if all nodes with the taint have one", () => {
  const nodes = [
    { name: "db-1", taints: [{ key: "db", value: "", effect: "NoSchedule" }] },
    { name: "db-2", taints: [{ key: "db", value: "", effect: "NoSchedule" }] },
    { name: "edge-1", taints: [{ key: "edge", value: "", effect: "NoExecute" }] },
  ] as unknown as readonly NodeRecord[];
  expect(misscheduledNodes(plan, nodes)).toEqual(["db-1", "db-2"]);
  expect(misscheduledNodes({ ...plan, kept: 1 }, nodes)).toBeUndefined();
  expect(misscheduledNodes({ ...plan, lines: [] }, nodes)).toBeUndefined();
});

test("the verdict is a misscheduled pod, then blocked nodes, then that taints have no effect", () => {
  expect(taintsVerdict(t, plan)).toEqual({
    word: "MISSCHEDULED",
    sentence: "one: 2 pods do not tolerate db:NoSchedule",
  });
  const ofTwo = { ...answer, daemonSets: [set("a/one", 5, 2), set("a/two", 1, 1), set("b/three", 0)] };
  expect(taintsVerdict(t, planTaints(ofTwo, [])).sentence).toBe("3 pods of 2 DaemonSets do not tolerate the taints of their nodes");
  expect(taintsVerdict(t, planTaints({ ...answer, rows: [] }, [])).sentence).toBe("one: 2 pods do not tolerate the taints of their nodes");
  const none = { ...answer, rows: [], taintCount: 0, keepingOffCount: 0, daemonSets: [set("a/one", 0)] };
  expect(taintsVerdict(t, planTaints(none, [])).word).toBe("NO TAINTS");
  const harmless = { ...answer, taintCount: 1, keepingOffCount: 0, daemonSets: [set("a/one", 0)] };
  expect(taintsVerdict(t, planTaints(harmless, []))).toEqual({
    word: "NO EFFECT",
    sentence: "the only taint keeps no DaemonSet off a Ready node",
  });
  const one = { ...answer, daemonSets: [set("a/one", 9), set("a/two", 0), set("b/three", 0)] };
  expect(taintsVerdict(t, planTaints(one, []))).toEqual({
    word: "BLOCKED",
    sentence: "one: kept off 9 nodes by 1 of 3 taints",
  });
  const noNode = { ...answer, daemonSets: [set("a/one", 5), set("a/two", 0), set("b/three", 3)] };
  expect(taintsVerdict(t, planTaints(noNode, []))).toMatchObject({
    word: "BLOCKED",
    sentence: "2 of 3 DaemonSets kept off nodes by 1 of 3 taints: 8 pods fewer",
  });
});

test.each([
  [null, "logs wants none of the 4 nodes with it"],
  [cell("ignored", 4), "ignored for logs"],
  [cell("blocksNew", 4), "keeps logs off 4 nodes"],
  [cell("blocksNew", 4, 4), "4 logs pods are on nodes that they do not tolerate"],
  [cell("blocksNew", 4, 1), "keeps logs off 3 nodes; it is still on 1 more"],
  [cell("evicts", 4), "deletes pods of logs and keeps it off 4 nodes"],
  [cell("evicts", 4, 1), "keeps logs off 4 nodes and deletes its pods; 1 is still there"],
  [cell("template"), "does not hold back logs: its template tolerates it"],
])("P1 %o as text: %s", (taintCell, words) => {
  expect(taintCellText(t, "logs", taintCell, 4)).toBe(words);
});

test("a remedy states added pods, blocked pods and replaced pods", () => {
  expect(effectOfTolerating(t, cell("blocksNew", 3), 40, false)).toBe(
    "3 more nodes: desired goes from 40 to 43. Replaces every pod within the budget.",
  );
  expect(effectOfTolerating(t, cell("blocksNew", 3, 0, 1), 40, true)).toBe(
    "1 more node: desired goes from 40 to 41. On 2 others another taint still refuses it. Creates a revision; old pods stay until each is deleted by hand.",
  );
  expect(effectOfTolerating(t, cell("blocksNew", 3, 0, 0), 0, false)).toBe(
    "Not enough by itself: on each of the 3 nodes another taint refuses it. Creates a revision; there is no pod to replace.",
  );
  const edge = plan.lines[0];
  const db = plan.lines[1];
  if (edge === undefined || db === undefined) throw new Error("no lines");
  expect(effectOfRemoving(t, plan, edge)).toBe("Desired goes up by 6 (three, one). Other pods may come too.");
  expect(toleratedBySentence(t, plan, db)).toBe("Tolerated by three, and 1 that tolerates everything.");
  expect(toleratedBySentence(t, plan, edge)).toBe("No DaemonSet that wants them tolerates it.");
});

test.each([
  ["zh-TW", zhTW, "容忍它的有：a、b、c 及另外 1 個；另有 2 個容忍一切。"],
  ["zh-CN", zhCN, "容忍它的有：a、b、c 及另外 1 个；另有 2 个容忍一切。"],
])("in %s lists DaemonSets that tolerate everything after the named ones", (language, words, sentence) => {
  const translator = createTranslator();
  translator.addResourceBundle(language, "translation", words);
  const keys = ["a", "b", "c", "d", "e", "f", "g"].map((name) => set(`kube-system/${name}`, 0));
  const answers = ["template", "template", "template", "template", "everything", "everything", "blocksNew"] as const;
  const rows = [
    row(
      "edge",
      "NoSchedule",
      1,
      answers.map((each) => cell(each)),
    ),
  ];
  const taintPlan = planTaints({ ...answer, rows, daemonSets: keys }, []);
  const [line] = taintPlan.lines;
  if (line === undefined) throw new Error("no line");
  expect(toleratedBySentence(translator.getFixedT(language), taintPlan, line)).toBe(sentence);
});

const startup = { key: "node.cilium.io/agent-not-ready" };
const notReady = { key: "node.kubernetes.io/not-ready" };
const shutting = "node is shutting down";

test.each([
  ["a startup taint waits for its agent", startup, [undefined], "agent", "1 node waits for cilium to remove it. A pod that"],
  [
    "a startup taint whose component is not known",
    { key: "startup-taint.cluster-autoscaler.kubernetes.io/gpu" },
    [undefined],
    "agent",
    "1 node waits for its component to remove it.",
  ],
  ["the awaited agent itself may tolerate it", startup, [undefined], "cilium", "none"],
  ["the nodes shut down", notReady, [shutting, shutting], "agent", "Its 2 nodes are shutting down, and their pods end with them."],
  ["some are removed", notReady, [shutting, "deletionTimestamp"], "agent", "Its 2 nodes are shutting down or being removed"],
  ["one of the nodes is only NotReady", notReady, [shutting, undefined], "agent", "none"],
])("no change admits the DaemonSet: %s", (_name, taint, signs, name, expected) => {
  const nodes = signs.map((each) => ({ taints: [], labels: {}, ready: "False", signs: each }) as unknown as NodeRecord);
  expect(noChangeSentence(t, taint, nodes, name) ?? "none").toContain(expected);
});
