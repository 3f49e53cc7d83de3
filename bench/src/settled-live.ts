import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { systemClock, systemTimers } from "@daemonscope/server/clock";
import { LiveFrames } from "@daemonscope/server/frames/live-frames";
import { SOURCES, type SourceStatuses } from "@daemonscope/shared/source-status";

const SERVER = { server: "http://127.0.0.1:1", version: "v1.36.0", simulated: true };

/** How each kind is read where nothing is watched: all of it, now. */
const allLive = () =>
  Object.fromEntries(SOURCES.map((source) => [source, { state: "live", provenAtMs: Date.now() }])) as unknown as SourceStatuses;

/** The frames of a model into which a cluster was put and that nobody watches, once the first of them is made. `name`: of its context and its log. */
export async function settledLive(model: ClusterModel, name: string): Promise<LiveFrames> {
  const live = new LiveFrames({
    model,
    identity: { context: name, ...SERVER },
    epoch: name,
    build: "bench",
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    statuses: allLive,
    wallNowMs: Date.now,
  });
  await live.settled();
  live.beginMarks();
  live.settle();
  return live;
}
