import type { CourseLesson } from "@daemonscope/shared/http/course";
import type { LabStory } from "@daemonscope/shared/http/lab";
import { LESSONS } from "@daemonscope/simulator/course/lessons";
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

/** The lessons without their checks, which are functions. */
const COURSE: readonly CourseLesson[] = LESSONS.map((lesson) => ({
  ...lesson,
  steps: lesson.steps.map((step) => {
    if (step.kind === "question") return { ...step, answers: step.answers.map(({ words }) => words) };
    const { goal: _goal, ...exercise } = step;
    return { ...exercise, losses: step.losses.map(({ words }) => words) };
  }),
}));

/** The simulator's scenarios with their texts. */
export const SCENARIO_CATALOG: ScenarioCatalog = {
  stories: STORIES,
  lessons: COURSE,
  wordsOf(story, step) {
    const scenario = SCENARIOS.find(({ name }) => name === story);
    return scenario === undefined ? undefined : wordsOfStep(scenario.words, step);
  },
};
