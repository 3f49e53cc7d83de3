import { setMaxListeners } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { type RawApiServer, type Request, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { FailurePace } from "@daemonscope/kube-client/http/failure-pace";
import { readBody } from "@daemonscope/kube-client/http/read-body";
import { createTransport } from "@daemonscope/kube-client/http/transport";
import { createReviewTransport, REVIEW_PATHS } from "@daemonscope/kube-client/reviews/review-transport";
import { afterEach, expect, it } from "vitest";
import { startClusterWatch } from "./cluster-watch.ts";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
const nothing = () => undefined;
const noCredentials = () => Promise.resolve(0);
const SECONDS = 20;

/** Runs all clients of an API server against `answer` for `SECONDS` of manual time. Returns the second of each
 *  request. */
async function askedWhile(answer: (request: Request, response: ServerResponse, raw: IncomingMessage) => void): Promise<readonly number[]> {
  const time = manualTime();
  const { timers } = time;
  const askedAt: number[] = [];
  const server: RawApiServer = await startRawApiServer((...request) => {
    askedAt.push(timers.elapsedMs() / 1000);
    answer(...request);
  });
  open.push(server);
  const credentials = {
    server: server.url,
    authorize: noCredentials,
    authorizeAnonymous: noCredentials,
    timers,
    pace: new FailurePace(timers),
  };
  const transport = createTransport(credentials);
  const reviews = createReviewTransport(credentials);
  const watch = startClusterWatch({
    transport,
    emit: nothing,
    pace: RETRY_POLICY,
    timers,
    nowMs: time.nowMs,
    random: () => 0.5,
    onChange: nothing,
    onStatus: nothing,
    onGap: nothing,
    onProblem: nothing,
    onVersion: nothing,
  });
  open.push(watch);
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  open.push({ close: () => Promise.resolve(stop.abort()) });
  const limits = { limitBytes: 1e6, silenceMs: 1e4, timers };
  const readings = [
    async () => readBody("GET", "host", await transport.get("/api/v1/namespaces/a/pods/b", {}, { signal: stop.signal }), limits),
    async () => reviews.post(REVIEW_PATHS.selfSubjectReview, {}, { kind: "server" }, stop.signal),
  ];
  for (let ms = 0; ms < SECONDS * 1000; ms += 20) {
    // A page requests four times a second.
    if (ms % 240 === 0) for (const read of readings) read().catch(nothing);
    time.pass(20);
    await new Promise((done) => setTimeout(done, 1));
  }
  return askedAt;
}

const cuts: readonly (readonly [string, (request: Request, response: ServerResponse, raw: IncomingMessage) => void])[] = [
  ["before the head", (_request, _response, raw) => void raw.socket.destroy()],
  [
    "after the head",
    (_request, response, raw) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"kind":');
      setImmediate(() => raw.socket.destroy());
    },
  ],
  [
    "by a gateway's error",
    (_request, response) => {
      response.writeHead(502);
      response.end();
    },
  ],
];
it.each(cuts)("all requests together are at most two per second while each response is cut %s", async (_name, cut) => {
  const askedAt = await askedWhile(cut);
  const settled = askedAt.filter((second) => second >= 5).length / (SECONDS - 5);
  expect(settled).toBeLessThanOrEqual(2.1);
  expect(settled).toBeGreaterThan(0.5);
  // The burst, and the requests in flight when the first answer failed.
  expect(askedAt.length).toBeLessThanOrEqual(2 * SECONDS + 20);
});
