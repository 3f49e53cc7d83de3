// `npm run faults -- [--only=c1,c4] [--seed=NUMBER] [--size=ci|nightly]`: breaks the API server, networks, proxies, the
// server and the browser, and prints what each fault led to. The nightly size writes docs/reliability.md.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { PLANTED_FOR_FAULTS } from "../../scripts/planted-for-faults.mjs";
import { CASES } from "./cases.mjs";

const root = resolve(import.meta.dirname, "../..");
const NAMES = ["only", "seed", "size"];
const MAX_SEED = 2 ** 31 - 1;
const refuse = (sentence) => {
  console.error(`faults: ${sentence}`);
  process.exit(2);
};

function readFlags(given) {
  const flags = {};
  for (let at = 0; at < given.length; at++) {
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(given[at]) ?? [];
    if (!NAMES.includes(name)) refuse(`There is no option ${JSON.stringify(given[at])}. The options are --only, --seed and --size.`);
    if (name in flags) refuse(`--${name} is given twice. Give it once.`);
    const value = inline ?? given[++at];
    if (value === undefined || value === "") refuse(`--${name} has no value. Write --${name}=VALUE.`);
    flags[name] = value;
  }
  return flags;
}

const { only, seed = "1", size = "ci" } = readFlags(process.argv.slice(2).filter((argument) => argument !== "--"));
if (size !== "ci" && size !== "nightly") refuse(`There is no size ${JSON.stringify(size)}. The sizes are ci and nightly.`);
if (!/^\d{1,10}$/.test(seed) || Number(seed) > MAX_SEED)
  refuse(`--seed is a whole number from 0 to ${MAX_SEED}: ${JSON.stringify(seed)} is not.`);
const runnable = CASES.filter(({ ci }) => ci !== undefined).map(({ id }) => id);
const selected = only?.toLowerCase().split(",") ?? runnable;
const unknown = selected.find((id) => !runnable.includes(id));
if (unknown !== undefined) refuse(`There is no case ${JSON.stringify(unknown)}. The cases are ${runnable.join(", ")}.`);

const folder = mkdtempSync(join(tmpdir(), "daemonscope-faults-"));
const output = join(folder, "report.json");
const loadBefore = loadavg()[0];
const beganMs = Date.now();
const { status } = spawnSync(
  process.execPath,
  ["run.mjs", "--lane=faults", "--trace=off", ...(only === undefined ? [] : ["--grep", `\\b(${selected.join("|")})\\b`])],
  {
    cwd: join(root, "e2e"),
    stdio: "inherit",
    env: { ...process.env, FAULTS_SIZE: size, FAULTS_SEED: seed, E2E_REPORT: output },
  },
);
const seconds = Math.round((Date.now() - beganMs) / 1000);

const testsOf = (suite) => [...(suite.specs ?? []).flatMap(({ tests }) => tests), ...(suite.suites ?? []).flatMap(testsOf)];
let tests = [];
try {
  tests = JSON.parse(readFileSync(output, "utf8")).suites.flatMap(testsOf);
} catch {
  // Playwright could not start, and has printed the reason.
  process.exit(status ?? 1);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const order = (id) => CASES.findIndex((entry) => entry.id === id);
const rows = tests
  .flatMap((test) =>
    test.annotations.filter(({ type }) => type === "row").map(({ description }) => ({ ...JSON.parse(description), outcome: test.status })),
  )
  .sort((a, b) => order(a.id) - order(b.id) || a.fault.localeCompare(b.fault, "en", { numeric: true }));

const figuresOf = ({ figures }) =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
const table = (head, lines) => [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
/** Marks for the outcomes of Playwright. A flaky test passed the second time. */
const MARKS = { expected: "", flaky: "**second try**: " };
const passed = tests.filter((test) => test.status in MARKS).length;
const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadBefore.toFixed(1)} before`;
const skipped = tests.filter((test) => test.status === "skipped").length;
const summary = `${passed} of ${tests.length} tests passed, and ${skipped} were skipped, in ${seconds} s. Machine: ${machine}, Node.js ${process.version}.`;
const HEAD = ["case", "size", "seed", "fault", "result"];
const measured = rows.map((row) => [row.id, size, seed, row.fault, `${MARKS[row.outcome] ?? "**failed**: "}${figuresOf(row)}`]);
console.log(`\n${table(HEAD, measured)}\n\n${summary}`);
if (size === "nightly") {
  writePage(join(root, "docs/reliability.md"));
  console.log("faults: wrote docs/reliability.md");
}
process.exit(status ?? 1);

/** Writes the page. Rows and runs of other cases remain, so that a night may run the cases one by one. */
function writePage(path) {
  const before = readFileSync(path, "utf8");
  const rowsOf = (heading) =>
    (new RegExp(`^## ${heading}\\n(.*?)(?=^## |(?![\\s\\S]))`, "ms").exec(before)?.[1] ?? "")
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .slice(2)
      .map((line) => line.slice(2, -2).split(" | "));
  // A test of two cases runs also if only one of them is selected.
  const ran = new Set(rows.map(({ id }) => id).filter((id) => selected.includes(id)));
  const isOld = ([id, , , fault]) => ran.has(id) || measured.some(([other, , , same]) => other === id && same === fault);
  const allRows = [...rowsOf("Measured").filter((row) => !isOld(row)), ...measured].sort(([a], [b]) => order(a) - order(b));
  const run = [selected.join(", "), size, seed, `${passed} of ${tests.length}`, skipped, `${seconds} s`, loadBefore.toFixed(1)];
  const allRuns = [...rowsOf("Runs").filter(([cases]) => cases !== run[0]), run];
  const covered = CASES.map(({ id, what, by, ci = "other command", nightly = "other command" }) => [id, what, ci, nightly, by]);
  const planted = PLANTED_FOR_FAULTS.map(({ area, what, faults }) => [area, what, faults]);
  const text = [
    "# Reliability",
    "`npm run faults -- --size=nightly` writes this page. With `--only` it replaces the rows of these cases.",
    "## Runs",
    `Machine of the last run: ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}.`,
    "Limits are for an idle machine. A control process measures how many times slower the machine is, and they grow by that.",
    table(["cases", "size", "seed", "passed", "skipped", "duration", "load before"], allRuns),
    "## Measured",
    table(HEAD, allRows),
    "## Cases",
    "A failing seed of c1 or c6 is shrunk, and each later run plays it. In the other cases a seed selects only what is written.",
    table(["case", "fault", "CI size", "nightly size", "test"], covered),
    "## Planted faults",
    "`npm run mutants -- --ask=faults` plants each of these faults, and fails if the case does not find it.",
    table(["part", "planted fault", "found by"], planted),
  ];
  writeFileSync(path, `${text.join("\n\n")}\n`);
}
