/** The story that a link asks for. */
export interface StoryWish {
  readonly name: string;
  readonly seed: number | undefined;
}

/** `?story=NAME&seed=N`; undefined when the link asks for none. A seed that is no number is left out. */
export function storyWish(search: string): StoryWish | undefined {
  const query = new URLSearchParams(search);
  const name = query.get("story");
  const seed = query.get("seed");
  if (name === null || name === "") return undefined;
  return { name, seed: seed !== null && /^\d{1,10}$/.test(seed) ? Number(seed) : undefined };
}

/** The same address, asking for this story. */
export function withStory(href: string, name: string, seed: number): string {
  const url = new URL(href);
  url.searchParams.set("story", name);
  url.searchParams.set("seed", String(seed));
  return url.href;
}
