import type { LabNow } from "@daemonscope/shared/http/lab";
import type { LightMyRequestResponse } from "fastify";
import { buildServer } from "../build-server.ts";
import { oneCluster } from "../clusters/clusters.ts";
import { type EmbeddedSimulator, replaceSimulator, startEmbeddedSimulator } from "../commands/embedded-simulator.ts";
import { REPERTOIRE } from "../commands/repertoire.ts";
import { serverOnManualTime } from "../routes/context.fixture.ts";
import { createKubeClient } from "./kube-client.ts";
import { Lab } from "./lab.ts";

/** The lab over a simulated cluster whose clock stands, behind our server and not listening; real time passes at once. */
export async function labOnManualTime(scenario: string) {
  const choice = { scenario, seed: 7, speed: 1, manualClock: true };
  let simulator: EmbeddedSimulator = await startEmbeddedSimulator(choice);
  let told = 0;
  let retries = 0;
  const lab = new Lab({
    stage: simulator,
    repertoire: REPERTOIRE,
    async begin(beginning) {
      simulator = await replaceSimulator(simulator, choice, beginning);
      return simulator;
    },
    onClock: () => {
      told++;
    },
    retryNow: () => {
      retries++;
    },
    timers: {
      elapsedMs: () => 0,
      after(delayMs, callback) {
        // Only pauses within a jump: on real time that stands, a clock that runs would ask for ever.
        const handle = delayMs > 4 ? undefined : setImmediate(callback);
        return { cancel: () => clearImmediate(handle) };
      },
      soon: () => ({ cancel: () => undefined }),
    },
    wallNowMs: () => 0,
    speed: 1,
  });
  const { context, part } = serverOnManualTime();
  const app = buildServer({ ...context, clusters: oneCluster({ ...part, lab }) });
  const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    app.inject({
      method: "POST",
      url: `/api/lab/${path}`,
      headers: { host: "127.0.0.1:7373", "content-type": "application/json", ...headers },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
  return {
    app,
    post,
    /** Does something that must go well. */
    async done(path: string, body: unknown = {}): Promise<LabNow> {
      const answer = await post(path, body);
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
      return answer.json();
    },
    get: () => app.inject({ method: "GET", url: "/api/lab", headers: { host: "127.0.0.1:7373" } }),
    kube: () => createKubeClient(simulator.url),
    simulator: () => simulator,
    told: () => told,
    retries: () => retries,
    close: () => simulator.close(),
  };
}
