// Stores the results of a benchmark, in addition to the printed output.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BENCH, load } from "./processes.mjs";

/**
 * Writes `bench/results/NAME.json`, with the version of Node.js and the load of the machine, on which the times depend.
 */
export function keepResult(name, result) {
  const folder = join(BENCH, "results");
  mkdirSync(folder, { recursive: true });
  const content = { node: process.version, load: load(), ...(Array.isArray(result) ? { results: result } : result) };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
}

/** Takes a picture of a page, if a folder is given. */
export async function takeShot(page, folder, name) {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Ends the CPU profile of a page, and stores it in a folder. */
export async function keepProfile(client, folder, name) {
  const { profile } = await client.send("Profiler.stop");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.cpuprofile`), JSON.stringify(profile));
}
