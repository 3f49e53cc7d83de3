import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { putNode } from "@daemonscope/daemonset/model/cluster-event";
import type { SourceStatus } from "@daemonscope/kube/source-status";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { afterEach, describe, expect, it } from "vitest";
import { kubeNode } from "../../../cluster.fixture.ts";
import { applyObserved } from "../../../feed/event-observer.ts";
import { liveFramesOnManualTime } from "../../../frames/live-frames.fixture.ts";
import { type ClusterWatch, startClusterWatch } from "../../cluster-watch.ts";
import { inProcessWorkers } from "./in-process-worker.fixture.ts";
import { type PodsServer, startPodsServer } from "./pods-server.fixture.ts";

const SEED = Number(process.env.SEED ?? 20261125);
const RUNS = Number(process.env.RUNS ?? 4);
const QUICK = {
  ...RETRY_POLICY,
  retryFirstMs: 2,
  retryLimitMs: 10,
  forbiddenRetryMs: 20,
  probeEveryMs: 30,
  probeWhileDownMs: 10,
  probeTimeoutMs: 500,
  shortWatchMs: 0,
};
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function podsServer(options: Parameters<typeof startPodsServer>[0]): Promise<PodsServer> {
  const server = await startPodsServer(options);
  open.push(server);
  return server;
}

/** A model that follows a server with `count` workers; with 0 through one watch in this thread. */
function watched(server: PodsServer, count: number) {
  const { model, live, tick } = liveFramesOnManualTime();
  for (let at = 0; at < 6; at++) model.apply(putNode(kubeNode(`n${at}`)));
  const reported: string[] = [];
  const log: string[] = [];
  const problems: string[] = [];
  const gaps: number[] = [];
  const states: SourceStatus["state"][] = [];
  const held = new Map<string, string>();
  const note = (_nowMs: number, input: ClusterEvent) => {
    if (input.do === "read" || input.do === "beginMarks" || input.kind !== "pods") return;
    if (input.do === "put") {
      held.set(input.object.uid, JSON.stringify(input.object));
      reported.push(`${input.object.uid} ${input.object.ready ? "ready" : "down"}`);
    } else if (held.delete(input.key)) reported.push(`${input.key} gone`);
  };
  const workers = inProcessWorkers();
  const watch: ClusterWatch = startClusterWatch({
    transport: plainHttpTransport(server.url),
    emit: (event) => applyObserved(model, event, 1_000_000, { note }),
    pace: QUICK,
    nowMs: Date.now,
    random: () => 0.5,
    sources: ["daemonsets", "pods"],
    ...(count === 0
      ? {}
      : { podWorkers: { count, start: workers.start, authorize: () => Promise.resolve(0), requestTimeoutMs: undefined } }),
    onChange: () => undefined,
    onRead: (source) => log.push(`read ${source}`),
    onStatus: (source, { state }) => {
      if (source === "pods") states.push(state);
    },
    onGap: (source, fromMs) => {
      if (source === "pods") gaps.push(fromMs);
    },
    onProblem: (text) => problems.push(text),
    onVersion: () => undefined,
  });
  open.push(watch);
  const hash = () => {
    tick();
    return live.log.hash();
  };
  const podState = () => watch.statuses().pods;
  return { watch, workers, held, reported, log, problems, gaps, states, podState, hash };
}

const pod = (set: string, namespace: string, at: number, isReady = true) => ({
  uid: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
  name: `${set}-${at}`,
  namespace,
  set,
  node: `n${at % 6}`,
  isReady,
});
const isWhole = (server: PodsServer, { held, podState }: ReturnType<typeof watched>) =>
  podState().state === "live" &&
  held.size === server.pods.size &&
  [...server.pods.values()].every(({ uid, isReady }) => held.get(uid)?.includes(`"ready":${isReady}`));

