import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { TimelineEvent } from "@daemonscope/shared/http/history";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { expect, it } from "vitest";
import { earlierBeginnings, recordedIncidents } from "./earlier-incidents.ts";

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
const beginnings = (parts: object, events: readonly TimelineEvent[] = []) =>
  earlierBeginnings(stateOf(parts), recordedIncidents(events), HISTORY_FROM_MS).map(({ kind, atMs }) => [kind, atMs]);

it("adds a rollout that began before the history, while it lasts", () => {
  expect(beginnings({ underWay: true })).toEqual([["rolloutStarted", 40_000]]);
  expect(beginnings({})).toEqual([]);
  expect(beginnings({ underWay: true, revisionSinceMs: 70_000 })).toEqual([]);
});

it("adds a rollout that began before the history and ended in it", () => {
  expect(beginnings({}, [{ kind: "rolloutFinished", atMs: 80_000, daemonSet: "a/log", hash: "b" }])).toEqual([["rolloutStarted", 40_000]]);
});

it("adds each concern that lasts, from its start or from the start of the history", () => {
  const detail = { kind: "idle" };
  expect(beginnings({ concern: { kind: "failing", stuck: true, sinceMs: 50_000, detail } })).toEqual([["concernBegan", 50_000]]);
  const kinds = ["desiredDropped", "unavailable", "misscheduled", "waitsForYou"];
  for (const kind of kinds) {
    expect(beginnings({ concern: { kind, stuck: false, sinceMs: 50_000, detail } }), kind).toEqual([["concernBegan", 50_000]]);
    expect(beginnings({ concern: { kind, stuck: false, detail } }), kind).toEqual([["concernBegan", HISTORY_FROM_MS]]);
  }
});

it("adds no second beginning of a concern that began in the history", () => {
  const concern = { kind: "misscheduled", stuck: false, sinceMs: 50_000, detail: { kind: "idle" } };
  const began = {
    kind: "concernBegan",
    atMs: 70_000,
    daemonSet: "a/log",
    concern: "misscheduled",
    stuck: false,
  } as unknown as TimelineEvent;
  expect(beginnings({ concern }, [began])).toEqual([]);
});
