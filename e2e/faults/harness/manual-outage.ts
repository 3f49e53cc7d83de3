import { createServer, get, type Server } from "node:http";
import type { Socket } from "node:net";
import { SOURCES } from "@daemonscope/kube/source-status";
import type { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { FailurePace } from "@daemonscope/kube-client/http/failure-pace";
import { createTransport } from "@daemonscope/kube-client/http/transport";
import { startClusterWatch } from "@daemonscope/server/watch/cluster-watch";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";

/** During an outage. */
const STEP_MS = 200;
/** After an outage. */
const HEALING_STEP_MS = 10;
/** Failures at the start of an outage that are not limited. */
const BURST = 10;
const nothing = () => undefined;

const CONTROL = "/control";
const control = (port: number) =>
  new Promise<void>((done, failed) => {
    get({ port, host: "127.0.0.1", path: CONTROL, agent: false }, (response) => response.resume().on("end", done)).on("error", failed);
  });

const GONE = `${JSON.stringify({ type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired", message: "too old" } })}\n`;

/** An empty cluster that breaks each connection while it is down. */
function emptyCluster(asked: () => void) {
  let isDown = false;
  /** Watches from another version get 410. */
  let version = "5";
  let requests = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    if (request.url === CONTROL) return void response.end();
    requests++;
    if (isDown) {
      asked();
      request.socket.resetAndDestroy();
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    if (searchParams.get("watch") === "true") {
      if (searchParams.get("resourceVersion") === version) response.flushHeaders();
      else response.end(GONE);
    } else if (pathname === "/version") response.end('{"major":"1","minor":"30","gitVersion":"v1.30.1"}');
    else if (pathname === "/livez") response.end("ok");
    else response.end(`{"metadata":{"resourceVersion":"${version}"},"items":[]}`);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", nothing);
  });
  return {
    server,
    requests: () => requests,
    loseHistory() {
      version = "6";
    },
    setDown(down: boolean) {
      isDown = down;
      if (down) for (const socket of sockets) socket.resetAndDestroy();
    },
  };
}

/** Watches a cluster through an outage on injected time, so that ten minutes take seconds. */
export async function outageOnManualTime(
  time: ReturnType<typeof manualTime>,
  outageMs: number,
  { seed, losesHistory }: { readonly seed: number; readonly losesHistory?: boolean },
) {
  let asked = 0;
  const { server, requests, setDown, loseHistory } = emptyCluster(() => asked++);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const { timers } = time;
  const none = () => Promise.resolve(0);
  const transport = createTransport({
    server: `http://127.0.0.1:${address.port}`,
    authorize: none,
    timers,
    pace: new FailurePace(timers),
  });
  const watch = startClusterWatch({
    transport,
    emit: nothing,
    pace: RETRY_POLICY,
    timers,
    nowMs: time.nowMs,
    random: createRandom(seed).next,
    onChange: nothing,
    onStatus: nothing,
    onGap: nothing,
    onProblem: nothing,
    onVersion: nothing,
  });
  const isLive = () => SOURCES.every((source) => watch.statuses()[source].state === "live");
  // A request with a new connection has the steps of a request of the watch. Both run at once, so that time does not
  // pass on a slow machine while a request or its answer is under way.
  const settle = async () => {
    for (let before = -1; before !== requests(); ) {
      before = requests();
      await control(address.port);
    }
  };
  const passUntil = async (holds: () => boolean, limitMs: number, stepMs: number) => {
    let passedMs = 0;
    for (; !holds() && passedMs < limitMs; passedMs += stepMs) {
      time.pass(stepMs);
      await settle();
    }
    return passedMs;
  };
  try {
    await passUntil(isLive, 30_000, STEP_MS);
    setDown(true);
    await passUntil(() => false, outageMs, STEP_MS);
    if (losesHistory === true) loseHistory();
    setDown(false);
    const healedMs = await passUntil(isLive, 30_000, HEALING_STEP_MS);
    return { healedMs, requestsPerSecond: Math.max(0, asked - BURST) / (outageMs / 1000) };
  } finally {
    await watch.close();
    server.closeAllConnections();
    server.close();
  }
}
