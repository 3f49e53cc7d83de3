import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const SRC = join(import.meta.dirname, "../..");
const WORDS = join(SRC, "../../../packages/words/src");
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^"';]*?from\s+)?"([^"]+)"/gm;

const importsOf = (file: string): readonly string[] => [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, path = ""]) => path);

/** Returns the file of an import from the page or the package of words; undefined for other packages and styles. */
function fileOf(path: string, importer: string): string | undefined {
  const [, inWords] = /^@daemonscope\/words\/(.*)$/.exec(path) ?? [];
  if (inWords !== undefined) return join(WORDS, `${inWords}.ts`);
  return /^\.[^"]*\.tsx?$/.test(path) ? join(dirname(importer), path) : undefined;
}

/** The files of the first load: `main.tsx` and its static imports, direct and indirect, with those of the package of
 *  words. */
export function firstFiles(): readonly string[] {
  const found = new Set<string>();
  const waiting = [join(SRC, "main.tsx")];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const path of importsOf(file)) {
      const imported = fileOf(path, file);
      if (imported !== undefined) waiting.push(imported);
    }
  }
  return [...found];
}

/** The external packages whose code the first load contains, sorted. */
export function firstPackages(): readonly string[] {
  const packages = firstFiles()
    .flatMap(importsOf)
    .filter((path) => !path.startsWith(".") && !path.startsWith("@daemonscope/") && !path.endsWith(".css"))
    .map((path) =>
      path
        .split("/")
        .slice(0, path.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  return [...new Set(packages)].sort();
}
