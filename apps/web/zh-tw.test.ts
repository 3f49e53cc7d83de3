import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createConverter, readOverrides, textsOf } from "./zh-tw.mjs";

const SOURCES = join(import.meta.dirname, "src/words/i18n/zh-CN");
const texts = new Map(
  readdirSync(SOURCES).map((name) => [name.replace(".ts", ""), textsOf(readFileSync(join(SOURCES, name), "utf8"))] as const),
);
const overrides = Object.entries(readOverrides()).flatMap(([file, words]) => Object.entries(words).map((pair) => [file, ...pair] as const));
const marksOf = (text: string) => [...text.matchAll(/\{\{[^}]*\}\}|<[^>]*>/g)].map(([mark]) => mark).sort();

test("every override has a Simplified text in its file", () => {
  expect(overrides.filter(([file, source]) => !texts.get(file)?.includes(source))).toEqual([]);
});

test("every text keeps its placeholders and tags", async () => {
  const convert = await createConverter();
  const all = [...texts].flatMap(([file, fileTexts]) => fileTexts.map((text) => [text, convert(file, text)] as const));
  expect(all.length).toBeGreaterThan(2000);
  expect(all.filter(([text, converted]) => marksOf(text).join() !== marksOf(converted).join())).toEqual([]);
});
