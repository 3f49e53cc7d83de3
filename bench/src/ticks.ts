import { constants, PerformanceObserver } from "node:perf_hooks";
import { putDaemonSet, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { kubePod } from "@daemonscope/server/cluster.fixture";
import { loopMs, quantile } from "./program.ts";
import { settledLive } from "./settled-live.ts";
import { addressName, POOLS, podUid, putWideCluster } from "./wide-cluster.ts";

/**
 * The cost of a tick while pods change, and its garbage. It is CPU time of the loop's own thread, as the kernel counts
 * it. There is no API server, and one client reads all frames. `node bench/dist/ticks.js NODES DAEMON_SETS TICKS`
 * varies the number of pods that change before each tick, and of their DaemonSets. 5,000 of the pods are not ready at
 * any time.
 */
const NODES = Number(process.argv[2] ?? 100_000);
const DAEMON_SETS = Number(process.argv[3] ?? 12);
const TICKS = Number(process.argv[4] ?? 600);
const WARM_UP = Math.min(200, TICKS);
const AT_ONCE = Math.min(5000, NODES / 2);
const loopUs = () => loopMs() * 1000;

const model = new ClusterModel({ nowMs: Date.now(), objects: "columns" });
const sets = putWideCluster(model, NODES, DAEMON_SETS).map((set, at) =>
  // As during a rollout: by its status, half of its nodes are to be updated.
  at > 0 ? set : { ...set, status: { ...set.status, updatedNumberScheduled: Math.floor(set.status.desiredNumberScheduled / 2) } },
);
const [first] = sets;
if (first !== undefined) model.apply(putDaemonSet(first));
const live = await settledLive(model, "ticks");
let bytes = 0;
live.attach(
  {
    write(some) {
      bytes += some.length;
      return true;
    },
    end: () => undefined,
    destroy: () => undefined,
    on: () => undefined,
  },
  undefined,
  "gzip",
);

interface Collection {
  readonly duration: number;
  readonly detail: { readonly kind: number };
}
const collected = { count: 0, ms: 0, longestMs: 0, wholes: 0 };
new PerformanceObserver((list) => {
  for (const { duration, detail } of list.getEntries() as unknown as readonly Collection[]) {
    if (detail.kind !== constants.NODE_PERFORMANCE_GC_MINOR) collected.wholes++;
    collected.count++;
    collected.ms += duration;
    collected.longestMs = Math.max(collected.longestMs, duration);
  }
}).observe({ entryTypes: ["gc"] });

let changed = 0;
const isWithoutPods = (node: number) => node % POOLS === 0;
/**
 * `AT_ONCE` pods become unready, one after the other and far from each other, and then ready again in the same order.
 */
function change(daemonSetCount: number): void {
  const at = changed++;
  const isReady = at % (2 * AT_ONCE) >= AT_ONCE;
  const pairIndex = ((Math.floor(at / (2 * AT_ONCE)) * AT_ONCE + (at % AT_ONCE)) * 7919) % (NODES * daemonSetCount);
  const node = Math.floor(pairIndex / daemonSetCount);
  const column = pairIndex % daemonSetCount;
  const set = sets[column];
  if (set === undefined || isWithoutPods(node)) return;
  const pod = kubePod(set, addressName(node), {
    ready: isReady,
    suffix: node.toString(36),
  });
  model.apply(putPod({ ...pod, metadata: { ...pod.metadata, uid: podUid(node, column, DAEMON_SETS) } }));
}

const rows: Record<string, Record<string, number>> = {};
for (const [changes, daemonSetCount] of [
  [0, 1],
  [4, DAEMON_SETS],
  [16, 1],
  [160, 1],
  [160, DAEMON_SETS],
] as const) {
  const times: number[] = [];
  // With another number of DaemonSets, a new round starts, in which pods first become unready.
  changed = Math.ceil(changed / (2 * AT_ONCE)) * 2 * AT_ONCE;
  for (let filled = 0; changes > 0 && filled < AT_ONCE; filled++) change(daemonSetCount);
  live.settle();
  for (let tick = 0; tick < WARM_UP + TICKS; tick++) {
    if (tick === WARM_UP) {
      await new Promise((done) => setTimeout(done, 20));
      Object.assign(collected, { count: 0, ms: 0, longestMs: 0, wholes: 0 });
      bytes = 0;
    }
    for (let each = 0; each < changes; each++) change(daemonSetCount);
    const beganUs = loopUs();
    live.settle();
    if (tick >= WARM_UP) times.push(loopUs() - beganUs);
    if (tick % 10 === 0) await new Promise((done) => setImmediate(done));
  }
  await new Promise((done) => setTimeout(done, 20));
  rows[`${changes} pods of ${daemonSetCount}`] = {
    "µs a tick": Math.round(times.reduce((sum, each) => sum + each, 0) / times.length),
    p50: Math.round(quantile(times, 0.5)),
    p99: Math.round(quantile(times, 0.99)),
    "bytes a frame": Math.round(bytes / TICKS),
    collections: collected.count,
    "full collections": collected.wholes,
    "ms in them": Math.round(collected.ms),
    "longest, ms": Number(collected.longestMs.toFixed(1)),
  };
}
console.log(`${NODES} nodes × ${DAEMON_SETS}, ${TICKS} ticks each, ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
console.table(rows);
process.exit(0);
