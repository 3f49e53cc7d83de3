import type { Page } from "@playwright/test";
import { expect, freshness, test, verdict } from "../tests/fixtures.ts";
import { FLUENT_BIT } from "../tests/screen-list.ts";

/** Presses Tab until the grid has the focus. Returns the tag and text of each element that had it. */
async function tabStopsToGrid(page: Page): Promise<readonly string[]> {
  const stops: string[] = [];
  for (let pressed = 0; pressed < 60; pressed++) {
    await page.keyboard.press("Tab");
    const { isGrid, words } = await page.evaluate(() => ({
      isGrid: document.activeElement?.getAttribute("role") === "grid",
      words: `${document.activeElement?.localName} ${(document.activeElement?.textContent ?? "").slice(0, 30)}`,
    }));
    stops.push(words);
    if (isGrid) break;
  }
  return stops;
}

for (const [story, path, laterMs] of [
  ["tour", FLUENT_BIT, 12_000],
  ["bad-image", "/daemonsets/kube-system/fluentd-elasticsearch", 65_000],
] as const)
  test(`Tab reaches the grid of a DaemonSet in at most twelve stops: ${story}`, async ({ page, simulate }) => {
    const product = await simulate(story);
    await product.advance(laterMs, 1000);
    await page.goto(product.url + path);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    await expect(page.getByRole("grid")).toBeVisible();
    const stops = await tabStopsToGrid(page);
    expect(stops.length, stops.join("\n")).toBeLessThanOrEqual(12);
  });

test("a row of buttons is one stop of Tab, with arrow keys inside", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(product.url + FLUENT_BIT);
  const tabs = page.getByRole("navigation", { name: "Pages" });
  await tabs.getByRole("link", { name: "DaemonSets" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(tabs.getByRole("link", { name: "Nodes" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(tabs.getByRole("link", { name: "Events" })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(tabs.getByRole("link", { name: "What if" })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/placement\/taints$/);
});

test("T19 a screen reader announces each change of the word at once, and no changed number", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await page.clock.install();
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  await expect(page.getByRole("grid")).toBeVisible();
  // Watches only regions about the cluster. The simulator also announces, and so does the page when Playwright's
  // clock makes the server seem silent.
  await page.evaluate(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const lastTexts = new Map<Element, string>();
    const regions = () =>
      document.querySelectorAll(
        "main :is([aria-live]:not([aria-live=off]), [role=status], [role=alert]), header [role=status]:not([aria-live=off])",
      );
    for (const region of regions()) lastTexts.set(region, region.textContent ?? "");
    new MutationObserver(() => {
      for (const region of regions()) {
        const text = region.textContent ?? "";
        if (text !== "" && lastTexts.get(region) !== text) announced.push(text);
        lastTexts.set(region, text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  for (let second = 0; second < 120; second += 2) {
    await product.advance(2000, 1000);
    await page.clock.runFor(2000);
    // The live region has the word of the headline, whose age goes on.
    const [shown = "", spoken = ""] = await page.evaluate(() =>
      ["h1 b", "[aria-live]"].map((each) => document.querySelector(`[data-verdict] ${each}`)?.textContent?.split(" ")[0] ?? ""),
    );
    expect(spoken).toBe(shown);
  }
  await expect(verdict(page)).toContainText("STUCK");
  const announced = await page.evaluate(() => (window as unknown as { readonly announced: readonly string[] }).announced);
  const words = announced.map((text) => text.split(" ")[0]);
  expect(
    words.filter((word, at) => word === words[at - 1]),
    announced.join("\n"),
  ).toEqual([]);
  // WAS: Playwright's clock makes the server seem silent.
  const live = words.filter((word) => word !== "WAS");
  expect(live.filter((word, at) => word !== live[at - 1]).slice(-3)).toEqual(["ROLLING", "FAILING", "STUCK"]);
});

test("a screen reader announces the page's DaemonSet, also right after another one", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit`);
  const liveRegion = page.locator("[data-verdict] [aria-live]");
  await expect(liveRegion).toContainText("logging/fluent-bit");
  for (const [typed, name] of [
    ["/falco", "falco"],
    ["/nvidia-driver", "nvidia-driver"],
  ] as const) {
    await page.keyboard.press(":");
    await page.getByRole("dialog", { name: "Find or run" }).getByRole("combobox").fill(typed);
    await page.keyboard.press("Enter");
    await expect(verdict(page)).toContainText(name);
    await expect(liveRegion).toContainText(`/${name} `);
  }
});

test("Tab reaches the tab of the current page immediately after navigation", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(product.url);
  const stop = page.locator("header [data-tabs] a[tabindex='0']");
  await expect(stop).toHaveText("DaemonSets");
  // Reads the tab stops without a focus change and before the clock renders the bar again.
  const stops = await page.evaluate(async () => {
    const tabs = [...document.querySelectorAll<HTMLElement>("header [data-tabs] a")];
    const found: string[] = [];
    for (const tab of tabs) {
      tab.click();
      for (let frame = 0; frame < 4; frame++) await new Promise((done) => requestAnimationFrame(done));
      found.push(
        tabs
          .filter(({ tabIndex }) => tabIndex === 0)
          .map(({ textContent }) => textContent)
          .join(),
      );
    }
    return found;
  });
  expect(stops).toEqual(["DaemonSets", "Nodes", "Placement", "What if", "Events"]);
});

for (const path of ["/nodes?view=table", `${FLUENT_BIT}?view=table`])
  test(`dragging over the text of a table selects it, and a click still opens its row: ${path}`, async ({ page, simulate }) => {
    const product = await simulate("tour");
    await page.goto(product.url + path);
    const taint = page.getByRole("grid").getByText("nvidia.com/gpu=present:NoSchedule").first();
    await taint.scrollIntoViewIfNeeded();
    const box = await taint.boundingBox();
    if (box === null) throw new Error("no taint is drawn");
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, y, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => document.getSelection()?.toString())).toMatch(/^n?vidia\.com/);
    await expect(page).toHaveURL(product.url + path);
    await page.mouse.click(box.x - 60, y);
    await expect(page).not.toHaveURL(product.url + path);
  });
