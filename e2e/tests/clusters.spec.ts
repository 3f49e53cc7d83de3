import type { Page } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

/** Two clusters that have the new image, one whose rollout is stuck, one that waits by hand, and one without the DaemonSet. */
const STORIES = ["image-update", "image-update", "bad-image", "on-delete", "surge"];
const NAME = "fluentd-elasticsearch";
const STEP_MS = 2000;
let product: Daemonscope;
let simulators: ReadonlyMap<string, string>;

test.describe.configure({ mode: "serial", timeout: 30_000 });
test.beforeAll(async () => {
  product = await startDaemonscope([...STORIES.map((story) => `--simulate=${story}`), "--clock=manual", "--seed", "7"]);
  simulators = new Map([...product.output().matchAll(/^simulator (\S+) (\S+)$/gm)].map(([, url = "", name = ""]) => [name, url]));
  await Promise.all([
    advance("image-update", 300_000),
    advance("image-update-2", 300_000),
    advance("bad-image", 60_000),
    advance("on-delete", 30_000),
  ]);
});
test.afterAll(async () => {
  await product?.stop();
});

const ask = (cluster: string, path: string, body?: unknown) =>
  fetch(`${simulators.get(cluster)}${path}`, {
    method: "POST",
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });

/** In steps, so that what happens between is heard of. */
async function advance(cluster: string, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) await ask(cluster, `/simulator/advance?ms=${Math.min(STEP_MS, left)}`);
}

const matrix = (page: Page) => page.getByRole("table", { name: "DaemonSets by cluster" });
const point = (page: Page, cluster: string) => matrix(page).getByRole("link", { name: new RegExp(`^${NAME} in ${cluster}:`) });

test("answers where a rollout is stuck, which clusters run the old version, which lack the agent and where specs differ, at a glance", async ({
  page,
}) => {
  await page.goto(product.url);
  await expect(verdict(page)).toHaveText(/^STUCK \S+ ?fluentd-elasticsearch in bad-image; 2 of 5 clusters still run v2\.5\.1$/);
  await expect(point(page, "bad-image")).toHaveAccessibleName(/stuck .*3 of 12|stuck .*9 of 12/);
  const versions = page.getByRole("group", { name: `${NAME} version, clusters` });
  await expect(versions.getByRole("button")).toContainText([
    /v9-missing: in 1 cluster/,
    /v2\.6\.0: in 3 clusters/,
    /v2\.5\.1: in 2 clusters/,
  ]);
  await expect(versions).toContainText("not installed1");
  await expect(page.getByText("surge has no fluentd-elasticsearch")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "bad-image" })).toContainText(
    "image quay.io/fluentd_elasticsearch/fluentd:v2.6.0 → quay.io/fluentd_elasticsearch/fluentd:v9-missing",
  );
  await expect(page.getByText("SIMULATED", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("keeps the clusters that run a version, in the link, and goes on into one of them as it always was, and back", async ({ page }) => {
  await page.goto(product.url);
  await page.getByRole("button", { name: "v2.5.1: in 2 clusters; show where" }).click();
  await expect(page).toHaveURL(/\/daemonsets\/kube-system\/fluentd-elasticsearch\?version=v2\.5\.1$/);
  await page.reload();
  await expect(page.getByRole("button", { name: /^v2\.5\.1/ })).toHaveAttribute("aria-pressed", "true");
  await point(page, "bad-image").click();
  await expect(page).toHaveURL(/\/clusters\/bad-image\/daemonsets\/kube-system\/fluentd-elasticsearch$/);
  await expect(verdict(page)).toContainText("STUCK");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Nodes" }).click();
  await expect(page).toHaveURL(/\/clusters\/bad-image\/nodes$/);
  await page.getByRole("navigation", { name: "Where you are" }).getByRole("link", { name: "clusters" }).click();
  await expect(matrix(page)).toBeVisible();
});

test("is read by the keyboard alone: arrows from point to point, the filter, and the palette over all clusters", async ({ page }) => {
  await page.goto(product.url);
  await point(page, "bad-image").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(":focus")).toHaveAccessibleName(/^fluentd-elasticsearch in on-delete: 4 to delete/);
  await page.keyboard.press("/");
  await page.keyboard.type("image-update");
  await expect(matrix(page).getByRole("columnheader")).toHaveText(["DAEMONSET", /^image-update12 nodes/, /image-update-212 nodes/]);
  await page.keyboard.press("Escape");
  await page.keyboard.press(":");
  await page.getByRole("dialog").getByRole("combobox").fill("cluster on-de");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/clusters\/on-delete\/$/);
});

test("says the same on a phone and in Chinese, without a word that is cut", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/?lang=zh-TW`);
  await expect(verdict(page)).toHaveText(/^卡住 \S+ ?bad-image 的 fluentd-elasticsearch；5 個叢集中有 2 個仍在執行 v2\.5\.1$/);
  await expect(page.getByRole("region", { name: "結論" })).toContainText("surge 沒有 fluentd-elasticsearch");
  await expect(page.locator("[data-key='kube-system/fluentd-elasticsearch']")).toContainText(/bad-image 卡住 \S+，另有 1 個/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test("says which cluster is not heard of and since when, and the others go on", async ({ page }) => {
  await page.goto(product.url);
  await expect(matrix(page)).toBeVisible();
  await ask("on-delete", "/simulator/faults", { verb: "forbid", resource: "daemonsets" });
  await ask("on-delete", "/simulator/faults", { verb: "dropWatches" });
  await expect(page.getByRole("columnheader", { name: /^on-delete silent/ })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("region", { name: "Not heard, and why" })).toContainText(/on-delete.*silent \d+s/);
  await expect(verdict(page)).toContainText("STUCK");
});
