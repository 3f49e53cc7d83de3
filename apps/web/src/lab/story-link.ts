/** The story that a link asks for. */
export interface StoryWish {
  readonly name: string;
  readonly seed: number | undefined;
  /** What stands in the place of the seed and is none. */
  readonly badSeed?: string;
}

const MOST = 2 ** 32 - 1;

/** The seed that a text says: a whole number from 0 to 4294967295; undefined for anything else. */
export function seedOf(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= MOST ? Number(text) : undefined;
}

/** `?story=NAME&seed=N`; undefined when the link asks for none. */
export function storyWish(search: string): StoryWish | undefined {
  const query = new URLSearchParams(search);
  const name = query.get("story");
  const seed = query.get("seed");
  if (name === null || name === "") return undefined;
  if (seed === null || seed === "") return { name, seed: undefined };
  const number = seedOf(seed);
  return number === undefined ? { name, seed: undefined, badSeed: seed } : { name, seed: number };
}

/** The same address, asking for this story. */
export function withStory(href: string, name: string, seed: number): string {
  const url = new URL(href);
  url.searchParams.set("story", name);
  url.searchParams.set("seed", String(seed));
  return url.href;
}
