/** The languages that stories are told in; Chinese is a first language here. */
export const LANGUAGES = ["en", "zh-CN", "zh-TW"] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in every language. */
export type Words = Readonly<Record<Language, string>>;

/** A scenario told: words only, so that it reads beside the commands and never decides anything. */
export interface Narration {
  readonly story: string;
  readonly title: Words;
  /** The cluster before anything happens, and what to look at. */
  readonly opening: Words;
  /** What happens at a step, and why; by its name. A name that ends in `-*` tells all steps that end in a number instead. */
  readonly steps: Readonly<Record<string, Words>>;
}

/** The words of a step; undefined when it has none. */
export function wordsOfStep({ steps }: Pick<Narration, "steps">, name: string): Words | undefined {
  const key = [name, name.replace(/\d+$/, "*")].find((candidate) => Object.hasOwn(steps, candidate));
  return key === undefined ? undefined : steps[key];
}
