import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { putNode } from "@daemonscope/daemonset/model/cluster-event";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { keyframeText } from "@daemonscope/shared/codec/keyframe-text";
import { LOG_HEADER } from "@daemonscope/shared/http/paths";
import { WIRE_SCHEMA } from "@daemonscope/shared/state/frame";
import Fastify from "fastify";
import { describe, expect, it, test } from "vitest";
import { kubeNode } from "../cluster.fixture.ts";
import { allSourcesLive, messagesIn } from "../frames/live-frames.fixture.ts";
import { buildHealthServer, buildServer } from "./build-server.ts";
import { contextOnManualTime, serverOnManualTime } from "./context.fixture.ts";
import { SAFETY_HEADERS } from "./safety/response-headers.ts";

describe("every answer", () => {
  const paths = [
    "/",
    "/api/keyframe",
    "/api/explain",
    "/api/node?name=n1",
    "/livez",
    "/readyz",
    "/version",
    "/metrics",
    "/metrics/daemonsets",
    "/nothing",
    "/%zz",
    "//evil",
  ];
  it("names its log, also if it is a refusal", async () => {
    const { get, live } = serverOnManualTime();
    for (const path of ["/api/node?name=n1", "/api/node?name=n9", "/api/keyframe"])
      expect((await get(path)).headers[LOG_HEADER]).toBe(live.log.state.epoch);
  });

  it("closes only the connection of a client that asks for another log, so that the next may reach its replica", async () => {
    const { get, live } = serverOnManualTime();
    const asked = async (headers: Record<string, string>) => (await get("/api/node?name=n1", headers)).headers.connection;
    expect(await asked({ [LOG_HEADER]: "of-another" })).toBe("close");
    expect(await asked({ [LOG_HEADER]: live.log.state.epoch })).not.toBe("close");
    expect(await asked({})).not.toBe("close");
  });

  test.each(paths)("G3 %s has the security headers, and does not reveal the server", async (path) => {
    const { get } = serverOnManualTime();
    const { headers } = await get(path);
    for (const [name, value] of Object.entries(SAFETY_HEADERS)) expect(headers[name]).toBe(value);
    for (const name of ["server", "x-powered-by", "access-control-allow-origin"]) expect(headers[name]).toBeUndefined();
  });
  test.each(paths.filter((path) => path !== "/%zz"))("G2 %s is refused to a foreign Host, without data", async (path) => {
    const { get } = serverOnManualTime();
    const answer = await get(path, { host: "evil.example" });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe("ForeignHost");
    expect(answer.body).not.toContain("n1");
  });
});

test("a pod serves probes and metrics at its address; data are refused", async () => {
  const { get } = serverOnManualTime({ probesFromAnyHost: true });
  for (const path of ["/livez", "/readyz", "/metrics"]) expect((await get(path, { host: "10.1.2.3:7373" })).statusCode).toBe(200);
  expect((await get("/api/keyframe", { host: "10.1.2.3:7373" })).statusCode).toBe(403);
});

describe("GET /api/keyframe", () => {
  it("is the state, compressed as accepted, with an ETag", async () => {
    const { get, live } = serverOnManualTime();
    const plain = await get("/api/keyframe");
    const expected = keyframeText(encodeKeyframe(live.log.state));
    expect(plain.body).toBe(expected);
    const br = await get("/api/keyframe", { "accept-encoding": "gzip, br" });
    expect(br.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(br.rawPayload).toString("utf8")).toBe(expected);
    const gzip = await get("/api/keyframe", { "accept-encoding": "gzip, br;q=0" });
    expect(gunzipSync(gzip.rawPayload).toString("utf8")).toBe(expected);
    const etag = `"${WIRE_SCHEMA}.e1.1"`;
    expect(plain.headers.etag).toBe(etag);
    expect((await get("/api/keyframe", { "if-none-match": etag })).statusCode).toBe(304);
  });
  it.each(["x", "-1", "1e3", ""])("refuses atLeast=%j", async (atLeast) => {
    const { get } = serverOnManualTime();
    expect((await get(`/api/keyframe?atLeast=${atLeast}`)).statusCode).toBe(400);
  });
});

