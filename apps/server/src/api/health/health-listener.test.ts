import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { buildHealthServer } from "../build-server.ts";
import { contextOnManualTime } from "../context.fixture.ts";
import { BLOCKED_MS, createHealthListener, healthAnswer, type MainThread } from "./health-listener.ts";
import { answerOf } from "./health-thread.ts";

const silentFor = (silentMs: number, ask: MainThread["ask"] = () => new Promise(() => undefined)): MainThread => ({
  silentMs: () => silentMs,
  ask,
});
const live = { method: "GET", url: "/livez" };

it("G51 the process is live until its main thread is blocked for ten seconds", async () => {
  expect(await healthAnswer(live, silentFor(BLOCKED_MS - 1))).toMatchObject({ status: 200, body: "ok\n" });
  expect(await healthAnswer(live, silentFor(14_000))).toMatchObject({
    status: 503,
    body: "the main thread has been blocked for 14 s\n",
  });
});

it("G51 a request that needs the main thread gets a reason instead of no answer", async () => {
  expect(await healthAnswer({ method: "GET", url: "/readyz" }, silentFor(4000))).toMatchObject({
    status: 503,
    body: "the main thread has been blocked for 4 s\n",
  });
  expect(await healthAnswer({ method: "GET", url: "/metrics" }, silentFor(0))).toMatchObject({
    status: 503,
    body: "the main thread does not answer\n",
  });
});

it("G15 the health port has the answers of the main thread, for any request target", async () => {
  const app = buildHealthServer(contextOnManualTime().context, false);
  const server = createHealthListener(silentFor(0, (request) => answerOf(app, request)));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const statusOf = async (path: string, method = "GET") => (await fetch(`${url}${path}`, { method })).status;
  for (const path of ["/livez", "/livez?x", "/readyz", "/metrics", "/version"]) expect(await statusOf(path)).toBe(200);
  for (const path of ["/", "/api/keyframe", "/livez/x", "//x"]) expect(await statusOf(path)).toBe(404);
  expect(await statusOf("/livez", "POST")).toBe(404);
  const answer = await fetch(`${url}/livez`);
  expect([answer.headers.get("cache-control"), answer.headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
  for (const target of ["http://[", "//", "*", ""]) expect((await answerOf(app, { method: "GET", url: target })).status).toBeLessThan(500);
});
