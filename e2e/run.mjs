// Runs one lane: `node run.mjs [--lane=pages|long|cluster|engine|faults|shots|browsers|deploy] [playwright arguments]`.
import { spawn, spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { browserEnvironment, noBrowser, noOtherBrowser, otherBrowsersEnvironment, playwrightCli } from "./browser.mjs";

const lanes = ["pages", "long", "cluster", "engine", "faults", "shots", "browsers", "deploy"];
/** Lanes whose failed tests are played again with traces. */
const withoutTraces = ["pages", "long"];
const laneArgument = process.argv.find((argument) => argument.startsWith("--lane="));
const lane = laneArgument?.slice("--lane=".length) ?? "pages";
if (!lanes.includes(lane)) {
  console.error(`e2e: there is no lane "${lane}"; there are ${lanes.join(", ")}.`);
  process.exit(2);
}

const environment = { ...process.env, E2E_LANE: lane };
if (lane === "cluster" || lane === "engine") {
  // Go collects garbage only above this size. A start of the control plane then needs an eighth less CPU.
  environment.GOGC ??= "off";
  environment.GOMEMLIMIT ??= "300MiB";
  const built = spawnSync(process.execPath, [join(import.meta.dirname, "control-plane", "build.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (built.status !== 0) process.exit(built.status ?? 2);
  environment.CONTROL_PLANE = built.stdout.trim();
  // The kubectl of the same version.
  environment.PATH = [dirname(environment.CONTROL_PLANE), process.env.PATH].join(delimiter);
}
if (lane === "cluster") {
  const built = spawnSync(process.execPath, [join(import.meta.dirname, "real-node", "build.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  // A machine that cannot run a real node skips only these tests.
  const answer = built.stdout.trim();
  if (built.status !== 0) console.error(answer);
  Object.assign(environment, built.status === 0 ? { REAL_NODE: answer } : { REAL_NODE_MISSING: answer || "No test runs on a real node." });
}
const browser = lane === "browsers" ? otherBrowsersEnvironment() : await browserEnvironment();
if (!browser) {
  console.error(lane === "browsers" ? noOtherBrowser : noBrowser);
  process.exit(1);
}
Object.assign(environment, browser);

const rest = process.argv.slice(2).filter((argument) => argument !== laneArgument);

// Only the whole lane leaves out the tests of the long lane.
if (rest.some((argument) => /\.spec\.ts|^-g$|^--grep/.test(argument))) environment.E2E_SELECTED = "1";

/** Runs the lane, and returns its exit code. */
function play(more, changes = {}) {
  const config = join(import.meta.dirname, `playwright.${lane}.config.ts`);
  const child = spawn(process.execPath, [playwrightCli, "test", "--config", config, ...rest, ...more], {
    stdio: "inherit",
    env: { ...environment, ...changes },
    cwd: import.meta.dirname,
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  return new Promise((done) => child.on("exit", (code) => done(code ?? 1)));
}

const code = await play([]);
// Traces help to find the cause. The exit code stays that of the first run.
if (code === 1 && withoutTraces.includes(lane) && !rest.some((argument) => argument.startsWith("--trace"))) {
  console.error("e2e: what failed is played once more, with traces:");
  await play(["--last-failed", "--trace=on"], { E2E_REPORT: undefined });
}
process.exit(code);
