import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { readStoryRows, type StoryAction, type StoryRow, withStoryRows } from "../story-rows.ts";
import { expect, test, verdict } from "../tests/fixtures.ts";
import { STORIES, type Story, type StoryMoment } from "./story-moments.ts";

/** `UPDATE_STORIES=1 node run.mjs --lane=long long/story-table.spec.ts --workers=1` writes its table. */
const DOCUMENT = join(import.meta.dirname, "..", "..", "docs", "stories.md");

/** Replaces durations, which depend on when the server read the cluster. */
const withoutTimes = (text: string): string =>
  text.replaceAll(/, ~[^,;|]* left/g, "").replaceAll(/(?<![\w"-])\d+(?:m\d+s|[smhd])(?![\w"-])/g, "…");
const oneLine = (text: string): string => withoutTimes(text.replaceAll(/\s+/g, " ").trim());

async function textsOf(found: Locator): Promise<readonly string[]> {
  return (await found.allInnerTexts()).map(oneLine).filter((text) => text !== "");
}

async function actionsIn(drawer: Locator): Promise<readonly StoryAction[]> {
  for (const folded of await drawer.locator("details[data-remedy] > summary").all()) await folded.click();
  const actions = await drawer.locator("[data-action], [data-remedy]").all();
  return Promise.all(
    actions.map(async (action) => ({
      title: oneLine(await action.locator("h3").innerText()),
      effect: (await textsOf(action.locator("p"))).join(" "),
      lines: (await action.locator("[data-command] span").allInnerTexts()).map((line) => line.replaceAll("\n", " ; ")),
    })),
  );
}

async function drawerOf(page: Page): Promise<Locator> {
  const drawer = page.locator("[data-drawer]");
  await expect(drawer).toBeVisible();
  await expect(drawer).not.toContainText("Asking");
  return drawer;
}

async function expectLive(page: Page): Promise<void> {
  await expect(page.locator("[data-freshness]").first()).toHaveAttribute("data-freshness", "live");
  await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
}

/** Reads a page. The headline is without the name of its DaemonSet, which the path has too. `known`: the row in the
 *  document, which the page shows once the server has read the last step. The answer is without the last change of a
 *  taint, which has the exact time as its title, and which the page reads later. */
async function rowOf(page: Page, url: string, id: string, { afterMs, path }: StoryMoment, known?: StoryRow): Promise<StoryRow> {
  const [, name = "", node] = /^\/daemonsets\/[^/]+\/([^?]+)(?:\?node=(.+))?$/.exec(path) ?? [];
  await page.goto(`${url}${path}${node === undefined ? "?drawer=fix" : ""}`);
  await expectLive(page);
  const drawer = await drawerOf(page);
  const title = oneLine(await drawer.locator("h2 > span").first().innerText());
  if (node !== undefined) expect(title).toContain(node);
  const headlineNow = async () => oneLine(await verdict(page).innerText());
  const answerNow = async () => (node === undefined ? "" : (await textsOf(drawer.locator("> p:not([title])"))).join(" "));
  if (known !== undefined) {
    await expect.poll(async () => (await headlineNow()).replace(` ${name}:`, ":")).toBe(known.headline);
    await expect.poll(answerNow).toBe(known.answer);
  }
  const headline = await headlineNow();
  expect(headline).toContain(` ${name}:`);
  return { id, afterMs, path, headline: headline.replace(` ${name}:`, ":"), answer: await answerNow(), actions: await actionsIn(drawer) };
}

async function rowsOf(
  page: Page,
  story: Story,
  product: { readonly url: string; advance(ms: number, stepMs?: number): Promise<void> },
  written: readonly StoryRow[],
): Promise<readonly StoryRow[]> {
  const rows: StoryRow[] = [];
  let nowMs = 0;
  // The server remembers changes only from the first visit on.
  await page.goto(product.url);
  await expectLive(page);
  for (const moment of story.moments) {
    await product.advance(moment.afterMs - nowMs, 1000);
    nowMs = moment.afterMs;
    const known = written.find(({ id, afterMs, path }) => id === story.id && afterMs === moment.afterMs && path === moment.path);
    rows.push(await rowOf(page, product.url, story.id, moment, known));
  }
  return rows;
}

const ORDER = STORIES.map(({ id }) => id);

for (const story of STORIES)
  test(`${story.id} the pages of ${story.name} and their actions equal docs/stories.md`, async ({ page, simulate }) => {
    const document = readFileSync(DOCUMENT, "utf8");
    const written = readStoryRows(document);
    const isUpdate = process.env.UPDATE_STORIES === "1";
    const rows = await rowsOf(page, story, await simulate(story.name), isUpdate ? [] : written);
    if (isUpdate) {
      const all = [...written.filter(({ id }) => id !== story.id), ...rows];
      writeFileSync(
        DOCUMENT,
        withStoryRows(
          document,
          [...all].sort((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id)),
        ),
      );
    } else expect(written.filter(({ id }) => id === story.id)).toEqual(rows);
  });
