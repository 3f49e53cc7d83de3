import { runScenarioStep } from "./run-scenario-step.ts";
import type { Scenario, ScenarioStage, ScenarioStep } from "./scenario.ts";

/** A step with its time. */
interface PlannedStep {
  readonly name: string;
  readonly kubectl: string;
  /** The number of the round, or undefined for steps that run once. */
  readonly round: number | undefined;
  /** The cluster time at which it runs, in milliseconds. */
  readonly dueAtMs: number;
  readonly done: boolean;
  /** The messages of the API for the writes of the step that it refused. */
  readonly refusals: readonly string[];
}

/** A running scenario. */
export interface ScenarioRun {
  /** Returns done and planned steps by time. Of the rounds, only the current and the previous one are included. */
  steps(): readonly PlannedStep[];
  /** Returns the cluster time of the next planned round in milliseconds, or undefined without one. */
  nextRoundAtMs(): number | undefined;
}

/** Schedules a scenario's steps on the clock, and its rounds one after the other. */
export function runScenario({ steps, rounds }: Scenario, stage: ScenarioStage): ScenarioRun {
  const { clock } = stage;
  let nextRoundAtMs: number | undefined;
  let planned: { -readonly [Key in keyof PlannedStep]: PlannedStep[Key] }[] = [];
  const plan = (some: readonly ScenarioStep[], round: number | undefined) => {
    for (const step of some) {
      const entry = {
        name: step.name,
        kubectl: step.kubectl,
        round,
        dueAtMs: clock.nowMs() + step.afterMs,
        done: false,
        refusals: [] as string[],
      };
      planned.push(entry);
      clock.after(step.afterMs, () => {
        entry.done = true;
        runScenarioStep(step, { ...stage, onRefusal: (message) => entry.refusals.push(message) });
      });
    }
  };
  plan(steps, undefined);
  const playRound = (number: number) => {
    const round = rounds?.(number, stage.random);
    nextRoundAtMs = round === undefined ? undefined : clock.nowMs() + round.lengthMs;
    if (round === undefined) return;
    planned = planned.filter((entry) => entry.round === undefined || entry.round >= number - 1);
    plan(round.steps, number);
    clock.after(round.lengthMs, () => playRound(number + 1));
  };
  // The first round is planned immediately, so that a reader sees its steps before the clock runs.
  playRound(0);
  return {
    steps: () => planned.toSorted((a, b) => a.dueAtMs - b.dueAtMs).map((entry) => ({ ...entry, refusals: [...entry.refusals] })),
    nextRoundAtMs: () => nextRoundAtMs,
  };
}
