import { baseUrl } from "../../data/url/base-url.ts";

/** A view that the user named. */
interface SavedView {
  readonly name: string;
  /** The address, relative to the base. */
  readonly path: string;
}

/** The entries of the palette that this browser stores, for one cluster. */
export interface PaletteMemory {
  /** Keys of DaemonSets, the last opened first. */
  readonly recent: readonly string[];
  readonly pinned: readonly string[];
  readonly views: readonly SavedView[];
}

const MAX_RECENT = 5;
const MAX_SAVED = 50;
const MAX_NAME_LENGTH = 60;
const storageKey = (): string => `daemonscope.palette ${baseUrl().pathname}`;

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string").slice(0, MAX_SAVED) : [];

const isSavedView = (value: unknown): value is SavedView =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Partial<SavedView>).name === "string" &&
  typeof (value as Partial<SavedView>).path === "string";

/** Parses stored entries. Never fails: invalid values are left out. */
export function parseMemory(text: string | null): PaletteMemory {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    stored = {};
  }
  const { recent, pinned, views } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  return {
    recent: textsIn(recent),
    pinned: textsIn(pinned),
    views: Array.isArray(views) ? views.filter(isSavedView).slice(0, MAX_SAVED) : [],
  };
}

export function readMemory(): PaletteMemory {
  try {
    return parseMemory(localStorage.getItem(storageKey()));
  } catch {
    return parseMemory(null);
  }
}

function write(change: Partial<PaletteMemory>): void {
  try {
    localStorage.setItem(storageKey(), JSON.stringify({ ...readMemory(), ...change }));
  } catch {
    // A browser may refuse storage. The palette works without it.
  }
}

/** Puts a DaemonSet first in the list of recent ones. */
export const withRecent = ({ recent }: Pick<PaletteMemory, "recent">, key: string): readonly string[] =>
  [key, ...recent.filter((each) => each !== key)].slice(0, MAX_RECENT);

export const rememberDaemonSet = (key: string): void => write({ recent: withRecent(readMemory(), key) });

/** Pins a DaemonSet, or removes its pin. */
export function togglePin(key: string): void {
  const { pinned } = readMemory();
  write({ pinned: pinned.includes(key) ? pinned.filter((each) => each !== key) : [...pinned, key] });
}

/** Saves a view. A view of the same name is replaced. */
export function saveView({ name, path }: SavedView): void {
  const saved = { name: name.slice(0, MAX_NAME_LENGTH), path };
  write({ views: [saved, ...readMemory().views.filter((each) => each.name !== saved.name)].slice(0, MAX_SAVED) });
}

export const removeView = (name: string): void => write({ views: readMemory().views.filter((each) => each.name !== name) });
