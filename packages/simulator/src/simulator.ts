import { createApiServerService, createSystemNamespaces, createSystemPriorityClasses } from "@daemonscope/simulated-apiserver/store/seed";
import { createApiServices } from "@daemonscope/simulated-apiserver/store/seed-api-services";
import { createStore, type SimulatorStore } from "@daemonscope/simulated-apiserver/store/store";
import { createSimulatedClock, type SimulatedClock } from "@daemonscope/simulated-apiserver/time/clock-simulated";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { Applications } from "./controllers/argocd/applications.ts";
import { DaemonSetController } from "./controllers/daemonset/controller.ts";
import { DEFAULT_ACCOUNT } from "./controllers/default-account.ts";
import { Definitions } from "./controllers/definitions.ts";
import { Deployments } from "./controllers/deployments/deployments.ts";
import { ReplicaSets } from "./controllers/deployments/replica-sets.ts";
import { EndpointSlices } from "./controllers/endpoints/endpoint-slices.ts";
import { FaultInjector } from "./controllers/faults/fault-injector.ts";
import { GarbageCollector } from "./controllers/garbage.ts";
import { Kubelets } from "./controllers/kubelet/kubelet.ts";
import type { ManifestFolders } from "./controllers/kubelet/static-pods.ts";
import { NamespaceDeletion } from "./controllers/namespaces.ts";
import { NodeLifecycle } from "./controllers/node-lifecycle/node-lifecycle.ts";
import { TaintEviction } from "./controllers/node-lifecycle/taint-eviction.ts";
import { PerNamespaceObject } from "./controllers/per-namespace-object.ts";
import { PodGarbageCollector } from "./controllers/pod-gc.ts";
import { EVENT_TTL_MS, EventRecorder } from "./controllers/recorder.ts";
import { ROOT_CERTIFICATE } from "./controllers/root-ca.ts";
import { Scheduler } from "./controllers/scheduler/scheduler.ts";
import { runScenario, type ScenarioRun } from "./staging/run-scenario.ts";
import { runBackground, runScenarioStep } from "./staging/run-scenario-step.ts";
import type { Scenario, ScenarioStage, ScenarioStep } from "./staging/scenario.ts";

/** The default of --node-monitor-grace-period in the controller manager. */
const NODE_MONITOR_GRACE_MS = 50_000;
const HEARTBEAT_MS = 300_000;

export interface SimulatorOptions {
  readonly scenario: Scenario;
  readonly seed: number;
  /** Cluster time at the end of its history, in milliseconds. */
  readonly nowMs: number;
  /**
   * Returns the cluster time until which the cluster idles before its story begins. It is called after the history,
   * whose simulation takes seconds. By default there is no idle time.
   */
  readonly restUntilMs?: () => number;
  /** The number of nodes, for scenarios of any size. */
  readonly nodes?: number;
  /** The number of DaemonSets, for scenarios of any size. */
  readonly daemonSets?: number;
  /**
   * Whether the DaemonSet controller makes wrong decisions on purpose. It then treats NoSchedule taints as tolerated,
   * and the dashboard must report that.
   */
  readonly contrarian?: boolean;
  /** Whether the scenario's steps do not run by themselves, because a test performs them. */
  readonly manualSteps?: boolean;
  readonly nodeMonitorGraceMs?: number;
}

export interface Simulator {
  /** The cluster time at which the story begins, in milliseconds. */
  readonly startedAtMs: number;
  readonly store: SimulatorStore;
  readonly clock: SimulatedClock;
  readonly scenario: Scenario;
  readonly manifestFolders: ManifestFolders;
  /** The running steps, or undefined with `manualSteps`. */
  readonly play: ScenarioRun | undefined;
  /** Performs one step of the scenario now. Throws for an unknown name. */
  perform(step: ScenarioStep["name"]): void;
}

/**
 * Returns the random source of the cluster, and a separate source for features that were added later. A seed therefore
 * always gives the same cluster.
 */
