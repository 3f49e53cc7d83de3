// Runs all stages of `npm test`, as many at once as two cores allow. Prints the duration of each, the whole output of a
// failed one, and the ten slowest tests. `.ci/run` starts other lanes when the tests of pages have ended.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
/** The limit on two idle cores. Developers would no longer run a slower check. */
const BUDGET_MINUTES = 8;
const SLOWEST_SHOWN = 10;

const reports = mkdtempSync(join(tmpdir(), "daemonscope-check-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));
const unitReport = join(reports, "unit.json");
const pagesReport = join(reports, "pages.json");

const script = (name) => ({ name, arguments: ["run", name] });
const hasTerminal = process.stdout.isTTY === true;
/** A terminal gets a dot per test. A log of CI gets one line per file, without the lines of slow tests. */
const unitOutput = hasTerminal ? ["--reporter=dot"] : ["--reporter=default", "--slowTestThreshold=600000"];
const unit = {
  name: "test:unit",
  arguments: ["exec", "vitest", "run", ...unitOutput, "--reporter=json", `--outputFile.json=${unitReport}`],
};
const pages = { name: "test:e2e", arguments: ["run", "test:e2e"], environment: { E2E_REPORT: pagesReport } };

/**
 * Steps run one after the other. The lists of a step run at the same time, each in order. A step with a single list
 * shows its output while it runs.
 */
const STEPS = [[[script("build"), script("size")], ["lint", "fences", "rule-ids", "typecheck"].map(script)], [[pages]], [[unit]]];

const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const times = [];

function run({ name, arguments: given, environment = {} }, isShown) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [join(root, "scripts/pnpm.mjs"), ...given], {
    cwd: root,
    stdio: ["ignore", isShown ? "inherit" : "pipe", isShown ? "inherit" : "pipe"],
    env: { ...process.env, ...(hasTerminal ? {} : { NO_COLOR: "1" }), ...environment },
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => output.push(part));
  return new Promise((done) => {
    child.once("close", (code) => {
      const tookMs = performance.now() - startedMs;
      times.push({ name, tookMs });
      if (code !== 0 && !isShown) process.stderr.write(Buffer.concat(output));
      console.log(`${code === 0 ? "✓" : "✗"} ${name} ${inSeconds(tookMs)}`);
      done(code === 0);
    });
  });
}

async function runInOrder(stages, isShown) {
  for (const stage of stages) if (!(await run(stage, isShown))) return false;
  return true;
}

function* testsIn(suite, path) {
  for (const { title, tests } of suite.specs ?? [])
    yield { name: `${path} › ${title}`, ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) };
  for (const inner of suite.suites ?? []) yield* testsIn(inner, path === "" ? inner.file : path);
}

function allTests() {
  const units = JSON.parse(readFileSync(unitReport, "utf8")).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ name: `${name.slice(root.length + 1)} › ${fullName}`, ms: duration ?? 0 })),
  );
  const pageTests = JSON.parse(readFileSync(pagesReport, "utf8")).suites.flatMap((suite) => [...testsIn(suite, suite.file)]);
  return { units, pageTests };
}

const startedMs = performance.now();
let isGood = true;
for (const step of STEPS) {
  const isShown = step.length === 1;
  isGood = (await Promise.all(step.map((stages) => runInOrder(stages, isShown)))).every(Boolean);
  if (!isGood) break;
}
const tookMinutes = (performance.now() - startedMs) / 60_000;
if (isGood) {
  const { units, pageTests } = allTests();
  console.log(`The ${SLOWEST_SHOWN} slowest tests:`);
  for (const { name, ms } of [...units, ...pageTests].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN))
    console.log(`${inSeconds(ms).padStart(8)}  ${name}`);
  if (tookMinutes > BUDGET_MINUTES)
    console.log(
      `check: ${tookMinutes.toFixed(1)} minutes; on two idle cores it should be at most ${BUDGET_MINUTES}: see docs/testing.md, where they went`,
    );
  console.log(
    `${units.length} unit tests and ${pageTests.length} tests of pages passed in ${tookMinutes.toFixed(1)} minutes (${times.map(({ name, tookMs }) => `${name} ${inSeconds(tookMs)}`).join(", ")})`,
  );
}
process.exitCode = isGood ? 0 : 1;
