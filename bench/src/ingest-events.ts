import { type ClusterEvent, putNode } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { decodeEvent } from "@daemonscope/kube-client/decode/decode-event";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { WATCHED } from "@daemonscope/kube-client/http/resources";
import { DeltaFilter } from "@daemonscope/kube-client/list-watch/delta-filter";
import { kubeNode } from "@daemonscope/server/cluster.fixture";
import { EntryWriter } from "@daemonscope/server/history/log/entry-text";
import { EventIntake } from "@daemonscope/server/watch/events/event-intake";
import { cpuMs, cpuUsSince, heldBytes, printLast, quantile, rounded } from "./program.ts";
import { podUid, putWideCluster } from "./wide-cluster.ts";

/**
 * A flood of events: 5,000 a second for some minutes of simulated time, half of them about pods of the model. All
 * messages differ. Measures CPU per event and per tick, memory and log. Arguments: SECONDS RATE NODES. A rate of 0
 * gives the ticks without events, in which one node changes.
 */
const SECONDS = Number(process.argv[2] ?? 60);
const RATE = Number(process.argv[3] ?? 5000);
const NODES = Number(process.argv[4] ?? 20_000);
const DAEMON_SETS = 3;
const TICK_MS = 100;

const time = manualTime(Date.UTC(2026, 0, 1));
const model = new ClusterModel({ nowMs: time.nowMs(), objects: "columns" });
putWideCluster(model, NODES, DAEMON_SETS);
model.takeChanges();
model.apply({ do: "beginMarks" });
model.takeChanges();
const pods = [...model.held.pods].map(({ name, namespace, uid }) => ({ name, namespace, uid }));

const log = new EntryWriter();
let logBytes = 0;
let passed = 0;
const emit = (event: ClusterEvent) => {
  model.apply(event, time.nowMs());
  logBytes += log.lineOf({ kind: "input", nowMs: time.nowMs(), input: event })?.length ?? 0;
  passed++;
};
const fail = (text: string) => process.stderr.write(`${text}\n`);
const intake = new EventIntake({ emit, known: model.reading, timers: time.timers, onProblem: fail });
for (const source of ["daemonsets", "pods"] as const) intake.listed(source);
const filter = new DeltaFilter({
  resource: WATCHED.events,
  index: "none",
  decode: decodeEvent,
  sink: { put: (event) => intake.put(event), drop: (uid) => intake.drop(uid), problem: fail },
  counts: { replays: 0, unusable: 0 },
  leftOut: () => undefined,
});

let count = 0;
/** The text of the next event, as an API server sends it. */
function nextEvent(): string {
  const at = count++;
  const isKnown = at % 2 === 0;
  const { name, namespace, uid } = isKnown
    ? (pods[(at / 2) % pods.length] ?? { name: "", namespace: "", uid: "" })
    : { name: `web-${at % 40_000}-abcde`, namespace: "shop", uid: podUid(at, 0, 1).replace(/^a/, "f") };
  const atText = `${new Date(time.nowMs()).toISOString().slice(0, -5)}Z`;
  return JSON.stringify({
    kind: "Event",
    apiVersion: "v1",
    metadata: { name: `${name}.${at}`, namespace, uid: `e-${at}`, resourceVersion: String(at + 1), creationTimestamp: atText },
    involvedObject: { kind: "Pod", namespace, name, uid, apiVersion: "v1" },
    reason: "FailedMount",
    message: `MountVolume.SetUp failed for volume "certs" : secret "certs-${at}" not found ${"x".repeat(400)}`,
    source: { component: "kubelet", host: "n" },
    firstTimestamp: atText,
    lastTimestamp: atText,
    count: 1,
    type: "Warning",
  });
}

const tickMs: number[] = [];
let eventsUs = 0;
const before = heldBytes();
for (let tick = 0; tick < (SECONDS * 1000) / TICK_MS; tick++) {
  const texts = Array.from({ length: (RATE * TICK_MS) / 1000 }, nextEvent);
  const began = process.cpuUsage();
  for (const text of texts) filter.take(JSON.parse(text));
  time.pass(TICK_MS);
  eventsUs += cpuUsSince(began);
  model.apply(putNode(kubeNode("other", { labels: { tick: String(tick) } })), time.nowMs());
  tickMs.push(
    cpuMs(() => {
      model.tick(time.nowMs());
      model.takeChanges();
    }),
  );
}
printLast({
  events: count,
  passed,
  cpuUsPerEvent: count === 0 ? 0 : rounded(eventsUs / count, 2),
  tickMs: rounded(quantile(tickMs, 0.5), 2),
  slowTickMs: rounded(quantile(tickMs, 0.99), 2),
  heapMb: rounded((heldBytes() - before) / 1e6, 1),
  logKbPerSecond: rounded(logBytes / 1000 / SECONDS, 1),
});
