import { expect, test } from "./fixtures.ts";
import { faultsOf } from "./small-screens.ts";
import { violationsIn } from "./themes.ts";

/** One page of each kind: prose with a picture, code and headings in Chinese, wide tables, the drawing. */
const KINDS = ["start", "zh-TW/questions", "zh-CN/commands", "alerts", "architecture", "decisions"];

test("/docs opens without a script; each kind of page passes axe, fits 390 px, and loads its resources", { tag: "@long" }, async ({
  browser,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("bad-image");
  const complaints: string[] = [];
  const found: string[] = [];
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on("console", (message) => complaints.push(`${page.url()}: ${message.text()}`));
  page.on("response", (response) => response.status() >= 400 && complaints.push(`${response.url()}: ${response.status()}`));
  await page.goto(`${product.url}/docs`);
  await expect(page).toHaveURL(`${product.url}/docs/start`);
  for (const kind of KINDS) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${product.url}/docs/${kind}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.locator("script").count()).toBe(0);
    // Without its stylesheet a page would have the browser's default font.
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain("Inter Variable");
    found.push(...(await violationsIn(page, ["dark", "light"], kind)));
    await page.setViewportSize({ width: 390, height: 844 });
    found.push(...(await faultsOf(page, `390 px: ${kind}`)));
  }
  await context.close();
  expect([...found, ...complaints]).toEqual([]);
});

test("the page of causes opens at the entry of a kind, in the language of the link, passes axe and fits 390 px", {
  tag: "@long",
}, async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("bad-image");
  for (const [path, title] of [
    ["causes", "Causes"],
    ["zh-CN/causes", "原因"],
  ] as const) {
    await page.goto(`${product.url}/docs/${path}#quotaexceeded`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByRole("heading", { level: 3, name: "quotaExceeded" })).toBeInViewport();
  }
  expect(await violationsIn(page, ["dark"], "causes")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsOf(page, "390 px: causes")).toEqual([]);
});

test("the docs are navigable: sections, languages, contents on a phone, and back to the dashboard", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("bad-image");
  await page.goto(`${product.url}/docs/questions`);
  await page.getByRole("navigation", { name: "Languages" }).getByRole("link", { name: "繁體中文" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("十二個問題");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-TW");
  const contents = page.getByRole("navigation", { name: "目錄" });
  await contents.getByRole("link", { name: "8. 完成了嗎？" }).click();
  await expect(page).toHaveURL(/\/docs\/zh-TW\/questions#8-is-it-done$/);
  await expect(page.getByRole("heading", { name: /8\. 完成了嗎/ })).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: "目錄" }).click();
  await contents.getByRole("link", { name: "指標與警報" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("指標與警報");
  await page.getByRole("link", { name: /面板/ }).click();
  await expect(page).toHaveURL(`${product.url}/`);
});

test("the help links to the docs in the language of the page", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("bad-image");
  await page.goto(`${product.url}/?lang=zh-TW`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  const link = page.getByRole("dialog").getByRole("link", { name: "使用說明" });
  await expect(link).toBeVisible();
  const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await expect(opened.getByRole("heading", { level: 1 })).toHaveText("開始");
});
