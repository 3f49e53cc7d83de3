import type { LabelKey } from "../../data/rows/label-keys.ts";

/** Maximum number of listed keys after the first ones. Typing finds the others. */
const MAX_OPTIONS = 200;

/** Label keys to choose from, for the typed text. */
export interface FoundKeys {
  /** Keys that come first regardless of their names, in the given order. */
  readonly first: readonly LabelKey[];
  /** All others: those whose short key begins with the text, then the rest. Each part is in the order of the input. */
  readonly others: readonly LabelKey[];
  /** Number of matching keys beyond the limit. */
  readonly more: number;
}

/** Returns a key without its prefix. */
export const shortKey = (key: string): string => key.slice(key.indexOf("/") + 1);

/** Returns the keys that contain a text. `first` may hold keys that no node has. Pure. */
export function foundKeys(keys: readonly LabelKey[], first: readonly string[], typed: string): FoundKeys {
  const text = typed.normalize("NFKC").trim().toLowerCase();
  const isFound = ({ key }: LabelKey) => key.toLowerCase().includes(text);
  const byKey = new Map(keys.map((each) => [each.key, each]));
  const firstSet = new Set(first);
  const firstKeys = [...firstSet].map((key) => byKey.get(key) ?? { key, nodes: 0, values: 0 });
  const matching = keys.filter((each) => !firstSet.has(each.key) && isFound(each));
  const begins = ({ key }: LabelKey) => text !== "" && shortKey(key).toLowerCase().startsWith(text);
  const others = [...matching.filter(begins), ...matching.filter((each) => !begins(each))];
  return { first: firstKeys.filter(isFound), others: others.slice(0, MAX_OPTIONS), more: Math.max(0, others.length - MAX_OPTIONS) };
}
