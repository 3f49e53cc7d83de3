import type { InEachLanguage } from "@daemonscope/kube/base/languages";
import type { Scenario } from "./scenario.ts";

/** The texts of a scenario. They are displayed next to its commands and do not affect the simulation. */
export interface StoryWords {
  readonly title: InEachLanguage;
  /** The cluster at the start, and the parts to watch. */
  readonly opening: InEachLanguage;
  /** Explains each step, by its name. A name that ends in `-*` covers all steps that end in a number instead. */
  readonly steps: Readonly<Record<string, InEachLanguage>>;
}

/** Pages about one part of a cluster, which not every story uses. */
type StoryPage = "taints" | "labels";

/** A scenario with its lab texts in every language, and its pages. */
export interface Story extends Scenario {
  readonly words: StoryWords;
  /** The path of the page that shows the story best, relative to the base. Its objects exist at the start. */
  readonly opensOn: string;
  /**
   * The pages that show something of the story. A user who starts the story on one of them stays there. The pages of
   * all DaemonSets, all nodes and all events fit any story.
   */
  readonly fits: readonly StoryPage[];
}

/** Returns the texts of a step, or undefined if it has none. */
export function wordsOfStep({ steps }: Pick<StoryWords, "steps">, name: string): InEachLanguage | undefined {
  const key = [name, name.replace(/\d+$/, "*")].find((candidate) => Object.hasOwn(steps, candidate));
  return key === undefined ? undefined : steps[key];
}
