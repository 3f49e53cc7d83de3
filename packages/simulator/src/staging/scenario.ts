import type { ManifestFolders } from "../control/kubelet/static-pods.ts";
import type { Store } from "../objects/contract.ts";
import type { SimulatedClock } from "../time-and-chance/clock-simulated.ts";
import type { Random } from "../time-and-chance/random.ts";

/** What a scenario works with. */
export interface ScenarioStage {
  readonly store: Store;
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly manifestFolders: ManifestFolders;
  readonly nodes?: number;
  readonly daemonSets?: number;
}

/** One thing that somebody does to the cluster. */
export interface ScenarioStep {
  /** Unique within its scenario. */
  readonly name: string;
  /** Milliseconds after the scenario, or its round, begins. */
  readonly afterMs: number;
  /** The command that does the same, here and on a real cluster. */
  readonly kubectl: string;
  run(stage: ScenarioStage): void;
}

/** A cluster and what happens in it. */
export interface Scenario {
  readonly name: string;
  /** One line for people: what there is to see. */
  readonly title: string;
  /** Its cluster has as many nodes as it is asked for; all others have a fixed number. */
  readonly isSized?: true;
  /** How much past the cluster has when somebody first looks, in milliseconds. */
  readonly pastMs: number;
  /** The field manager that installed the DaemonSets of the past; `kubectl apply` when left out. */
  readonly pastBy?: string;
  /** Builds the cluster and lives its past; may advance the clock by up to `pastMs`. */
  past(stage: ScenarioStage): void;
  /** What happens from then on, once. */
  readonly steps: readonly ScenarioStep[];
  /** What happens again and again after that; rounds count from 0. */
  readonly rounds?: (round: number, random: Random) => Round;
}

export interface Round {
  readonly steps: readonly ScenarioStep[];
  readonly lengthMs: number;
}
