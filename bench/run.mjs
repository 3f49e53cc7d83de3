// `npm run bench`: subject and baseline in the same run, alternating, each in a separate process; ratios with their
// spread. `BENCH_ONLY=NAME npm run bench` or `node bench/run.mjs NAME` runs one suite of `bench/suites`.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { BENCH, buildPrograms, endAll } from "./harness/processes.mjs";
import { keepResult } from "./harness/report.mjs";
import { checkSettings, fail, text } from "./harness/settings.mjs";

/** The suites that need neither a browser nor a control plane. */
const DEFAULT = ["simulator", "placement", "ingest", "wire", "sync", "joiners", "fanout", "idle", "history", "preview"];
const all = readdirSync(join(BENCH, "suites")).map((file) => basename(file, ".mjs"));
const only = process.argv[2] ?? text("BENCH_ONLY");
const names = only?.split(",") ?? DEFAULT;
const unknown = names.find((name) => !all.includes(name));
if (unknown !== undefined) fail(`There is no benchmark ${unknown}. The benchmarks are ${all.join(", ")}.`);

const suites = [];
for (const name of names) suites.push((await import(`./suites/${name}.mjs`)).default);
checkSettings(names.join(", "));
buildPrograms();
const results = {};
for (const { name, result = name, measure } of suites) {
  try {
    results[name] = await measure();
  } finally {
    await endAll();
  }
  keepResult(result, results[name]);
}
if (only === undefined) keepResult("latest", results);
process.exit();
