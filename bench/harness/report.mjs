// Stores the results of a benchmark, in addition to the printed output.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./processes.mjs";

/**
 * Writes `bench/results/NAME.json`, with the version of Node.js and the load of the machine, on which the times depend.
 */
export function keepResult(name, result) {
  const folder = join(import.meta.dirname, "../results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ node: process.version, load: load(), ...result }, null, 2)}\n`);
}
