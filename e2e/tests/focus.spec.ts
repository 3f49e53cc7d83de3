import { expect, test } from "./fixtures.ts";

const AGENT = "/daemonsets/kube-system/fluentd-elasticsearch";

test("Escape from explain returns focus to the cell or row that opened it", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await page.goto(product.url + AGENT);
  const grid = page.getByRole("grid");
  const why = page.getByRole("complementary", { name: /^Why/ });
  const activeText = () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute("aria-activedescendant");
      return id === null || id === undefined ? "" : (document.getElementById(id)?.textContent ?? "");
    });
  await grid.focus();
  for (const key of ["Control+Home", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  const cell = await grid.getByRole("gridcell").innerText();
  const node = cell.split(",")[0] ?? "";
  await page.keyboard.press("Enter");
  await expect(why.getByRole("heading", { level: 2 })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(why).toHaveCount(0);
  await expect(grid).toBeFocused();
  expect(await activeText()).toContain(node);

  await page.keyboard.press("Enter");
  await why.getByRole("button", { name: "Close" }).click();
  await expect(grid).toBeFocused();
  expect(await activeText()).toContain(node);

  await page.keyboard.press("t");
  await expect(page.getByRole("grid").getByRole("row").first()).toBeVisible();
  await grid.focus();
  for (const key of ["Control+Home", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  const row = await activeText();
  await page.keyboard.press("Enter");
  await expect(why).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(grid).toBeFocused();
  expect(await activeText()).toBe(row);

  // No element opened a drawer that is in the link, so focus moves to the row of the node.
  await page.goto(`${product.url}${AGENT}?node=worker-07&view=table`);
  const heading = why.getByRole("heading", { level: 2 });
  await expect(heading).toBeFocused();
  // No key was pressed since the page loaded, so that a ring would surprise.
  await expect(heading.locator("> span").first()).toHaveCSS("outline-style", "none");
  await page.keyboard.press("Shift");
  await expect(heading.locator("> span").first()).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Escape");
  await expect(grid).toBeFocused();
  expect(await activeText()).toContain("worker-07");
});

test("a page change moves focus to the heading, and back returns it to the link", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await page.goto(product.url);
  const link = page.getByRole("table").getByRole("link", { name: "fluentd-elasticsearch" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(link).toBeFocused();
});

test("the actions drawer opens by key and click, is in the link, and returns focus", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(100_000, 1000);
  await page.goto(product.url + AGENT);
  const drawer = page.getByRole("complementary", { name: "Actions" });
  const button = page.getByRole("button", { name: "Actions", exact: true });
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  await expect(drawer.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(page).toHaveURL(/\?drawer=fix$/);
  const verdictBox = await page.locator("[data-verdict]").boundingBox();
  const drawerBox = await drawer.boundingBox();
  expect(drawerBox?.y).toBeGreaterThanOrEqual((verdictBox?.y ?? 0) + (verdictBox?.height ?? 0));
  expect(drawerBox?.y).toBeLessThan(215);
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press("a");
  await expect(drawer).toBeVisible();

  // The explanation of a cell replaces the drawer, also in the link.
  await page.goto(`${product.url}${AGENT}?drawer=fix`);
  await expect(drawer).toBeVisible();
  await page.getByRole("grid").focus();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: /^Why/ })).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await expect(page).not.toHaveURL(/drawer=/);
});
