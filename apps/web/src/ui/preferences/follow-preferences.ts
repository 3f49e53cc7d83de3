import { type Preferences, readPreferences, subscribeToPreferences, themeRequest } from "./preferences.ts";

const LIGHT = "(prefers-color-scheme: light)";
const LESS_MOTION = "(prefers-reduced-motion: reduce)";
const MORE_CONTRAST = "(prefers-contrast: more)";

interface System {
  readonly light: boolean;
  readonly lessMotion: boolean;
  readonly moreContrast: boolean;
}

/** Returns the document attributes that the stylesheets read: the user's choice, else the system's. */
export function documentAttributes({ theme, density, motion }: Preferences, system: System) {
  const requested = themeRequest(theme);
  return {
    theme: requested.theme ?? (system.light ? "light" : "dark"),
    contrast: requested.contrast ?? (system.moreContrast ? "more" : "normal"),
    density,
    motion: motion === "less" || system.lessMotion ? "reduce" : "full",
  } as const;
}

/** Returns the settings of the system; `matches` reports whether a media query matches. */
export const systemPreferences = (matches: (query: string) => boolean): System => ({
  light: matches(LIGHT),
  lessMotion: matches(LESS_MOTION),
  moreContrast: matches(MORE_CONTRAST),
});

/** Sets the preferences on the document, now and whenever they or the system's change. */
export function followPreferences(): void {
  const apply = () => {
    const system = systemPreferences((query) => matchMedia(query).matches);
    Object.assign(document.documentElement.dataset, documentAttributes(readPreferences(), system));
  };
  apply();
  subscribeToPreferences(apply);
  for (const query of [LIGHT, LESS_MOTION, MORE_CONTRAST]) matchMedia(query).addEventListener("change", apply);
}
