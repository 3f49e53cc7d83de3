import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

test("the palette opens a DaemonSet and a page by a few letters, and reports when nothing matches", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour");
  await page.goto(product.url);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Find or run" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("ds fluent");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/daemonsets\/logging\/fluent-bit$/);
  await expect(palette).toBeHidden();
  await page.keyboard.press(":");
  await page.keyboard.type("taints");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/taints$/);
  await page.keyboard.press(":");
  await page.keyboard.type("no such thing at all");
  await expect(palette.getByRole("status")).toHaveText("No matches");
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
});

test("j, k and the arrows move between DaemonSets, Enter opens one, and its row offers its commands", async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour");
  await page.goto(product.url);
  const links = page.getByRole("table", { name: "DaemonSets" }).locator("[data-key] [data-name] a");
  await expect(links).toHaveCount(10);
  await page.keyboard.press("j");
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("j");
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.nth(1)).toBeFocused();
  await expectAccessible(page);
  const path = await links.nth(1).getAttribute("href");
  await page.keyboard.press("y");
  await expect(page).toHaveURL(new RegExp(`${path}/yaml$`));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test("the help lists the keys, and single-character keys can be disabled and enabled", { tag: "@long" }, async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour");
  await page.goto(product.url);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await expect(help.getByText("Go to a page, DaemonSet, node or pod, or run a command")).toBeVisible();
  // The page below an open dialog gets no keys, for example not the key for export.
  await page.keyboard.press("x");
  await expectAccessible(page);
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await help.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: /Settings/ }).click();
  await page.getByRole("dialog", { name: "Settings" }).getByRole("checkbox").check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog", { name: "Find or run" }).getByRole("combobox")).toBeFocused();
});

test("settings change theme, density, motion and language in place, and a new page restores them", { tag: "@long" }, async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour");
  await page.goto(product.url);
  await page.getByRole("button", { name: "Settings" }).click();
  const settings = page.getByRole("dialog", { name: "Settings" });
  const root = page.locator("html");
  for (const [choice, attribute, value] of [
    ["light", "data-theme", "light"],
    ["high contrast", "data-contrast", "more"],
    ["comfortable", "data-density", "comfortable"],
    ["reduced", "data-motion", "reduce"],
  ] as const) {
    await settings.getByText(choice, { exact: true }).click();
    await expect(root).toHaveAttribute(attribute, value);
  }
  await expectAccessible(page);
  await settings.getByRole("combobox", { name: "Language" }).selectOption("zh-TW");
  await expect(page.getByRole("dialog", { name: "設定" })).toBeVisible();
  await expect(root).toHaveAttribute("lang", "zh-TW");
  await page.reload();
  await expect(root).toHaveAttribute("lang", "zh-TW");
  await expect(root).toHaveAttribute("data-contrast", "more");
});

test("c copies the name and C the kubectl command of a DaemonSet, and the page confirms it", { tag: "@long" }, async ({
  page,
  context,
  simulateReadOnly,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const product = await simulateReadOnly("tour");
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("fluent-bit");
  await page.keyboard.press("c");
  await expect(page.getByText("Copied: fluent-bit")).toBeVisible();
  await page.keyboard.press("Shift+C");
  const line = "kubectl -n logging rollout status ds/fluent-bit";
  await expect(page.getByText(`Copied: ${line}`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line);
});

test("the word of a state offers the DaemonSet, its failing pods and its actions, also typed at once", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(100_000, 1000);
  await page.goto(product.url);
  await expect(verdict(page)).toContainText("STUCK");
  await page.keyboard.type("/stuck");
  const palette = page.getByRole("dialog", { name: "Find or run" });
  await expect(palette.getByRole("combobox")).toHaveValue("stuck");
  await expect(palette.getByRole("option").first()).toContainText("kube-system/fluentd-elasticsearch");
  await expect(palette.getByRole("option", { name: /3 failing pods of fluentd-elasticsearch/ })).toContainText("worker-");
  await expect(palette.getByRole("option", { name: /^Pause fluentd-elasticsearch/ })).toBeVisible();
  await expect(palette.getByRole("option", { name: "Events of fluentd-elasticsearch" })).toBeVisible();
  await palette.getByRole("option", { name: /^Undo fluentd-elasticsearch to revision 1/ }).click();
  await expect(page.getByRole("heading", { name: /Undo .*to revision 1/ }).first()).toBeVisible();
});