/** Returns the distinct consecutive states of each pod. */
function byPod(reported: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const each of reported) {
    const [uid = "", state = ""] = each.split(" ");
    const states = all.get(uid) ?? [];
    if (states.at(-1) !== state) states.push(state);
    all.set(uid, states);
  }
  return all;
}
/** Reports whether `some` is a subsequence of `all`. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const each of some) {
    at = all.indexOf(each, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe(`pods read by workers, seed ${SEED}`, () => {
  for (const shards of [true, false])
    for (const streams of [true, false])
      it(`equal those of one watch, in order, ${shards ? "by shards" : "by namespace"}, lists ${streams ? "streamed" : "in pages"}, under any faults`, async () => {
        for (let run = 0; run < RUNS; run++) {
          const random = seeded(SEED + run * 7919 + (shards ? 1 : 0) + (streams ? 2 : 0));
          const pick = (count: number) => Math.floor(random() * count);
          const server = await podsServer({ shards, streams });
          const sets: { readonly name: string; readonly namespace: string }[] = [];
          const newSet = () => {
            const at = sets.length;
            // Sometimes in a namespace that already has a DaemonSet.
            sets.push({ name: `s${at}`, namespace: `ns${pick(at + 1)}` });
            server.putSet(`s${at}`, sets.at(-1)?.namespace ?? "");
          };
          newSet();
          newSet();
          let next = 1;
          const change = () => {
            const set = sets[pick(sets.length)];
            const some = [...server.pods.values()];
            const one = some[pick(some.length)];
            if (one === undefined || random() < 0.4) {
              if (set !== undefined && server.sets.has(`set-${set.name}`)) server.put(pod(set.name, set.namespace, next++, random() < 0.8));
            } else if (random() < 0.7) server.put({ ...one, isReady: !one.isReady });
            else server.drop(one.uid);
          };
          for (let at = 0; at < 20; at++) change();
          const one = watched(server, 0);
          const partitioned = watched(server, 1 + pick(4));
          for (let step = 0; step < 60; step++) {
            const chance = random();
            if (chance < 0.75) change();
            else if (chance < 0.8) server.cut(random() < 0.5);
            else if (chance < 0.86) [...partitioned.workers.running][pick(partitioned.workers.running.size)]?.kill("it was killed");
            else if (chance < 0.9) newSet();
            else if (chance < 0.92 && sets.length > 2) {
              const removed = sets.splice(pick(sets.length), 1)[0];
              if (removed !== undefined) {
                server.dropSet(removed.name);
                // The garbage collector deletes its pods.
                for (const { uid, set } of [...server.pods.values()]) if (set === removed.name) server.drop(uid);
              }
            } else if (chance < 0.93) server.ignoreShards();
            if (random() < 0.5) await new Promise((done) => setImmediate(done));
            if (random() < 0.1) await until(() => one.podState().state === "live" && partitioned.podState().state === "live");
          }
          await until(() => isWhole(server, one) && isWhole(server, partitioned), `run ${run} of seed ${SEED}: all pods`);
          expect(new Map([...partitioned.held].sort())).toEqual(new Map([...one.held].sort()));
          expect(partitioned.hash()).toBe(one.hash());
          const truth = byPod(server.podEvents);
          for (const { reported } of [one, partitioned])
            for (const [uid, states] of byPod(reported))
              expect({ uid, isInOrder: isWithin(states, truth.get(uid) ?? []) }).toEqual({ uid, isInOrder: true });
          for (const each of [one, partitioned]) await each.watch.close();
          await server.close();
          open.length = 0;
        }
      });
});

const podRequests = (server: PodsServer) => server.requests.filter(({ path }) => path.endsWith("/pods"));
/** Three DaemonSets in two namespaces, with four pods. */
async function smallServer(options: Parameters<typeof startPodsServer>[0]): Promise<PodsServer> {
  const server = await podsServer(options);
  for (const [name, namespace] of [
    ["a", "red"],
    ["b", "red"],
    ["c", "blue"],
  ] as const)
    server.putSet(name, namespace);
  for (const at of [1, 2, 3]) server.put(pod("a", "red", at));
  server.put(pod("c", "blue", 4));
  return server;
}

