import type { Scenario, ScenarioStage, ScenarioStep } from "./scenario.ts";
import { managerOfLine, writesAs } from "./writes-as.ts";

const asWriter = (stage: ScenarioStage, manager: string): ScenarioStage => ({
  ...stage,
  store: writesAs(stage.store, manager, () => stage.clock.nowMs()),
});

/** Performs a step of a scenario, as the field manager of its kubectl line. */
export const runScenarioStep = (step: ScenarioStep, stage: ScenarioStage): void => step.run(asWriter(stage, managerOfLine(step.kubectl)));

/** Builds the cluster of a scenario and plays its history, as the field manager that installed its DaemonSets. */
export const runBackground = (scenario: Scenario, stage: ScenarioStage): void =>
  scenario.past(asWriter(stage, scenario.pastBy ?? managerOfLine("kubectl apply")));
