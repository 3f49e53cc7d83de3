import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { EXPLAIN, OBJECTS } from "../explained.ts";
import { CPU_PRELOAD, cpuMsIn, type Installed, installPacked, PACKED_LIMIT_BYTES, packByNpm } from "../packed.ts";
import { startSimulator } from "../simulator.ts";
import { nodeBinary } from "./node-binary.ts";
import { measured } from "./step.ts";

const EXPLAIN_LIMIT_MS = 400;
const START_LIMIT_MS = 1000;
/** The tour first simulates four months of history. */
const TOUR_START_LIMIT_MS = 1500;
/** Node.js versions: the oldest of each release line that package.json allows, and the newest that npm has. */
const NODES = ["20.19.0", "22.12.0", "22.23.3", "24.21.0"];
/** The oldest of `NODES` whose permission model is no experiment. */
const PERMISSIONS_NODE = "22.23.3";
/** A cluster that refuses every connection. The server starts as with a real cluster. */
const UNREACHABLE_KUBECONFIG = `
apiVersion: v1
kind: Config
current-context: nobody
contexts: [{ name: nobody, context: { cluster: nobody, user: nobody } }]
clusters: [{ name: nobody, cluster: { server: "https://127.0.0.1:9" } }]
users: [{ name: nobody, user: { token: none } }]
`;

/**
 * Returns the time until the page is served, in milliseconds of the clock and of CPU. The minimum of three runs,
 * because other load adds to it.
 */
async function startOf(installed: Installed, args: readonly string[]): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const once = async () => {
    const beganMs = performance.now();
    const served = await startDaemonscope(args, { NODE_OPTIONS: `--import=${CPU_PRELOAD}` }, installed.program);
    await (await fetch(`${served.url}/`)).text();
    const ms = performance.now() - beganMs;
    await served.stop();
    return { ms, cpuMs: cpuMsIn(served.output()) };
  };
  const starts = [await once(), await once(), await once()];
  return { ms: Math.min(...starts.map(({ ms }) => ms)), cpuMs: Math.min(...starts.map(({ cpuMs }) => cpuMs)) };
}

const inMs = (ms: number): string => `${ms.toFixed(0)} ms`;

test.describe("the package of npm pack", () => {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-deploy-"));
  const kubeconfig = join(folder, "nobody.yaml");
  let tarball: string;
  let printed: string;
  let stderr: string;
  test.beforeAll(async () => {
    writeFileSync(kubeconfig, UNREACHABLE_KUBECONFIG);
    ({ tarball, printed, stderr } = await packByNpm(folder));
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("builds CLI and page, prints the file name last like npm pack, and packs at most 3.2 MB", {
    tag: "@pack",
  }, () => {
    for (const built of ["apps/server", "apps/web"]) expect(stderr).toMatch(new RegExp(`^${built} build: Done$`, "m"));
    expect(printed.trim().split("\n").at(-1)).toBe("daemonscope-0.1.0.tgz");
    const { size } = statSync(tarball);
    expect(size).toBeLessThan(PACKED_LIMIT_BYTES);
    measured(`${size} bytes`);
  });

  test("two builds pack the same bytes", async () => {
    const again = join(folder, "again");
    mkdirSync(again);
    const other = await packByNpm(again);
    const sumOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
    expect(sumOf(other.tarball)).toBe(sumOf(tarball));
  });

  test("under Node's permission model it needs only its own folder, the kubeconfig and threads", async () => {
    const node = await nodeBinary(PERMISSIONS_NODE);
    const simulator = await startSimulator("tour");
    try {
      const installed = await installPacked(tarball, join(folder, "permission"), node);
      const allowed = ["--permission", `--allow-fs-read=${installed.folder}/`, `--allow-fs-read=${simulator.kubeconfig}`];
      const environment = (flags: readonly string[]) => ({ NODE_OPTIONS: flags.join(" ") });
      const args = ["--kubeconfig", simulator.kubeconfig];
      const served = await startDaemonscope([...args, "--health-port=0"], environment([...allowed, "--allow-worker"]), installed.program);
      await expect.poll(async () => (await fetch(`${served.url}/readyz`)).status).toBe(200);
      expect((await fetch(`${served.url}/`)).status).toBe(200);
      await served.stop();
      await expect(startDaemonscope([...args, "--health-port=0"], environment(allowed), installed.program)).rejects.toThrow(
        "error: --health-port opens a thread: add --allow-worker to the flags of Node.js",
      );
    } finally {
      await simulator.stop();
    }
  });

  for (const version of NODES)
    test(`on Node.js ${version} it installs from the file alone, answers, starts and shows the page`, async ({ page }) => {
      const versionFolder = join(folder, version);
      const installed = await installPacked(tarball, versionFolder, await nodeBinary(version));
      expect(JSON.parse(installed.ask("daemonscope", ["version", "-o", "json"]).stdout).node).toBe(`v${version}`);
      const answer = installed.ask("kubectl-daemonscope", EXPLAIN, OBJECTS);
      expect([answer.status, answer.stderr]).toEqual([0, ""]);
      const cpuMs = installed.cpuMs(EXPLAIN, OBJECTS);
      expect(cpuMs).toBeLessThan(EXPLAIN_LIMIT_MS);
      const cluster = await startOf(installed, ["--kubeconfig", kubeconfig]);
      const story = await startOf(installed, ["--simulate=bad-image"]);
      // Compares CPU time, so that a busy machine does not fail the test.
      expect(Math.max(cluster.cpuMs, story.cpuMs)).toBeLessThan(START_LIMIT_MS);
      const tour = await startOf(installed, ["--simulate"]);
      expect(tour.cpuMs).toBeLessThan(TOUR_START_LIMIT_MS);
      measured(`explain ${inMs(cpuMs)} of CPU`);
      measured(
        `page of a cluster after ${inMs(cluster.ms)} (${inMs(cluster.cpuMs)} of CPU), of a story after ${inMs(story.ms)} (${inMs(story.cpuMs)}), of the tour after ${inMs(tour.ms)} (${inMs(tour.cpuMs)})`,
      );
      const served: Daemonscope = await startDaemonscope(["--simulate=bad-image", "--clock=manual"], {}, installed.program);
      try {
        await page.goto(`${served.url}/`);
        await expect(page.getByRole("main")).toBeVisible();
      } finally {
        await served.stop();
      }
    });
});
