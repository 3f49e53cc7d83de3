import { SOURCES } from "@daemonscope/kube/source-status";
import { RETRY_POLICY, type RetryPolicy } from "@daemonscope/kube-client/flow-control/retry-policy";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { type ClusterWatch, startClusterWatch } from "@daemonscope/server/watch/cluster-watch";
import { collectObjects } from "@daemonscope/server/watch/event-of-raw.fixture";
import { createRandom, type Random } from "@daemonscope/simulated-apiserver/time/random";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { inTime } from "./in-time.ts";
import { type ServedCluster, startServedCluster, WRITE_LABEL } from "./served-cluster.ts";

/** Short waits, so that thousands of faults take seconds. Tests of waits use `RETRY_POLICY`. */
const QUICK: RetryPolicy = {
  ...RETRY_POLICY,
  retryFirstMs: 5,
  retryLimitMs: 40,
  shortWatchMs: 30,
  nodeRestMs: 0,
  probeWhileDownMs: 50,
};

const AGREE_LIMIT_MS = 20_000;

/** Deliveries of node writes, compared with the order of the writes. */
interface Deliveries {
  /** Writes in the order of delivery. */
  readonly writes: readonly number[];
  /** Deliveries of a write that was delivered before. */
  doubled: number;
  /** Deliveries of a write of a node after a later write of the same node. */
  reordered: number;
}

/** Our watch of a served cluster, through a proxy. */
export interface WatchedCluster {
  readonly cluster: ServedCluster;
  readonly proxy: FaultProxy;
  readonly watch: ClusterWatch;
  readonly deliveries: Deliveries;
  readonly problems: readonly string[];
  /** The times at which a kind was shown as live with another state before, and the reverse. */
  readonly states: readonly { readonly atMs: number; readonly source: string; readonly state: string }[];
  isLive(): boolean;
  lists(): number;
  /** The master oracle: waits until the objects equal a fresh list. Returns the time it took, or throws with the
   *  differences. */
  agrees(what: string, limitMs?: number): Promise<number>;
  stop(): Promise<void>;
}

function difference(seen: readonly string[], wanted: readonly string[]): string {
  const [has, needs] = [new Set(seen), new Set(wanted)];
  const extra = seen.filter((each) => !needs.has(each));
  const missing = wanted.filter((each) => !has.has(each));
  return `${extra.length} extra, ${missing.length} missing: ${[...extra, ...missing].slice(0, 2).join(" / ").slice(0, 600)}`;
}

export type StartedCluster = WatchedCluster & { readonly random: Random };

/** Starts a cluster, a proxy and our watch through it, and waits for the first list. */
async function watchServedCluster(seed: number, pace: RetryPolicy, nodes: number): Promise<StartedCluster> {
  const random = createRandom(seed);
  const cluster = await startServedCluster(random, nodes);
  const proxy = await startFaultProxy(cluster.port);
  const { objects, take } = collectObjects();
  const writes: number[] = [];
  const seen = new Set<number>();
  const lastOf = new Map<string, number>();
  const deliveries = { writes, doubled: 0, reordered: 0 };
  const problems: string[] = [];
  const states: { atMs: number; source: string; state: string }[] = [];
  const watch = startClusterWatch({
    transport: plainHttpTransport(proxy.url),
    emit(event) {
      take(event);
      if (event.do !== "put" || event.kind !== "nodes") return;
      const { name, labels } = event.object.record;
      const write = Number(labels[WRITE_LABEL]);
      if (seen.has(write)) deliveries.doubled++;
      if (write < (lastOf.get(name) ?? 0)) deliveries.reordered++;
      seen.add(write);
      lastOf.set(name, write);
      writes.push(write);
    },
    pace,
    nowMs: Date.now,
    random: random.next,
    onChange: () => undefined,
    onStatus: (source, { state }) => states.push({ atMs: Date.now(), source, state }),
    onGap: () => undefined,
    onProblem: (text) => problems.push(text),
    onVersion: () => undefined,
  });
  const isLive = () => SOURCES.every((source) => watch.statuses()[source].state === "live");
  const shown = () =>
    [...objects]
      .filter(([key]) => !key.startsWith("events "))
      .map(String)
      .sort();
  await watch.synced;
  await inTime("the first list", AGREE_LIMIT_MS, isLive);
  return {
    random,
    cluster,
    proxy,
    watch,
    deliveries,
    problems,
    states,
    isLive,
    lists: () => SOURCES.reduce((sum, source) => sum + watch.counts()[source].lists, 0),
    async agrees(what, limitMs = AGREE_LIMIT_MS) {
      const isEqual = () => isLive() && shown().join("\n") === cluster.freshList().join("\n");
      return inTime(what, limitMs, isEqual).catch((error) => {
        throw new Error(`${error.message}: live ${isLive()}, ${difference(shown(), cluster.freshList())}`);
      });
    },
    async stop() {
      await watch.close();
      await proxy.stop();
      await cluster.stop();
    },
  };
}

/** Runs a check on a watched cluster, and stops it. */
export async function onCluster(seed: number, check: (started: StartedCluster) => Promise<void>, pace = QUICK, nodes = 40): Promise<void> {
  const started = await watchServedCluster(seed, pace, nodes);
  try {
    await check(started);
  } finally {
    await started.stop();
  }
}
