import type { Page } from "@playwright/test";
import { expect, freshness, test, verdict } from "../tests/fixtures.ts";
import { ms, report, SEED, sized } from "./harness/case.ts";
import { type StoryProduct, startStoryProduct } from "./harness/story-product.ts";
import { pause } from "./harness/watched-cluster.ts";

const STORY = "image-update";
const PATH = "/daemonsets/kube-system/fluentd-elasticsearch";
/** A page whose server hangs reports it within this time. */
const REPORT_LIMIT_MS = 12_000;
/** The page is live again within three seconds on an idle machine. */
const HEAL_LIMIT_MS = 8000;

async function onStory(clients: number, check: (started: StoryProduct) => Promise<void>): Promise<void> {
  const started = await startStoryProduct(STORY, SEED, clients);
  try {
    await check(started);
  } finally {
    await started.product.kill().catch(() => undefined);
    await started.stop();
  }
}

async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}${PATH}`);
  await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
  await expect(page.getByRole("grid")).toBeVisible();
}

const freshnessBecomes = async (page: Page, is: (state: string | null) => boolean, limitMs: number): Promise<number> => {
  const beganMs = performance.now();
  await expect.poll(async () => is(await freshness(page).getAttribute("data-freshness")), { timeout: limitMs, intervals: [50] }).toBe(true);
  return performance.now() - beganMs;
};
const turnsOld = (page: Page, limitMs = REPORT_LIMIT_MS) => freshnessBecomes(page, (state) => state !== "live", limitMs);
const turnsLive = (page: Page) => freshnessBecomes(page, (state) => state === "live", HEAL_LIMIT_MS);

/** Texts and pixels of a page: headline, counts, each cell by the keyboard, and the drawn grid. */
async function shownOn(page: Page, withPixels: boolean) {
  const counts = page.getByRole("region", { name: "Rollout" }).locator("[data-count-name]");
  const grid = page.getByRole("grid");
  await grid.focus();
  await page.keyboard.press("Control+Home");
  const cells: string[] = [];
  for (let at = 0; at < 12; at++) {
    cells.push(await grid.getByRole("gridcell").innerText());
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Control+Home");
  const pixels = await grid.locator("canvas").evaluateAll((all) => all.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()));
  return {
    counts: await counts.evaluateAll((all) => all.map((each) => each.getAttribute("data-count"))),
    // Node and state. Details of the pod, such as its age, are fetched later.
    cells: cells.map((cell) => /^[^,]+,[^,]+,[^,]+/.exec(cell)?.[0]),
    ...(withPixels ? { pixels } : {}),
  };
}

/** The master oracle for the page: it shows what a new page of a new server shows. A page that saw a rollout draws the
 *  new revision, so that its pixels differ. */
async function expectAsFresh(page: Page, started: StoryProduct, what: string, withPixels = false): Promise<void> {
  await started.agrees(what);
  const other = await started.fresh();
  const fresh = await page.context().newPage();
  try {
    await openPage(fresh, other.url);
    await expect
      .poll(async () => JSON.stringify(await shownOn(page, withPixels)), { message: what })
      .toBe(JSON.stringify(await shownOn(fresh, withPixels)));
  } finally {
    await fresh.close();
    await other.stop();
  }
}

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
    await expect(page.getByRole("alert")).toContainText("has gone silent");
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

test("c14 a killed server shows disconnected, and the page recovers without a reload", async ({ page }) => {
  await onStory(0, async (started) => {
    const { product, toPage } = started;
    await openPage(page, toPage.url);
    await page.evaluate(() => {
      (window as unknown as { stayed: boolean }).stayed = true;
    });
    await product.kill();
    toPage.drop("reset");
    const reportedMs = await turnsOld(page, 2000 + HEAL_LIMIT_MS);
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
      toPage.drop("reset");
      await turnsOld(page);
      simulator.clock.advance(1000);
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
