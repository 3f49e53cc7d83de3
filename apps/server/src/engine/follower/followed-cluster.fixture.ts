import { allSourcesLive } from "../../frames/live-frames.fixture.ts";
import type { WriterHeartbeat } from "../stream/writer-heartbeat.ts";
import { FollowedCluster, type FollowedClusterOptions } from "./followed-cluster.ts";

type Own = Pick<FollowedClusterOptions, "stream" | "timers" | "wallNowMs">;

/** A followed cluster whose heartbeats a test sends: with a moment of the cluster and a position. */
export function followedOnHeartbeats(own: Own) {
  let listener: (heartbeat: WriterHeartbeat) => void = () => undefined;
  const cluster = new FollowedCluster({
    name: "prod",
    engine: "nats://a",
    receiveHeartbeats: (onHeartbeat, signal) => {
      listener = onHeartbeat;
      return new Promise((done) => signal.addEventListener("abort", () => done()));
    },
    isConnected: () => true,
    build: "test",
    random: () => 0.5,
    onProblem: () => undefined,
    ...own,
  });
  const sendHeartbeat = (atMs: number, seq: number, clockRate = 1) =>
    listener({ run: "a", seq, hash: "", atMs, clockRate, sources: allSourcesLive(atMs) });
  return { cluster, beat: sendHeartbeat };
}
