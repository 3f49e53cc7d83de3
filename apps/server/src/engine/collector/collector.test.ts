import type { ServerResponse } from "node:http";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { eventLine, listJson, nodeJson, type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { nodeNamed } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import { afterEach, describe, expect, it } from "vitest";
import { FollowedLog } from "../follower/followed-log.ts";
import { memoryStream } from "../stream/memory-stream.fixture.ts";
import { claimStream } from "../stream/stream-block-store.ts";
import type { WriterHeartbeat } from "../stream/writer-heartbeat.ts";
import { Collector } from "./collector.ts";

const NODES = "/api/v1/nodes";
const GATES = { TaintTolerationComparisonOperators: false };
let server: RawApiServer | undefined;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await server?.close();
});

/**
 * A cluster of one node whose labels a test changes, its collector, and a follower of the collector's log. Manual time
 * passes during each wait.
 */
async function stage() {
  const watches = new Set<ServerResponse>();
  let version = 10;
  let node = nodeJson("n1", 5);
  server = await startRawApiServer(({ path, isWatch }, response) => {
    if (path === "/livez") return response.end("ok");
    response.setHeader("content-type", "application/json");
    if (path === "/version") return response.end(JSON.stringify({ gitVersion: "v1.30.0", major: "1", minor: "30" }));
    if (!isWatch) return response.end(listJson(version, ...(path === NODES ? [node] : [])));
    response.flushHeaders();
    if (path === NODES) watches.add(response);
    return undefined;
  });
  const time = manualTime();
  const engine = memoryStream();
  const listeners = new Set<(heartbeat: WriterHeartbeat) => void>();
  const states: string[] = [];
  let names = 0;
  const collector = new Collector({
    stream: engine.stream,
    sendHeartbeat: (heartbeat) => {
      for (const listener of listeners) listener(heartbeat);
    },
    receiveHeartbeats: (onHeartbeat, signal) =>
      new Promise((done) => {
        listeners.add(onHeartbeat);
        signal.addEventListener("abort", () => {
          listeners.delete(onHeartbeat);
          done();
        });
      }),
    isConnected: () => true,
    reachesCluster: () => Promise.resolve(true),
    answer: () => ({ close: () => undefined }),
    transport: plainHttpTransport(server.url),
    identity: { context: "prod", server: server.url, version: undefined, simulated: false },
    clock: time.clock,
    gates: GATES,
    namespace: undefined,
    timers: time.timers,
    wallNowMs: time.nowMs,
    random: () => 0.5,
    newName: () => `name${++names}`,
    onState: (state) => states.push(state),
    onProblem: () => undefined,
  });
  const end = new AbortController();
  const frames: Frame[] = [];
  const followed = new FollowedLog(engine.stream, {
    onStart: () => undefined,
    onFrame: (frame) => frames.push(frame),
    onProblem: (text) => expect.unreachable(text),
  });
  const work = [collector.run(end.signal), followed.follow(end.signal)];
  const passUntil = (what: string, holds: () => boolean) =>
    until(() => {
      time.pass(50);
      return holds();
    }, what);
  ends.push(async () => {
    end.abort();
    let isOver = false;
    const over = Promise.all(work).then(() => {
      isOver = true;
    });
    await passUntil("the end", () => isOver);
    await over;
  });
  return {
    engine,
    states,
    frames,
    followed,
    passUntil,
    label(value: string) {
      version++;
      node = nodeJson("n1", version, { labels: { seen: value } });
      for (const watch of watches) watch.write(eventLine("MODIFIED", node));
    },
    labelSeen: () => followed.player && nodeNamed(followed.player.state, "n1")?.labels.seen,
  };
}

describe("a collector", () => {
  it("L1 goes to standby if the engine refuses writes for too long, and resumes the same log without loss", async () => {
    const { engine, states, frames, followed, passUntil, label, labelSeen } = await stage();
    await passUntil("it writes", () => states.at(-1) === "writing");
    await passUntil("the log is read", () => followed.player !== undefined);
    label("1");
    await passUntil("the first label", () => labelSeen() === "1");
    engine.answer(false);
    label("2");
    await passUntil("it is refused", () => states.includes("refused"));
    engine.answer(true);
    await passUntil("it writes again", () => states.filter((state) => state === "writing").length === 2);
    await passUntil("the second label", () => labelSeen() === "2");
    expect(states).toEqual(["standingBy", "writing", "refused", "standingBy", "writing"]);
    expect(new Set(frames.map(({ epoch }) => epoch)).size).toBe(1);
    expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, at) => (frames[0]?.seq ?? 0) + at));
    const later = new FollowedLog(engine.stream, { onStart: () => undefined, onFrame: () => undefined, onProblem: () => undefined });
    for (const message of engine.kept) await later.take(message);
    expect(later.player && stateHash(later.player.state)).toBe(followed.player && stateHash(followed.player.state));
  });
  it("is fenced by another claim, and takes over again after that writer times out", async () => {
    const { engine, states, followed, passUntil, label, labelSeen } = await stage();
    await passUntil("it writes", () => states.at(-1) === "writing");
    await passUntil("the log is read", () => followed.player !== undefined);
    await claimStream(engine.stream, "other", await engine.stream.lastSeq(), {});
    label("1");
    await passUntil("it is fenced", () => states.includes("fenced"));
    await passUntil("it writes again", () => states.at(-1) === "writing");
    await passUntil("the label", () => labelSeen() === "1");
    expect(states).toEqual(["standingBy", "writing", "fenced", "standingBy", "writing"]);
  });
});
