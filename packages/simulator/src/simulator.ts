import { createSimulatedClock, type SimulatedClock } from "./clock-simulated.ts";
import { DaemonSetController } from "./control/daemonset/controller.ts";
import { GarbageCollector } from "./control/garbage.ts";
import { Kubelets } from "./control/kubelet/kubelet.ts";
import { NodeLifecycle } from "./control/node-lifecycle/node-lifecycle.ts";
import { EventRecorder } from "./control/recorder.ts";
import { Scheduler } from "./control/scheduler/scheduler.ts";
import { createRandom } from "./random.ts";
import type { Scenario, ScenarioStage } from "./scenarios/scenario.ts";
import { createStore, type SimulatorStore } from "./store/store.ts";

export interface SimulatorOptions {
  readonly scenario: Scenario;
  readonly seed: number;
  /** When the cluster's clock stands at the end of its past, in milliseconds. */
  readonly nowMs: number;
  /** Number of nodes, for scenarios that scale. */
  readonly nodes?: number;
  /** The DaemonSet controller decides wrongly on purpose: the dashboard must say so. */
  readonly contrarian?: boolean;
  /** The scenario's own steps do not run: a test does them itself. */
  readonly manualSteps?: boolean;
}

export interface Simulator {
  readonly store: SimulatorStore;
  readonly clock: SimulatedClock;
  readonly scenario: Scenario;
}

/** Builds a simulated cluster, lets it live through its past, and leaves its clock standing at `nowMs` with the scenario's steps ahead.
 *  Equal options give equal clusters, to the byte. */
export function createSimulator({ scenario, seed, nowMs, nodes, contrarian = false, manualSteps = false }: SimulatorOptions): Simulator {
  const random = createRandom(seed);
  const clock = createSimulatedClock(nowMs - scenario.pastMs);
  const store = createStore({ clock, random: () => random.next() });
  for (const name of ["default", "kube-system", "kube-public", "kube-node-lease"])
    store.create("namespaces", { metadata: { name }, status: { phase: "Active" } });
  const recorder = new EventRecorder(store, clock);
  const loops = [
    new NodeLifecycle(store, clock, recorder),
    new Kubelets(store, clock, createRandom(seed + 1), recorder),
    new Scheduler(store, clock, createRandom(seed + 2), recorder),
    new DaemonSetController({ store, clock, random: createRandom(seed + 3), recorder, contrarian }),
    new GarbageCollector(store, clock),
  ];
  for (const loop of loops) loop.start();
  const stage: ScenarioStage = { store, clock, random: createRandom(seed + 4), ...(nodes === undefined ? {} : { nodes }) };
  scenario.past(stage);
  clock.advance(Math.max(0, nowMs - clock.nowMs()));
  if (!manualSteps) scenario.play?.(stage);
  return { store, clock, scenario };
}
