import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SOURCES } from "@daemonscope/kube/source-status";
import { type ClusterState, cellAtPair, daemonSetsOf, nodesOf } from "@daemonscope/shared/state/cluster-state";
import { type Api, startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator, type Simulator } from "@daemonscope/simulator/simulator";
import { writeKubeconfig } from "../../cluster/write-kubeconfig.ts";
import { type Daemonscope, startDaemonscope } from "../../daemonscope.ts";
import { type Observer, observe } from "../../observer.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { pause } from "./watched-cluster.ts";

/** The product between two proxies: one before the API server of a story, one before its clients. */
export interface StoryProduct {
  readonly simulator: Simulator;
  readonly toApi: FaultProxy;
  readonly toPage: FaultProxy;
  readonly product: Daemonscope;
  readonly observers: readonly Observer[];
  api(): Api;
  killApi(): Promise<void>;
  startApi(): Promise<void>;
  /** Starts another server, which reads a fresh list without a fault between. */
  fresh(): Promise<Daemonscope>;
  /** The master oracle: the server and each client have the state of a fresh list. */
  agrees(what: string, limitMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Facts that depend on present objects only. A state also has facts that were observed, such as the pace. */
function factsOf(state: ClusterState): readonly string[] {
  const nodes = nodesOf(state);
  const daemonSets = daemonSetsOf(state);
  return [
    ...nodes.map((node) =>
      JSON.stringify(
        Object.keys(node)
          .sort()
          .map((key) => [key, node[key as keyof typeof node]]),
      ),
    ),
    ...daemonSets.map(({ key, uid, resourceVersion, generation, reported, derived, causes }) =>
      JSON.stringify([key, uid, resourceVersion, generation, reported, derived, causes.map(({ state: of, nodes: on }) => [of, on])]),
    ),
    ...daemonSets.flatMap(({ key }) => nodes.map(({ name }) => `${key} ${name} ${cellAtPair(state, name, key)}`)),
  ];
}

const isLive = ({ sources }: ClusterState): boolean => SOURCES.every((source) => sources[source].state === "live");

/** Returns the current state of a server, as a new client gets it. */
async function stateOf(url: string): Promise<ClusterState> {
  const observer = await observe(url);
  try {
    return observer.state();
  } finally {
    observer.close();
  }
}

export async function startStoryProduct(story: string, seed: number, clients = 0): Promise<StoryProduct> {
  const found = findScenario(story);
  if (!("scenario" in found)) throw new Error(found.problem);
  const simulator = createSimulator({ scenario: found.scenario, seed, nowMs: Date.UTC(2026, 0, 5), manualSteps: true });
  const options = { store: simulator.store, clock: simulator.clock };
  let api = await startApi(options);
  const { port } = api;
  const toApi = await startFaultProxy(port);
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-faults-"));
  const [faulty, direct] = [join(folder, "faulty"), join(folder, "direct")];
  writeKubeconfig(faulty, toApi.url);
  writeKubeconfig(direct, api.url);
  const toPage = await startFaultProxy();
  const product = await startDaemonscope(["--kubeconfig", faulty, "--public-url", toPage.url]);
  toPage.leadTo(Number(new URL(product.url).port));
  const observers = await Promise.all(Array.from({ length: clients }, () => observe(product.url)));
  const fresh = () => startDaemonscope(["--kubeconfig", direct]);
  return {
    simulator,
    toApi,
    toPage,
    product,
    observers,
    api: () => api,
    killApi: () => api.close(),
    async startApi() {
      api = await startApi({ ...options, port });
    },
    fresh,
    async agrees(what, limitMs = 20_000) {
      const other = await fresh();
      try {
        const beganMs = performance.now();
        for (;;) {
          const [wanted, served] = [await stateOf(other.url), await stateOf(product.url)];
          const states = [served, ...observers.map((observer) => observer.state())];
          const facts = factsOf(wanted).join("\n");
          if (isLive(wanted) && states.every((state) => isLive(state) && factsOf(state).join("\n") === facts)) return;
          if (performance.now() - beganMs > limitMs) {
            const has = new Set(factsOf(served));
            const differing = factsOf(wanted).filter((fact) => !has.has(fact));
            throw new Error(
              `${what}: ${states.map(isLive)} are live, ${differing.length} facts differ: ${differing.slice(0, 2).join(" / ")}`,
            );
          }
          await pause(100);
        }
      } finally {
        await other.stop();
      }
    },
    async stop() {
      for (const observer of observers) observer.close();
      await product.stop();
      await Promise.all([toPage.stop(), toApi.stop(), api.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