describe("GET /api/explain, /api/node, /api/daemonset-pods", () => {
  it("P1 explains a blocking taint, with remedies", async () => {
    const { get } = serverOnManualTime();
    const answer = (await get("/api/explain?namespace=kube-system&daemonSet=logs&node=n2")).json();
    expect(answer).toMatchObject({ shouldRun: false, shouldContinueRunning: true, placement: { verdict: "keep" }, pods: [] });
    expect(answer.remedies[0].command).toContain('"key":"gpu"');
    expect(answer.remedies[1].command).toContain("taint node n2 gpu=yes:NoSchedule-");
  });
  it("explains a node that runs a pod, and names the pod", async () => {
    const { get } = serverOnManualTime();
    const answer = (await get("/api/explain?namespace=kube-system&daemonSet=logs&node=n1")).json();
    expect(answer).toMatchObject({ shouldRun: true, remedies: [], pods: [{ name: "logs-n1", available: true, updated: true }] });
  });
  it("returns a node with its conditions, version and every DaemonSet", async () => {
    const { get } = serverOnManualTime();
    const answer = (await get("/api/node?name=n2")).json();
    expect(answer).toMatchObject({
      kubeletVersion: "v1.36.0",
      conditions: [{ type: "Ready" }],
      daemonSets: [
        {
          key: "kube-system/logs",
          verdict: "keep",
          checks: [{ kind: "taint", outcome: "blocksNew", taint: { key: "gpu", value: "yes", effect: "NoSchedule" } }],
        },
      ],
    });
  });
  it("lists the nodes that have or want a pod", async () => {
    const { get } = serverOnManualTime();
    const answer = (await get("/api/daemonset-pods?namespace=kube-system&daemonSet=logs")).json();
    expect(answer.nodes.map((entry: { node: string; pods: unknown[] }) => [entry.node, entry.pods.length])).toEqual([
      ["n1", 1],
      ["n3", 0],
    ]);
  });
  it("compresses large answers", async () => {
    const { get, model, tick } = serverOnManualTime();
    for (let at = 0; at < 300; at++) model.apply(putNode(kubeNode(`m${at}`)));
    tick();
    const path = "/api/daemonset-pods?namespace=kube-system&daemonSet=logs";
    const plain = await get(path);
    const packed = await get(path, { "accept-encoding": "br" });
    expect(brotliDecompressSync(packed.rawPayload).toString("utf8")).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
  });
  it("suggests similar names if an object does not exist", async () => {
    const { get } = serverOnManualTime();
    const node = await get("/api/node?name=n11");
    expect(node.statusCode).toBe(404);
    expect(node.json()).toMatchObject({ code: "NodeNotFound", nearest: ["n1"] });
    const daemonSet = await get("/api/explain?namespace=kube-system&daemonSet=log&node=n1");
    expect(daemonSet.json()).toMatchObject({ code: "DaemonSetNotFound", nearest: ["kube-system/logs"] });
  });
  it.each([
    "/api/node",
    "/api/node?name=",
    "/api/node?name=.",
    "/api/node?name=..",
    "/api/node?name=a/b",
    "/api/node?name=%2e%2e",
    "/api/node?name=N1",
    "/api/node?name=n1%00",
    "/api/node?name=n1&name=n2",
    "/api/node?name=n1&more=1",
    `/api/node?name=${"a".repeat(254)}`,
    "/api/node?name=__proto__",
    "/api/node?__proto__=n1",
    "/api/explain?namespace=kube.system&daemonSet=logs&node=n1",
    "/api/events?namespace=..&daemonSet=logs",
    "/api/daemonset-pods?namespace=kube-system&daemonSet=%2Fpods",
  ])("G8 refuses %s", async (path) => {
    const { get } = serverOnManualTime();
    const answer = await get(path);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe("BadParameter");
  });
});

