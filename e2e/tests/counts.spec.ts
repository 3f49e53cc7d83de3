import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test, verdict } from "./fixtures.ts";

const NAMES = ["DESIRED", "CURRENT", "READY", "UP-TO-DATE", "AVAILABLE", "MISSCHEDULED"] as const;
const FIELDS = [
  "desiredNumberScheduled",
  "currentNumberScheduled",
  "numberReady",
  "updatedNumberScheduled",
  "numberAvailable",
  "numberMisscheduled",
] as const;

interface Status {
  readonly status: Readonly<Record<(typeof FIELDS)[number], number>>;
}

/** Returns the numbers of the fleet's row, by their column heads. */
async function fleetRow(page: Page, key: string): Promise<Readonly<Record<string, string>>> {
  const heads = await page.getByRole("columnheader").allInnerTexts();
  const cells = await page.locator(`[data-key="${key}"] [role=cell]`).allInnerTexts();
  return Object.fromEntries(heads.map((head, at) => [head.trim(), cells[at]?.trim() ?? ""]));
}

const KEY = "default/log-agent";

/** The controller did not sync after two nodes became NotReady: it reports 8 where 6 are wanted. */
test("C10 T6 kubectl's names show the status everywhere, with our count next to it", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("automatic-tolerations");
  await product.advance(31_000);
  const { status } = (await product.kube("GET", "/apis/apps/v1/namespaces/default/daemonsets/log-agent")) as Status;
  const numbers = FIELDS.map((field) => status[field]);
  expect(numbers[0], "the status lags").toBe(8);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(product.url);
  await expect.poll(async () => (await fleetRow(page, KEY)).DESIRED).toBe("8");
  const row = await fleetRow(page, KEY);
  expect(["DESIRED", "CURRENT", "READY", "UP-TO-DATE", "AVAILABLE"].map((head) => Number(row[head]))).toEqual(numbers.slice(0, 5));

  await page.keyboard.press("x");
  const csv = page.getByRole("dialog", { name: /^Export/ }).getByRole("button", { name: "CSV" });
  const [download] = await Promise.all([page.waitForEvent("download"), csv.click()]);
  const [heads = "", ...lines] = (await readFile(await download.path(), "utf8")).split("\r\n");
  const saved = lines.find((line) => line.startsWith("default,log-agent,"))?.split(",") ?? [];
  expect(NAMES.map((name) => Number(saved[heads.split(",").indexOf(name)]))).toEqual(numbers);

  await page.goto(`${product.url}/daemonsets/${KEY}`);
  const rollout = page.getByRole("region", { name: "Rollout" });
  await expect(rollout.locator("[data-field=desiredNumberScheduled]")).toHaveAttribute("data-count", "8");
  for (const [at, field] of FIELDS.slice(0, 5).entries())
    await expect(rollout.locator(`[data-field=${field}]`)).toHaveAttribute("data-count", String(numbers[at]));
  await expect(rollout.getByRole("button", { name: /^DESIRED/ })).toHaveAccessibleName(/derived/);
  await expect(page.getByRole("region", { name: "Reported and derived" }).getByRole("row").nth(1)).toContainText("8");
  // No sentence of the page has another number of nodes that are available or updated.
  for (const [, , all] of (await verdict(page).innerText()).matchAll(/(\d+) of (\d+) (?:available|updated)/g)) expect(all).toBe("8");

  await page.setViewportSize({ width: 390, height: 844 });
  for (const [at, field] of FIELDS.slice(0, 5).entries())
    await expect(rollout.locator(`[data-field=${field}]`)).toHaveAttribute("data-count", String(numbers[at]));
});

test("T8 a DaemonSet has five rows of counts at rest and in a rollout, and a gate only in a rollout", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  const rollout = page.getByRole("region", { name: "Rollout" });
  await expect(rollout.getByRole("button")).toHaveText([/DESIRED/, /CURRENT/, /READY/, /UP-TO-DATE/, /AVAILABLE/]);
  await expect(rollout.locator("[data-meter]")).toHaveCount(0);
  await rollout.getByRole("button", { name: /UP-TO-DATE/ }).focus();
  await expect(page.getByRole("tooltip")).toContainText("status.updatedNumberScheduled");
  await product.advance(8000);
  await expect(rollout.getByRole("button")).toHaveCount(5);
  await expect(rollout.locator("[data-part=old]").first()).toBeVisible();
  await expect(rollout.locator("[data-meter]")).toContainText("maxUnavailable 2");
  await expect(async () => {
    await product.advance(500);
    expect(await rollout.locator("[data-changed]").count()).toBeGreaterThan(0);
  }).toPass();
  await expect(rollout.locator("[data-changed]")).toHaveCount(0);
});

test("T7 R21 a first creation uses no budget: no gate, no gauge, and nothing above the budget", async ({ page, simulate }) => {
  const product = await simulate("min-ready-seconds");
  await product.advance(9000);
  await page.goto(product.url);
  const row = page.locator('[data-key="default/ironman"]');
  await expect(row).toContainText("ROLLING", { ignoreCase: true });
  await page.goto(`${product.url}/daemonsets/default/ironman`);
  const rollout = page.getByRole("region", { name: "Rollout" });
  await expect(rollout.getByRole("button").first()).toBeVisible();
  await expect(rollout.locator("[data-meter]")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "2 not available" })).toBeVisible();
  await expect(page.locator("main")).not.toContainText(/over budget|budget \d/);
});
