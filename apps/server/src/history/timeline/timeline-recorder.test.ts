import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { ALL_DAEMON_SETS } from "@daemonscope/shared/http/history";
import { afterFrame, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import type { Frame } from "@daemonscope/shared/state/frame";
import { expect, it } from "vitest";
import { sumCounts, TimelineRecorder, timelineEventsOf } from "./timeline-recorder.ts";

const concern = (stuck: boolean, kind = "stalled") => ({ kind, stuck, detail: {} }) as unknown as DaemonSetRecord["concern"];
const set = (key: string, desired: number, parts: Partial<DaemonSetRecord> = {}) =>
  ({
    key,
    uid: key,
    concern: null,
    reported: { desiredNumberScheduled: desired, currentNumberScheduled: 0, numberReady: 0, updatedNumberScheduled: 0, numberAvailable: 0 },
    ...parts,
  }) as DaemonSetRecord;

/** Records frames at 10, 20… after a state, and returns the recorder. */
function recorded(nodes: readonly NodeRecord[], sets: readonly DaemonSetRecord[], frames: readonly Partial<Frame>[]) {
  const recorder = new TimelineRecorder();
  let state = clusterStateOf(nodes, sets, []);
  recorder.begin(state);
  for (const [index, changes] of frames.entries()) {
    const frame = { epoch: state.epoch, seq: state.seq + 1, at: 10 * (index + 1), ...changes };
    recorder.take(state, frame);
    state = afterFrame(state, frame).state;
  }
  return recorder;
}

it("a node that changes between False and Unknown is no event; a change of its readiness is one", () => {
  const states = ["Unknown", "False", "Unknown", "True"] as const;
  const frames = states.map((ready) => ({ nodes: { put: [[0, readyNode("n", { ready })] as const] } }));
  const events = recorded([readyNode("n")], [], frames).between(0, 100);
  expect(events.map(({ kind, atMs }) => [kind, atMs])).toEqual([
    ["nodeNotReady", 10],
    ["nodeReady", 40],
  ]);
});

it("a concern that becomes stuck ends and begins again, and an unchanged one is no event", () => {
  const before = clusterStateOf([], [set("a", 1, { concern: concern(false) })], []);
  const eventsAfter = (next: DaemonSetRecord["concern"]) =>
    timelineEventsOf(before, { epoch: "e", seq: 1, at: 5, daemonSets: { put: [[0, set("a", 1, { concern: next })]] } });
  expect(eventsAfter(concern(false))).toEqual([]);
  expect(eventsAfter(concern(true)).map(({ kind }) => kind)).toEqual(["concernEnded", "concernBegan"]);
  expect(eventsAfter(concern(false, "failing")).map(({ kind }) => kind)).toEqual(["concernEnded", "concernBegan"]);
  expect(eventsAfter(null).map(({ kind }) => kind)).toEqual(["concernEnded"]);
});

it("a DaemonSet that appears with a concern begins it", () => {
  const added = set("a", 1, { concern: concern(true) });
  const events = timelineEventsOf(clusterStateOf([], [], []), { epoch: "e", seq: 1, at: 5, daemonSets: { put: [[0, added]] } });
  expect(events.map(({ kind }) => kind)).toEqual(["concernBegan"]);
});

it.each([
  ["failing", { kind: "failing", stuck: false }, 2],
  ["stuck", { kind: "budgetHeld", stuck: true }, 2],
  ["slow, a rollout without an age", { kind: "budgetHeld", stuck: false }, undefined],
])("a concern begins where the age of its verdict begins: %s", (_word, parts, expected) => {
  const begun = set("a", 1, { concern: { ...concern(false), ...parts, sinceMs: 2 } as DaemonSetRecord["concern"] });
  const events = timelineEventsOf(clusterStateOf([], [], []), { epoch: "e", seq: 1, at: 5, daemonSets: { put: [[0, begun]] } });
  expect(events.map((event) => ("sinceMs" in event ? event.sinceMs : undefined))).toEqual([expected]);
});

it("the counts of all DaemonSets follow a changed, a new and a deleted one", () => {
  const frames: readonly Partial<Frame>[] = [
    { daemonSets: { put: [[0, set("a", 5)]] } },
    { daemonSets: { put: [[2, set("c", 7)]] } },
    { daemonSets: { freed: [[1, 3]], put: [] } },
  ];
  const { [ALL_DAEMON_SETS]: all } = recorded([], [set("a", 2), set("b", 3)], frames).counts(0, 100, 100, ALL_DAEMON_SETS);
  expect(all?.map(([atMs, desired]) => [atMs, desired])).toEqual([
    [1, 5],
    [10, 8],
    [20, 15],
    [30, 12],
  ]);
});

it("N3 a sample counts the unavailable pods on leaving nodes, also in a sum", () => {
  const leaving = (onLeavingNodes: number) => ({ unavailable: { byNodeLifecycle: onLeavingNodes, byRevision: 0, onLeavingNodes } });
  const frames: readonly Partial<Frame>[] = [
    { daemonSets: { put: [[0, set("a", 2, leaving(1))]] } },
    { daemonSets: { put: [[0, set("a", 2)]] } },
  ];
  const recorder = recorded([], [set("a", 2), set("b", 3, leaving(2))], frames);
  expect(recorder.counts(0, 100, 100, "a").a).toEqual([
    [1, 2, 0, 0, 0, 0],
    [10, 2, 0, 0, 0, 0, 1],
    [20, 2, 0, 0, 0, 0],
  ]);
  expect(recorder.counts(0, 100, 100, ALL_DAEMON_SETS)[ALL_DAEMON_SETS]?.map((sample) => sample[6] ?? 0)).toEqual([2, 3, 2]);
  const { a = [], b = [] } = recorder.counts(0, 100, 100);
  expect(sumCounts([a, b], 0, 100).map((sample) => sample[6] ?? 0)).toEqual([2, 3, 2]);
});

it("returns the events of a range, including both ends", () => {
  const flip = (ready: "True" | "False") => ({ nodes: { put: [[0, readyNode("n", { ready })] as const] } });
  const recorder = recorded([readyNode("n")], [], [flip("False"), flip("True"), flip("False"), flip("True")]);
  expect(recorder.between(20, 30).map(({ atMs }) => atMs)).toEqual([20, 30]);
});

it("N1 a node that leaves or shuts down is reported once, and not as NotReady", () => {
  const labels = { pool: "batch" };
  const running = readyNode("n1", { labels });
  const leaving = readyNode("n1", { labels, taints: [{ key: "karpenter.sh/disrupted", effect: "NoSchedule" }] });
  const stopping = readyNode("n1", { labels, ready: "False", signs: "node is shutting down" });
  const eventsOf = (before: NodeRecord, after: NodeRecord) =>
    recorded([before], [], [{ nodes: { put: [[0, after] as const] } }]).between(0, 100);
  expect(eventsOf(running, leaving)).toEqual([{ kind: "nodeLeaving", atMs: 10, node: "n1", pool: "batch" }]);
  expect(eventsOf(running, stopping)).toEqual([{ kind: "nodeShuttingDown", atMs: 10, node: "n1", pool: "batch" }]);
  expect(eventsOf(leaving, { ...leaving, ready: "Unknown" })).toEqual([]);
  expect(eventsOf(running, { ...running, ready: "False" }).map(({ kind }) => kind)).toEqual(["nodeNotReady"]);
  expect(eventsOf(stopping, running).map(({ kind }) => kind)).toEqual(["nodeReady"]);
});
