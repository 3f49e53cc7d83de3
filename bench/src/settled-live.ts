import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { SOURCES, type SourceStatuses } from "@daemonscope/kube/source-status";
import { systemClock, systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { LiveFrames } from "@daemonscope/server/frames/live-frames";

const SERVER = { server: "http://127.0.0.1:1", version: "v1.36.0", simulated: true };

/** The source statuses without a watch: all kinds are live now. */
const allLive = () =>
  Object.fromEntries(SOURCES.map((source) => [source, { state: "live", provenAtMs: Date.now() }])) as unknown as SourceStatuses;

/**
 * Returns the live frames of a model without watches, once the first frame exists. `name` is the name of the context
 * and the epoch of the frames.
 */
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
