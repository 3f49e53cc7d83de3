import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { browserEnvironment, noBrowser } from "../../e2e/browser.mjs";

const here = join(import.meta.dirname, "..");

/**
 * Starts a server over a very wide cluster that is put into its model at once, and a browser for its page. `names`:
 * "sequence" or "random", of nodes and uids. Ends the process if there is no browser, or if the build fails.
 */
export async function openWide({ nodes, daemonSets, names = "sequence" }) {
  const { chromium } = createRequire(join(here, "../e2e/package.json"))("playwright");
  const environment = await browserEnvironment();
  if (!environment) {
    console.error(noBrowser);
    process.exit(1);
  }
  Object.assign(process.env, environment);
  const vite = join(here, "node_modules/vite/bin/vite.js");
  const built = spawnSync(process.execPath, [vite, "build", "--logLevel", "error"], { cwd: here, stdio: "inherit" });
  if (built.status !== 0) process.exit(built.status ?? 1);
  const program = [join(here, "dist/wide-server.js"), String(nodes), String(daemonSets), names];
  const server = spawn(process.execPath, program, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value);
  const { port } = await next();
  const browser = await chromium.launch({
    args: ["--no-sandbox"],
    ...(process.env.E2E_CHROME === undefined ? {} : { executablePath: process.env.E2E_CHROME }),
  });
  return {
    server,
    browser,
    url: `http://127.0.0.1:${port}/`,
    /** Sets the number of cells that each frame changes; returns the number of frames sent until then. */
    async change(cells, framesPerSecond) {
      server.stdin.write(`${JSON.stringify({ cells, framesPerSecond })}\n`);
      return (await next()).sent;
    },
    async close() {
      await browser.close();
      server.stdin.end();
    },
  };
}
