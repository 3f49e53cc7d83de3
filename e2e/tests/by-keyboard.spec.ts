import type { Locator, Page } from "@playwright/test";
import { expect, test, verdict } from "./fixtures.ts";
import { FLUENT_BIT } from "./screen-list.ts";
import { focusOn } from "./seen-focus.ts";

// A trace keeps the whole document at every step, which takes longer than the hundreds of stops.
test.use({ trace: "off" });

async function expectVisibleFocus(page: Page, step: string): Promise<void> {
  await expect(async () => {
    const focus = await focusOn(page);
    expect(focus.isShown, `after ${step} the focus is on ${focus.words}, which does not show`).toBe(true);
  }).toPass({ timeout: 3000 });
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 150; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not come there");
}

test("the keyboard alone opens a DaemonSet, its grid, explain, the node, events and YAML, with visible focus", {
  tag: "@long",
}, async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(65_000, 1000);
  await page.goto(product.url);
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await expectVisibleFocus(page, key);
  };

  const link = page.getByRole("table").getByRole("link", { name: "fluentd-elasticsearch" }).first();
  await tabTo(page, link);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/daemonsets\/kube-system\/fluentd-elasticsearch/);
  // The heading exists once the files of the page are loaded.
  await expect(verdict(page)).toContainText("STUCK");
  await expectVisibleFocus(page, "Enter on a DaemonSet");
  const grid = page.getByRole("grid");
  await expect(grid).toBeVisible();
  await tabTo(page, grid);
  await expectVisibleFocus(page, "Tab to the grid");
  await press("n");
  await press("Enter");
  const why = page.getByRole("complementary", { name: /^Why/ });
  await expect(why.getByRole("heading", { level: 2 })).toBeFocused();
  const node = /node=([^&]+)/.exec(page.url())?.[1] ?? "";
  await tabTo(page, why.locator(`a[href$="nodes/${node}"]`).first());
  await press("Enter");
  await expect(page).toHaveURL(new RegExp(`/nodes/${node}$`));
  await press("e");
  await expect(page).toHaveURL(/\/events$/);
  await press("y");
  await expect(page).toHaveURL(/\/yaml/);
  await press("Escape");
  await expect(page).toHaveURL(new RegExp(`/nodes/${node}$`));
  await press("Escape");
  await expect(page).toHaveURL(`${product.url}/nodes`);
  await press("Escape");
  await expect(page).toHaveURL(`${product.url}/`);
});

test("each Escape closes one level: YAML, then explain, then the DaemonSet", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(65_000, 1000);
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch/yaml`);
  await expect(page.locator(".cm-editor")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/fluentd-elasticsearch$/);
  await expectVisibleFocus(page, "Escape from YAML");
  await page.getByRole("grid").focus();
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/node=/);
  await expectVisibleFocus(page, "Enter in the grid");
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/node=/);
  await expect(page.getByRole("grid")).toBeFocused();
  await expectVisibleFocus(page, "Escape from why");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${product.url}/`);
  await expectVisibleFocus(page, "Escape from the DaemonSet");
});

test("the filter and the palette show the caret and the selection", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(product.url + FLUENT_BIT);
  const grid = page.getByRole("grid");
  await grid.focus();
  await page.keyboard.press("/");
  const palette = page.getByRole("dialog", { name: "Find or run" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await expectVisibleFocus(page, "the key of the filter");
  await page.keyboard.type("gpu");
  const filter = palette.getByRole("option", { name: /Filter the list/ });
  await expect(filter).toBeVisible();
  for (let at = 0; at < 40 && (await filter.getAttribute("aria-selected")) !== "true"; at++) await page.keyboard.press("ArrowDown");
  await expectVisibleFocus(page, "ArrowDown to the filter");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=gpu/);
  await expect(grid).toBeFocused();
  await expectVisibleFocus(page, "Enter on the filter");
  await page.keyboard.press("Control+k");
  await expectVisibleFocus(page, "the palette");
  await page.keyboard.press("ArrowDown");
  await expectVisibleFocus(page, "ArrowDown in the palette");
});
