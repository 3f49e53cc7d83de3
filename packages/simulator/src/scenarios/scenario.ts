import type { SimulatedClock } from "../clock-simulated.ts";
import type { Random } from "../random.ts";
import type { Store } from "../store/contract.ts";

/** What a scenario works with. */
export interface ScenarioStage {
  readonly store: Store;
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly nodes?: number;
}

/** A cluster and what happens in it. */
export interface Scenario {
  readonly name: string;
  /** One line for people: what there is to see. */
  readonly title: string;
  /** How much past the cluster has when somebody first looks. */
  readonly pastMs: number;
  /** Builds the cluster and lives its past; may advance the clock by up to `pastMs`. */
  past(stage: ScenarioStage): void;
  /** Plans what happens from then on, on the clock. */
  play?(stage: ScenarioStage): void;
}
