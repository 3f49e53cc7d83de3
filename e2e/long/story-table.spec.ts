import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, test, verdict } from "../tests/fixtures.ts";
import { type StoryMoment, TOLD_STORIES, type ToldStory } from "./story-moments.ts";

/** Written by `UPDATE_STORIES=1 node run.mjs --lane=long long/story-table.spec.ts --workers=1`, and held to the page by this test. */
const DOCUMENT = join(import.meta.dirname, "..", "..", "docs", "stories.md");

/** How long something has been so, and takes, is a matter of when our server looked: not of the words. */
const withoutTimes = (text: string): string =>
  text.replaceAll(/, (?:up to|about) [^,;|]* left/g, "").replaceAll(/(?<![\w"-])\d+(?:m\d+s|[smhd])(?![\w"-])/g, "…");
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const inTable = (text: string): string => withoutTimes(oneLine(text)).replaceAll("|", "\\|");
const inCode = (text: string): string => `\`${text.replaceAll("\n", " ; ").replaceAll("|", "\\|")}\``;

async function textsOf(found: Locator): Promise<readonly string[]> {
  return (await found.allInnerTexts()).map(inTable).filter((text) => text !== "");
}

/** What is offered: its title, what comes of it, and the line that does it. */
async function offered(drawer: Locator): Promise<readonly string[]> {
  const ways = await drawer.locator("[data-action], [data-remedy]").all();
  return Promise.all(
    ways.map(async (way) => {
      const title = inTable(await way.locator("h3").innerText());
      const effect = (await textsOf(way.locator("p"))).join(" ");
      const lines = await way.locator("[data-command] span").allInnerTexts();
      return `**${title}** ${effect} ${lines.map(inCode).join(" ")}`.trim();
    }),
  );
}

async function drawerOf(page: Page): Promise<Locator> {
  const drawer = page.locator("[data-drawer]");
  await expect(drawer).toBeVisible();
  await expect(drawer).not.toContainText("Asking");
  return drawer;
}

async function isLive(page: Page): Promise<void> {
  await expect(page.locator("[data-freshness]").first()).toHaveAttribute("data-freshness", "live");
  await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
}

/** A row of the table: when, where, what the page says first, why, and what can be done. */
async function rowOf(page: Page, url: string, { afterMs, path }: StoryMoment): Promise<string> {
  const seconds = afterMs / 1000;
  const time = `+${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const isAboutNode = path.includes("?node=");
  await page.goto(`${url}${path}${isAboutNode ? "" : "?drawer=fix"}`);
  await isLive(page);
  const drawer = await drawerOf(page);
  const title = inTable(await drawer.locator("h2 > span").first().innerText());
  const lead = isAboutNode ? [title, ...(await textsOf(drawer.locator("> p")))].join(" ") : "";
  const headline = inTable(await verdict(page).innerText());
  const ways = await offered(drawer);
  return `| ${time} | \`${path}\` | ${headline} | ${lead} | ${ways.join("<br>")} |`;
}

const headingOf = ({ id, name }: ToldStory): string => `## ${id} \`${name}\``;

async function sectionOf(
  page: Page,
  told: ToldStory,
  product: { readonly url: string; advance(ms: number, stepMs?: number): Promise<void> },
) {
  const rows: string[] = [];
  let nowMs = 0;
  // What is remembered begins when the story is watched: before anything of it happens.
  await page.goto(product.url);
  await isLive(page);
  for (const moment of told.moments) {
    await product.advance(moment.afterMs - nowMs, 1000);
    nowMs = moment.afterMs;
    rows.push(await rowOf(page, product.url, moment));
  }
  return [headingOf(told), "", "| at | page | it says first | asked why | what can be done |", "|---|---|---|---|---|", ...rows, ""].join(
    "\n",
  );
}

/** The part of the document that is about a story; undefined where there is none. */
function writtenSection(document: string, told: ToldStory): string | undefined {
  const from = document.indexOf(`${headingOf(told)}\n`);
  if (from < 0) return undefined;
  const to = document.indexOf("\n## ", from + 1);
  return document.slice(from, to < 0 ? undefined : to + 1);
}

for (const told of TOLD_STORIES)
  test(`${told.id} what the page says of ${told.name}, and what it says can be done, is what docs/stories.md has`, async ({
    page,
    simulate,
  }) => {
    const product = await simulate(told.name);
    const section = await sectionOf(page, told, product);
    const document = readFileSync(DOCUMENT, "utf8");
    const written = writtenSection(document, told);
    if (process.env.UPDATE_STORIES === "1")
      writeFileSync(DOCUMENT, written === undefined ? `${document.trimEnd()}\n\n${section}` : document.replace(written, () => section));
    else expect(written?.trim()).toBe(section.trim());
  });
