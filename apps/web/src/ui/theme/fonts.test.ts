import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { layoutFeatures } from "./woff2-tables.fixture.ts";

const FONTS = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".woff2"));
const fontOf = (name: string): Buffer => readFileSync(join(import.meta.dirname, name));
/** Features that replace letters by context: `9x6` by 9×6, `->` by an arrow, `fi` by one letter. */
const CONTEXTUAL = ["calt", "clig", "liga", "dlig", "rclt"];

describe("the fonts of the page", () => {
  it("reads the features of a font as its package ships them", () => {
    const whole = createRequire(import.meta.url).resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
    expect(layoutFeatures(readFileSync(whole))).toContain("calt");
  });

  test.each(FONTS)("%s replaces no letter depending on its neighbours", (name) => {
    expect(layoutFeatures(fontOf(name)).filter((feature) => CONTEXTUAL.includes(feature))).toEqual([]);
  });

  it("ships a name font of at most 40 KB", () => {
    expect(FONTS).toContain("jetbrains-mono-ascii.woff2");
    expect(fontOf("jetbrains-mono-ascii.woff2").length).toBeLessThanOrEqual(40 * 1024);
  });

  it("enables contextual alternates in no style sheet", () => {
    const src = join(import.meta.dirname, "../..");
    const sheets = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
    const rules = sheets.flatMap((name) => readFileSync(join(src, name), "utf8").match(/font-feature-settings:[^;]*/g) ?? []);
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.filter((rule) => CONTEXTUAL.some((feature) => rule.includes(feature)))).toEqual([]);
  });
});
