import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { FLUENT_BIT } from "./screen-list.ts";

const PATHS = [
  "/",
  FLUENT_BIT,
  `${FLUENT_BIT}?view=table`,
  `${FLUENT_BIT}?node=general-08`,
  ...["changes", "reach", "events", "logs", "yaml", "actions"].map((section) => `${FLUENT_BIT}/${section}`),
  "/daemonsets/gpu-operator/nvidia-driver/worklist",
  "/nodes",
  "/nodes?view=table",
  "/nodes/gpu-01",
  "/placement/taints",
  "/placement/labels",
  "/what-if",
  "/what-if?if=cordon%20gpu-01",
  "/events",
  "/nothing/here",
];

/** Returns the texts of the page in another size than 11, 13, 16 or 26 px, or in another weight than 400 or 600. */
const otherTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (text === "" || element === null || element.closest("noscript, .visually-hidden") || element.getClientRects().length === 0)
        continue;
      const { fontSize, fontWeight } = getComputedStyle(element);
      if (["11px", "13px", "16px", "26px"].includes(fontSize) && ["400", "600"].includes(fontWeight)) continue;
      found.add(`${fontSize} ${fontWeight}: ${text.slice(0, 30)}`);
    }
    return [...found];
  });

test("all text has one of four sizes and one of two weights", { tag: "@long" }, async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  for (const path of PATHS) {
    await page.goto(product.url + path);
    await expect(page.locator("h1, h2").first()).toBeVisible();
    await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    expect(await otherTexts(page), path).toEqual([]);
  }
});

test("the tabs have the same left edges on every page", { tag: "@long" }, async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  for (const [width, left] of [
    [1440, 240],
    [1280, 213],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const seen = new Set<string>();
    for (const path of ["/", FLUENT_BIT, "/nodes", "/placement/labels", "/what-if", "/events"]) {
      await page.goto(product.url + path);
      await expect(page.locator("header [data-tabs] [aria-current]")).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const edges = await page
        .locator("header [data-tabs] > *")
        .evaluateAll((tabs) => tabs.map((tab) => Math.round(tab.getBoundingClientRect().left)));
      expect(edges[0]).toBe(left);
      seen.add(edges.join());
    }
    expect(seen.size, [...seen].join(" | ")).toBe(1);
  }
});
