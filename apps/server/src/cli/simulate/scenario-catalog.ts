import type { LabStory } from "@daemonscope/shared/http/lab";
import { SCENARIOS } from "@daemonscope/simulator/scenarios/scenarios";
import { wordsOfStep } from "@daemonscope/simulator/staging/story";
import type { ScenarioCatalog } from "../../lab/lab-environment.ts";

const STORIES: readonly LabStory[] = SCENARIOS.map(({ name, words: { title, opening }, opensOn, fits }) => ({
  name,
  title,
  opening,
  opensOn,
  fits,
}));

/** The simulator's scenarios with their texts. */
export const SCENARIO_CATALOG: ScenarioCatalog = {
  stories: STORIES,
  wordsOf(story, step) {
    const scenario = SCENARIOS.find(({ name }) => name === story);
    return scenario === undefined ? undefined : wordsOfStep(scenario.words, step);
  },
};
