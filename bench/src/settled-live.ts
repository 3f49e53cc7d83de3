import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { SOURCES, type SourceStatuses } from "@daemonscope/kube/source-status";
import { systemClock, systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { LiveFrames, type LiveFramesOptions } from "@daemonscope/server/frames/live-frames";

const SERVER = { server: "http://127.0.0.1:1", version: "v1.36.0", simulated: true };

/** The source statuses without a watch: all kinds are live now. */
const allLive = () =>
  Object.fromEntries(SOURCES.map((source) => [source, { state: "live", provenAtMs: Date.now() }])) as unknown as SourceStatuses;

/** Returns the live frames of a model without watches. `name` is the name of the context and the epoch. */
export const liveOf = (model: ClusterModel, name: string, more: Partial<LiveFramesOptions> = {}): LiveFrames =>
  new LiveFrames({
    model,
    identity: { context: name, ...SERVER },
    epoch: name,
    build: "bench",
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    statuses: allLive,
    wallNowMs: Date.now,
    ...more,
  });

/** Returns live frames once the first frame exists. */
export async function settledLive(model: ClusterModel, name: string): Promise<LiveFrames> {
  const live = liveOf(model, name);
  await live.settled();
  live.beginMarks();
  live.settle();
  return live;
}