describe("health", () => {
  it("is always live, and ready once every source was read, with a reason before", async () => {
    const { get, live, setStatuses, time } = serverOnManualTime();
    const fresh = live.sources();
    expect((await get("/readyz")).statusCode).toBe(200);
    setStatuses({ ...fresh, pods: { state: "syncing" } });
    expect((await get("/readyz")).statusCode).toBe(503);
    expect((await get("/readyz")).body).toBe("waiting for the first list of pods\n");
    setStatuses({ ...fresh, nodes: { state: "retrying", provenAtMs: time.nowMs() } });
    time.pass(60_000);
    expect((await get("/readyz")).statusCode).toBe(200);
    time.pass(1000);
    expect((await get("/readyz")).body).toBe("no sign of life of nodes for 61s\n");
    setStatuses({ ...fresh, controllerrevisions: { state: "forbidden" }, events: { state: "syncing" } });
    expect((await get("/readyz")).statusCode).toBe(200);
    expect((await get("/livez")).statusCode).toBe(200);
    setStatuses({ ...fresh, pods: { state: "forbidden", provenAtMs: time.nowMs() - 61_000 } });
    expect((await get("/readyz")).body).toBe("no sign of life of pods for 61s\n");
  });
  it("is not ready while the first lists are read but not published", async () => {
    const { get, time, setStatuses, tick } = serverOnManualTime({ firstStatuses: { pods: { state: "syncing" } } });
    setStatuses(allSourcesLive(time.nowMs()));
    expect((await get("/readyz")).body).toBe("the first list of pods is read, but not published yet\n");
    tick();
    expect((await get("/readyz")).statusCode).toBe(200);
  });
  it("is not ready while it stops", async () => {
    const { get, live } = serverOnManualTime();
    live.close("test");
    expect((await get("/readyz")).body).toBe("stopping\n");
  });
  it("G15 the health port has probes and metrics for any Host, and nothing else", async () => {
    const { context } = serverOnManualTime();
    const health = buildHealthServer(context, false);
    const ask = async (url: string) => (await health.inject({ url, headers: { host: "10.1.2.3:8080" } })).statusCode;
    for (const path of ["/livez", "/readyz", "/metrics", "/version"]) expect(await ask(path)).toBe(200);
    for (const path of ["/", "/api/keyframe", "/api/stream", "/api/node?name=n1", "/metrics/daemonsets"]) expect(await ask(path)).toBe(404);
  });
  it("G15 with --daemonset-metrics the health port has the metrics of DaemonSets too", async () => {
    const { context } = serverOnManualTime();
    const health = buildHealthServer(context, true);
    const { body } = await health.inject({ url: "/metrics/daemonsets", headers: { host: "10.1.2.3:8080" } });
    expect(body).toContain('daemonset="logs"');
  });
  it("G15 metrics name no object", async () => {
    const { get } = serverOnManualTime();
    const { body } = await get("/metrics");
    expect(body).toContain("daemonscope_nodes 3");
    expect(body).toMatch(/# TYPE daemonscope_frame_bytes_total counter\ndaemonscope_frame_bytes_total [1-9]/);
    expect(body).toContain('daemonscope_watch_counts_total{source="pods",what="lists"} 1');
    expect(body).toContain("daemonscope_inputs_waiting 0");
    expect(body).toContain("daemonscope_inputs_held_total 0");
    expect(body).not.toMatch(/logs|kube-system|n1/);
  });
});

describe("C13 data of a kind that was not read", () => {
  const forbidden = { state: "forbidden", detail: "list: 403 Forbidden" } as const;
  it.each([
    ["/api/node?name=n9", "nodes", "node n9"],
    ["/api/explain?namespace=kube-system&daemonSet=logs&node=n9", "nodes", "node n9"],
    ["/api/explain?namespace=kube-system&daemonSet=nolog&node=n1", "daemonsets", "DaemonSet kube-system/nolog"],
    ["/api/revisions?namespace=kube-system&daemonSet=logs", "controllerrevisions", "the revisions of DaemonSet kube-system/logs"],
  ] as const)("%s is unknown and not absent", async (path, source, about) => {
    const { get, live, setStatuses } = serverOnManualTime();
    setStatuses({ ...live.sources(), [source]: forbidden });
    const answer = await get(path);
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      `Nothing is known about ${about}: it needs ${source}, and they may not be read; list: 403 Forbidden.`,
    ]);
  });
  it("is not ready if the server may not read daemonsets", async () => {
    const { get, live, setStatuses } = serverOnManualTime();
    setStatuses({ ...live.sources(), daemonsets: forbidden });
    const answer = await get("/readyz");
    expect([answer.statusCode, answer.body]).toEqual([503, "may not read daemonsets, without which there is nothing to show\n"]);
  });
});

