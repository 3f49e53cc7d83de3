import { SOURCES } from "@daemonscope/kube/source-status";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { type Api, startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator } from "@daemonscope/simulator/simulator";
import { describe, expect, it, type TestContext } from "vitest";
import { startClusterWatch } from "./cluster-watch.ts";
import { collectObjects, eventOfRaw } from "./event-of-raw.fixture.ts";

const QUICK = { ...RETRY_POLICY, retryFirstMs: 5, retryLimitMs: 40 };
const KINDS = ["nodes", "pods", "daemonsets", "controllerrevisions"] as const;

/** A cluster with a stopped clock, and its known objects: uid → version and content, as a page would show it. */
async function watched({ onTestFinished }: TestContext) {
  const found = findScenario("image-update");
  if (!("scenario" in found)) throw new Error(found.problem);
  const simulator = createSimulator({ scenario: found.scenario, seed: 3, nowMs: Date.UTC(2026, 0, 5), manualSteps: true });
  const api: Api = await startApi({ store: simulator.store, clock: simulator.clock });
  onTestFinished(async () => void (await api.close()));
  const { objects, take } = collectObjects();
  const states: string[] = [];
  const problems: string[] = [];
  const watch = startClusterWatch({
    transport: plainHttpTransport(api.url),
    emit: (event) => void take(event),
    pace: QUICK,
    nowMs: Date.now,
    random: () => 0.5,
    onChange: () => undefined,
    onStatus: (source, { state }) => states.push(`${source} ${state}`),
    onGap: () => undefined,
    onProblem: (text) => problems.push(text),
    onVersion: () => undefined,
  });
  onTestFinished(async () => void (await watch.close()));
  const allAreLive = () => SOURCES.every((source) => watch.statuses()[source].state === "live");
  const stored = () => {
    const { objects: all, take: takeStored } = collectObjects();
    for (const kind of KINDS)
      for (const object of simulator.store.list(kind)) {
        const event = eventOfRaw(kind, object);
        if (event !== undefined) takeStored(event);
      }
    return [...all].map(String).sort();
  };
  const shown = () =>
    [...objects]
      .filter(([object]) => !object.startsWith("events "))
      .map(String)
      .sort();
  await watch.synced;
  await until(allAreLive);
  return { ...simulator, api, watch, states, problems, allAreLive, stored, shown };
}

const label = (cluster: Awaited<ReturnType<typeof watched>>, node: string, value: string) =>
  cluster.store.edit("nodes", undefined, node, ({ metadata }) => {
    metadata.labels = { ...metadata.labels, written: value };
  });

// Each test has a cluster and mostly waits for retries in real time, so they wait together.
describe.concurrent("A8 a cluster that returns to an older state", () => {
  it("is shown correctly within about three seconds, without a restart or leftovers of the lost state", async (context) => {
    const cluster = await watched(context);
    cluster.perform("set-image");
    cluster.clock.advance(20_000);
    await until(() => cluster.shown().join() === cluster.stored().join());
    expect(cluster.api.faults.restoreOlderState(19)).toBe(true);
    await until(() => cluster.allAreLive() && cluster.shown().join() === cluster.stored().join());
    cluster.clock.advance(20_000);
    await until(() => cluster.shown().join() === cluster.stored().join());
    expect(cluster.problems).toEqual([]);
  });

  it("is never live while the lost state is shown", async (context) => {
    const cluster = await watched(context);
    label(cluster, "worker-01", "lost");
    cluster.clock.advance(10_000);
    label(cluster, "worker-02", "lost");
    await until(() => cluster.shown().join() === cluster.stored().join());
    cluster.states.length = 0;
    cluster.api.faults.restoreOlderState(5);
    // The known version of nodes is ahead of the server.
    await until(() => cluster.states.includes("nodes live"));
    expect(cluster.shown()).toEqual(cluster.stored());
  });

  it("is compared by content, because another state reuses the versions", async (context) => {
    const cluster = await watched(context);
    cluster.clock.advance(10_000);
    const lost = label(cluster, "worker-01", "lost")?.metadata.resourceVersion;
    label(cluster, "worker-02", "lost");
    await until(() => cluster.shown().join() === cluster.stored().join());
    cluster.api.faults.restoreOlderState(5);
    expect(label(cluster, "worker-01", "other")?.metadata.resourceVersion).toBe(lost);
    await until(() => cluster.allAreLive() && cluster.shown().join() === cluster.stored().join());
  });
});
