import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, it } from "vitest";
import { downAgents } from "./down-agents.ts";
import type { NodeStates } from "./select-node-states.ts";

const NOW_MS = 1_000_000;
const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const bytes = { ok: cellByte({ ...flags, state: "available" }), no: cellByte({ ...flags, state: "missing" }) };

/** Three nodes, with the cells of each DaemonSet. */
function statesOf(cells: Readonly<Record<string, readonly (keyof typeof bytes)[]>>, notReady: readonly number[] = []): NodeStates {
  const keys = Object.keys(cells);
  return {
    rows: { names: ["a", "b", "c"] },
    columns: { names: keys, ids: new Map(keys.map((key, at) => [key, at])) },
    cells: Object.values(cells).map((column) => ({ now: Uint8Array.from(column, (each) => bytes[each]) })),
    records: [0, 1, 2].map((row) => ({
      ready: notReady.includes(row) ? "False" : "True",
      createdAtMs: row === 1 ? 900_000 : 0,
      taints: [],
    })),
    wants: Uint16Array.from([1, 1, 1]),
    lacks: Uint16Array.from([0, 1, 2], (row) => keys.filter((key) => cells[key]?.[row] === "no").length),
  } as unknown as NodeStates;
}

const record = (key: string, change: Partial<DaemonSetRecord> = {}) =>
  ({
    key,
    concern: null,
    causes: [],
    underWay: false,
    derived: {},
    reported: { desiredNumberScheduled: 3, numberAvailable: 3 },
    ...change,
  }) as unknown as DaemonSetRecord;
const failing = { concern: { kind: "failing", stuck: false, detail: {}, nodes: [] } } as unknown as Partial<DaemonSetRecord>;

it("does not count pods of a healthy rollout that are on their way", () => {
  const states = statesOf({ "d/a": ["no", "no", "ok"] });
  expect(downAgents(states, [record("d/a", { underWay: true })], NOW_MS)).toEqual({
    nodes: 0,
    unready: 0,
    ending: 0,
    sets: [],
    isFailing: false,
  });
});

it("counts each node once, and the DaemonSets on most nodes first", () => {
  const states = statesOf({ "d/a": ["no", "ok", "ok"], "d/b": ["no", "no", "ok"] });
  expect(downAgents(states, [record("d/a", failing), record("d/b", failing)], NOW_MS)).toEqual({
    nodes: 2,
    unready: 0,
    ending: 0,
    sets: [
      { key: "d/b", count: 2 },
      { key: "d/a", count: 1 },
    ],
    isFailing: true,
  });
});

it("counts a NotReady node without its agent, unless it has just joined", () => {
  const states = statesOf({ "d/a": ["ok", "no", "no"] }, [1, 2]);
  expect(downAgents(states, [record("d/a")], NOW_MS)).toEqual({ nodes: 1, unready: 0, ending: 0, sets: [], isFailing: false });
});

it("counts no agent as down on a NotReady node whose agents are all Ready", () => {
  const states = statesOf({ "d/a": ["ok", "ok", "ok"] }, [1, 2]);
  expect(downAgents(states, [record("d/a")], NOW_MS)).toEqual({ nodes: 0, unready: 1, ending: 0, sets: [], isFailing: false });
});

it("counts no agent as down on a node that shuts down", () => {
  const states = statesOf({ "d/a": ["ok", "ok", "no"] }, [2]);
  const records = states.records.map((node, row) => (row === 2 ? { ...node, signs: "node is shutting down" } : node));
  const ending = { ...states, records } as NodeStates;
  expect(downAgents(ending, [record("d/a", failing)], NOW_MS)).toEqual({ nodes: 0, unready: 0, ending: 1, sets: [], isFailing: true });
});
