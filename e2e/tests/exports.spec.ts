import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

async function saved(page: Page, form: string): Promise<{ readonly name: string; readonly text: string }> {
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

test("the fleet is saved as CSV and JSON in kubectl's columns, and says that it is simulated", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(product.url);
  await expect(page.getByRole("table", { name: "DaemonSets" })).toBeVisible();
  const csv = await saved(page, "CSV");
  expect(csv.name).toMatch(/^SIMULATED_tour_DaemonSets_.*Z\.csv$/);
  const lines = csv.text.split("\r\n");
  expect(lines[0]).toContain("NAMESPACE,NAME,DESIRED,CURRENT,READY,UP-TO-DATE,AVAILABLE");
  expect(lines[0]).toContain("BUDGET,NODES PER MINUTE,VERDICT");
  expect(lines.find((line) => line.startsWith("logging,fluent-bit,"))).toContain("logging,fluent-bit,48,48,48,48,48");
  const json = JSON.parse((await saved(page, "JSON")).text);
  expect(json).toMatchObject({ context: "tour", simulated: true, live: true });
  expect(json.daemonSets).toHaveLength(10);
});

test("the nodes of a DaemonSet are saved as a drawing, a picture and a table", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/daemonsets/gpu-operator/nvidia-driver`);
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByRole("dialog", { name: "Export gpu-operator/nvidia-driver" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const svg = await saved(page, "SVG");
  expect(svg.text).toMatch(/^<svg /);
  expect(svg.text).toContain("SIMULATED tour");
  expect((svg.text.match(/<(path|rect)/g) ?? []).length).toBeGreaterThan(48);
  const png = await saved(page, "PNG");
  expect(png.text.slice(1, 4)).toBe("PNG");
  const csv = await saved(page, "CSV");
  expect(csv.text.trim().split("\r\n")).toHaveLength(49);
});

test("a screen on a wall has nothing to press, and keeps to it from page to page", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/?kiosk=1`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(page.getByRole("complementary", { name: "Lab" })).toHaveCount(0);
  await expect(page.getByRole("status", { name: /Freshness/ })).toBeVisible();
  await page.getByRole("link", { name: "fluent-bit" }).first().click();
  await expect(page).toHaveURL(/fluent-bit\?kiosk=1$/);
});
