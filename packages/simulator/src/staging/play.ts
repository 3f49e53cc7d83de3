import { performStep } from "./perform-step.ts";
import type { Scenario, ScenarioStage, ScenarioStep } from "./scenario.ts";

/** A step with its place in time. */
export interface PlannedStep {
  readonly name: string;
  readonly kubectl: string;
  /** Of the rounds that come after a scenario's own steps; undefined for those. */
  readonly round: number | undefined;
  /** Cluster time, in milliseconds. */
  readonly dueAtMs: number;
  readonly done: boolean;
}

/** A scenario that plays. */
export interface Play {
  /** What was done, the rounds before the last one aside, and what is planned; by time. */
  steps(): readonly PlannedStep[];
  /** Cluster time at which the next round is planned, in milliseconds; undefined where none comes. */
  nextRoundAtMs(): number | undefined;
}

/** Puts a scenario's steps on the clock, and its rounds one after the other. */
export function playScenario({ steps, rounds }: Scenario, stage: ScenarioStage): Play {
  const { clock } = stage;
  let nextRoundAtMs: number | undefined;
  let planned: { -readonly [Key in keyof PlannedStep]: PlannedStep[Key] }[] = [];
  const plan = (some: readonly ScenarioStep[], round: number | undefined) => {
    for (const step of some) {
      const entry = { name: step.name, kubectl: step.kubectl, round, dueAtMs: clock.nowMs() + step.afterMs, done: false };
      planned.push(entry);
      clock.after(step.afterMs, () => {
        entry.done = true;
        performStep(step, stage);
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
  // At once, so that who looks before the clock runs sees what is coming.
  playRound(0);
  return {
    steps: () => planned.toSorted((a, b) => a.dueAtMs - b.dueAtMs).map((entry) => ({ ...entry })),
    nextRoundAtMs: () => nextRoundAtMs,
  };
}
