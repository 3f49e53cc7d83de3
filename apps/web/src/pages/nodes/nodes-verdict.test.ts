import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { isEnding, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { expect, it } from "vitest";
import type { NodeStates } from "../../data/nodes/select-node-states.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { words as zhTW } from "../../words/i18n/zh-TW/words.ts";
import { nodePhrase, nodeState, notReadyText } from "./node-text.ts";
import { nodesVerdict, notReadyWords } from "./nodes-verdict.ts";
import { shortRows } from "./short-rows.ts";

const { t } = createTranslator();
const NOW_MS = 1_000_000;
const SOURCES = { nodes: { state: "live", provenAtMs: 1 } } as unknown as ClusterState["sources"];
const SETS = [
  {
    key: "logging/agent",
    name: "agent",
    concern: null,
    causes: [],
    underWay: false,
    derived: {},
    reported: { desiredNumberScheduled: 1, numberAvailable: 1 },
  },
] as unknown as readonly DaemonSetRecord[];
const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };

const node = (name: string, taint?: string): Partial<NodeRecord> => ({
  name,
  ready: "True",
  unschedulable: false,
  labels: {},
  createdAtMs: 0,
  taints: taint === undefined ? [] : [{ key: taint, effect: "NoSchedule" }],
});

/** Two nodes: the agent is available on the first and misscheduled on the second. */
function statesOf(taint: string): NodeStates {
  const ending = isEnding(nodeLifecycle(node("b", taint) as NodeRecord)) ? ({ leaving: true } as const) : {};
  const bytes = Uint8Array.of(cellByte({ ...flags, state: "available" }), cellByte({ ...flags, state: "misscheduled", ...ending }));
  return {
    rows: { names: ["a", "b"] },
    columns: { names: ["logging/agent"], ids: new Map([["logging/agent", 0]]) },
    bytes,
    cells: [{ now: bytes, at: (row: number) => bytes[row] }],
    records: [node("a"), node("b", taint)],
    wants: Uint16Array.of(1, 0),
    lacks: Uint16Array.of(0, 0),
    unknown: Uint16Array.of(0, 0),
    totals: { nodes: 2, wanted: 1, unread: 0, silent: 0 },
  } as unknown as NodeStates;
}

it("counts pods on a node that is being removed neither as misscheduled nor as down", () => {
  const states = statesOf("karpenter.sh/disrupted");
  expect(nodesVerdict(t, states, SOURCES, SETS, NOW_MS)).toMatchObject({
    word: "HEALTHY",
    sentence: "1 of 2 nodes is being removed",
    sub: "The other nodes have their agents",
  });
  expect(nodePhrase(states, 1, new Set(), NOW_MS, t)).toEqual({ text: "being removed", isBad: false });
  expect(nodeState(states, 1, new Set(), NOW_MS, t)).toEqual({ text: "being removed", isBad: false });
});

it("counts a pod on a node with another taint as misscheduled", () => {
  const states = statesOf("example.com/dedicated");
  expect(nodesVerdict(t, states, SOURCES, SETS, NOW_MS)).toMatchObject({
    word: "MISSCHEDULED",
    sentence: "agent does not belong on b",
    sub: "",
  });
  const bytes = states.cells[0]?.now.with(0, states.bytes[1] ?? 0) ?? states.bytes;
  const cell = { now: bytes, at: (row: number) => bytes[row] };
  const both = { ...states, bytes, cells: [cell] } as unknown as NodeStates;
  expect(nodesVerdict(t, both, SOURCES, SETS, NOW_MS)).toMatchObject({ sentence: "agent does not belong on 2 of 2 nodes", sub: "" });
  const [set] = SETS;
  const sets = [...SETS, { ...set, key: "logging/other", name: "other" }] as readonly DaemonSetRecord[];
  const columns = {
    names: ["logging/agent", "logging/other"],
    ids: new Map(["logging/agent", "logging/other"].map((key, at) => [key, at])),
  };
  const two = { ...both, columns, cells: [cell, ...states.cells] } as unknown as NodeStates;
  expect(nodesVerdict(t, two, SOURCES, sets, NOW_MS)).toMatchObject({
    sentence: "pods on 2 of 2 nodes do not belong there",
    sub: "agent on 2 nodes, other on 1 node",
  });
  expect(nodePhrase(states, 1, new Set(), NOW_MS, t)?.text).toBe("agent misscheduled");
});

