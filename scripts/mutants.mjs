// Plants one fault at a time into a copy of this tree and prints the test that finds it: `node scripts/mutants.mjs
// [--only=WORDS | --these=1,2,3] [--ask=unit|pages|named|faults] [--json=FILE]`. Runs the unit tests that reach the
// file first, then the page specs that the list names, then all of them; `--ask` selects one of these, or the named
// case of the fault suite. Exits 1 if no test finds a fault, 2 if the list is outdated.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { PLANTED } from "./planted-mutants.mjs";

const root = resolve(import.meta.dirname, "..");
const argument = (name) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const isSource = (path) => /\.(ts|tsx|css|json)$/.test(path) && !/\.(test|fixture|spec)\.tsx?$/.test(path);

/** Returns the only file that contains a mutant's text once, or the problem. */
function placeOf({ in: folder, from }) {
  if (!existsSync(join(root, folder))) return { problem: `there is no folder ${folder}` };
  const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name) && !/\/(dist|node_modules|\.tsc[^/]*)(\/|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .flatMap((path) => {
      const times = readFileSync(join(root, path), "utf8").split(from).length - 1;
      return times === 0 ? [] : [{ path, times }];
    });
  if (found.length === 1 && found[0].times === 1) return { path: found[0].path };
  const where = found.map(({ path, times }) => `${times} × ${path}`).join(", ");
  return { problem: `${JSON.stringify(from)} occurs ${where === "" ? "nowhere" : where} below ${folder}; it must occur there once` };
}

const planted = PLANTED.map((mutant, at) => ({ ...mutant, at: at + 1, ...placeOf(mutant) }));
/** Returns the path of a spec, in the lane of pages or in the long lane. */
const specPath = (name) =>
  [`e2e/tests/${name}.spec.ts`, `e2e/long/${name}.spec.ts`].find((path) => existsSync(join(root, path))) ?? `e2e/tests/${name}.spec.ts`;
const problems = planted.flatMap(({ at, problem, pages: specs }) => [
  ...(problem === undefined ? [] : [`mutant ${at}: ${problem}`]),
  ...specs.filter((name) => !existsSync(join(root, specPath(name)))).map((name) => `mutant ${at}: there is no ${specPath(name)}`),
]);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(2);
if (process.argv.includes("--check")) {
  console.log(`mutants: all ${planted.length} can be planted`);
  process.exit(0);
}

/** The only tests that run: `unit`, `pages`, `named` or `faults`. Undefined for all. */
const onlyTests = argument("ask");
const copy = realpathSync(mkdtempSync(join(tmpdir(), "daemonscope-mutants-")));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

function run(command, args, folder = copy) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  return { isGood: status === 0, output: `${stdout}${stderr}` };
}
const files = run("git", ["ls-files", "-co", "--exclude-standard", "-z"], root)
  .output.split("\0")
  .filter((path) => path !== "");
for (const path of files) {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  cpSync(join(root, path), join(copy, path));
}
const pnpm = (...args) => run(process.execPath, ["scripts/pnpm.mjs", ...args]);
const expectSuccess = ({ isGood, output }, what) => {
  if (isGood) return;
  console.error(`mutants: ${what} failed before anything was planted:\n${output.slice(-4000)}`);
  process.exit(2);
};
expectSuccess(pnpm("install", "--frozen-lockfile", "--prefer-offline"), "install");
expectSuccess(pnpm("run", "build"), "build");

/** Returns the first failed test, as its runner names it. */
const failedIn = (output) =>
  /^\s*(?:FAIL|×|1\))\s+(.*)$/m.exec(stripVTControlCharacters(output))?.[1]?.trim() ?? output.trim().split("\n").at(-1);
const vitest = (...args) => pnpm("exec", "vitest", ...args, "--bail=1", "--reporter=default", "--passWithNoTests");
/** Runs the unit tests of a file. Tests next to the file run first, because they find most faults in seconds. */
function unit(path) {
  const near = vitest("run", `${dirname(path)}/`);
  return near.isGood ? vitest("related", "--run", path) : near;
}
/** Runs the given specs of one lane, or all of the lane. */
const runLane = (lane, paths) =>
  run(
    process.execPath,
    ["run.mjs", `--lane=${lane}`, "--max-failures=1", "--reporter=line", "--trace=off", "--timeout=180000", ...paths],
    join(copy, "e2e"),
  );

function pages(specs) {
  const paths = specs.map((name) => specPath(name).slice("e2e/".length));
  const long = paths.filter((path) => path.startsWith("long/"));
  const short = paths.filter((path) => !path.startsWith("long/"));
  const played = short.length > 0 || long.length === 0 ? runLane("pages", short) : undefined;
  return played?.isGood === false || long.length === 0 ? played : runLane("long", long);
}

/** Runs the case of the fault suite that should find a mutant. */
function faultCase(id) {
  const { isGood, output } = runLane("faults", ["--grep", `\\b${id}\\b`]);
  return isGood ? { by: "nothing", test: "" } : { by: `faults ${id}`, test: failedIn(output) };
}

function finderOf({ path, pages: specs, faults }) {
  if (onlyTests !== "faults" && onlyTests !== "pages" && onlyTests !== "named" && /\.tsx?$/.test(path)) {
    const { isGood, output } = unit(path);
    if (!isGood) return { by: "unit", test: failedIn(output) };
  }
  if (onlyTests === "unit") return { by: "nothing", test: "" };
  const built = pnpm("run", "build");
  if (!built.isGood) return { by: "build", test: failedIn(built.output) };
  if (onlyTests === "faults") return faultCase(faults);
  const rounds = [...(specs.length === 0 ? [] : [specs]), ...(onlyTests === "named" ? [] : [[]])];
  for (const selected of rounds) {
    const { isGood, output } = pages(selected);
    if (!isGood) return { by: selected.length === 0 ? "pages (all)" : "pages", test: failedIn(output) };
  }
  return { by: "nothing", test: "" };
}

const only = argument("only");
const these = argument("these")?.split(",").map(Number);
const selected = planted
  .filter(({ faults }) => onlyTests !== "faults" || faults !== undefined)
  .filter(({ at, area, path }) => these?.includes(at) ?? (only === undefined || `${area} ${path}`.includes(only)));
const results = [];
for (const { at, area, path, from, to, pages: specs, faults } of selected) {
  // Signals are handled here, because a running test blocks the event loop.
  await setImmediate();
  const original = readFileSync(join(copy, path), "utf8");
  const startedMs = Date.now();
  writeFileSync(
    join(copy, path),
    original.replace(from, () => to),
  );
  const { by, test } = finderOf({ path, pages: specs, faults });
  writeFileSync(join(copy, path), original);
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  results.push({ at, area, path, from, by, test, seconds });
  console.log(
    `${String(at).padStart(2)} ${area.padEnd(12)} ${by === "nothing" ? "MISSED" : `found by ${by}`} in ${seconds} s  ${path}  ${test}`,
  );
  const file = argument("json");
  if (file !== undefined) writeFileSync(file, JSON.stringify(results, undefined, 1));
}
const missed = results.filter(({ by }) => by === "nothing").length;
console.log(`mutants: ${results.length - missed} of ${results.length} found`);
process.exit(missed === 0 ? 0 : 1);
