import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

async function saveExport(page: Page, form: string): Promise<{ readonly name: string; readonly text: string }> {
  await page.keyboard.press("x");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("dialog", { name: /^Export/ })
      .getByRole("button", { name: form })
      .click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "latin1") };
}

test("the fleet is exported as CSV and JSON with kubectl's columns, marked as simulated", { tag: "@long" }, async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour");
  await page.goto(product.url);
  await expect(page.getByRole("table", { name: "DaemonSets" })).toBeVisible();
  // The table appears before the nodes; a file that is saved until then states that it is not live.
  await expect(page.locator("[data-freshness]").first()).toHaveAttribute("data-freshness", "live");
  const csv = await saveExport(page, "CSV");
  expect(csv.name).toMatch(/^SIMULATED_tour_DaemonSets_.*Z\.csv$/);
  const lines = csv.text.split("\r\n");
  expect(lines[0]).toContain("NAMESPACE,NAME,DESIRED,CURRENT,READY,UP-TO-DATE,AVAILABLE");
  expect(lines[0]).toContain("BUDGET,NODES PER MINUTE,VERDICT,REASON,REVISION,HASH");
  expect(lines.find((line) => line.startsWith("logging,fluent-bit,"))).toContain("logging,fluent-bit,48,48,48,48,48");
  const json = JSON.parse((await saveExport(page, "JSON")).text);
  expect(json).toMatchObject({ context: "tour", simulated: true, live: true });
  expect(json.daemonSets).toHaveLength(10);
});

test("Tab moves through the formats of an export that was opened from the settings", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/daemonsets/gpu-operator/nvidia-driver`);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Export/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export gpu-operator/nvidia-driver" });
  const buttons = dialog.getByRole("button");
  await expect(buttons).toHaveCount(6);
  await buttons.first().focus();
  // A later render must keep the other buttons.
  await product.advance(3000, 1000);
  for (const at of [1, 2, 3, 4, 5]) {
    await page.keyboard.press("Tab");
    await expect(buttons.nth(at)).toBeFocused();
  }
});

test("the nodes of a DaemonSet are exported as SVG, PNG and table", { tag: "@long" }, async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour");
  await page.goto(`${product.url}/daemonsets/gpu-operator/nvidia-driver`);
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByRole("dialog", { name: "Export gpu-operator/nvidia-driver" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const svg = await saveExport(page, "SVG");
  expect(svg.text).toMatch(/^<svg /);
  expect(svg.text).toMatch(/SIMULATED tour .{1,3} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
  expect(svg.text).toContain("gpu-operator/nvidia-driver");
  expect(svg.text).toContain(">general-01</text>");
  expect(svg.text).toContain('@font-face{font-family:"Inter Variable"');
  expect((svg.text.match(/<(path|rect)/g) ?? []).length).toBeGreaterThan(48);
  const png = await saveExport(page, "PNG");
  expect(png.text.slice(1, 4)).toBe("PNG");
  const csv = await saveExport(page, "CSV");
  const lines = csv.text.trim().split("\r\n");
  expect(lines).toHaveLength(49);
  expect(lines[0]).toContain("NODE,GROUP,ZONE,STATE,POD,REASON,REVISION,HASH,IMAGES,");
  expect(lines.find((line) => line.startsWith("gpu-01,"))).toMatch(
    /^gpu-01,gpu,[^,]*,\w+,nvidia-driver-\w{5},[^,]*,\d+,\w+,\S+:\S+,(true|false),(true|false),(true|false),true,/,
  );
});

test("a wallboard has no controls, and remains one across pages", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour");
  await page.goto(`${product.url}/?kiosk=1`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Find or run" })).toBeHidden();
  await expect(page.getByRole("button", { name: "SIMULATED" })).toHaveCount(0);
  await expect(page.getByRole("status", { name: /Freshness/ })).toBeVisible();
  await page.getByRole("link", { name: "fluent-bit" }).first().click();
  await expect(page).toHaveURL(/fluent-bit\?kiosk=1$/);
});

test("a what-if is exported as a picture marked as a preview, with the outcome of each node", { tag: "@long" }, async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour");
  await page.goto(`${product.url}/what-if?if=${encodeURIComponent("taint -l pool=gpu dedicated=ml:NoExecute")}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("WOULD SHRINK");
  const svg = await saveExport(page, "SVG");
  expect(svg.text).toMatch(/WHAT IF \d DaemonSets lose gpu/);
  for (const words of ["taint -l pool=gpu dedicated=ml:NoExecute", "SIMULATED tour", "9 will go", "gpu-09", "deleted"])
    expect(svg.text).toContain(words);
});
