import type { ServerResponse } from "node:http";
import { SOURCES, type SourceName } from "@daemonscope/kube/source-status";
import { Backpressure } from "@daemonscope/kube-client/flow-control/backpressure";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { eventLine, nodeJson, type RawApiServer, type Request, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { isAllowedPath, WATCHED } from "@daemonscope/kube-client/http/resources";
import { startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator } from "@daemonscope/simulator/simulator";
import { afterEach, describe, expect, it } from "vitest";
import { type ClusterWatch, type ClusterWatchOptions, startClusterWatch } from "./cluster-watch.ts";
import { collectObjects, eventOfRaw } from "./event-of-raw.fixture.ts";

const SEED = Number(process.env.SEED ?? 20260107);
const QUICK = {
  ...RETRY_POLICY,
  retryFirstMs: 5,
  retryLimitMs: 40,
  forbiddenRetryMs: 50,
  probeEveryMs: 40,
  probeWhileDownMs: 15,
  probeTimeoutMs: 60,
};

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

function consumed(url: string, more: Partial<ClusterWatchOptions> = {}) {
  const { objects, take } = collectObjects();
  const log: string[] = [];
  const watch = startClusterWatch({
    transport: plainHttpTransport(url),
    emit(event) {
      // The model uses few of the events, and its watch reports the end of each.
      if (!take(event) && event.do === "drop" && event.kind !== "events") log.push(`dropped unknown ${event.kind} ${event.key}`);
    },
    pace: QUICK,
    nowMs: Date.now,
    random: () => 0.5,
    onChange: () => undefined,
    onStatus: (source, status) => log.push(`${source} ${status.state}`),
    onGap: (source) => log.push(`${source} gap`),
    onProblem: (text) => log.push(`problem ${text}`),
    onVersion: (version) => log.push(`version ${version}`),
    ...more,
  });
  open.push(watch);
  return { watch, objects, log };
}
const states = (watch: ClusterWatch) => SOURCES.map((source) => watch.statuses()[source].state);
const allAre = (watch: ClusterWatch, state: string) => states(watch).every((each) => each === state);

/** An empty cluster of an old server. `answer` handles a request itself if it returns true. */
async function oldServer(
  answer: (request: Request, response: ServerResponse) => boolean = () => false,
  options?: { port?: number },
): Promise<RawApiServer> {
  const server = await startRawApiServer((request, response) => {
    if (answer(request, response)) return;
    response.writeHead(200, { "content-type": "application/json" });
    if (request.isWatch) response.flushHeaders();
    else if (request.path === "/version") response.end('{"major":"1","minor":"30","gitVersion":"v1.30.1"}');
    else if (request.path === "/livez") response.end("ok");
    else response.end('{"metadata":{"resourceVersion":"5"},"items":[]}');
  }, options);
  open.push(server);
  return server;
}
const sourceOf = (path: string): SourceName | undefined => SOURCES.find((source) => WATCHED[source].path === path);

describe("the watch of a cluster", () => {
  it("requests only the five kinds, the version and the probe, with GET only", async () => {
    const server = await oldServer();
    const { watch, log } = consumed(server.url);
    await watch.synced;
    await until(() => allAre(watch, "live") && server.requests.some(({ path }) => path === "/livez"));
    expect(new Set(server.requests.map(({ path }) => path))).toEqual(
      new Set([...Object.values(WATCHED).map(({ path }) => path), "/version", "/livez"]),
    );
    expect(server.requests.every(({ method, path }) => method === "GET" && isAllowedPath(path))).toBe(true);
    expect(server.requests.filter(({ path }) => path === "/version")).toHaveLength(1);
    expect(log).toContain("version v1.30.1");
  });

  it("in one namespace requests nothing outside of it except nodes", async () => {
    const server = await oldServer();
    const { watch } = consumed(server.url, { namespace: "kube-system" });
    await until(() => server.requests.filter(({ path }) => path.includes("/namespaces/kube-system/")).length >= 8);
    expect(
      server.requests.map(({ path }) => path).filter((path) => /^\/apis?\//.test(path) && !path.includes("/namespaces/kube-system/")),
    ).toEqual(expect.not.arrayContaining(["/api/v1/pods"]));
    await watch.close();
  });

  it("A7 lists at most two kinds at once, DaemonSets first and pods last", async () => {
    let running = 0;
    let maxRunning = 0;
    const order: (SourceName | undefined)[] = [];
    const server = await oldServer((request, response) => {
      if (request.isWatch || sourceOf(request.path) === undefined) return false;
      maxRunning = Math.max(maxRunning, ++running);
      order.push(sourceOf(request.path));
      setTimeout(() => {
        running--;
        response.end('{"metadata":{"resourceVersion":"5"},"items":[]}');
      }, 10);
      return true;
    });
    const { watch } = consumed(server.url);
    await until(() => allAre(watch, "live"));
    expect(maxRunning).toBe(2);
    expect(order).toEqual(["daemonsets", "nodes", "controllerrevisions", "pods", "events"]);
  });

  it.each(Array.from({ length: 32 }, (_, mask) => mask))(
    "A10 kinds forbidden by mask %i are reported so, and all others are live",
    async (mask) => {
      const isForbidden = (source: SourceName) => (mask & (1 << SOURCES.indexOf(source))) !== 0;
      let granted = false;
      const server = await oldServer((request, response) => {
        const source = sourceOf(request.path);
        if (source === undefined || !isForbidden(source) || granted) return false;
        response.writeHead(403, { "content-type": "application/json" });
        response.end(JSON.stringify({ kind: "Status", message: `${source} is forbidden` }));
        return true;
      });
      const { watch } = consumed(server.url);
      await watch.synced;
      await until(() => SOURCES.every((source) => watch.statuses()[source].state === (isForbidden(source) ? "forbidden" : "live")));
      for (const source of SOURCES.filter(isForbidden))
        expect(watch.statuses()[source].detail).toMatch(
          new RegExp(`403 Forbidden: ${source} is forbidden; needs the verbs list and watch on ${source}`),
        );
      granted = true;
      await until(() => allAre(watch, "live"));
    },
  );

  it("A1 a stopped server is retrying at once, and is live again after its return", async () => {
    const server = await oldServer();
    const port = Number(new URL(server.url).port);
    const { watch, log } = consumed(server.url, { pace: { ...QUICK, retryFirstMs: 10_000, retryLimitMs: 10_000 } });
    await until(() => allAre(watch, "live"));
    await server.close();
    await until(() => allAre(watch, "retrying"));
    expect(watch.statuses().pods.detail).toMatch(/broke|refused/);
    // Waits of ten seconds end with the first answered probe.
    await oldServer(() => false, { port });
    await until(() => allAre(watch, "live"));
    expect(log.filter((line) => line.endsWith("gap")).length).toBe(5);
    expect(watch.counts().pods.lists).toBe(1);
  });

  it("A4 a frozen server makes every kind stale, and live again after it thaws, without a new watch", async () => {
    let isFrozen = false;
    const server = await oldServer(() => isFrozen);
    const { watch } = consumed(server.url);
    const watches = () => server.requests.filter(({ isWatch }) => isWatch).length;
    // A kind is live with its list; the request of its watch follows a moment later.
    await until(() => allAre(watch, "live") && watches() === SOURCES.length);
    isFrozen = true;
    await until(() => allAre(watch, "stale"));
    expect(watch.statuses().nodes.detail).toMatch(/does not answer its liveness probe/);
    isFrozen = false;
    await until(() => allAre(watch, "live"));
    expect(watches()).toBe(SOURCES.length);
  });

  it("A4 does not trust a server whose probe fails with 500, but trusts one that refuses the probe", async () => {
    let status = 403;
    const server = await oldServer(({ path }, response) => {
      if (path !== "/livez") return false;
      response.writeHead(status).end();
      return true;
    });
    const { watch } = consumed(server.url);
    await until(() => allAre(watch, "live") && server.requests.filter(({ path }) => path === "/livez").length > 2);
    expect(allAre(watch, "live")).toBe(true);
    status = 500;
    await until(() => allAre(watch, "stale"));
  });

  it("retries a server that is not available yet", async () => {
    const first = await oldServer();
    const port = Number(new URL(first.url).port);
    await first.close();
    const { watch, log } = consumed(first.url);
    await until(() => allAre(watch, "retrying"));
    await oldServer(() => false, { port });
    await until(() => allAre(watch, "live"));
    expect(log.filter((line) => line.endsWith("gap"))).toEqual([]);
    expect(log).toContain("version v1.30.1");
  });

  it("closes while a server delays its answer, and leaves nothing open", async () => {
    const server = await oldServer((request) => !request.isWatch && sourceOf(request.path) !== undefined);
    const { watch } = consumed(server.url);
    await until(() => server.requests.filter(({ path }) => sourceOf(path) !== undefined).length === 2);
    await watch.close();
  });
});

describe("law: after any faults the consumer has the objects of a fresh list", () => {
  const random = (seed: number) => () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  it.each([0, 1, 2, 3, 4, 5].map((at) => SEED + at))("A1 A2 A11 seed %i", async (seed) => {
    const found = findScenario("image-update");
    if ("problem" in found) throw new Error(found.problem);
    const { store, clock } = createSimulator({ scenario: found.scenario, seed, nowMs: Date.UTC(2026, 0, 5), nodes: 8 });
    const api = await startApi({ store, clock });
    open.push(api);
    const chance = random(seed);
    if (chance() < 0.5) api.faults.withoutStreamingList(true);
    const { watch, objects, log } = consumed(api.url);
    await watch.synced;
    const resources = ["nodes", "pods", "daemonsets", "controllerrevisions", "events"] as const;
    const pick = () => (chance() < 0.3 ? undefined : resources[Math.floor(chance() * resources.length)]);
    for (let step = 0; step < 60; step++) {
      clock.advance(Math.floor(chance() * 3000));
      const resource = pick();
      const dice = chance();
      if (dice < 0.15) api.faults.dropWatches(resource);
      else if (dice < 0.3) api.faults.endWatches(resource);
      else if (dice < 0.4) api.faults.garbageLine(resource);
      else if (dice < 0.5) api.faults.expireHistory();
      else if (dice < 0.6)
        api.faults.failNext(resource ?? "pods", { status: [410, 429, 500, 503, 504][Math.floor(chance() * 5)] ?? 500, count: 2 });
      else if (dice < 0.7) {
        const node = store.list("nodes")[Math.floor(chance() * 8)];
        if (node !== undefined)
          store.edit("nodes", undefined, node.metadata.name, (object) => {
            object.metadata.labels = { ...object.metadata.labels, touched: String(step) };
          });
      } else await new Promise((done) => setTimeout(done, 3));
    }
    const expected = async () => {
      const { objects: all, take } = collectObjects();
      for (const resource of resources) {
        const answer = await fetch(`${api.url}${WATCHED[resource].path}?${new URLSearchParams(WATCHED[resource].query)}`);
        for (const item of ((await answer.json()) as { items?: unknown[] }).items ?? []) {
          const event = eventOfRaw(resource, item);
          if (event !== undefined) take(event);
        }
      }
      return [...all].map(String).sort();
    };
    let wanted: string[] = [];
    for (let turn = 0; turn < 100; turn++) {
      wanted = await expected();
      if (allAre(watch, "live") && [...objects].map(String).sort().join() === wanted.join()) break;
      await new Promise((done) => setTimeout(done, 20));
    }
    expect([...objects].map(String).sort()).toEqual(wanted);
    expect(states(watch)).toEqual(SOURCES.map(() => "live"));
    expect(wanted.length).toBeGreaterThan(8);
    expect(log.filter((line) => /problem|unknown/.test(line))).toEqual([]);
  });
});

it("stops reading while the queue is full, and reads the rest afterwards", async () => {
  const pressure = new Backpressure(100);
  const server = await oldServer(({ path, isWatch }, response) => {
    if (path !== WATCHED.nodes.path || !isWatch) return false;
    response.writeHead(200, { "content-type": "application/json" });
    // More than all buffers on the way hold.
    for (let at = 0; at < 20_000; at++)
      response.write(eventLine("ADDED", nodeJson(`n${at}`, 100 + at, { annotations: { long: "x".repeat(1000) } })));
    return true;
  });
  let received = 0;
  let isShut = true;
  const { objects } = consumed(server.url, {
    pressure,
    onChange: () => {
      received++;
      if (isShut) pressure.rise();
    },
  });
  await until(() => pressure.isFull);
  for (let turn = 0; turn < 100; turn++) await new Promise((done) => setImmediate(done));
  expect(received).toBeLessThan(2000);
  isShut = false;
  pressure.fall(pressure.waiting);
  await until(() => objects.size >= 20_000);
  expect(pressure.timesFull).toBe(1);
});

it("does not count a server as silent while reading is stopped by a full queue", async () => {
  const pressure = new Backpressure(100);
  const server = await oldServer(({ path, isWatch }, response) => {
    if (path !== WATCHED.nodes.path || !isWatch) return false;
    response.writeHead(200, { "content-type": "application/json" });
    for (let at = 0; at < 200; at++) response.write(eventLine("ADDED", nodeJson(`n${at}`, 100 + at)));
    return true;
  });
  // A long timeout, because probes answer late on a busy machine.
  const pace = { ...QUICK, probeTimeoutMs: 2000 };
  const { log } = consumed(server.url, { pressure, pace, onChange: () => pressure.rise() });
  await until(() => pressure.isFull);
  const probes = () => server.requests.filter(({ path }) => path === "/livez").length;
  const before = probes();
  await until(() => probes() >= before + 3);
  expect(log.filter((line) => /stale|retrying/.test(line))).toEqual([]);
  pressure.fall(pressure.waiting);
});
