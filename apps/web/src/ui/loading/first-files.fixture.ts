import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const SRC = join(import.meta.dirname, "../..");
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^"';]*?from\s+)?"([^"]+)"/gm;

const importsOf = (file: string): readonly string[] => [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, path = ""]) => path);

/** The files of the first load: `main.tsx` and its static imports, direct and indirect. */
export function firstFiles(): readonly string[] {
  const found = new Set<string>();
  const waiting = [join(SRC, "main.tsx")];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const path of importsOf(file)) if (/^\.[^"]*\.tsx?$/.test(path)) waiting.push(join(dirname(file), path));
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
