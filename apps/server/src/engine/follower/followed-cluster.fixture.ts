import { allSourcesLive } from "../../frames/live-frames.fixture.ts";
import type { WriterHeartbeat } from "../stream/writer-heartbeat.ts";
import { FollowedCluster, type FollowedClusterOptions } from "./followed-cluster.ts";

type ManualParts = Pick<FollowedClusterOptions, "stream" | "timers" | "wallNowMs">;

/** Returns a followed cluster, and a function that sends it a heartbeat of its writer. */
export function followedOnHeartbeats(parts: ManualParts) {
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
    ...parts,
  });
  const sendHeartbeat = (atMs: number, seq: number, clockRate = 1) =>
    listener({ run: "a", seq, hash: "", atMs, clockRate, sources: allSourcesLive(atMs) });
  return { cluster, beat: sendHeartbeat };
}
