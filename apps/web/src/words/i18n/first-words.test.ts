import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { firstFiles } from "../../ui/loading/first-files.fixture.ts";
import { laterWords } from "./en/deferred-words.ts";
import { translatorWith } from "./translator.ts";

const SRC = join(import.meta.dirname, "../..");
/** Returns the keys of deferred words, as a file writes them. */
function laterKeysIn(file: string): readonly string[] {
  const code = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  return [...code.matchAll(/["`](\w+)\.(\w+)/g)]
    .filter(([, part = "", key = ""]) =>
      Object.keys((laterWords as Record<string, object>)[part] ?? {}).some((known) => known.split("_")[0] === key),
    )
    .map(([key]) => `${relative(SRC, file)}: ${key.slice(1)}`);
}

it("modules of the first load use no text that loads later", () => {
  const files = firstFiles();
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(laterKeysIn)).toEqual([]);
});

it("only lazy-with-text uses React.lazy, so that later modules wait for their texts", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."));
  const lazy = files.filter((name) => /import \{[^}]*\blazy\b[^}]*\} from "react"/.test(readFileSync(join(SRC, name), "utf8")));
  expect(lazy).toEqual(["ui/loading/lazy-with-text.ts"]);
});

it("texts that load later extend the existing ones, also in a shared namespace", () => {
  const translator = translatorWith({ chrome: { home: "Home" } });
  translator.addResourceBundle("en", "translation", { yaml: { find: "Find" }, chrome: { was: "WAS" } });
  const t = translator.getFixedT("en");
  expect([t("chrome.home"), t("chrome.was", { word: "" }), t("yaml.find")]).toEqual(["Home", "WAS", "Find"]);
});
