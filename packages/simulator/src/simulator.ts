import { createSimulatedClock, type SimulatedClock } from "./clock-simulated.ts";
import { DaemonSetController } from "./control/daemonset/controller.ts";
import { EndpointSlices } from "./control/endpoints/endpoint-slices.ts";
import { GarbageCollector } from "./control/garbage.ts";
import { Kubelets } from "./control/kubelet/kubelet.ts";
import { NamespaceDeletion } from "./control/namespaces.ts";
import { NodeLifecycle } from "./control/node-lifecycle/node-lifecycle.ts";
import { TaintEviction } from "./control/node-lifecycle/taint-eviction.ts";
import { PodGarbageCollector } from "./control/pod-gc.ts";
import { EVENT_TTL_MS, EventRecorder } from "./control/recorder.ts";
import { Scheduler } from "./control/scheduler/scheduler.ts";
import { ServiceAccounts } from "./control/service-accounts.ts";
import { createRandom } from "./random.ts";
import { type Play, playScenario } from "./scenarios/play.ts";
import type { Scenario, ScenarioStage, ScenarioStep } from "./scenarios/scenario.ts";
import { createApiServerService, createSystemNamespaces, createSystemPriorityClasses } from "./store/seed.ts";
import { createStore, type SimulatorStore } from "./store/store.ts";

/** What --node-monitor-grace-period is by default. */
const NODE_MONITOR_GRACE_MS = 50_000;
const HEARTBEAT_MS = 300_000;

export interface SimulatorOptions {
  readonly scenario: Scenario;
  readonly seed: number;
  /** When the cluster's clock stands at the end of its past, in milliseconds. */
  readonly nowMs: number;
  /** Number of nodes and of DaemonSets, for scenarios that scale. */
  readonly nodes?: number;
  readonly daemonSets?: number;
  /** The DaemonSet controller decides wrongly on purpose: it takes NoSchedule taints as tolerated, and the dashboard must say so. */
  readonly contrarian?: boolean;
  /** The scenario's own steps do not run: a test does them itself. */
  readonly manualSteps?: boolean;
  readonly nodeMonitorGraceMs?: number;
}

export interface Simulator {
  readonly store: SimulatorStore;
  readonly clock: SimulatedClock;
  readonly scenario: Scenario;
  /** Its steps as they play; undefined with `manualSteps`. */
  readonly play: Play | undefined;
  /** Takes one step of the scenario now; throws for a name that it does not have. */
  perform(step: ScenarioStep["name"]): void;
}

/** Builds a simulated cluster, lets it live through its past, and leaves its clock standing at `nowMs` with the scenario's steps ahead.
 *  Equal options give equal clusters, to the byte. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { scenario, seed, nowMs, nodes, daemonSets, contrarian = false, manualSteps = false } = options;
  const random = createRandom(seed);
  const clock = createSimulatedClock(nowMs - scenario.pastMs);
  let chance = random;
  const store = createStore({ clock, random: () => chance.next() });
  createSystemNamespaces(store);
  createSystemPriorityClasses(store);
  // What is drawn for them is drawn apart: clusters of a seed stay what they were.
  const others = createRandom(seed + 5);
  const apart = (make: () => void): void => {
    const before = chance;
    chance = others;
    try {
      make();
    } finally {
      chance = before;
    }
  };
  apart(() => createApiServerService(store));
  const recorder = new EventRecorder(store, clock, nowMs - EVENT_TTL_MS);
  const kubelets = new Kubelets({
    store,
    clock,
    random: createRandom(seed + 1),
    recorder,
    heartbeatFromMs: nowMs - HEARTBEAT_MS,
    heartbeatEveryMs: HEARTBEAT_MS,
  });
  const loops = [
    // First, because the others ask the kubelets who is silent.
    kubelets,
    new NodeLifecycle({
      store,
      clock,
      recorder,
      graceMs: options.nodeMonitorGraceMs ?? NODE_MONITOR_GRACE_MS,
      isSilent: (node) => kubelets.isSilent(node),
    }),
    new TaintEviction(store, clock, recorder),
    new Scheduler(store, clock, createRandom(seed + 2), recorder),
    new DaemonSetController({ store, clock, random: createRandom(seed + 3), recorder, contrarian }),
    new GarbageCollector(store, clock),
    new PodGarbageCollector(store, clock),
    new NamespaceDeletion(store, clock),
    new EndpointSlices(store, clock),
    new ServiceAccounts(store, apart),
  ];
  for (const loop of loops) loop.start();
  const stage: ScenarioStage = {
    store,
    clock,
    random: createRandom(seed + 4),
    manifestFolders: kubelets.staticPods,
    ...(nodes === undefined ? {} : { nodes }),
    ...(daemonSets === undefined ? {} : { daemonSets }),
  };
  scenario.past(stage);
  clock.advance(Math.max(0, nowMs - clock.nowMs()));
  const play = manualSteps ? undefined : playScenario(scenario, stage);
  return {
    store,
    clock,
    scenario,
    play,
    perform(name) {
      const step = scenario.steps.find((candidate) => candidate.name === name);
      if (step === undefined)
        throw new Error(`scenario ${scenario.name} has no step "${name}"; it has: ${scenario.steps.map((has) => has.name).join(", ")}`);
      step.run(stage);
    },
  };
}