describe("GET /api/stream", () => {
  it("F9 streams with headers for proxies, starts with hello, and resumes by Last-Event-ID", async () => {
    const { app, context, live } = serverOnManualTime();
    await app.listen({ port: 0, host: "127.0.0.1" });
    const address = app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    Object.assign(context, { allowedHosts: () => ({ port, names: [], anyLoopbackPort: false }) });
    const answer = await fetch(`http://127.0.0.1:${port}/api/stream?after=e1.1`, { headers: { "last-event-id": "e1.0" } });
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(answer.headers.get("x-accel-buffering")).toBe("no");
    expect(answer.headers.get("content-security-policy")).toBe(SAFETY_HEADERS["content-security-policy"]);
    live.close("test ends");
    const messages = messagesIn(await answer.text());
    expect(messages.map(({ event }) => event)).toEqual(["hello", "frame", "heartbeat", "bye"]);
    expect(messages[1]?.id).toBe("e1.1");
    await app.close();
  });
  it("resets the backoff of the watches only for a request of a user", async () => {
    const { app, context, live, retries } = serverOnManualTime();
    await app.listen({ port: 0, host: "127.0.0.1" });
    const address = app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    Object.assign(context, { allowedHosts: () => ({ port, names: [], anyLoopbackPort: false }) });
    const open = (query: string) => fetch(`http://127.0.0.1:${port}/api/stream${query}`);
    const quiet = await open("?after=e1.1");
    expect(retries()).toBe(0);
    const asked = await open("?after=e1.1&retry=now");
    expect(retries()).toBe(1);
    live.close("test ends");
    await Promise.all([quiet.text(), asked.text()]);
    await app.close();
  });
  it("G11 is refused with Retry-After if all streams are in use", async () => {
    const { get } = serverOnManualTime({ maxStreams: 0 });
    const answer = await get("/api/stream");
    expect([answer.statusCode, answer.headers["retry-after"], answer.json().code]).toEqual([503, "10", "TooManyStreams"]);
  });
});

