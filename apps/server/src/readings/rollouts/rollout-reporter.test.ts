import { type CellState, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import type { RolloutState } from "@daemonscope/daemonset/records/rollout";
import type { RolloutSpan } from "@daemonscope/shared/http/rollouts";
import { clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import { expect, it } from "vitest";
import { NO_HISTORY } from "../history-readings.ts";
import { RolloutReporter } from "./rollout-reporter.ts";

const KEY = "default/agent";
const NODES = ["n1", "n2"].map((name) => ({ name, uid: name }) as NodeRecord);
const cell = (state: CellState, oldRevision = false) =>
  cellByte({ state, oldRevision, terminating: false, twoPods: false, nodeUnready: false });

function stateAt(at: number, epoch: string, kind: RolloutState["kind"], cells: readonly number[]) {
  const record = {
    key: KEY,
    strategy: "RollingUpdate",
    minReadySeconds: 0,
    containers: [],
    revisions: [{ hash: "h2", revision: 2, current: true }],
    budget: { kind: "none" },
    rollout: { kind, message: "" },
  } as unknown as DaemonSetRecord;
  return {
    ...clusterStateOf(
      NODES,
      [record],
      cells.map((byte) => [byte]),
    ),
    at,
    epoch,
  };
}

const OLD = cell("available", true);
const DONE = cell("available");
const UNDER_WAY = { hash: "h2", startedAtMs: 1000, endedAtMs: 90_000, ending: "underWay" } as const;
const reportOf = (span: RolloutSpan, ...states: readonly ReturnType<typeof stateAt>[]) => {
  const past = {
    ...NO_HISTORY,
    states: async (_from: number, _to: number, onState: (state: (typeof states)[number]) => void) => states.forEach(onState),
  };
  return new RolloutReporter().report(past, KEY, span, []);
};

it("L3 a rollout that ended during a gap is over afterwards, without an end time", async () => {
  const start = stateAt(1000, "e1", "updating", [OLD, OLD]);
  const middle = stateAt(5000, "e1", "updating", [cell("missing"), OLD]);
  expect(
    await reportOf(
      UNDER_WAY,
      start,
      middle,
      stateAt(60_000, "e2", "complete", [DONE, DONE]),
      stateAt(80_000, "e2", "complete", [DONE, DONE]),
    ),
  ).toMatchObject({
    ending: "endedUnseen",
    endedAtMs: 60_000,
    nodes: { wanted: 2, done: 2 },
  });
  expect(await reportOf(UNDER_WAY, start, middle, stateAt(60_000, "e2", "updating", [DONE, OLD]))).toMatchObject({
    ending: "underWay",
    nodes: { done: 1 },
  });
});
it("R1 a finished rollout includes the nodes whose pods became available after its end, at the time of the end", async () => {
  const span = { hash: "h2", startedAtMs: 1000, endedAtMs: 8600, ending: "finished" } as const;
  const states = [
    stateAt(1000, "e1", "updating", [OLD, OLD]),
    stateAt(4000, "e1", "updating", [DONE, OLD]),
    stateAt(9000, "e1", "complete", [DONE, cell("starting")]),
    stateAt(10_000, "e1", "complete", [DONE, DONE]),
    stateAt(10_500, "e1", "complete", [DONE, cell("failing")]),
  ];
  const report = await reportOf(span, ...states);
  expect(report?.nodes).toMatchObject({ wanted: 2, done: 2 });
  expect(report?.curve).toEqual([
    [0, 0, 0],
    [3000, 1, 0],
    [7600, 2, 0],
  ]);
});
it("R1 a rollout that needed no update does not count as ended during a gap", async () => {
  expect(await reportOf(UNDER_WAY, stateAt(1000, "e1", "complete", [DONE, DONE]))).toMatchObject({
    ending: "underWay",
    nodes: { alreadyThere: 2 },
  });
});
