import type { InEachLanguage } from "@daemonscope/kube/languages";
import type { Scenario } from "./scenario.ts";

/** A scenario told: words only, so that it reads beside the commands and never decides anything. */
export interface StoryWords {
  readonly title: InEachLanguage;
  /** The cluster before anything happens, and what to look at. */
  readonly opening: InEachLanguage;
  /** What happens at a step, and why; by its name. A name that ends in `-*` tells all steps that end in a number instead. */
  readonly steps: Readonly<Record<string, InEachLanguage>>;
}

/** Pages about one side of a cluster, which not every story shows. */
type StoryPage = "taints" | "labels";

/** A scenario with what the lab tells of it, in every language, and where it is looked at. */
export interface Story extends Scenario {
  readonly words: StoryWords;
  /** Path of the page that shows it best, below the page's base. What it names is there when the story begins. */
  readonly opensOn: string;
  /** The pages on which it shows something: who is on one of them stays there. All DaemonSets, all nodes and all events show something of any. */
  readonly fits: readonly StoryPage[];
}

/** The words of a step; undefined when it has none. */
export function wordsOfStep({ steps }: Pick<StoryWords, "steps">, name: string): InEachLanguage | undefined {
  const key = [name, name.replace(/\d+$/, "*")].find((candidate) => Object.hasOwn(steps, candidate));
  return key === undefined ? undefined : steps[key];
}
