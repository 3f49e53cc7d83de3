import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHOICES, themeRequest } from "../../ui/preferences/preferences.ts";

const THEME = /^((?:\[data-contrast="more"\])?\[data-theme="[^"]+"\]) \{([^}]*)\}/gm;
/** The blocks of a sheet for a theme, by their selectors. */
const blocksOf = (css: string) => new Map([...css.matchAll(THEME)].map(([, selector = "", block = ""]) => [selector, block]));
const sheet = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const themes = blocksOf(sheet("../../ui/theme/tokens.css"));
const hues = blocksOf(sheet("./log-colours.module.css").replaceAll(/:global\((\S+)\)/g, "$1"));
const themeOnly = (selector: string): string => selector.slice(selector.indexOf("[data-theme"));
const huesIn = (selector: string) => [...(hues.get(selector) ?? "").matchAll(/(--log-\d+): (#[0-9a-f]{6});/g)];
/** In high contrast, a theme may keep its hues. */
const huesOf = (selector: string) => (huesIn(selector).length > 0 ? huesIn(selector) : huesIn(themeOnly(selector)));

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

test("each theme defines its tokens and a background for log lines", () => {
  const selectors = CHOICES.theme.flatMap((theme) => themeRequest(theme).theme ?? []).map((theme) => `[data-theme="${theme}"]`);
  expect([...themes.keys()]).toEqual(expect.arrayContaining(selectors));
  for (const [selector, block] of themes) expect(block, selector).toMatch(/--bg-1: #[0-9a-f]{6};/);
});

test.each([...themes])("the twelve hues of %s have a contrast of 4.5 to 1, and 7 to 1 in high contrast", (selector, block) => {
  const background = /--bg-1: (#[0-9a-f]{6});/.exec(block)?.[1] ?? "";
  const minContrast = selector.startsWith("[data-contrast") ? 7 : 4.5;
  const found = huesOf(selector);
  expect(found).toHaveLength(12);
  for (const [, name, hex = ""] of found) expect(contrast(hex, background), name).toBeGreaterThanOrEqual(minContrast);
});
