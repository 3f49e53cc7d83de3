// Runs one lane: `node run.mjs [--lane=pages|cluster|shots] [playwright arguments]`.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { browserEnvironment, noBrowser, playwrightCli } from "./browser.mjs";

const lanes = ["pages", "cluster", "shots"];
const laneArgument = process.argv.find((argument) => argument.startsWith("--lane="));
const lane = laneArgument?.slice("--lane=".length) ?? "pages";
if (!lanes.includes(lane)) {
  console.error(`e2e: there is no lane "${lane}"; there are ${lanes.join(", ")}.`);
  process.exit(2);
}

const environment = { ...process.env };
if (lane === "cluster") {
  const built = spawnSync(process.execPath, [join(import.meta.dirname, "control-plane", "build.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (built.status !== 0) process.exit(built.status ?? 2);
  environment.CONTROL_PLANE = built.stdout.trim();
}
const browser = await browserEnvironment();
if (!browser) {
  console.error(noBrowser);
  process.exit(1);
}
Object.assign(environment, browser);

const rest = process.argv.slice(2).filter((argument) => argument !== laneArgument);
const child = spawn(
  process.execPath,
  [playwrightCli, "test", "--config", join(import.meta.dirname, `playwright.${lane}.config.ts`), ...rest],
  {
    stdio: "inherit",
    env: environment,
    cwd: import.meta.dirname,
  },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
