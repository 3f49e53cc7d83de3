import type { Page } from "@playwright/test";
import { violationsOn } from "./fixtures.ts";

/** Themes as the system requests them; the page's settings set the same attributes. */
const THEMES = {
  dark: { colorScheme: "dark", contrast: null },
  light: { colorScheme: "light", contrast: null },
  "high contrast": { colorScheme: "dark", contrast: "more" },
} as const;
export type Theme = keyof typeof THEMES;

/**
 * Returns axe's violations, each prefixed by `words` and the theme. The dark theme has all of them, the others only
 * those of colours.
 */
export async function violationsIn(page: Page, themes: readonly Theme[], words: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ ...THEMES[theme], reducedMotion: "reduce" });
    const violations = await violationsOn(page, theme === "dark" ? [] : ["color-contrast"]);
    found.push(...violations.map((violation) => `${words} ${theme}: ${violation}`));
  }
  return found;
}