function clusterRandomness(seed: number): { next(): number; apart(make: () => void): void } {
  const clusterRandom = createRandom(seed);
  const laterRandom = createRandom(seed + 5);
  let current = clusterRandom;
  return {
    next: () => current.next(),
    apart(make) {
      const before = current;
      current = laterRandom;
      try {
        make();
      } finally {
        current = before;
      }
    },
  };
}

/** Starts the control loops of the cluster. Returns the manifest folders of its nodes. */
function startLoops(
  store: SimulatorStore,
  clock: SimulatedClock,
  { scenario, seed, nowMs, contrarian = false, nodeMonitorGraceMs = NODE_MONITOR_GRACE_MS }: SimulatorOptions,
  apart: (make: () => void) => void,
): ManifestFolders {
  const recorder = new EventRecorder(store, clock, nowMs - EVENT_TTL_MS);
  const heartbeats = { heartbeatFromMs: nowMs - HEARTBEAT_MS, heartbeatEveryMs: HEARTBEAT_MS };
  const hasNormalEvents = scenario.isSized !== true;
  const kubelets = new Kubelets({ store, clock, random: createRandom(seed + 1), recorder, ...heartbeats, hasNormalEvents, apart });
  const faults = new FaultInjector(store, clock);
  const loops = [
    // The kubelets start first, because other loops ask them which nodes are silent.
    kubelets,
    new NodeLifecycle({ store, clock, recorder, graceMs: nodeMonitorGraceMs, isSilent: (node) => kubelets.isSilent(node) }),
    new TaintEviction(store, clock, recorder),
    new Scheduler(store, clock, createRandom(seed + 2), recorder),
    new DaemonSetController({ store, clock, random: createRandom(seed + 3), recorder, contrarian, faults }),
    faults,
    new GarbageCollector(store, clock),
    new PodGarbageCollector(store, clock),
    new NamespaceDeletion(store, clock),
    new Definitions(store, clock),
    new EndpointSlices(store, clock),
    new ReplicaSets(store, clock, recorder),
    new Deployments(store, clock, recorder),
    new PerNamespaceObject(store, apart, DEFAULT_ACCOUNT),
    new PerNamespaceObject(store, apart, ROOT_CERTIFICATE),
    new Applications(store, clock, scenario.applications ?? []),
  ];
  for (const loop of loops) loop.start();
  return kubelets.staticPods;
}

/**
 * Builds a simulated cluster and plays its history. The clock then stops at `nowMs`, or after the idle time, before
 * the scenario's steps. Equal options give equal clusters, byte for byte.
 */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { scenario, seed, nowMs, restUntilMs = () => nowMs, nodes, daemonSets, manualSteps = false } = options;
  const clock = createSimulatedClock(nowMs - scenario.pastMs);
  const { next, apart } = clusterRandomness(seed);
  const store = createStore({ clock, random: next });
  createSystemNamespaces(store);
  createSystemPriorityClasses(store);
  apart(() => {
    createApiServerService(store);
    createApiServices(store, clock.nowMs());
  });
  const stage: ScenarioStage = {
    store,
    clock,
    random: createRandom(seed + 4),
    manifestFolders: startLoops(store, clock, options, apart),
    ...(nodes === undefined ? {} : { nodes }),
    ...(daemonSets === undefined ? {} : { daemonSets }),
  };
  runBackground(scenario, stage);
  clock.advance(Math.max(0, nowMs - clock.nowMs()));
  clock.advance(Math.max(0, restUntilMs() - clock.nowMs()));
  const play = manualSteps ? undefined : runScenario(scenario, stage);
  return {
    startedAtMs: clock.nowMs(),
    store,
    clock,
    scenario,
    manifestFolders: stage.manifestFolders,
    play,
    perform(name) {
      const step = scenario.steps.find((candidate) => candidate.name === name);
      if (step === undefined)
        throw new Error(`scenario ${scenario.name} has no step "${name}"; it has: ${scenario.steps.map((has) => has.name).join(", ")}`);
      runScenarioStep(step, stage);
    },
  };
}
