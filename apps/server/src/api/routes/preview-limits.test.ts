import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { PATHS } from "@daemonscope/shared/http/paths";
import { expect, onTestFinished, test } from "vitest";
import { buildServer } from "../build-server.ts";
import { serverOnManualTime } from "../context.fixture.ts";

const STEP = { kind: "cordon", nodes: { kind: "all" } };
const PAIR = { namespace: "kube-system", daemonSet: "logs", node: "n1" };

/** A server whose preview slices wait until the test runs them. */
function heldServer() {
  const time = manualTime(0);
  const slices: (() => void)[] = [];
  const timers: Timers = {
    ...time.timers,
    soon(callback) {
      // Holds only the first turn. All previews wait for it; if no preview waits any more, it is canceled.
      if (wasHeld) {
        const turn = setImmediate(callback);
        return { cancel: () => clearImmediate(turn) };
      }
      wasHeld = true;
      slices.push(callback);
      return { cancel: () => void slices.splice(slices.indexOf(callback), 1) };
    },
  };
  let wasHeld = false;
  const release = (): void => {
    for (const slice of slices.splice(0)) slice();
  };
  return { ...serverOnManualTime({ previewTimers: timers }), time, release, isHeld: () => slices.length > 0 };
}

const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));
const until = async (isMet: () => boolean): Promise<void> => {
  while (!isMet()) await turn();
};

test("G50 a second preview of a user answers 429 with Retry-After, on each preview route", async () => {
  for (const [url, body] of [
    [PATHS.whatIf, { steps: [STEP] }],
    [PATHS.whatIfPair, { steps: [STEP], ...PAIR }],
  ] as const) {
    const { app, release, isHeld } = heldServer();
    const headers = { host: "127.0.0.1:7373", "content-type": "application/json" };
    const first = app.inject({ method: "POST", url, headers, payload: body }).then((answer) => answer);
    await until(isHeld);
    const second = await app.inject({ method: "POST", url, headers, payload: body });
    expect([second.statusCode, second.headers["retry-after"], second.json()]).toEqual([
      429,
      "1",
      { code: "PreviewRunning", message: "Another preview of yours is still running. Ask again in 1 s.", params: { seconds: 1 } },
    ]);
    release();
    expect((await first).statusCode).toBe(200);
    expect((await app.inject({ method: "POST", url, headers, payload: body })).statusCode).toBe(200);
  }
});

/** Bodies above this size take milliseconds to parse. */
const SMALL_BODY_BYTES = 64 * 1024;

test("G50 answers a refused preview before its body is read, on each route with a large body", async () => {
  const { context, release, isHeld } = heldServer();
  const clusters = { ...context.clusters, mayAct: true };
  const app = buildServer({ ...context, clusters });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const large = app.routeInventory.routes.filter(({ bodyLimit = 0 }) => bodyLimit > SMALL_BODY_BYTES).map(({ url }) => url);
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const headers = { host: "127.0.0.1:7373", "content-type": "application/json" };
  const first = app.inject({ method: "POST", url: PATHS.whatIf, headers, payload: { steps: [STEP] } }).then((answer) => answer);
  await until(isHeld);
  expect(large).toEqual([PATHS.whatIf, PATHS.whatIfPair, PATHS.actionPlan]);
  for (const path of large) {
    const client = request({ host: "127.0.0.1", port, path, method: "POST", headers: { ...headers, "content-length": 500_000 } });
    client.on("error", () => undefined).flushHeaders();
    const [answer] = await once(client, "response");
    expect([path, answer.statusCode, answer.headers["retry-after"]]).toEqual([path, 429, "1"]);
    client.destroy();
  }
  release();
  expect((await first).statusCode).toBe(200);
});

test.each([
  ["an invalid question", { steps: "none" }, 400],
  ["a body that cannot be parsed", "{", 400],
  ["a body beyond the limit", { steps: ["x".repeat(1024 * 1024)] }, 413],
])("%s frees the slot for the next preview", async (_name, payload, status) => {
  const { app } = serverOnManualTime();
  const headers = { host: "127.0.0.1:7373", "content-type": "application/json" };
  for (let at = 0; at < 3; at++) {
    const answer = await app.inject({ method: "POST", url: PATHS.whatIf, headers, payload });
    expect(answer.statusCode).toBe(status);
  }
});

test("a client that disconnects during its body frees the slot for the next preview", async () => {
  const { app } = serverOnManualTime();
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const headers = { host: "127.0.0.1:7373", "content-type": "application/json" };
  const client = request({ host: "127.0.0.1", port, path: PATHS.whatIf, method: "POST", headers: { ...headers, "content-length": 500 } });
  client.on("error", () => undefined).write("{");
  const [socket] = await once(app.server, "connection");
  await once(app.server, "request");
  const refused = await app.inject({ method: "POST", url: PATHS.whatIf, headers, payload: { steps: [STEP] } });
  expect(refused.statusCode).toBe(429);
  const isClosed = new Promise<void>((done) => void socket.once("close", done));
  client.destroy();
  await isClosed;
  const answer = await app.inject({ method: "POST", url: PATHS.whatIf, headers, payload: { steps: [STEP] } });
  expect(answer.statusCode).toBe(200);
});

test("a preview beyond its deadline answers 503 in one sentence", async () => {
  const { app, isHeld, time } = heldServer();
  const headers = { host: "127.0.0.1:7373", "content-type": "application/json" };
  const answer = app.inject({ method: "POST", url: PATHS.whatIf, headers, payload: { steps: [STEP] } }).then((each) => each);
  await until(isHeld);
  time.pass(10_000);
  expect((await answer).statusCode).toBe(503);
  expect((await answer).json()).toEqual({
    code: "PreviewTooLong",
    message: "The preview took longer than 10 s and was stopped: ask about fewer changes or fewer nodes at once.",
    params: { seconds: 10 },
  });
});

test("a client that disconnects ends its preview, and its next one runs", async () => {
  const { app, isHeld, release } = heldServer();
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const asked = () => {
    const headers = { host: "127.0.0.1:7373", "content-type": "application/json" };
    const client = request({ host: "127.0.0.1", port, path: PATHS.whatIf, method: "POST", headers });
    client.on("error", () => undefined).end(JSON.stringify({ steps: [STEP] }));
    return client;
  };
  const first = asked();
  await until(isHeld);
  first.destroy();
  const [answer] = await once(asked(), "response");
  expect(answer.statusCode).toBe(200);
  answer.resume();
  release();
});

test("G50 a second recording of a user answers 429, and the first ends at a disconnect", async () => {
  const { app, isHeld, release, live, tick, writer } = heldServer();
  live.beginMarks();
  tick();
  await writer?.flush();
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const headers = { host: "127.0.0.1:7373" };
  const asked = () =>
    request({ host: "127.0.0.1", port, path: `${PATHS.historyRecording}?anonymise=true`, headers }).on("error", () => undefined);
  const first = asked();
  first.end();
  await until(isHeld);
  const second = await app.inject({ method: "GET", url: PATHS.historyRecording, headers });
  expect([second.statusCode, second.headers["retry-after"], second.json()]).toEqual([
    429,
    "1",
    { code: "RecordingRunning", message: "Another recording of yours is still running. Ask again in 1 s.", params: { seconds: 1 } },
  ]);
  first.destroy();
  release();
  const third = asked();
  third.end();
  const [answer] = await once(third, "response");
  expect(answer.statusCode).toBe(200);
  answer.resume();
});
