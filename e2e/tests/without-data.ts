import type { Page, Request } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { startRunningSimulator } from "../simulator.ts";
import { expect, freshness } from "./fixtures.ts";
import { FLUENT_BIT, goTo, type Screen, TOUR_SCREENS } from "./screen-list.ts";

const LATER_MS = 600_000;
/** The screens without a dialog, because a dialog changes nothing on the screen below it. */
export const SCREENS: readonly Screen[] = TOUR_SCREENS.filter(({ key }) => key === undefined);

interface MovableClock {
  aheadMs: number;
  readonly ticks: Map<number, () => void>;
}

/** Lets a test move the page's clock ahead and run the one-second intervals at once. Timers run as usual. */
export const movableClock = (): void => {
  const clock: MovableClock = { aheadMs: 0, ticks: new Map() };
  Object.assign(window, { movableClock: clock });
  const { now } = Date;
  Date.now = () => now() + clock.aheadMs;
  const [begin, end] = [window.setInterval, window.clearInterval];
  const setTick = (run: () => void, everyMs?: number): number => {
    const timer = begin(run, everyMs);
    if (everyMs === 1000) clock.ticks.set(timer, run);
    return timer;
  };
  const clearTick = (timer?: number): void => {
    if (timer !== undefined) clock.ticks.delete(timer);
    end(timer);
  };
  Object.assign(window, { setInterval: setTick, clearInterval: clearTick });
};

/** Sets how far the page's clock is ahead. */
export const setAhead = (page: Page, aheadMs: number): Promise<void> =>
  page.evaluate((ms) => {
    const clock = (window as unknown as { readonly movableClock: MovableClock }).movableClock;
    clock.aheadMs = ms;
    for (const run of clock.ticks.values()) run();
  }, aheadMs);

/** Returns the text of the page and the timeline for users and screen readers, except the age of the data. */
export const shownOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { body } = document;
    const parts = [...body.querySelectorAll("main, aside, [data-drawer]")].filter(
      (part) => part.parentElement?.closest("main, aside, [data-drawer]") === null,
    );
    // The word of the freshness may change with the age of the data.
    const modes = new Set([...body.querySelectorAll<HTMLElement>("[data-mode]")].map((mode) => mode.innerText));
    const texts = parts.flatMap((part) => (part as HTMLElement).innerText.split("\n")).filter((line) => !modes.has(line));
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

/** Returns the lines that differ. */
export function changesBetween(before: readonly string[], after: readonly string[]): readonly string[] {
  if (after.length !== before.length)
    return [...after.filter((line) => !before.includes(line)), `${before.length} → ${after.length} lines`];
  return after.flatMap((line, at) => (line === before[at] ? [] : [`${before[at]} → ${line}`]));
}

/** Paths whose responses do not end while the server runs. */
const ENDLESS = /stream|logs/;

/** Returns a set that always holds the unanswered requests of the page, except endless ones. */
function openRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (!ENDLESS.test(new URL(request.url()).pathname)) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return open;
}

/** Shows each screen once, so that its files are loaded before the server stops. */
async function loadScreens(page: Page, open: ReadonlySet<Request>, screens: readonly Screen[]): Promise<void> {
  for (const { path, shows = "main" } of screens) {
    await goTo(page, path);
    await expect(page.locator(shows).first()).toBeVisible();
    await expect.poll(() => open.size, { intervals: [20] }).toBe(0);
  }
}

/** Waits until no request of the screen is open and its text stays the same. Returns the text. */
async function settled(page: Page, open: ReadonlySet<Request>): Promise<readonly string[]> {
  let before = await shownOn(page);
  await expect
    .poll(
      async () => {
        const last = before;
        before = await shownOn(page);
        const reading = [...[...open].map((request) => request.url()), ...before.filter((line) => line.startsWith("Reading "))];
        return [...changesBetween(last, before), ...reading];
      },
      { intervals: [150], timeout: 20_000 },
    )
    .toEqual([]);
  return before;
}

/** Returns the lines that change when the clock is ten minutes ahead, and then resets the clock. */
async function changesLater(page: Page, open: ReadonlySet<Request>): Promise<readonly string[]> {
  const before = await settled(page, open);
  await setAhead(page, LATER_MS);
  await expect(freshness(page)).toContainText(/1\dm/);
  const changes = changesBetween(before, await shownOn(page));
  await setAhead(page, 0);
  await expect(freshness(page)).not.toContainText(/1\dm/);
  return changes;
}

/**
 * Returns the lines of each screen that advance with the clock. They differ each time, whereas a late-loaded part
 * differs once.
 */
async function changedWithoutData(
  page: Page,
  open: ReadonlySet<Request>,
  screens: readonly Screen[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const changed: Record<string, readonly string[]> = {};
  for (const { path } of screens) {
    await goTo(page, path);
    await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
    // A what-if has a forecast instead of the timeline.
    if (!path.startsWith("/what-if")) await expect(page.locator("[role=slider] svg")).toBeVisible();
    let lines = await changesLater(page, open);
    for (let again = 0; again < 2 && lines.length > 0; again++) lines = await changesLater(page, open);
    if (lines.length > 0) changed[path] = lines;
  }
  return changed;
}

/** The server that stops. */
type Away = "the API server" | "Daemonscope";

/** Plays the tour and stops one of its servers. Returns the lines that advance afterwards, by screen. */
export async function advancesWithout(
  page: Page,
  stopped: Away,
  screens: readonly Screen[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const simulator = await startRunningSimulator("tour", "--speed", "2");
  const product = await startDaemonscope(["--kubeconfig", simulator.kubeconfig]);
  try {
    const open = openRequests(page);
    await page.addInitScript(movableClock);
    await page.goto(`${product.url}${FLUENT_BIT}`);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    await expect(page.getByRole("slider", { name: "Moment shown" })).toBeVisible();
    if (stopped === "Daemonscope") await loadScreens(page, open, screens);
    await (stopped === "Daemonscope" ? product : simulator).kill();
    await expect(freshness(page)).toHaveAttribute("data-freshness", "disconnected");
    return await changedWithoutData(page, open, screens);
  } finally {
    await product.stop();
    await simulator.stop();
  }
}
