import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import type { ActionPlan, ActionQuestion, ActionRecord } from "@daemonscope/shared/http/actions";
import type { LightMyRequestResponse } from "fastify";
import type { Authenticator } from "../../access/auth/authenticator.ts";
import { OPEN_AUTHENTICATOR } from "../../access/auth/authenticator.ts";
import { type Audit, noAudit } from "../../actions/journal/audit.ts";
import { apiClientsWith, createActionService } from "../../actions/service/create-action-service.ts";
import { buildServer } from "../../api/build-server.ts";
import { singleCluster } from "../../clusters/clusters.ts";
import { readinessOf } from "../../clusters/readiness.ts";
import { LiveFrames } from "../../frames/live-frames.ts";
import { createKubeClient, type KubeClient } from "../../lab/kube-client.ts";
import { PLAIN_ADDRESS } from "../../platform/address/server-address.ts";
import { liveReadings } from "../../readings/readings.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { createWatchedCluster } from "../open/create-watched-cluster.ts";
import { parseCommand, type ServeConfig } from "../options/parse-command.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";

/** A write that the proxy received for the cluster. `dryRun`: the cluster does not store the result. */
interface InterceptedWrite {
  readonly method: string;
  readonly path: string;
  readonly dryRun: boolean;
  readonly headers: IncomingMessage["headers"];
  /** The number of this request among the real ones, from 1; 0 for a dry run. */
  readonly turn: number;
}

/**
 * The outcome of a write in transit. `pass`: unchanged. Others respond instead of the cluster, or break the connection
 * before or after the cluster executed it.
 */
export type WriteOutcome =
  | { readonly kind: "pass" }
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body: unknown;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The cluster never receives it. */
  | { readonly kind: "cutBefore" }
  /** The cluster executes it, and the response is lost. */
  | { readonly kind: "cutAfter"; readonly change?: (body: unknown) => unknown }
  /** The cluster executes it, and a proxy responds with this. */
  | { readonly kind: "answerAfter"; readonly status: number; readonly body: unknown; readonly type?: string }
  /** The cluster executes it, and half of the response arrives. */
  | { readonly kind: "cutInAnswer" }
  /** The cluster executes it, and never responds. */
  | { readonly kind: "silentAfter" }
  /** The cluster executes it, and responds after this delay. */
  | { readonly kind: "slow"; readonly ms: number }
  /** The cluster executes it after this delay, and the connection is cut at once. */
  | { readonly kind: "late"; readonly ms: number }
  /** The cluster executes it, and responds with a warning. */
  | { readonly kind: "warn"; readonly text: string }
  /** A webhook changes it. */
  | { readonly kind: "mutate"; readonly change: (body: unknown) => unknown };

