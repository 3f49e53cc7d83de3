import type { Page } from "@playwright/test";
import { expect, freshness } from "../../tests/fixtures.ts";
import { SEED } from "./case.ts";
import { inTime } from "./in-time.ts";
import { type StoryProduct, startStoryProduct } from "./story-product.ts";

const STORY = "image-update";
const PATH = "/daemonsets/kube-system/fluentd-elasticsearch";
/** A page whose server hangs reports it within this time. */
export const REPORT_LIMIT_MS = 12_000;
/** A new page is live within this time. */
const OPEN_LIMIT_MS = 20_000;
/** The page is live again within this time after the end of a fault. */
const HEAL_LIMIT_MS = 3000;

/** Starts the product on a story with this number of readers, runs a check, and stops everything. */
export async function onStory(
  clients: number,
  check: (started: StoryProduct) => Promise<void>,
  options?: Parameters<typeof startStoryProduct>[3],
): Promise<void> {
  const started = await startStoryProduct(STORY, SEED, clients, options);
  try {
    await check(started);
  } finally {
    await started.stop();
  }
}

export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}${PATH}`);
  await inTime("the page is live", OPEN_LIMIT_MS, () => isLive(page));
  await inTime("the page has its grid", OPEN_LIMIT_MS, () => page.getByRole("grid").isVisible());
}

export const isLive = async (page: Page): Promise<boolean> => (await freshness(page).getAttribute("data-freshness")) === "live";
/** Waits until the page reports old data. Returns the time it took. */
export const turnsOld = (page: Page, limitMs = REPORT_LIMIT_MS) =>
  inTime("the page reports old data", limitMs, async () => !(await isLive(page)));
/** Waits until the page reports current data. Returns the time it took. */
export const turnsLive = (page: Page, limitMs = HEAL_LIMIT_MS) => inTime("the page reports current data", limitMs, () => isLive(page));

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
export async function expectAsFresh(page: Page, started: StoryProduct, what: string, withPixels = false): Promise<void> {
  const other = await started.fresh();
  const fresh = await page.context().newPage();
  try {
    await started.agrees(what, other);
    await openPage(fresh, other.url);
    const wanted = JSON.stringify(await shownOn(fresh, withPixels));
    let shown = "";
    await inTime(what, OPEN_LIMIT_MS, async () => {
      shown = JSON.stringify(await shownOn(page, withPixels));
      return shown === wanted;
    }).catch(() => expect(shown, what).toBe(wanted));
  } finally {
    await fresh.close();
    await other.stop();
  }
}