describe("workers that read pods", () => {
  it("watch one shard each if the API server supports it, without a notice", async () => {
    const server = await smallServer({ shards: true });
    const partitioned = watched(server, 3);
    await until(() => isWhole(server, partitioned) && server.podWatches() === 3);
    const selectors = new Set(podRequests(server).map(({ query }) => query.get("shardSelector")));
    expect(selectors.size).toBe(4);
    expect(podRequests(server).every(({ path }) => path === "/api/v1/pods")).toBe(true);
    expect(partitioned.problems).toEqual([]);
    expect(partitioned.log.filter((line) => line === "read pods").length).toBeGreaterThanOrEqual(1);
  });
  it("watch the namespaces with DaemonSets if there are no shards, with one notice", async () => {
    const server = await smallServer({ shards: false });
    const partitioned = watched(server, 3);
    await until(() => isWhole(server, partitioned));
    expect(partitioned.problems).toEqual(["The API server gives no shards of pods: pods are watched by namespace, in 2 of 3 workers"]);
    expect(partitioned.workers.started).toBe(2);
    const paths = new Set(
      podRequests(server)
        .slice(1)
        .map(({ path }) => path),
    );
    expect(paths).toEqual(new Set(["/api/v1/namespaces/red/pods", "/api/v1/namespaces/blue/pods"]));
  });
  it("ignore pods of another shard, and continue by namespace if the server ignores shard selectors", async () => {
    const server = await smallServer({ shards: true });
    const partitioned = watched(server, 2);
    await until(() => isWhole(server, partitioned));
    server.ignoreShards();
    server.cut(true);
    await until(() => partitioned.problems.length > 0 && isWhole(server, partitioned));
    expect(partitioned.problems).toEqual([
      "The API server takes no notice of its shards any more: pods are watched by namespace, in 2 of 2 workers",
    ]);
    await until(() => server.podWatches() === 2 && partitioned.gaps.length > 0);
    server.drop(pod("a", "red", 1).uid);
    await until(() => isWhole(server, partitioned));
    expect(partitioned.reported.filter((line) => line.endsWith("gone"))).toEqual([`${pod("a", "red", 1).uid} gone`]);
  });
  it("follow added and removed namespaces, and stay live meanwhile", async () => {
    const server = await smallServer({ shards: false });
    const partitioned = watched(server, 2);
    await until(() => isWhole(server, partitioned) && server.podWatches() === 2);
    partitioned.states.length = 0;
    server.putSet("d", "green");
    server.put(pod("d", "green", 9));
    await until(() => isWhole(server, partitioned) && server.podWatches() === 3);
    server.dropSet("c");
    server.put({ ...pod("c", "blue", 4), isReady: false });
    // Its pods still exist.
    await until(() => isWhole(server, partitioned));
    expect(server.podWatches()).toBe(3);
    server.drop(pod("c", "blue", 4).uid);
    await until(() => isWhole(server, partitioned) && server.podWatches() === 2);
    server.putSet("c", "blue");
    server.put(pod("c", "blue", 5));
    await until(() => isWhole(server, partitioned) && server.podWatches() === 3);
    expect(partitioned.states).toEqual([]);
    expect(partitioned.gaps).toEqual([]);
  });
  it("are live without a DaemonSet, and read pods once one appears", async () => {
    const server = await podsServer({ shards: false });
    const partitioned = watched(server, 2);
    await partitioned.watch.synced;
    await until(() => partitioned.podState().state === "live" && partitioned.podState().provenAtMs !== undefined);
    expect(partitioned.workers.started).toBe(0);
    server.putSet("a", "red");
    server.put(pod("a", "red", 1));
    await until(() => isWhole(server, partitioned));
  });
  it("are forbidden if one namespace is forbidden, show the others, and do not delay the first list", async () => {
    const server = await smallServer({ shards: false });
    server.forbidden.add("/api/v1/namespaces/blue/pods");
    const partitioned = watched(server, 2);
    await partitioned.watch.synced;
    expect(partitioned.podState()).toMatchObject({ state: "forbidden", detail: expect.stringContaining("-n blue") });
    await until(() => partitioned.held.size === 3);
    expect(partitioned.log).not.toContain("read pods");
    server.forbidden.clear();
    await until(() => isWhole(server, partitioned));
    expect(partitioned.log).toContain("read pods");
  });
  it("use one watch as long as DaemonSets may not be read", async () => {
    const server = await smallServer({ shards: false });
    server.forbidden.add("/apis/apps/v1/daemonsets");
    const partitioned = watched(server, 2);
    await until(() => isWhole(server, partitioned));
    expect(partitioned.problems).toEqual([
      "The API server gives no shards of pods, and DaemonSets, whose namespaces would tell pods apart, may not be read: one worker reads all pods",
    ]);
    server.forbidden.clear();
    await until(() => server.podWatches() === 2 && isWhole(server, partitioned));
    expect(partitioned.reported.some((line) => line.endsWith("gone"))).toBe(false);
  });
  it("that crash are reported and restarted without loss or duplicates: one gap, and deleted pods are dropped", async () => {
    const server = await smallServer({ shards: true });
    const partitioned = watched(server, 2);
    await until(() => isWhole(server, partitioned));
    partitioned.reported.length = 0;
    const [first, second] = [...partitioned.workers.running];
    server.forbidden.add("/api/v1/pods");
    first?.kill("it ran out of memory");
    second?.kill("it ran out of memory");
    expect(partitioned.podState()).toMatchObject({
      state: "retrying",
      detail: "the worker that reads pods of shard 1 of 2 ended: it ran out of memory; it is started again (and 1 more of 2 parts)",
    });
    expect(partitioned.podState().provenAtMs).toBeDefined();
    server.drop(pod("a", "red", 2).uid);
    server.put({ ...pod("a", "red", 3), isReady: false });
    server.forbidden.clear();
    await until(() => isWhole(server, partitioned) && partitioned.gaps.length > 0);
    expect(partitioned.workers.started).toBe(4);
    expect(partitioned.gaps).toHaveLength(1);
    expect(partitioned.reported.filter((line) => line.endsWith("gone"))).toEqual([`${pod("a", "red", 2).uid} gone`]);
  });
  it("wait for an unavailable server, and end with the watch", async () => {
    const server = await smallServer({ shards: true });
    const partitioned = watched(server, 2);
    await until(() => isWhole(server, partitioned) && server.podWatches() === 2);
    await partitioned.watch.close();
    await until(() => server.podWatches() === 0);
    expect(partitioned.workers.running.size).toBe(0);
    const url = server.url;
    await server.close();
    const late = watched({ ...server, url }, 2);
    await until(() => late.podState().state === "retrying");
    await late.watch.close();
    expect(late.workers.started).toBe(0);
  });
  it("count the lists of their watches, also after a crash", async () => {
    const server = await smallServer({ shards: true });
    const partitioned = watched(server, 2);
    await until(() => isWhole(server, partitioned) && partitioned.watch.counts().pods.lists === 2);
    const [first] = [...partitioned.workers.running];
    first?.kill("it was killed");
    await until(() => isWhole(server, partitioned) && partitioned.watch.counts().pods.lists === 3);
  });
});
