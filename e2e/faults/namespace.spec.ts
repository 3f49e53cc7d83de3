import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { writeKubeconfig } from "../cluster/write-kubeconfig.ts";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { expect, test, verdict } from "../tests/fixtures.ts";
import { ms, report, sized } from "./harness/case.ts";
import { inTime, pause } from "./harness/in-time.ts";
import { type Host, type Network, networkProblem, startNetwork } from "./harness/namespaces.ts";
import { openPage, turnsLive, turnsOld } from "./harness/page-steps.ts";

const MAIN = resolve(import.meta.dirname, "../../apps/server/dist/main.js");
const CUT_MS = sized(30_000, 120_000);
/** The server notices that a browser gave up its stream when TCP sends data again: after two minutes at most. */
const FREED_LIMIT_MS = 150_000;

/** Returns the first line of a process that matches. */
const lineOf = (child: ChildProcess, pattern: RegExp) =>
  new Promise<string>((done, failed) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const [, found] = pattern.exec(text) ?? [];
      if (found !== undefined) done(found);
    });
    child.once("exit", (code) => failed(new Error(`the process ended with ${code}: ${text}`)));
  });

interface Cut {
  readonly network: Network;
  readonly product: Daemonscope;
  readonly page: Page;
  /** Sends a request to the simulated API server. */
  advance(seconds: number): void;
}

/** Starts the product, and an API server and a browser on the given hosts. */
async function onNetwork(hosts: (network: Network) => Readonly<Record<"api" | "browser", Host>>, check: (started: Cut) => Promise<void>) {
  const network = await startNetwork();
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-network-"));
  const children: ChildProcess[] = [];
  let product: Daemonscope | undefined;
  let browser: Browser | undefined;
  const start = (host: Host, program: string, ...args: readonly string[]) => {
    const child = spawn(host.script(program), args, { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    return child;
  };
  try {
    const { api, browser: viewer } = hosts(network);
    const simulate = start(api, `"${process.execPath}" "${MAIN}" simulate`, "image-update", "--seed=7", "--clock=manual");
    const simulator = await lineOf(simulate, /^simulator (http:\S+?)\/?$/m);
    const tunnel = start(
      api,
      `"${process.execPath}" "${join(import.meta.dirname, "harness/tunnel.mjs")}"`,
      api.address,
      new URL(simulator).port,
    );
    const kubeconfig = join(folder, "kubeconfig");
    writeKubeconfig(kubeconfig, `http://${api.address}:${await lineOf(tunnel, /^(\d+)$/m)}`);
    const { server } = network;
    const flags = ["--kubeconfig", kubeconfig, "--host=0.0.0.0", "--allow-remote", `--allow-host=${server.address}`];
    product = await startDaemonscope(flags, {}, ["/bin/sh", server.script(`"${process.execPath}" "${MAIN}"`)]);
    const executable = process.env.E2E_CHROME ?? chromium.executablePath();
    browser = await chromium.launch({ executablePath: viewer.script(executable), args: ["--no-sandbox", "--disable-gpu"] });
    const page = await (await browser.newContext()).newPage();
    await openPage(page, `http://${server.address}:${new URL(product.url).port}`);
    const advance = (seconds: number) =>
      void api.evaluate(`fetch("${simulator}/simulator/advance?ms=${seconds * 1000}", { method: "POST" })`);
    await check({ network, product, page, advance });
  } finally {
    await browser?.close();
    await product?.kill();
    for (const child of children) child.kill("SIGKILL");
    network.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const problem = networkProblem();

test("c5 a link to the API server that drops packets: the page reports it in time, and is current after it", async () => {
  test.skip(problem !== undefined, problem);
  await onNetwork(
    ({ server, other }) => ({ api: other, browser: server }),
    async ({ network, page, advance }) => {
      network.cut();
      const beganMs = performance.now();
      const reportedMs = await turnsOld(page);
      await expect(verdict(page)).toContainText("WAS ");
      advance(4);
      await pause(CUT_MS - (performance.now() - beganMs));
      network.heal();
      const healedMs = await turnsLive(page);
      report("c5", `link to the API server is down for ${CUT_MS / 1000} s`, { reported: ms(reportedMs), healed: ms(healedMs) });
    },
  );
});

test("c5 a link to the browser that drops packets: the page reports it in time, is current after it, and the server frees it", async () => {
  test.skip(problem !== undefined, problem);
  await onNetwork(
    ({ server, other }) => ({ api: server, browser: other }),
    async ({ network, product, page, advance }) => {
      const { port } = new URL(product.url);
      const readers = () =>
        Number(
          network.server.evaluate(
            `fetch("http://127.0.0.1:${port}/metrics").then((a) => a.text()).then((t) => /^daemonscope_readers (\\d+)$/m.exec(t)[1])`,
          ),
        );
      expect(readers()).toBe(1);
      network.cut();
      const beganMs = performance.now();
      const reportedMs = await turnsOld(page);
      advance(4);
      await pause(CUT_MS - (performance.now() - beganMs));
      network.heal();
      const healedMs = await turnsLive(page);
      const freedMs = await inTime("one reader", FREED_LIMIT_MS, async () => {
        await pause(1000);
        return readers() === 1;
      });
      report("c5", `link to the browser is down for ${CUT_MS / 1000} s`, {
        reported: ms(reportedMs),
        healed: ms(healedMs),
        "only one stream": ms(freedMs),
      });
    },
  );
});
