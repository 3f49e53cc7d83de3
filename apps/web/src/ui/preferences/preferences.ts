import { Signal } from "@daemonscope/kube/base/signal";

/** Requests of a theme to the stylesheets; the operating system decides about missing ones. */
const THEME_REQUESTS = {
  system: {},
  light: { theme: "light" },
  dark: { theme: "dark" },
  contrast: { contrast: "more" },
} as const satisfies Readonly<Record<string, { readonly theme?: string; readonly contrast?: "more" }>>;

type Theme = keyof typeof THEME_REQUESTS;

export const themeRequest = (theme: Theme): { readonly theme?: string; readonly contrast?: "more" } => THEME_REQUESTS[theme];

/** The user's settings for the page. `system` follows the operating system. */
export interface Preferences {
  readonly theme: Theme;
  readonly density: "comfortable" | "compact";
  readonly motion: "system" | "less";
  /** Keys of one character run commands. */
  readonly singleKeys: boolean;
  /** The side panel of a DaemonSet is open. */
  readonly panel: boolean;
}

export const CHOICES = {
  theme: Object.keys(THEME_REQUESTS) as readonly Theme[],
  density: ["comfortable", "compact"],
  motion: ["system", "less"],
} as const satisfies { readonly [Key in "theme" | "density" | "motion"]: readonly Preferences[Key][] };

const DEFAULTS: Preferences = { theme: "system", density: "compact", motion: "system", singleKeys: true, panel: true };
const STORAGE_KEY = "daemonscope.preferences";

const oneOf = <Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined =>
  choices.find((each) => each === value);

/** Parses stored settings. Never fails: invalid values become the default. */
export function parsePreferences(text: string | null): Preferences {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    stored = {};
  }
  const { theme, density, motion, singleKeys, panel } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  return {
    theme: oneOf(CHOICES.theme, theme) ?? DEFAULTS.theme,
    density: oneOf(CHOICES.density, density) ?? DEFAULTS.density,
    motion: oneOf(CHOICES.motion, motion) ?? DEFAULTS.motion,
    singleKeys: typeof singleKeys === "boolean" ? singleKeys : DEFAULTS.singleKeys,
    panel: typeof panel === "boolean" ? panel : DEFAULTS.panel,
  };
}

let current: Preferences | undefined;
const preferencesChanged = new Signal();

/** Returns the same object while nothing changed. */
export function readPreferences(): Preferences {
  if (current === undefined) {
    try {
      current = parsePreferences(localStorage.getItem(STORAGE_KEY));
    } catch {
      current = DEFAULTS;
    }
  }
  return current;
}

/** Changes some settings, stores all, and notifies all listeners. */
export function setPreferences(changed: Partial<Preferences>): void {
  current = { ...readPreferences(), ...changed };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(current));
  } catch {
    // Without storage, the change lasts for this page only.
  }
  preferencesChanged.emit();
}

export const subscribeToPreferences = preferencesChanged.subscribe;