it("counts a node that shuts down once, and not as NotReady too", () => {
  const states = statesOf("karpenter.sh/disrupted");
  const records = states.records.map((each, at) =>
    at === 1 ? { ...each, ready: "False", taints: [], signs: "node is shutting down" } : each,
  );
  const down = { ...states, records, totals: { ...states.totals, silent: 1 } } as NodeStates;
  const verdict = nodesVerdict(t, down, SOURCES, SETS, NOW_MS);
  expect(verdict.sentence).toBe("1 of 2 nodes is shutting down");
  expect(notReadyWords(t, down, verdict)).toBeUndefined();
});

it("names the NotReady node with its age and its agents, as the list of DaemonSets does", () => {
  const states = statesOf("example.com/dedicated");
  const records = states.records.map((each, at) => (at === 0 ? { ...each, ready: "Unknown" } : each));
  const unready = { ...states, records, totals: { ...states.totals, silent: 1 } } as NodeStates;
  const causes = [{ state: "nodeUnready", count: 1, nodes: ["a"], sinceMs: NOW_MS - 13_000 }];
  const sets = SETS.map((set) => ({ ...set, causes })) as unknown as readonly DaemonSetRecord[];
  const verdict = nodesVerdict(t, unready, SOURCES, sets, NOW_MS);
  expect(verdict).toMatchObject({ word: "DEGRADED 13s", sentence: "a is NotReady, 1 agent on it", sub: "The pods there remain Ready" });
  expect(notReadyWords(t, unready, verdict)).toBeUndefined();
});

it("states the only agent that is down once, with its age, and several below the sentence", () => {
  const states = statesOf("example.com/dedicated");
  const bytes = Uint8Array.of(states.bytes[0] ?? 0, cellByte({ ...flags, state: "failing" }));
  const cell = { now: bytes, at: (row: number) => bytes[row] };
  const columns = {
    names: ["logging/agent", "logging/other"],
    ids: new Map(["logging/agent", "logging/other"].map((key, at) => [key, at])),
  };
  const down = { ...states, columns, bytes, cells: [cell, cell], wants: Uint16Array.of(1, 1), lacks: Uint16Array.of(0, 1) };
  const concern = { kind: "failing", stuck: false, sinceMs: NOW_MS - 10_000, nodes: ["b"], detail: { kind: "failing", count: 1 } };
  const failing = SETS.map((set) => ({ ...set, concern })) as unknown as readonly DaemonSetRecord[];
  const verdictOf = (sets: readonly DaemonSetRecord[]) => nodesVerdict(t, down as unknown as NodeStates, SOURCES, sets, NOW_MS);
  expect(verdictOf(failing)).toMatchObject({ word: "FAILING 10s", sentence: "agent is down on 1 of 2 nodes", sub: "", isBad: true });
  const two = [...failing, ...failing.map((set) => ({ ...set, key: "logging/other" as const, name: "other" }))];
  expect(verdictOf(two)).toMatchObject({
    word: "FAILING",
    sentence: "agents are down on 1 of 2 nodes",
    sub: "agent on 1 node, other on 1 node",
  });
});

it("lists nodes that lack an agent first, then NotReady nodes, then misscheduled pods, then the rest by name", () => {
  const states = statesOf("example.com/dedicated");
  const names = ["a-fine", "b-misscheduled", "c-unready", "d-lacks"];
  const bytes = Uint8Array.of(states.bytes[0] ?? 0, states.bytes[1] ?? 0, states.bytes[0] ?? 0, cellByte({ ...flags, state: "missing" }));
  const all = {
    ...states,
    rows: { names, ids: new Map(names.map((name, row) => [name, row])), freed: new Map() },
    bytes,
    cells: [{ now: bytes, at: (row: number) => bytes[row] }],
    records: names.map((name) => ({ ...node(name), ...(name === "c-unready" ? { ready: "Unknown" } : {}) })),
    lacks: Uint16Array.of(0, 0, 0, 1),
  } as unknown as NodeStates;
  const troubled = new Set(["logging/agent"] as const);
  expect(shortRows(all, [3, 1, 0, 2], troubled, 8).map((row) => names[row])).toEqual(["d-lacks", "c-unready", "b-misscheduled", "a-fine"]);
  expect(shortRows(all, [3, 1, 0, 2], troubled, 2)).toHaveLength(2);
});

it("gives the age of a NotReady node in the units of the language", () => {
  const translator = createTranslator();
  translator.addResourceBundle("zh-TW", "translation", zhTW);
  const record = { ready: "False", readySinceMs: NOW_MS - 13_000 } as NodeRecord;
  const texts = (["en", "zh-TW"] as const).map((language) => notReadyText(record, NOW_MS, translator.getFixedT(language)));
  expect(texts).toEqual(["NotReady 13s", "NotReady 13 秒"]);
});
