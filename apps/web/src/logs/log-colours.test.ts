import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("log-colours.css", import.meta.url), "utf8");
/** The ground of the lines, `--bg-1` of theme/tokens.css; text needs 4.5 to 1, and 7 to 1 where high contrast is asked for. */
const GROUNDS = [
  ['[data-theme="dark"]', "#12151a", 4.5],
  ['[data-theme="light"]', "#f6f7f9", 4.5],
  ['[data-theme="dark"]', "#000000", 7],
  ['[data-contrast="more"][data-theme="light"]', "#ffffff", 7],
] as const;

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

test.each(GROUNDS)("the twelve hues of %s are legible on %s", (selector, ground, least) => {
  const from = css.indexOf(`\n${selector} {`);
  const hues = [...css.slice(from, css.indexOf("}", from)).matchAll(/(--log-\d+): (#[0-9a-f]{6});/g)];
  expect(hues).toHaveLength(12);
  for (const [, name, hex = ""] of hues) expect(contrast(hex, ground), name).toBeGreaterThanOrEqual(least);
});