describe("raw requests", () => {
  const ask = async (text: string): Promise<string> => {
    const { app, context } = serverOnManualTime();
    await app.listen({ port: 0, host: "127.0.0.1" });
    const address = app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    Object.assign(context, { allowedHosts: () => ({ port, names: [], anyLoopbackPort: false }) });
    const answer = await new Promise<string>((done, failed) => {
      let all = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(text.replaceAll("PORT", String(port))));
      socket.setEncoding("utf8");
      socket.on("data", (part: string) => {
        all += part;
        socket.end();
      });
      socket.on("close", () => done(all));
      socket.on("error", failed);
    });
    await app.close();
    return answer;
  };
  it.each([
    ["two Host lines", "GET /version HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\n\r\n", 400],
    ["no Host", "GET /version HTTP/1.1\r\n\r\n", 400],
    ["an absolute target", "GET http://evil.example/version HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", 400],
    ["dot segments", "GET /assets/../../package.json HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", 404],
    ["encoded dot segments", "GET /assets/%2e%2e/%2e%2e/package.json HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", 404],
    ["backslashes", "GET /..%5c..%5cpackage.json HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", 404],
    ["20 KB of headers", `GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["a write", "POST /api/keyframe HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", 405],
    ["only legal parts", "GET /version HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", 200],
  ])("G2 G4 G11 a raw request with %s gets the right status, and no header that names the server", async (_what, text, status) => {
    const answer = await ask(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).not.toMatch(/^(server|x-powered-by):/im);
  });
});

describe("decorateRequestState", () => {
  test("declares every property that a request gets", async () => {
    const plain = Fastify();
    const before: string[] = [];
    plain.get("/", (request, reply) => {
      before.push(...Object.keys(request));
      return reply.send();
    });
    await plain.inject("/");
    const { app } = serverOnManualTime();
    const after = new Set<string>();
    app.addHook("onResponse", async (request) => {
      for (const key of Object.keys(request)) after.add(key);
    });
    const headers = { host: "127.0.0.1:7373", "content-type": "application/json" };
    expect((await app.inject({ method: "POST", url: "/api/what-if", headers, payload: { steps: [] } })).statusCode).toBe(200);
    expect((await app.inject({ url: "/api/node?name=n1", headers })).statusCode).toBe(200);
    const added = [...after].filter((key) => !before.includes(key));
    expect(added).toContain("principal");
    for (const key of added) expect([key, app.hasRequestDecorator(key)]).toEqual([key, true]);
  });
});

describe("requireHttps", () => {
  const TLS = { cert: TEST_CERTIFICATE, key: TEST_KEY };

  /** Returns the header of a response to `path`, from a server with or without TLS. */
  async function headerOf(path: string, host: string, tls: typeof TLS | undefined, method = "GET"): Promise<string | undefined> {
    const { context } = contextOnManualTime();
    const app = buildServer({ ...context, allowedHosts: () => ({ port: 1, names: ["scope.example"], anyLoopbackPort: true }) }, false, tls);
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const options = {
      port,
      host: "127.0.0.1",
      path,
      method,
      headers: { host },
      ca: TEST_CERTIFICATE,
      servername: "localhost",
      agent: false,
    };
    const answer = await new Promise<string | undefined>((done, failed) => {
      const asking = (tls === undefined ? httpRequest : httpsRequest)(options, (response) => {
        done(response.headers["strict-transport-security"] as string | undefined);
        response.destroy();
      });
      asking.once("error", failed);
      asking.end();
    });
    await app.close();
    return answer;
  }

  test.each([
    ["/livez", "GET"],
    ["/", "GET"],
    ["/api/keyframe", "HEAD"],
    ["/api/stream", "GET"],
    ["/nothing", "GET"],
    ["/%", "GET"],
    ["/api/keyframe", "DELETE"],
  ])("G25 a TLS server sends Strict-Transport-Security after %s by %s", async (path, method) => {
    expect(await headerOf(path, "scope.example", TLS, method)).toBe("max-age=31536000");
  });

  test.each(["localhost:7373", "127.0.0.1:7373", "[::1]:7373"])(
    "G25 a TLS server omits Strict-Transport-Security for %s, because other programs use that name",
    async (host) => {
      expect(await headerOf("/livez", host, TLS)).toBeUndefined();
    },
  );

  test("G25 a plain http server omits it, because the TLS proxy sets it", async () => {
    expect(await headerOf("/livez", "scope.example", undefined)).toBeUndefined();
    const health = buildHealthServer(contextOnManualTime().context, false);
    expect((await health.inject({ url: "/livez" })).headers["strict-transport-security"]).toBeUndefined();
  });
});
