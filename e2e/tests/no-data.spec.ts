import type { Page, Request } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { startRunningSimulator } from "../simulator.ts";
import { expect, freshness, test } from "./fixtures.ts";
import { type Screen, TOUR_SCREENS } from "./screen-list.ts";

const LATER_MS = 600_000;
/** Dialogs change nothing of the screen below them. */
const SCREENS = TOUR_SCREENS.filter(({ key }) => key === undefined);

/** Lets a test move the page's clock ahead, while timers go on as they do. */
const movableClock = (): void => {
  const now = Date.now;
  Object.assign(window, { aheadMs: 0 });
  Date.now = () => now() + (window as unknown as { readonly aheadMs: number }).aheadMs;
};

/** All that a person or a screen reader gets of the page and the timeline, except for how long there has been no data. */
const shownOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { body } = document;
    const parts = [...body.querySelectorAll("main, aside, [data-drawer]")].filter(
      (part) => part.parentElement?.closest("main, aside, [data-drawer]") === null,
    );
    const texts = parts.flatMap((part) => (part as HTMLElement).innerText.split("\n"));
    const of = (selector: string, name: string) =>
      [...body.querySelectorAll(selector)].map((each) => `${name} ${each.getAttribute(name) ?? ""}`);
    return [
      ...texts,
      ...["aria-valuemax", "aria-valuenow", "aria-valuetext"].flatMap((name) => of("[role=slider]", name)),
      ...of("[role=slider] path", "d"),
      ...of("[role=slider] g", "transform"),
      ...of("main [title]", "title"),
      ...of("main [aria-label]", "aria-label"),
    ];
  });

/** Objects are read from the API server when a person asks: there are none now. */
const READ_WHEN_ASKED = ".cm-editor";

async function openWithoutData(page: Page, url: string, { path, shows = "main" }: Screen): Promise<void> {
  await page.goto(`${url}${path}`);
  await expect(freshness(page)).toHaveAttribute("data-freshness", "disconnected");
  await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
  await expect(page.locator(shows === READ_WHEN_ASKED ? "main" : shows).first()).toBeVisible();
  // A what-if has a forecast in the place of the timeline.
  if (!path.startsWith("/what-if")) await expect(page.locator("[role=slider] svg")).toBeVisible();
}

/** Lines that differ. */
function changesBetween(before: readonly string[], after: readonly string[]): readonly string[] {
  if (after.length !== before.length)
    return [...after.filter((line) => !before.includes(line)), `${before.length} → ${after.length} lines`];
  return after.flatMap((line, at) => (line === before[at] ? [] : [`${before[at]} → ${line}`]));
}

/** The requests that have no answer yet. */
function openRequests(page: Page): Set<Request> {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (!request.url().includes("stream")) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return open;
}

async function changedLater(page: Page, open: ReadonlySet<Request>): Promise<readonly string[]> {
  let before = await shownOn(page);
  // Longer than the time between two questions of a page that asks again.
  const intervals = [1500];
  await expect
    .poll(
      async () => {
        const last = before;
        before = await shownOn(page);
        const reading = [...[...open].map((request) => request.url()), ...before.filter((line) => line.startsWith("Reading "))];
        return [...changesBetween(last, before), ...reading];
      },
      { intervals, timeout: 60_000 },
    )
    .toEqual([]);
  await page.evaluate((ms) => Object.assign(window, { aheadMs: ms }), LATER_MS);
  await expect(freshness(page)).toContainText(/1\dm/);
  return changesBetween(before, await shownOn(page));
}

test("F6 nothing on any screen advances while the API server is away, except for how long there has been no data", async ({ page }) => {
  test.setTimeout(300_000);
  const simulator = await startRunningSimulator("tour", "--speed", "2");
  const product = await startDaemonscope(["--kubeconfig", simulator.kubeconfig]);
  try {
    const open = openRequests(page);
    await page.addInitScript(movableClock);
    await page.goto(`${product.url}/daemonsets/logging/fluent-bit`);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    await expect(page.getByRole("slider", { name: "Moment shown" })).toBeVisible();
    await simulator.kill();
    await expect(freshness(page)).toHaveAttribute("data-freshness", "disconnected");
    const changed: Record<string, readonly string[]> = {};
    for (const screen of SCREENS) {
      open.clear();
      await openWithoutData(page, product.url, screen);
      const lines = await changedLater(page, open);
      if (lines.length > 0) changed[screen.path] = lines;
    }
    expect(changed).toEqual({});
  } finally {
    await product.stop();
    await simulator.stop();
  }
});
