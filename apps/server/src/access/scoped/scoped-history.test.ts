import { putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { ConcernDetail } from "@daemonscope/daemonset/records/concern-detail";
import { drain } from "@daemonscope/kube/base/drain";
import type { TimelineEvent } from "@daemonscope/shared/http/history";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import { describe, expect, it } from "vitest";
import { kubeDaemonSet, kubeNode, kubePod, kubeRevision } from "../../cluster.fixture.ts";
import { liveFramesOnManualTime } from "../../frames/live-frames.fixture.ts";
import type { Checkpoint } from "../../history/log/checkpoint.ts";
import { CheckpointPods } from "../../history/log/checkpoint-pods.ts";
import { headerOf } from "../../history/log/log-entry.ts";
import type { HistoryStore } from "../../history/storage/history-store.ts";
import { sumCounts } from "../../history/timeline/timeline-recorder.ts";
import { LoggedHistory } from "../../readings/history-readings.ts";
import type { UserRights } from "../rights/user-rights.ts";
import { AccessFilter } from "./access-filter.ts";
import { NodeNames } from "./node-names.ts";
import { ScopedHistory } from "./scoped-history.ts";
import { fixtureRights } from "./users.fixture.ts";

const pastOf = (rights: UserRights) =>
  new ScopedHistory({ name: "p", rights, inputs: new AccessFilter(rights, undefined), nodeNames: new NodeNames(), epochOf: (log) => log });

/** A model of `nodes` nodes with one pod each of one DaemonSet. Its changes are already taken. */
function wideModel(nodes: number) {
  const model = new ClusterModel({ nowMs: 1_000_000 });
  const daemonSet = kubeDaemonSet("logs", { desired: nodes });
  model.apply(putDaemonSet(daemonSet));
  model.apply(putRevision(kubeRevision(daemonSet)));
  for (let at = 0; at < nodes; at++) {
    model.apply(putNode(kubeNode(`n${at}`)));
    model.apply(putPod(kubePod(daemonSet, `n${at}`)));
  }
  model.takeChanges();
  return { model, daemonSet };
}

const broken: ConcernDetail = {
  kind: "broken",
  count: 3,
  reached: 4,
  rival: "beta/rival",
  isHalted: true,
  sickBefore: 0,
  sickWithout: 0,
};
const visible = { atMs: 1, daemonSet: "alpha/own" };
const TIMELINE_EVENTS: readonly TimelineEvent[] = [
  { kind: "specChanged", ...visible, generation: 2 },
  { kind: "rolloutStarted", ...visible, hash: "h" },
  { kind: "rolloutFinished", ...visible, hash: "h" },
  { kind: "rolloutStuck", ...visible, detail: broken },
  { kind: "concernBegan", ...visible, concern: "rolloutHeld" as never, stuck: true, detail: broken },
  { kind: "concernEnded", ...visible, concern: "rolloutHeld" as never },
  { kind: "specChanged", atMs: 1, daemonSet: "beta/rival", generation: 2 },
  ...(["nodeJoined", "nodeLeft", "nodeReady", "nodeNotReady", "taintsChanged", "labelsChanged"] as const).map((kind) => ({
    kind,
    atMs: 1,
    node: "n1",
  })),
  { kind: "nodeLeaving", atMs: 1, node: "n1", pool: "" },
  { kind: "nodeShuttingDown", atMs: 1, node: "n1", pool: "" },
  { kind: "acted", ...visible, act: "restarted" },
  { kind: "acted", atMs: 1, act: "restarted", daemonSet: "beta/rival" },
  { kind: "actedOnNodes", atMs: 1, act: "cordoned", nodes: ["n1"] },
  { kind: "watchGap", atMs: 1, source: "nodes", fromMs: 0 },
  { kind: "watchGap", atMs: 1, source: "pods", fromMs: 0 },
];

describe("G35 the timeline, limited to current rights", () => {
  const OF_NODES = [
    ...["nodeJoined", "nodeLeft", "nodeReady", "nodeNotReady", "taintsChanged", "labelsChanged"],
    ...["nodeLeaving", "nodeShuttingDown"],
  ];
  const ROLLOUT = ["specChanged", "rolloutStarted", "rolloutFinished"];
  const CONCERN = ["rolloutStuck", "concernBegan", "concernEnded"];
  it.each([
    ["a namespace, no nodes", fixtureRights(["alpha"]), [...ROLLOUT, "acted", "watchGap pods"]],
    [
      "a namespace, and nodes",
      fixtureRights(["alpha"], { nodes: "all" }),
      [...ROLLOUT, ...CONCERN, ...OF_NODES, "acted", "actedOnNodes", "watchGap nodes", "watchGap pods"],
    ],
    ["no revisions", fixtureRights(["alpha"], { controllerrevisions: "none" }), ["specChanged", "acted", "watchGap pods"]],
    [
      "no pods",
      fixtureRights(["alpha"], { nodes: "all", pods: "none" }),
      [...ROLLOUT, ...OF_NODES, "acted", "actedOnNodes", "watchGap nodes"],
    ],
    ["another namespace", fixtureRights(["gamma"]), ["watchGap pods"]],
  ])("rights to %s decide which events are listed", (_, rights, kinds) => {
    const past = pastOf(rights);
    const seen = TIMELINE_EVENTS.flatMap((each) => past.timelineEvent(each) ?? []);
    expect(seen.map((each) => (each.kind === "watchGap" ? `watchGap ${each.source}` : each.kind))).toEqual(kinds);
    expect(JSON.stringify(seen)).not.toContain("rival");
  });
  it("a held rollout names no rival in an invisible namespace, and names a visible one", () => {
    const held: ConcernDetail = { kind: "held", count: 1, cause: { kind: "x" } as never, behind: broken };
    const mark = { kind: "rolloutStuck", ...visible, detail: held } as const;
    expect(JSON.stringify(pastOf(fixtureRights(["alpha"], { nodes: "all" })).timelineEvent(mark))).not.toContain("rival");
    expect(JSON.stringify(pastOf(fixtureRights(["alpha", "beta"], { nodes: "all" })).timelineEvent(mark))).toContain("beta/rival");
  });
});

it("sums the counts of several DaemonSets at equal times, from the start of the range", () => {
  const a = [
    [1, 2, 2, 2, 2, 2],
    [5, 3, 3, 3, 3, 3],
  ] as const;
  const b = [
    [2, 1, 1, 1, 1, 0],
    [7, 0, 0, 0, 0, 0],
  ] as const;
  expect(sumCounts([a, b], 3, 10)).toEqual([
    [2, 3, 3, 3, 3, 2],
    [5, 4, 4, 4, 4, 3],
    [7, 3, 3, 3, 3, 3],
  ]);
  expect(sumCounts([a, b], 3, 1)).toEqual([[7, 3, 3, 3, 3, 3]]);
  expect(sumCounts([], 0, 10)).toEqual([]);
});

it("G35 a model of a checkpoint starts in time slices of one run of pods, and equals one built at once", () => {
  const { model, daemonSet } = wideModel(3000);
  const saved = model.save();
  const RUN = 250;
  let runsRead = 0;
  const runs = Array.from({ length: saved.pods.length / RUN }, (_value, at) => {
    const pods = saved.pods.slice(at * RUN, (at + 1) * RUN);
    const ids = pods.map((_pod, index) => at * RUN + index);
    const read = () => {
      runsRead++;
      return pods;
    };
    return { ids, owners: [daemonSet.metadata.uid], pods: read };
  });
  const identity = { context: "c", server: "s", version: undefined, simulated: false };
  const checkpoint = (): Checkpoint => ({
    saved: { ...saved, pods: new CheckpointPods(runs) },
    state: emptyState("e", identity, saved.nowMs),
    ids: { nodes: [], daemonsets: [], controllerrevisions: [] },
    nextId: 0,
  });
  const past = pastOf(fixtureRights(["kube-system"], { nodes: "all" }));
  const parts = past.start(headerOf({ log: "e", cluster: identity }), checkpoint());
  let [most, before, turns] = [0, 0, 0];
  for (;;) {
    const { done, value } = parts.next();
    most = Math.max(most, runsRead - before);
    before = runsRead;
    turns++;
    if (!done) continue;
    expect([most, runsRead]).toEqual([1, runs.length]);
    expect(turns).toBeGreaterThan(3000 / 200 + 3000 / 250);
    const inOne = drain(past.start(headerOf({ log: "e", cluster: identity }), checkpoint()));
    expect([value.state.seq, stateHash(value.state)]).toEqual([inOne.state.seq, stateHash(inOne.state)]);
    expect(value.state.daemonSets.map((record) => record?.derived?.currentNumberScheduled)).toEqual([3000]);
    expect(rowCount(value.state.rows)).toBe(3000);
    return;
  }
});

it("G35 a user with limited rights learns that there is no history, but not the server's folder", async () => {
  const problem = { sinceMs: 5, folder: "/srv/daemonscope/history", code: "ENOSPC" };
  const { time } = liveFramesOnManualTime();
  const nothing = () => Promise.reject(new Error("nothing is kept"));
  const store: HistoryStore = { name: "e1", kept: () => undefined, problem: () => problem, logOf: nothing, timelineRange: nothing };
  const past = new LoggedHistory(() => store, time.nowMs, time.timers);
  expect((await past.history({}, 0)).problem).toEqual(problem);
  const seen = await past.within(pastOf(fixtureRights(["kube-system"]))).history({}, 0);
  expect(seen.problem).toEqual({ sinceMs: 5, code: "ENOSPC" });
});
