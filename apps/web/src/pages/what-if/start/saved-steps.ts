import { baseUrl } from "../../../data/url/base-url.ts";

/** A what-if that this browser stores, with the effect that it had. */
export interface SavedSteps {
  /** The steps as in the link. */
  readonly steps: string;
  readonly count: number;
  readonly effect: string;
  readonly atMs: number;
}

const MAX_SAVED = 5;
const storageKey = (): string => `daemonscope.what-if ${baseUrl().pathname}`;

function isSaved(value: unknown): value is SavedSteps {
  const { steps, count, effect, atMs } = (value ?? {}) as Record<string, unknown>;
  return typeof steps === "string" && typeof count === "number" && typeof effect === "string" && typeof atMs === "number";
}

/** Parses the stored what-ifs. Never fails: invalid values are left out. */
export function parseSaved(text: string | null): readonly SavedSteps[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter(isSaved).slice(0, MAX_SAVED) : [];
  } catch {
    return [];
  }
}

/** Returns the list with this what-if first. It replaces the one that it continues: equal steps, or its first steps. */
export const withSaved = (list: readonly SavedSteps[], saved: SavedSteps): readonly SavedSteps[] =>
  [saved, ...list.filter(({ steps }) => steps !== saved.steps && !saved.steps.startsWith(`${steps};`))].slice(0, MAX_SAVED);

export function readSaved(): readonly SavedSteps[] {
  try {
    return parseSaved(localStorage.getItem(storageKey()));
  } catch {
    return [];
  }
}

function write(list: readonly SavedSteps[]): void {
  try {
    localStorage.setItem(storageKey(), JSON.stringify(list));
  } catch {
    // A browser may refuse storage. The page works without it.
  }
}

export const saveSteps = (saved: SavedSteps): void => write(withSaved(readSaved(), saved));

/** Removes a what-if and returns the others. */
export function forgetSteps(steps: string): readonly SavedSteps[] {
  write(readSaved().filter((each) => each.steps !== steps));
  return readSaved();
}
