import type { Scenario, ScenarioStage, ScenarioStep } from "./scenario.ts";

/** Puts a scenario's steps on the clock, and its rounds one after the other. */
export function playScenario({ steps, rounds }: Scenario, stage: ScenarioStage): void {
  const plan = (planned: readonly ScenarioStep[]) => {
    for (const step of planned) stage.clock.after(step.afterMs, () => step.run(stage));
  };
  plan(steps);
  const playRound = (number: number) => {
    const round = rounds?.(number, stage.random);
    if (round === undefined) return;
    plan(round.steps);
    stage.clock.after(round.lengthMs, () => playRound(number + 1));
  };
  stage.clock.after(0, () => playRound(0));
}
