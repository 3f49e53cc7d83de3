// Checks which parts of d3 the page contains, by the list that the build writes. They must be exactly those of decision
// 038. Exits 1 with a line for each difference.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The imported parts and their dependencies. */
const PARTS = {
  "d3-array": "ticks, pairs, max, sum",
  "d3-axis": "axes",
  "d3-color": "needed by d3-interpolate",
  "d3-ease": "movement",
  "d3-format": "needed by d3-scale",
  "d3-interpolate": "movement, whole pixels",
  "d3-path": "needed by d3-shape",
  "d3-scale": "linear and time scales",
  "d3-selection": "draws axes",
  "d3-shape": "lines, areas, stairs",
  "d3-time": "needed by d3-scale",
  "d3-time-format": "needed by d3-scale",
  "d3-timer": "the loop of what moves",
};

const list = resolve(import.meta.dirname, "../apps/web/dist/.bundled.json");
let packages;
try {
  packages = JSON.parse(readFileSync(list, "utf8")).map(({ name }) => name);
} catch (error) {
  console.error(`bundled-d3: cannot read ${list}: ${error.message}. Build first: npm run build`);
  process.exit(2);
}
const bundled = packages.filter((name) => name === "d3" || name.startsWith("d3-"));
const problems = [
  ...bundled
    .filter((name) => !(name in PARTS))
    .map((name) => `${name} is in the page: import less of d3, or name the part in scripts/bundled-d3.mjs`),
  ...Object.keys(PARTS)
    .filter((name) => !bundled.includes(name))
    .map((name) => `${name} is no longer in the page: take it out of scripts/bundled-d3.mjs`),
];
for (const problem of problems) console.error(`bundled-d3: ${problem}`);
if (problems.length > 0) process.exit(1);
console.log(`bundled-d3: ${bundled.length} parts of d3 are in the page, each of them used`);
