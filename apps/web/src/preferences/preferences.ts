/** What a theme asks of the style sheets; what it leaves open is the operating system's to say. */
const ASKED_BY = {
  system: {},
  light: { theme: "light" },
  dark: { theme: "dark" },
  contrast: { contrast: "more" },
} as const satisfies Readonly<Record<string, { readonly theme?: string; readonly contrast?: "more" }>>;

export type Theme = keyof typeof ASKED_BY;

export const askedBy = (theme: Theme): { readonly theme?: string; readonly contrast?: "more" } => ASKED_BY[theme];

/** How this person wants the page. `system` follows the operating system. */
export interface Preferences {
  readonly theme: Theme;
  readonly density: "comfortable" | "compact";
  readonly motion: "system" | "less";
  /** Keys of one character do something. */
  readonly singleKeys: boolean;
}

export const CHOICES = {
  theme: Object.keys(ASKED_BY) as readonly Theme[],
  density: ["comfortable", "compact"],
  motion: ["system", "less"],
} as const satisfies { readonly [Key in "theme" | "density" | "motion"]: readonly Preferences[Key][] };

const DEFAULTS: Preferences = { theme: "system", density: "compact", motion: "system", singleKeys: true };
const KEPT = "daemonscope.preferences";

const oneOf = <Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined =>
  choices.find((each) => each === value);

/** Reads what was kept. Never fails: what cannot be read is the default. */
export function parsePreferences(text: string | null): Preferences {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "{}");
  } catch {
    kept = {};
  }
  const { theme, density, motion, singleKeys } = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  return {
    theme: oneOf(CHOICES.theme, theme) ?? DEFAULTS.theme,
    density: oneOf(CHOICES.density, density) ?? DEFAULTS.density,
    motion: oneOf(CHOICES.motion, motion) ?? DEFAULTS.motion,
    singleKeys: typeof singleKeys === "boolean" ? singleKeys : DEFAULTS.singleKeys,
  };
}

let current: Preferences | undefined;
const listeners = new Set<() => void>();

/** The same object while nothing changed. */
export function readPreferences(): Preferences {
  if (current === undefined) {
    try {
      current = parsePreferences(localStorage.getItem(KEPT));
    } catch {
      current = DEFAULTS;
    }
  }
  return current;
}

/** Changes some, keeps all, and tells everybody. */
export function prefer(changed: Partial<Preferences>): void {
  current = { ...readPreferences(), ...changed };
  try {
    localStorage.setItem(KEPT, JSON.stringify(current));
  } catch {
    // It holds for this page.
  }
  for (const listener of listeners) listener();
}

export function subscribeToPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
