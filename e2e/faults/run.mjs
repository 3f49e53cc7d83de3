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
    env: { ...process.env, FAULTS_SIZE: size, FAULTS_SEED: seed, FAULTS_ONLY: only ?? "", E2E_REPORT: output },
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
const passed = tests.filter((test) => test.status === "expected").length;
const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadBefore.toFixed(1)} before`;
const summary = `${passed} of ${tests.length} tests passed in ${seconds} s. Size ${size}, seed ${seed}. Machine: ${machine}, Node.js ${process.version}.`;
const measured = table(
  ["case", "fault", "result"],
  rows.map((row) => [row.id, row.fault, row.outcome === "expected" ? figuresOf(row) : `**failed**: ${figuresOf(row)}`]),
);
console.log(`\n${measured}\n\n${summary}`);

if (size === "nightly" && only === undefined) {
  const covered = table(
    ["case", "fault", "CI size", "nightly size", "test"],
    CASES.map(({ id, what, by, ci = "other command", nightly = "other command" }) => [id, what, ci, nightly, by]),
  );
  const planted = table(
    ["part", "planted fault", "found by"],
    PLANTED_FOR_FAULTS.map(({ area, what, faults }) => [area, what, faults]),
  );
  const plantedBy = "`npm run mutants -- --ask=faults` plants each of these faults, and fails if the case does not find it.";
  writeFileSync(
    join(root, "docs/reliability.md"),
    `# Reliability\n\n\`npm run faults -- --size=nightly\` writes this page. ${summary}\n\n## Measured\n\n${measured}\n\n## Cases\n\n${covered}\n\n## Planted faults\n\n${plantedBy}\n\n${planted}\n`,
  );
  console.log("faults: wrote docs/reliability.md");
}
process.exit(status ?? 1);
