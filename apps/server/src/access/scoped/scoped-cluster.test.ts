import { type ClusterEvent, dropObject, putDaemonSet, putNode, putNodeEntry, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { nodeEntryOf } from "@daemonscope/daemonset/model/tables/node-entry";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { drain } from "@daemonscope/kube/base/drain";
import { PATHS } from "@daemonscope/shared/http/paths";
import { expect, it } from "vitest";
import { contextOnManualTime } from "../../api/context.fixture.ts";
import { kubeDaemonSet, kubeNode, kubePod } from "../../cluster.fixture.ts";
import { AccessControl } from "./access-control.ts";
import { NodeNames } from "./node-names.ts";
import { resolveAccessScope } from "./resolve-access-scope.ts";
import { ScopedCluster } from "./scoped-cluster.ts";
import { fixtureRights, fixtureUser } from "./users.fixture.ts";

const byUid = (held: Iterable<PodFacts>) => Object.fromEntries(Array.from(held, (pod) => [pod.uid, pod]));

/** Passes events to a model and to a scoped cluster, as the watch of the whole cluster does. */
const bothSinks = (model: ClusterModel, seen: ScopedCluster) =>
  [(event: ClusterEvent) => model.apply(event), (event: ClusterEvent) => seen.apply(event, model.reading.nowMs)] as const;

/** A scoped cluster of a user who sees kube-system and its nodes. Each time slice of its work waits in `queued`. */
function scopedClusterInSlices() {
  const made = contextOnManualTime();
  const { live, context, time } = made;
  live.beginMarks();
  const queued: (() => void)[] = [];
  const problems: string[] = [];
  let clockReads = 0;
  const timers = {
    ...time.timers,
    // Each read of the clock ends the time slice.
    elapsedMs: () => time.timers.elapsedMs() + 1000 * clockReads++,
    soon: (callback: () => void) => {
      queued.push(callback);
      return { cancel: () => undefined };
    },
  };
  const whole = {
    live,
    reads: context.liveReadingOf({}).reads,
    frames: { build: "test", timers, random: () => 0.5, wallNowMs: time.nowMs },
    statuses: () => live.sources(),
    past: context.pastOf({}),
    problem: (text: string) => void problems.push(text),
  };
  const begin = () => new ScopedCluster(fixtureRights(["kube-system"], { nodes: "all" }), whole, new NodeNames());
  /** Runs queued time slices until a scoped cluster is complete, and returns their number. */
  async function runTurns(seen: ScopedCluster): Promise<number> {
    let isMade = false;
    void seen.made.then(() => {
      isMade = true;
    });
    for (let count = 0; ; count++) {
      await new Promise<void>((done) => setImmediate(done));
      if (isMade) return count;
      queued.shift()?.();
    }
  }
  return { ...made, whole, queued, problems, begin, runTurns };
}

it("a rejected object during a tick in time slices is reported, and the tick and the next one complete", async () => {
  const { queued, problems, begin, runTurns, time } = scopedClusterInSlices();
  const seen = begin();
  await runTurns(seen);
  while (queued.length > 0) queued.shift()?.();
  seen.apply(putNode(kubeNode("n7")), time.nowMs());
  seen.live.wake();
  queued.shift()?.();
  const { reading } = seen.live.model;
  const entry = nodeEntryOf(kubeNode("n8"));
  seen.apply(putNodeEntry({ ...entry, record: { ...entry.record, taints: undefined as never } }), time.nowMs());
  seen.apply(putNode(kubeNode("n9")), time.nowMs());
  expect(reading.nodeRecord("n9")).toBeUndefined();
  for (let parts = 0; queued.length > 0 && parts < 50; parts++) queued.shift()?.();
  expect(problems).toEqual([expect.stringMatching(/^the view of users with limited rights could not be updated: /)]);
  expect(reading.nodeRecord("n9")).toBeDefined();
});

it("G30 a scoped cluster is built in slices of a few hundred objects, and includes concurrent changes", async () => {
  const { model, begin, runTurns, queued, daemonSet } = scopedClusterInSlices();
  for (let at = 10; at < 2010; at++) {
    model.apply(putNode(kubeNode(`n${at}`)));
    model.apply(putPod(kubePod(daemonSet, `n${at}`)));
  }
  const seen = begin();
  const pods = [10, 500, 1000, 1500, 2009].map((at) => kubePod(daemonSet, `n${at}`, { waiting: "CrashLoopBackOff" }));
  const both = bothSinks(model, seen);
  for (const each of both) each(dropObject("nodes", "n1500"));
  for (const [at, pod] of pods.entries()) {
    queued.shift()?.();
    await new Promise<void>((done) => setImmediate(done));
    for (const each of both) {
      each(putPod(pod));
      if (at === 2) each(dropObject("pods", kubePod(daemonSet, "n1200").metadata.uid));
    }
  }
  for (const each of both) each(putNode(kubeNode("late")));
  expect(seen.live.log.state.seq, "nothing is shown before the build is complete").toBe(0);
  expect(await runTurns(seen)).toBeGreaterThan(4000 / 200 - pods.length);
  expect(byUid(seen.live.model.held.pods)).toEqual(byUid(model.held.pods));
  const names = (of: ClusterModel) => Array.from(of.held.nodes, ({ record }) => record.name).sort();
  expect(names(seen.live.model)).toEqual(names(model));
  expect(seen.live.log.state.daemonSets[0]?.reported).toEqual(model.reading.daemonSetRecord("kube-system/logs")?.reported);
});

it("G30 a DaemonSet that changes during the build has its new state in the scoped cluster", async () => {
  const { model, begin, runTurns, queued, daemonSet } = scopedClusterInSlices();
  const gone = kubeDaemonSet("gone");
  model.apply(putDaemonSet(gone));
  for (let at = 10; at < 2010; at++) model.apply(putNode(kubeNode(`n${at}`)));
  const seen = begin();
  const both = bothSinks(model, seen);
  queued.shift()?.();
  const changed = { ...daemonSet, status: { ...daemonSet.status, numberReady: 1, numberAvailable: 1 } };
  for (const each of both) {
    each(putDaemonSet(changed));
    each(dropObject("daemonsets", gone.metadata.uid));
  }
  await runTurns(seen);
  const heldBy = (of: ClusterModel) => Array.from(of.held.daemonSets, ({ metadata, status }) => [metadata.name, status]);
  expect(heldBy(seen.live.model)).toEqual(heldBy(model));
  expect(heldBy(model)).toEqual([[daemonSet.metadata.name, changed.status]]);
});

it("G30 if the whole model is replaced during the build, the scoped cluster starts from the new model", async () => {
  const { model, live, tick, begin, runTurns, queued, daemonSet } = scopedClusterInSlices();
  for (let at = 10; at < 2010; at++) model.apply(putPod(kubePod(daemonSet, `n${at}`)));
  tick();
  const next = drain(ClusterModel.goingOnFrom({ nowMs: model.reading.nowMs, saved: model.save() }));
  const seen = begin();
  queued.shift()?.();
  live.goOnWith(next);
  for (const each of bothSinks(next, seen)) {
    each(dropObject("pods", kubePod(daemonSet, "n2000").metadata.uid));
    each(putPod(kubePod(daemonSet, "n2001", { waiting: "CrashLoopBackOff" })));
  }
  await runTurns(seen);
  expect(byUid(seen.live.model.held.pods)).toEqual(byUid(next.held.pods));
});

it("G30 a request for the page starts the build of a scoped cluster without waiting; requests for its data wait", async () => {
  const { model, whole, time, queued, daemonSet } = scopedClusterInSlices();
  for (let at = 10; at < 2010; at++) model.apply(putPod(kubePod(daemonSet, `n${at}`)));
  const ask = async () => fixtureRights(["kube-system"], { nodes: "all" });
  const accessControl = new AccessControl({ whole: () => whole, ask, timers: time.timers });
  const seen: Record<string, boolean> = {};
  const see = async (path: string) => {
    void resolveAccessScope(accessControl, { accessScope: undefined }, fixtureUser("a"), path === PATHS.keyframe).then((isSeen) => {
      seen[path] = isSeen;
    });
    await new Promise<void>((done) => setImmediate(done));
  };
  await see("/*");
  await see(PATHS.keyframe);
  expect([seen, accessControl.clusterCount]).toEqual([{ "/*": false }, 1]);
  while (seen[PATHS.keyframe] === undefined) {
    queued.shift()?.();
    await new Promise<void>((done) => setImmediate(done));
  }
  await see("/*");
  expect(seen).toEqual({ "/*": true, [PATHS.keyframe]: true });
});

it("G32 the build of a scoped cluster stops if it is closed", async () => {
  const { model, begin, runTurns, daemonSet } = scopedClusterInSlices();
  for (let at = 10; at < 2010; at++) model.apply(putPod(kubePod(daemonSet, `n${at}`)));
  const seen = begin();
  seen.live.close("another cluster is watched");
  expect(await runTurns(seen)).toBeLessThan(3);
});
