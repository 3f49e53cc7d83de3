import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { expect, it } from "vitest";
import { earlierBeginnings, finishedRollouts } from "./earlier-incidents.ts";

const HISTORY_FROM_MS = 60_000;
const COUNTS = { desiredNumberScheduled: 3, numberAvailable: 3, updatedNumberScheduled: 3, numberMisscheduled: 0 };

function stateOf(parts: object): ClusterState {
  const record = {
    key: "a/log",
    strategy: "RollingUpdate",
    revisions: [{ hash: "b", current: true }],
    revisionSinceMs: 40_000,
    underWay: false,
    concern: null,
    causes: [],
    disagreements: [],
    reported: COUNTS,
    derived: COUNTS,
    ...parts,
  } as unknown as DaemonSetRecord;
  return { columns: { names: ["a/log"] }, daemonSets: [record], nodes: [], rows: { names: [] } } as unknown as ClusterState;
}
const beginnings = (parts: object, finished: ReadonlySet<string> = new Set()) =>
  earlierBeginnings(stateOf(parts), finished, HISTORY_FROM_MS).map(({ kind, atMs }) => [kind, atMs]);

it("adds a rollout that began before the history, while it lasts", () => {
  expect(beginnings({ underWay: true })).toEqual([["rolloutStarted", 40_000]]);
  expect(beginnings({})).toEqual([]);
  expect(beginnings({ underWay: true, revisionSinceMs: 70_000 })).toEqual([]);
});

it("adds a rollout that began before the history and ended in it", () => {
  const finished = finishedRollouts([{ kind: "rolloutFinished", atMs: 80_000, daemonSet: "a/log", hash: "b" }]);
  expect(beginnings({}, finished)).toEqual([["rolloutStarted", 40_000]]);
});

it("adds a failure that lasts, but no state that waits for a person", () => {
  const detail = { kind: "idle" };
  expect(beginnings({ concern: { kind: "failing", stuck: true, sinceMs: 50_000, detail } })).toEqual([["concernBegan", 50_000]]);
  expect(beginnings({ concern: { kind: "misscheduled", stuck: false, sinceMs: 50_000, detail } })).toEqual([]);
});
