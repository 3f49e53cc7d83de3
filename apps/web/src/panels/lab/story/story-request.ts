/** The story of a link. */
interface StoryRequest {
  readonly name: string;
  readonly seed: number | undefined;
  /** Text of the seed parameter if it is not a seed. */
  readonly badSeed?: string;
}

const MAX_SEED = 2 ** 32 - 1;

/** Parses a seed: a whole number from 0 to 4294967295; undefined for any other text. */
export function seedOf(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= MAX_SEED ? Number(text) : undefined;
}

/** Parses `?story=NAME&seed=N`; undefined if the link names no story. */
export function storyRequest(search: string): StoryRequest | undefined {
  const query = new URLSearchParams(search);
  const name = query.get("story");
  const seed = query.get("seed");
  if (name === null || name === "") return undefined;
  if (seed === null || seed === "") return { name, seed: undefined };
  const number = seedOf(seed);
  return number === undefined ? { name, seed: undefined, badSeed: seed } : { name, seed: number };
}

/** Returns the same address with this story. */
export function withStory(href: string, name: string, seed: number): string {
  const url = new URL(href);
  url.searchParams.set("story", name);
  url.searchParams.set("seed", String(seed));
  return url.href;
}
