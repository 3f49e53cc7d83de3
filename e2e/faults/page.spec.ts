import { expect, test, verdict } from "../tests/fixtures.ts";
import { ms, report, SEED, sized } from "./harness/case.ts";
import { inTime, pause } from "./harness/in-time.ts";
import { expectAsFresh, onStory, openPage, REPORT_LIMIT_MS, turnsLive, turnsOld } from "./harness/page-steps.ts";

/** A page whose connection breaks reports it within this time. */
const BROKEN_LIMIT_MS = 2000;

test("c1 c6 a page and three clients after faults of the API server equal a fresh list", async ({ page }) => {
  await onStory(3, async (started) => {
    const { toApi, toPage, simulator } = started;
    await openPage(page, toPage.url);
    simulator.perform("set-image");
    const faults: Readonly<Record<string, () => Promise<void> | void>> = {
      drop: () => toApi.drop("reset"),
      garbage: () => started.api().faults.garbageLine(),
      expired: () => {
        started.api().faults.expireHistory();
        toApi.drop("end");
      },
      cut: () => toApi.cutAfter(700, "reset"),
      killed: async () => {
        await started.killApi();
        simulator.clock.advance(2000);
        await started.startApi();
      },
      unavailable: () => {
        started.api().faults.failNext("pods", { status: 503, count: 3 });
        toApi.drop("end");
      },
    };
    const names = Object.keys(faults);
    for (let step = 0; step < sized(6, 120); step++) {
      simulator.clock.advance(2500);
      await faults[names[(step + SEED) % names.length] ?? ""]?.();
      await pause(150);
    }
    simulator.clock.advance(5000);
    await expectAsFresh(page, started, "after all faults");
    expect(started.observers.map((observer) => observer.doubled())).toEqual([0, 0, 0]);
    report("c1", `page and 3 clients, ${sized(6, 120)} faults of the API server`, { differences: 0, doubled: 0 });
  });
});

test("c21 c5 a server that hangs, and a network that drops packets, are reported in time with the connection open", async ({ page }) => {
  await onStory(0, async (started) => {
    const { product, toPage, simulator } = started;
    await openPage(page, toPage.url);
    product.freeze();
    const hangMs = await turnsOld(page);
    // The page gives up the silent stream a second later, and a slow machine reads the text after that.
    await expect(page.getByRole("alert")).toContainText(/has gone silent|does not answer/);
    await expect(verdict(page)).toContainText("WAS ");
    product.thaw();
    const thawedMs = await turnsLive(page);
    report("c21", "server stopped behind a proxy that keeps the connection open", { reported: ms(hangMs), healed: ms(thawedMs) });
    toPage.swallow();
    const silentMs = await turnsOld(page);
    simulator.perform("set-image");
    simulator.clock.advance(4000);
    await toPage.heal();
    const healedMs = await turnsLive(page);
    report("c5", "packets between browser and server are dropped", { reported: ms(silentMs), healed: ms(healedMs) });
    await expectAsFresh(page, started, "after the silence");
  });
});

test("c5 a firewall that forgets the stream: the page opens another one, and shows what happened", { tag: "@nightly" }, async ({
  page,
}) => {
  await onStory(0, async (started) => {
    const { toPage, simulator } = started;
    await openPage(page, toPage.url);
    simulator.perform("set-image");
    simulator.clock.advance(2000);
    await expect(verdict(page)).not.toContainText("WAS ");
    toPage.forget();
    simulator.clock.advance(3000);
    const connections = toPage.connections();
    const replacedMs = await inTime("another stream", REPORT_LIMIT_MS, () => toPage.connections() > connections);
    report("c5", "a firewall forgets the stream of a page", { replaced: ms(replacedMs), healed: ms(await turnsLive(page)) });
    await expectAsFresh(page, started, "after the new stream");
  });
});

test("c14 a killed server shows disconnected, and the page recovers without a reload", async ({ page }) => {
  await onStory(0, async (started) => {
    const { product, toPage } = started;
    await openPage(page, toPage.url);
    await page.evaluate(() => {
      (window as unknown as { stayed: boolean }).stayed = true;
    });
    await product.kill();
    toPage.drop("reset");
    const reportedMs = await turnsOld(page, BROKEN_LIMIT_MS);
    await expect(verdict(page)).toContainText("WAS ");
    await product.restart();
    const healedMs = await turnsLive(page);
    expect(await page.evaluate(() => (window as unknown as { stayed?: boolean }).stayed)).toBe(true);
    report("c14", "killed server, with a page", { reported: ms(reportedMs), healed: ms(healedMs) });
    await expectAsFresh(page, started, "after the restart", true);
  });
});

test("c16 a browser that is offline, frozen or on another page shows current data within moments", async ({ page, context }) => {
  await onStory(0, async (started) => {
    const { toPage, simulator } = started;
    await openPage(page, toPage.url);
    simulator.perform("set-image");
    const times = sized(2, 20);
    let offlineMs = 0;
    for (let turn = 0; turn < times; turn++) {
      await context.setOffline(true);
      // The emulation does not reach the shared worker that owns the stream.
      await toPage.refuse();
      await turnsOld(page);
      simulator.clock.advance(1000);
      await toPage.heal();
      await context.setOffline(false);
      offlineMs = Math.max(offlineMs, await turnsLive(page));
    }
    const session = await context.newCDPSession(page);
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    simulator.clock.advance(2000);
    await pause(sized(1000, 60_000));
    await session.send("Page.setWebLifecycleState", { state: "active" });
    const thawedMs = await turnsLive(page);
    await page.goto("about:blank");
    simulator.clock.advance(2000);
    await page.goBack();
    const backMs = await turnsLive(page);
    report("c16", `${times} × offline, frozen page, back from another page`, {
      "healed online": ms(offlineMs),
      "healed thawed": ms(thawedMs),
      "healed back": ms(backMs),
    });
    await expectAsFresh(page, started, "after the return");
  });
});

test("c17 a proxy that withholds the headers: the page reports that it waits, and becomes live", async ({ page }) => {
  await onStory(0, async (started) => {
    const { toPage } = started;
    await openPage(page, toPage.url);
    toPage.withhold();
    const reportedMs = await turnsOld(page);
    await expect(page.getByRole("alert")).toBeVisible();
    const sentence = await page.getByRole("alert").innerText();
    await toPage.heal();
    const healedMs = await turnsLive(page);
    report("c17", "a proxy that withholds headers", {
      reported: ms(reportedMs),
      healed: ms(healedMs),
      sentence: sentence.replaceAll("\n", " "),
    });
  });
});