const PASS: WriteOutcome = { kind: "pass" };

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A proxy between the server and the cluster: reads pass, and a test sets the outcome of each write. */
async function startProxy(target: string) {
  const writes: InterceptedWrite[] = [];
  const objectReads: string[] = [];
  let outcomeOf: (write: InterceptedWrite) => WriteOutcome = () => PASS;
  let areReadsCut = false;
  const forward = (raw: IncomingMessage, body: Buffer): Promise<{ readonly answer: IncomingMessage; readonly text: Buffer }> =>
    new Promise((done, failed) => {
      const headers = {
        ...raw.headers,
        host: new URL(target).host,
        ...(body.length === 0 ? {} : { "content-length": String(body.length) }),
      };
      const outgoing = httpRequest(`${target}${raw.url}`, { method: raw.method ?? "GET", headers, agent: false }, (answer) => {
        bodyOf(answer).then((text) => done({ answer, text }), failed);
      });
      outgoing.on("error", failed);
      outgoing.end(body);
    });
  const stream = (raw: IncomingMessage, response: ServerResponse) => {
    const outgoing = httpRequest(
      `${target}${raw.url}`,
      { method: "GET", headers: { ...raw.headers, host: new URL(target).host }, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    outgoing.end();
  };
  const answerWrite = async (raw: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(raw.url ?? "/", "http://x");
    const body = await bodyOf(raw);
    // Like the API server, which reads the dry run of a deletion only from the body.
    const dryRun = raw.method === "DELETE" ? body.toString().includes('"dryRun":["All"]') : url.searchParams.has("dryRun");
    const turn = dryRun ? 0 : writes.filter((each) => !each.dryRun).length + 1;
    const write = { method: raw.method ?? "", path: url.pathname, dryRun, headers: raw.headers, turn };
    writes.push(write);
    const outcome = outcomeOf(write);
    if (outcome.kind === "answer") {
      response.writeHead(outcome.status, { "content-type": outcome.type ?? "application/json", ...outcome.headers });
      response.end(typeof outcome.body === "string" ? outcome.body : JSON.stringify(outcome.body));
      return;
    }
    if (outcome.kind === "cutBefore") {
      response.destroy();
      return;
    }
    if (outcome.kind === "late") {
      response.destroy();
      await new Promise((done) => setTimeout(done, outcome.ms));
    }
    const sent =
      "change" in outcome && outcome.change !== undefined ? Buffer.from(JSON.stringify(outcome.change(JSON.parse(body.toString())))) : body;
    const { answer, text } = await forward(raw, sent);
    if (outcome.kind === "cutAfter") response.destroy();
    if (outcome.kind === "answerAfter") {
      response.writeHead(outcome.status, { "content-type": outcome.type ?? "application/json" });
      response.end(typeof outcome.body === "string" ? outcome.body : JSON.stringify(outcome.body));
      return;
    }
    if (outcome.kind === "cutAfter" || outcome.kind === "silentAfter" || outcome.kind === "late") return;
    if (outcome.kind === "slow") await new Promise((done) => setTimeout(done, outcome.ms));
    response.writeHead(answer.statusCode ?? 500, {
      ...answer.headers,
      ...(outcome.kind === "warn" ? { warning: `299 - "${outcome.text}"` } : {}),
    });
    if (outcome.kind !== "cutInAnswer") {
      response.end(text);
      return;
    }
    response.write(text.subarray(0, Math.floor(text.length / 2)));
    setImmediate(() => response.destroy());
  };
  const server = createServer((raw, response) => {
    if (raw.method === "GET") {
      if (raw.url?.includes("fieldSelector=") === true) objectReads.push(raw.url);
      if (areReadsCut) response.destroy();
      else stream(raw, response);
      return;
    }
    if ((raw.url ?? "").includes("reviews")) {
      bodyOf(raw)
        .then((body) => forward(raw, body))
        .then(({ answer, text }) => response.writeHead(answer.statusCode ?? 500, answer.headers).end(text))
        .catch(() => response.destroy());
      return;
    }
    answerWrite(raw, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writes,
    /** Reads of single objects, with which a plan begins. */
    objectReads,
    setOutcomes(next: (write: InterceptedWrite) => WriteOutcome) {
      outcomeOf = next;
    },
    cutReads(cut: boolean) {
      areReadsCut = cut;
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * Clock seconds per real second. With a higher speed, a response on a busy machine would be late.
 */
const SPEED = 25;
/**
 * Splits a wait into steps of this length. All parties are in this process and need event loop turns, also on a busy
 * machine.
 */
const TURN_MS = 10;
const fastTimers: Timers = {
  elapsedMs: () => performance.now() * SPEED,
  after(delayMs, callback) {
    let leftMs = delayMs / SPEED;
    const wait = (): NodeJS.Timeout => {
      const turnMs = Math.min(leftMs, TURN_MS);
      leftMs -= turnMs;
      return setTimeout(() => {
        if (leftMs <= 0) return callback();
        handle = wait();
      }, turnMs);
    };
    let handle = wait();
    return { cancel: () => clearTimeout(handle) };
  },
  soon(callback) {
    const handle = setImmediate(callback);
    return { cancel: () => clearImmediate(handle) };
  },
};

interface ActingOptions {
  readonly authenticator?: Authenticator;
  readonly audit?: Audit;
  readonly simulated?: boolean;
  readonly flags?: string;
  readonly writesEvents?: boolean;
  /** If false, the server only reads. */
  readonly allowed?: boolean;
}

/** Starts a server without a listener. A proxy is between the server and its simulated cluster. */
export async function actionServiceOn(scenario: string, options: ActingOptions = {}) {
  return actingOver(await simulatedCluster(scenario), scenario, options);
}

/** Ends the server, and starts another one with the same cluster, as after a restart of the process. */
export async function restartActionService(before: Awaited<ReturnType<typeof actingOver>>, scenario: string, options: ActingOptions) {
  return actingOver(await before.handOver(), scenario, options);
}

async function actingOver(
  backend: SimulatedCluster,
  scenario: string,
  {
    authenticator = OPEN_AUTHENTICATOR,
    audit = noAudit,
    simulated = false,
    allowed = true,
    flags = "",
    writesEvents = false,
  }: ActingOptions,
) {
  const proxy = await startProxy(backend.cluster.identity.server);
  const command = parseCommand(`serve --simulate ${flags}`.trim().split(" "), {}, "test") as { readonly config: ServeConfig };
  const transport = plainHttpTransport(proxy.url);
  const identity = { context: scenario, server: proxy.url, version: undefined, simulated };
  const watched = createWatchedCluster(command.config, identity, { ...backend.cluster.clock, rate: 0 }, undefined);
  const live = new LiveFrames({ ...watched.live, build: "test", timers: systemTimersOf(), random: Math.random, wallNowMs: Date.now });
  const watch = watched.watch({ transport }, live, { problem: () => undefined, version: () => undefined });
  await watch.synced;
  await live.settled();
  const problems: string[] = [];
  const noCredentials = () => Promise.resolve(0);
  let server = proxy.url;
  const acting = allowed
    ? createActionService({
        apiClients: () => apiClientsWith({ server, authorize: noCredentials, authorizeAnonymous: noCredentials, timers: fastTimers }),
        onActed: (marks) => live.addMarks(marks),
        simulated,
        audit,
        cluster: scenario,
        live,
        showValues: false,
        writesEvents,
        timers: fastTimers,
        wallNowMs: () => systemClock.nowMs(),
        onProblem: (text) => problems.push(text),
      })
    : undefined;
  const reads = new OnDemandReads({ transport, namespace: undefined });
  const clusters = singleCluster({
    live,
    ...liveReadings(live, reads),
    readiness: () => readinessOf(live.sources(), live.log.state.sources, Date.now()),
    watchCounts: () => watch.counts(),
    retryNow: () => undefined,
    acting,
  });
  const app = buildServer({
    clusters,
    ...clusters,
    address: PLAIN_ADDRESS,
    authenticator,
    version: "0.0.0-test",
    assets: { byPath: new Map(), index: undefined },
    allowedHosts: () => ({ port: 7373, names: [], anyLoopbackPort: false }),
    showsValues: false,
    logs: undefined,
    maxStreams: 10,
    probesFromAnyHost: false,
  });
  const host = { host: "127.0.0.1:7373" };
  const get = (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    app.inject({ method: "GET", url, headers: { ...host, ...headers } });
  const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    app.inject({
      method: "POST",
      url,
      headers: { ...host, "content-type": "application/json", ...headers },
      payload: JSON.stringify(body),
    });
  const kube: KubeClient = createKubeClient(backend.cluster.identity.server);
  const record = async (id: string): Promise<ActionRecord> => {
    const { actions } = (await get("/api/actions")).json() as { readonly actions: readonly ActionRecord[] };
    const found = actions.find((action) => action.id === id);
    if (found === undefined) throw new Error(`there is no action ${id}`);
    return found;
  };
  const done = async <T>(answer: Promise<LightMyRequestResponse>): Promise<T> => {
    const { statusCode, body } = await answer;
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
    return JSON.parse(body) as T;
  };
  const plan = (question: ActionQuestion) => done<ActionPlan>(post("/api/actions/plan", question));
  const carryOut = (accepted: ActionPlan) =>
    done<ActionRecord>(
      post("/api/actions", { planId: accepted.id, ...(accepted.confirm.kind === "typed" ? { typed: accepted.confirm.name } : {}) }),
    );
  let isOver = false;
  const end = async () => {
    acting?.close();
    live.close("the test is over");
    await app.close();
    await watch.close();
    await proxy.close();
  };
  return {
    app,
    acting,
    clusters,
    live,
    proxy,
    kube,
    simulator: backend.simulator,
    problems,
    get,
    post,
    plan,
    carryOut,
    record,
    faults: backend.faults,
    /** Sends writes to this URL from now on. */
    writeTo(url: string) {
      server = url;
    },
    do: async (question: ActionQuestion) => carryOut(await plan(question)),
    /** Waits until an action satisfies `holds`. */
    async until(id: string, holds: (record: ActionRecord) => boolean, advanceMs = 0): Promise<ActionRecord> {
      for (let turn = 0; turn < 2000; turn++) {
        const current = await record(id);
        if (holds(current)) return current;
        if (advanceMs > 0) backend.simulator.clock.advance(advanceMs);
        await new Promise((next) => setTimeout(next, 2));
      }
      throw new Error(`it never held: ${JSON.stringify(await record(id))}`);
    },
    /** Ends the server, and returns its cluster for another one. */
    async handOver(): Promise<SimulatedCluster> {
      await end();
      isOver = true;
      return backend;
    },
    async close() {
      if (isOver) return;
      await end();
      await backend.close();
    },
  };
}

function systemTimersOf(): Timers {
  return {
    elapsedMs: () => performance.now(),
    after(delayMs, callback) {
      const handle = setTimeout(callback, delayMs);
      return { cancel: () => clearTimeout(handle) };
    },
    soon(callback) {
      const handle = setImmediate(callback);
      return { cancel: () => clearImmediate(handle) };
    },
  };
}
