import type { LabStory, LabWords } from "@daemonscope/shared/http/lab";
import { wordsOfStep } from "@daemonscope/simulator/narration/narration";
import { findNarration } from "@daemonscope/simulator/narration/narrations";
import { SCENARIOS } from "@daemonscope/simulator/scenarios/scenarios";
import type { Repertoire } from "../lab/lab-stage.ts";

/** A text that nobody translated yet. */
const untold = (text: string): LabWords => ({ en: text, "zh-CN": text, "zh-TW": text });

const STORIES: readonly LabStory[] = SCENARIOS.map(({ name, title, description }) => {
  const narration = findNarration(name);
  return { name, title: narration?.title ?? untold(title), opening: narration?.opening ?? untold(description) };
});

/** The simulator's scenarios with their words. */
export const REPERTOIRE: Repertoire = {
  stories: STORIES,
  wordsOf(story, step) {
    const narration = findNarration(story);
    return narration === undefined ? undefined : wordsOfStep(narration, step);
  },
};
