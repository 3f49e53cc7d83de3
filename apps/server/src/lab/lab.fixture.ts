import { systemClock, systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import type { ActionPlan, ActionQuestion, ActionRecord, ActionsAnswer } from "@daemonscope/shared/http/actions";
import type { LabState } from "@daemonscope/shared/http/lab";
import type { LightMyRequestResponse } from "fastify";
import { noAudit } from "../actions/journal/audit.ts";
import { apiClientsWith, createActionService } from "../actions/service/create-action-service.ts";
import { buildServer } from "../api/build-server.ts";
import { contextOnManualTime } from "../api/context.fixture.ts";
import { createWatchedCluster } from "../cli/open/create-watched-cluster.ts";
import { simulatedIdentity } from "../cli/open/open-cluster.ts";
import { parseCommand, type ServeConfig } from "../cli/options/parse-command.ts";
import { type EmbeddedSimulator, replaceSimulator, SCENARIO_CATALOG, startEmbeddedSimulator } from "../cli/simulate/embedded-simulator.ts";
import { singleCluster } from "../clusters/clusters.ts";
import { LiveFrames } from "../frames/live-frames.ts";
import { liveReadings } from "../readings/readings.ts";
import { OnDemandReads } from "../watch/on-demand-reads.ts";
import { createKubeClient } from "./kube-client.ts";
import { Lab } from "./lab.ts";

/**
 * The lab of a simulated cluster with a manual clock, watched by a server that does not listen. Waits of the lab end at
 * once; the watches use real time.
 */
export async function labOnManualTime(scenario: string) {
  const choice = { scenario, seed: 7, speed: 1, manualClock: true };
  let simulator: EmbeddedSimulator = await startEmbeddedSimulator(choice);
  const { config } = parseCommand(["serve", "--simulate"], {}, "test") as { readonly config: ServeConfig };
  const watchedNow = () => createWatchedCluster(config, simulatedIdentity(simulator), simulator.clock, undefined);
  let watched = watchedNow();
  const live = new LiveFrames({
    ...watched.live,
    build: "test",
    timers: systemTimers,
    random: () => 0.5,
    wallNowMs: () => systemClock.nowMs(),
  });
  const reads = new OnDemandReads({ transport: plainHttpTransport(simulator.url), namespace: undefined });
  const news = { problem: () => undefined, version: () => undefined };
  let watch = watched.watch({ transport: plainHttpTransport(simulator.url) }, live, news);
  await watch.synced;
  const nothing = () => Promise.resolve(0);
  const acting = createActionService({
    apiClients: () => apiClientsWith({ server: simulator.url, authorize: nothing, authorizeAnonymous: nothing }),
    onActed: (marks) => live.addMarks(marks),
    simulated: true,
    audit: noAudit,
    cluster: scenario,
    live,
    showValues: false,
    writesEvents: false,
    timers: systemTimers,
    wallNowMs: () => systemClock.nowMs(),
    onProblem: (text) => {
      throw new Error(text);
    },
  });
  const readings = liveReadings(live, reads);
  let clockChanges = 0;
  let retries = 0;
  const lab = new Lab({
    environment: simulator,
    catalog: SCENARIO_CATALOG,
    async begin(origin) {
      acting.forget();
      await watch.close();
      simulator = await replaceSimulator(simulator, choice, origin);
      watched = watchedNow();
      live.begin(watched.live);
      reads.begin(plainHttpTransport(simulator.url));
      watch = watched.watch({ transport: plainHttpTransport(simulator.url) }, live, news);
      await watch.synced;
      return simulator;
    },
    actionRunner: () => ({ acting, served: () => readings.liveReadingOf({}) }),
    onClock: () => {
      clockChanges++;
    },
    retryNow: () => {
      retries++;
    },
    timers: {
      elapsedMs: () => 0,
      after(delayMs, callback) {
        // Only pauses within a jump are run: without real time, a running clock would set timers forever.
        const handle = delayMs > 4 ? undefined : setImmediate(callback);
        return { cancel: () => clearImmediate(handle) };
      },
      soon: () => ({ cancel: () => undefined }),
    },
    wallNowMs: () => 0,
    speed: 1,
  });
  const { context, part } = contextOnManualTime();
  const clusters = singleCluster({ ...part, ...readings, live, lab, acting });
  const app = buildServer({ ...context, clusters, ...clusters });
  const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    app.inject({
      method: "POST",
      url: `/api/lab/${path}`,
      headers: { host: "127.0.0.1:7373", "content-type": "application/json", ...headers },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
  const json = async (method: "GET" | "POST", url: string, body?: unknown) => {
    const headers = { host: "127.0.0.1:7373", "content-type": "application/json" };
    const answer = await app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: JSON.stringify(body) }) });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  return {
    app,
    lab,
    acting,
    /** Returns the action runs newest first, as a page requests them. */
    records: async (): Promise<readonly ActionRecord[]> => ((await json("GET", "/api/actions")) as ActionsAnswer).actions,
    /** Runs an action as a page does. */
    async act(question: ActionQuestion): Promise<ActionRecord> {
      const { id, confirm } = (await json("POST", "/api/actions/plan", question)) as ActionPlan;
      return json("POST", "/api/actions", { planId: id, ...(confirm.kind === "typed" ? { typed: confirm.name } : {}) });
    },
    post,
    /** Sends a command that must succeed. */
    async done(path: string, body: unknown = {}): Promise<LabState> {
      const answer = await post(path, body);
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
      return answer.json();
    },
    get: () => app.inject({ method: "GET", url: "/api/lab", headers: { host: "127.0.0.1:7373" } }),
    kube: () => createKubeClient(simulator.url),
    simulator: () => simulator,
    clockChanges: () => clockChanges,
    retries: () => retries,
    async close() {
      acting.close();
      live.close("the test is over");
      await watch.close();
      await simulator.close();
    },
  };
}
