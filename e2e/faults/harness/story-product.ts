import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SOURCES } from "@daemonscope/kube/source-status";
import { type ClusterState, cellAtPair, daemonSetsOf, nodesOf } from "@daemonscope/shared/state/cluster-state";
import { type Api, startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator, type Simulator } from "@daemonscope/simulator/simulator";
import type { Scenario } from "@daemonscope/simulator/staging/scenario";
import { writeKubeconfig } from "../../cluster/write-kubeconfig.ts";
import { type Daemonscope, startDaemonscope } from "../../daemonscope.ts";
import { type Observer, observe } from "../../observer.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { inTime } from "./in-time.ts";

const AGREE_LIMIT_MS = 20_000;

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
  /** The master oracle: the server and each client have the state of a fresh server. */
  agrees(what: string, fresh: Daemonscope): Promise<void>;
  stop(): Promise<void>;
}

interface StoryProductOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The address of the page, if another proxy is in front of `toPage`. */
  readonly publicUrl?: string;
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

/** Starts everything of a story. After a failure in between, it stops what it has started. */
export async function startStoryProduct(
  story: string,
  seed: number,
  clients = 0,
  options: StoryProductOptions = {},
): Promise<StoryProduct> {
  const found = findScenario(story);
  if (!("scenario" in found)) throw new Error(found.problem);
  const closers: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return await startParts(found.scenario, { seed, clients, ...options }, closers, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  scenario: Scenario,
  { seed, clients, environment, publicUrl }: StoryProductOptions & { readonly seed: number; readonly clients: number },
  closers: (() => Promise<void> | void)[],
  stop: () => Promise<void>,
): Promise<StoryProduct> {
  const simulator = createSimulator({ scenario, seed, nowMs: Date.UTC(2026, 0, 5), manualSteps: true });
  const options = { store: simulator.store, clock: simulator.clock };
  let api = await startApi(options);
  closers.push(() => api.close());
  const { port } = api;
  const toApi = await startFaultProxy(port);
  closers.push(() => toApi.stop());
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-faults-"));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const [faulty, direct] = [join(folder, "faulty"), join(folder, "direct")];
  writeKubeconfig(faulty, toApi.url);
  writeKubeconfig(direct, api.url);
  const toPage = await startFaultProxy();
  closers.push(() => toPage.stop());
  const product = await startDaemonscope(["--kubeconfig", faulty, "--public-url", publicUrl ?? toPage.url], environment);
  closers.push(() => product.kill());
  toPage.leadTo(Number(new URL(product.url).port));
  const observers: Observer[] = [];
  for (let client = 0; client < clients; client++) {
    const observer = await observe(product.url);
    closers.push(() => observer.close());
    observers.push(observer);
  }
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
    fresh: () => startDaemonscope(["--kubeconfig", direct]),
    async agrees(what, other) {
      let differs = "";
      const isEqual = async () => {
        const [wanted, served] = [await stateOf(other.url), await stateOf(product.url)];
        const states = [served, ...observers.map((observer) => observer.state())];
        const facts = factsOf(wanted);
        const has = new Set(factsOf(served));
        differs = `live: ${states.map(isLive)}, other: ${facts.filter((fact) => !has.has(fact)).slice(0, 2)}`;
        return isLive(wanted) && states.every((state) => isLive(state) && factsOf(state).join("\n") === facts.join("\n"));
      };
      await inTime(what, AGREE_LIMIT_MS, isEqual).catch((error) => {
        throw new Error(`${error.message}: ${differs}`);
      });
    },
    stop,
  };
}
