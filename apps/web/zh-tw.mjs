// Derives the Traditional Chinese texts from the Simplified ones: OpenCC with Taiwan's words, then terms.json, then
// overrides.json. A Vite plugin, because no file then has to be generated before a build, a test or a type check.
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const HOME = resolve(import.meta.dirname, "src/words/i18n");
const QUERY = "?zh-TW";
/** A quoted text; paths of imports are none. */
const LITERAL = /"(?!\.\.?\/)(?:[^"\\\n]|\\.)*"/g;
const read = (name) => JSON.parse(readFileSync(join(HOME, "zh-TW", name), "utf8"));

/** Overrides by file and by Simplified text, so that an override whose source changes no longer matches a text. */
export const readOverrides = () => read("overrides.json");
/** Returns the Simplified texts of a module. */
export const textsOf = (code) => [...code.matchAll(LITERAL)].map(([literal]) => JSON.parse(literal));

/** Loads the dictionaries, which takes about a second, only when a text is converted. */
export async function createConverter() {
  const { Converter } = await import("opencc-js/cn2t");
  const convert = Converter({ from: "cn", to: "twp" });
  const terms = Object.entries(read("terms.json"));
  const overrides = readOverrides();
  return (file, text) => overrides[file]?.[text] ?? terms.reduce((all, [from, to]) => all.replaceAll(from, to), convert(text));
}

/** Serves `zh-CN/NAME.ts?zh-TW`: that module, and its imports from the same folder, in Traditional Chinese. */
export function zhTW() {
  let converter;
  return {
    name: "zh-tw",
    enforce: "pre",
    resolveId(source, importer) {
      const isInside = importer?.endsWith(QUERY) && source.startsWith("./");
      if (!isInside && !source.endsWith(`.ts${QUERY}`)) return null;
      return join(HOME, "zh-CN", basename(source.replace(QUERY, ""))) + QUERY;
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const path = id.slice(0, -QUERY.length);
      for (const file of [path, join(HOME, "zh-TW/terms.json"), join(HOME, "zh-TW/overrides.json")]) this.addWatchFile(file);
      converter ??= createConverter();
      const convert = await converter;
      const toTaiwan = (literal) => JSON.stringify(convert(basename(path, ".ts"), JSON.parse(literal)));
      return { code: readFileSync(path, "utf8").replaceAll(LITERAL, toTaiwan), moduleType: "ts" };
    },
  };
}
