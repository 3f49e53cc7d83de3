import { join } from "node:path";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { startSimulator } from "../simulator.ts";
import { expect, freshness, test } from "../tests/fixtures.ts";
import { ms, report } from "./harness/case.ts";
import { type FaultProxy, startFaultProxy } from "./harness/fault-proxy.ts";
import { inTime, pause } from "./harness/in-time.ts";
import { REPORT_LIMIT_MS, turnsLive, turnsOld } from "./harness/page-steps.ts";
import { freePort } from "./harness/real-proxy.ts";

const PATH = "/daemonsets/logging/fluent-bit";
const BLOCK_MS = 15_000;

interface Blockable {
  readonly product: Daemonscope;
  readonly toPage: FaultProxy;
  readonly health: string;
  /** Blocks the main thread of the server for `BLOCK_MS`. */
  block(): Promise<unknown>;
}

/** Runs a check on a server whose API server is another process, behind a proxy that keeps connections open. */
async function onBlockable(check: (started: Blockable) => Promise<void>): Promise<void> {
  const simulator = await startSimulator("tour");
  const [healthPort, blockPort] = [await freePort(), await freePort()];
  const toPage = await startFaultProxy();
  const product = await startDaemonscope(
    ["--kubeconfig", simulator.kubeconfig, "--public-url", toPage.url, `--health-port=${healthPort}`],
    { NODE_OPTIONS: `--import=${join(import.meta.dirname, "harness/block-loop.mjs")}`, BLOCK_LOOP_PORT: String(blockPort) },
  );
  toPage.leadTo(Number(new URL(product.url).port));
  try {
    const block = () => fetch(`http://127.0.0.1:${blockPort}/${BLOCK_MS}`).then((answer) => answer.text());
    await check({ product, toPage, health: `http://127.0.0.1:${healthPort}`, block });
  } finally {
    await product.stop();
    await toPage.stop();
    await simulator.stop();
  }
}

test("c21 a blocked event loop: probes and page report it in time, and the page is live again afterwards", async ({ page }) => {
  await onBlockable(async ({ product, toPage, health, block }) => {
    const probe = async (path: string) => {
      const answer = await fetch(`${health}${path}`, { signal: AbortSignal.timeout(5000) });
      return { status: answer.status, text: (await answer.text()).trim() };
    };
    await page.goto(`${toPage.url}${PATH}`);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    expect((await probe("/livez")).text).toBe("ok");
    await block();
    const beganMs = performance.now();
    await pause(4000);
    // Four seconds are no reason to restart the process, and its data are not usable.
    expect(await probe("/livez")).toMatchObject({ status: 200, text: "ok" });
    expect((await probe("/readyz")).status).toBe(503);
    const blocked = async () => {
      await pause(7000);
      const answer = probe("/livez");
      const tookMs = await inTime("/livez answers during the block", 1000, async () => (await answer).status > 0);
      return { ...(await answer), tookMs };
    };
    const reported = async () => {
      await turnsOld(page, REPORT_LIMIT_MS - (performance.now() - beganMs));
      return performance.now() - beganMs;
    };
    const [livez, reportedMs] = await Promise.all([blocked(), reported()]);
    expect(livez).toMatchObject({ status: 503, text: expect.stringMatching(/^the main thread has been blocked for 1\d s$/) });
    await inTime("the main thread runs again", BLOCK_MS, async () => (await probe("/livez")).status === 200);
    const healedMs = await turnsLive(page);
    expect(product.output()).toContain("The main thread has been blocked for 10 s.");
    report("c21", "event loop blocked for 15 s, behind a proxy that keeps the connection open", {
      reported: ms(reportedMs),
      healed: ms(healedMs),
      "/livez answered in": ms(livez.tookMs),
    });
  });
});

test("c21 a path that delays all data by 14 s, on an open stream: the page does not show them as live", { tag: "@nightly" }, async ({
  page,
}) => {
  await onBlockable(async ({ toPage }) => {
    await page.goto(`${toPage.url}${PATH}`);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    toPage.delay(14_000);
    const reportedMs = await turnsOld(page);
    // Messages arrive again, and each is fourteen seconds old.
    for (let second = 0; second < 12; second++) {
      await pause(1000);
      expect(await freshness(page).getAttribute("data-freshness")).not.toBe("live");
    }
    await toPage.heal();
    report("c21", "all data delayed by 14 s", { reported: ms(reportedMs), healed: ms(await turnsLive(page)) });
  });
});
