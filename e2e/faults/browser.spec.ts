import { readdirSync, readFileSync } from "node:fs";
import { WIRE_SCHEMA } from "@daemonscope/shared/state/frame";
import { chromium } from "@playwright/test";
import { expect, test } from "../tests/fixtures.ts";
import { ms, report, sized } from "./harness/case.ts";
import { inTime, pause } from "./harness/in-time.ts";
import { expectAsFresh, onStory, openPage, turnsLive } from "./harness/page-steps.ts";

/** A page of another build reloads within this time, once its stream is back. */
const RELOAD_LIMIT_MS = 5000;
const HOUR_MS = 3_600_000;
const MEASURE = new URL("harness/measure.mjs", import.meta.url).href;

/** Returns a process and all processes below it. Works on Linux only. */
function familyOf(pid: number): readonly number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
        return [{ pid: Number(name), parent: Number(parent) }];
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    });
  const family = [pid];
  for (const member of family) family.push(...parents.filter(({ parent }) => parent === member).map((child) => child.pid));
  return family;
}

const executable = () => (process.env.E2E_CHROME === undefined ? {} : { executablePath: process.env.E2E_CHROME });

test("c16 a browser that sleeps: after the wake the page is current, without a reload", { tag: "@nightly" }, async () => {
  test.skip(process.platform !== "linux", "Processes are found in /proc.");
  const server = await chromium.launchServer({ ...executable(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await (await browser.newContext()).newPage();
    await onStory(0, async (started) => {
      const { toPage, simulator } = started;
      await openPage(page, toPage.url);
      simulator.perform("set-image");
      const family = familyOf(server.process().pid ?? 0);
      for (const pid of family) process.kill(pid, "SIGSTOP");
      await pause(sized(4000, 60_000));
      simulator.clock.advance(4000);
      // A laptop that wakes has lost its connections.
      toPage.drop("reset");
      for (const pid of family) process.kill(pid, "SIGCONT");
      const healedMs = await turnsLive(page);
      report("c16", `browser asleep for ${sized(4, 60)} s`, { healed: ms(healedMs) });
      await expectAsFresh(page, started, "after the wake");
    });
  } finally {
    await server.close();
  }
});

test("c16 a page of the back-forward cache is current, whether the browser kept it or not", { tag: "@nightly" }, async () => {
  const browser = await chromium.launch({
    ...executable(),
    args: ["--no-sandbox", "--disable-gpu"],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  try {
    const page = await (await browser.newContext()).newPage();
    await onStory(0, async (started) => {
      const { toPage, simulator } = started;
      await openPage(page, toPage.url);
      await page.evaluate(() => {
        addEventListener("pageshow", ({ persisted }) => document.documentElement.setAttribute("data-persisted", String(persisted)));
      });
      const reasons = new Set<string>();
      const session = await page.context().newCDPSession(page);
      await session.send("Page.enable");
      session.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) => {
        for (const { reason } of notRestoredExplanations) reasons.add(reason);
      });
      simulator.perform("set-image");
      // The cache needs an address with http.
      await page.goto(`${started.product.url}/livez`);
      simulator.clock.advance(4000);
      await page.goBack();
      const healedMs = await turnsLive(page);
      const wasKept = await page.evaluate(() => document.documentElement.getAttribute("data-persisted"));
      report("c16", "back to a page", { "kept by the browser": wasKept ?? `no (${[...reasons].join(", ")})`, healed: ms(healedMs) });
      await expectAsFresh(page, started, "after the return");
    });
  } finally {
    await browser.close();
  }
});

test("c19 a clock that jumps, of the server and then of the browser, neither hides a change nor makes one up", { tag: "@nightly" }, async ({
  page,
}) => {
  await onStory(
    0,
    async (started) => {
      const { product, toPage, simulator } = started;
      await openPage(page, toPage.url);
      const healedMs: number[] = [];
      const livesOn = async (what: string) => {
        simulator.clock.advance(2000);
        await pause(2000);
        healedMs.push(await turnsLive(page));
        await expectAsFresh(page, started, what);
      };
      simulator.perform("set-image");
      product.signal("SIGWINCH");
      await livesOn("an hour ahead on the server");
      product.signal("SIGWINCH");
      await livesOn("back again on the server");
      for (const jumpMs of [HOUR_MS, -2 * HOUR_MS]) {
        await page.evaluate((byMs) => {
          const { now } = Date;
          Date.now = () => now() + byMs;
        }, jumpMs);
        await livesOn(`the clock of the browser jumps by ${jumpMs / HOUR_MS} h`);
      }
      report("c19", "clocks of server and browser jump by an hour and back", { "healed max": ms(Math.max(...healedMs)), differences: 0 });
    },
    { environment: { NODE_OPTIONS: `--import=${MEASURE}`, CLOCK_JUMP_MS: String(HOUR_MS) } },
  );
});

test("c23 a server with another wire format: the page reloads once, and reports it", { tag: "@nightly" }, async ({ page }) => {
  await onStory(0, async ({ toPage }) => {
    let loads = 0;
    page.on("load", () => loads++);
    await openPage(page, toPage.url);
    toPage.replace(`"schema":${WIRE_SCHEMA}`, `"schema":${WIRE_SCHEMA + 1}`);
    toPage.drop("reset");
    const reloadedMs = await inTime("the page reloads", RELOAD_LIMIT_MS, () => loads === 2);
    const alert = page.getByText("This page is of another version than the server");
    await inTime("the page reports it", RELOAD_LIMIT_MS, () => alert.first().isVisible());
    // Each new stream brings the same news, and must not reload the page again.
    for (let drop = 0; drop < 3; drop++) {
      toPage.drop("reset");
      await pause(2000);
    }
    expect(loads).toBe(2);
    await toPage.heal();
    toPage.drop("reset");
    await page.reload();
    report("c23", "a server with another wire format", { reloaded: ms(reloadedMs), loads: 2, healed: ms(await turnsLive(page)) });
  });
});
