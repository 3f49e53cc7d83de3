import type { Page } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { expect, expectAccessible, test, verdict } from "./fixtures.ts";
import { changesBetween, movableClock, setAhead, shownOn } from "./without-data.ts";

/**
 * Two clusters with the new image, one with a stuck rollout, one that waits for manual deletion, and one without the
 * DaemonSet.
 */
const STORIES = ["image-update", "image-update", "bad-image", "on-delete", "surge"];
const NAME = "fluentd-elasticsearch";
/** Larger than in other tests, because the scenarios advance by minutes. */
const STEP_MS = 10_000;
let product: Daemonscope;
let simulators: ReadonlyMap<string, string>;

test.describe.configure({ mode: "serial", timeout: 30_000 });
test.beforeAll(async () => {
  product = await startDaemonscope([...STORIES.map((story) => `--simulate=${story}`), "--clock=manual", "--seed", "7"]);
  const named = () => [...product.output().matchAll(/^simulator (\S+) (\S+)$/gm)];
  // Each simulator prints its address when it is ready.
  await expect.poll(() => named().length).toBe(STORIES.length);
  simulators = new Map(named().map(([, url = "", name = ""]) => [name, url]));
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

const post = (cluster: string, path: string, body?: unknown) =>
  fetch(`${simulators.get(cluster)}${path}`, {
    method: "POST",
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });

/** Advances in steps, so that intermediate states are received. */
async function advance(cluster: string, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) await post(cluster, `/simulator/advance?ms=${Math.min(STEP_MS, left)}`);
}

const matrix = (page: Page) => page.getByRole("table", { name: "DaemonSets by cluster" });
const matrixCell = (page: Page, cluster: string) => matrix(page).getByRole("link", { name: new RegExp(`^${NAME} in ${cluster}:`) });

test("shows stuck rollouts, clusters on the old version, clusters without the agent and differing specs", async ({ page }) => {
  await page.goto(product.url);
  await expect(verdict(page)).toHaveText(/^STUCK \S+ fluentd-elasticsearch in bad-image: image fluentd:v9-missing not found on 3 nodes$/);
  await expect(matrixCell(page, "bad-image")).toHaveAccessibleName(/Stuck .*3 of 12|Stuck .*9 of 12/);
  const versions = page.getByRole("group", { name: `${NAME} version, clusters` });
  await expect(versions.getByRole("button")).toContainText([
    /v9-missing: in 1 cluster/,
    /v2\.6\.0: in 3 clusters/,
    /v2\.5\.1: in 2 clusters/,
  ]);
  await expect(versions).toContainText("not installed1");
  await expect(page.getByText("2 of 5 clusters still run v2.5.1")).toBeVisible();
  await expect(page.getByText("surge has no fluentd-elasticsearch")).toBeVisible();
  await matrix(page).getByRole("button", { name: NAME }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "bad-image" }).filter({ hasText: "→" })).toContainText(
    "image quay.io/fluentd_elasticsearch/fluentd:v2.6.0 → quay.io/fluentd_elasticsearch/fluentd:v9-missing",
  );
  await expect(page.getByText("SIMULATED", { exact: true })).toBeVisible();
  const dock = page.getByRole("complementary", { name: "Timeline" });
  await expect(dock).toContainText("LIVE");
  await expect(dock.locator("[data-incident]").filter({ hasText: `bad-image ${NAME}` })).toHaveCount(1);
  await expectAccessible(page);
});

test("a version filters clusters in the link, and a cluster opens its usual page, with a way back", async ({ page }) => {
  await page.goto(product.url);
  await page.getByRole("button", { name: "v2.5.1: in 2 clusters; show where" }).click();
  await expect(page).toHaveURL(/\/daemonsets\/kube-system\/fluentd-elasticsearch\?version=v2\.5\.1$/);
  await page.reload();
  await expect(page.getByRole("button", { name: /^v2\.5\.1/ })).toHaveAttribute("aria-pressed", "true");
  await matrixCell(page, "bad-image").click();
  await expect(page).toHaveURL(/\/clusters\/bad-image\/daemonsets\/kube-system\/fluentd-elasticsearch$/);
  await expect(verdict(page)).toContainText("STUCK");
  await expect(page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Nodes" })).toHaveAttribute(
    "href",
    "/clusters/bad-image/nodes",
  );
  await page.getByRole("button", { name: "Cluster: bad-image" }).click();
  await expectAccessible(page);
  await page.getByRole("option", { name: /^All clusters/ }).click();
  await expect(matrix(page)).toBeVisible();
});

test("the keyboard alone reaches points, versions, the filter, and the palette over all clusters", async ({ page }) => {
  await page.goto(product.url);
  await matrixCell(page, "bad-image").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(":focus")).toHaveAccessibleName(/^fluentd-elasticsearch in on-delete: 4 to delete/);
  await page.getByRole("button", { name: /^v9-missing/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?version=v9-missing$/);
  await page.keyboard.press("/");
  await page.keyboard.type("image-update");
  await expect(matrix(page).getByRole("columnheader")).toHaveText([
    "DAEMONSET",
    "VERSION",
    /^image-update12 nodes/,
    /image-update-212 nodes/,
  ]);
  await page.keyboard.press("Escape");
  await page.keyboard.press(":");
  await page.getByRole("dialog").getByRole("combobox").fill("cluster on-de");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/clusters\/on-delete\/$/);
});

/**
 * The texts of a narrow screen in each language. They name the stuck cluster, the clusters behind, the one without the
 * agent, the template differences and the disconnected ones.
 */
const TEXTS = {
  en: {
    verdict: /^STUCK \S+ fluentd-elasticsearch in bad-image: image fluentd:v9-missing not found on 3 nodes$/,
    lacks: "surge has no fluentd-elasticsearch",
    worst: /bad-image Stuck \S+, \+1/,
    differ: "Templates that differ",
    unreachable: "Unreachable clusters",
    silent: /silent \d+s/,
  },
  "zh-CN": {
    verdict: /^卡住 \d+ ?秒 bad-image 的 fluentd-elasticsearch：镜像 fluentd:v9-missing .*（3 个节点）$/,
    lacks: "surge 没有 fluentd-elasticsearch",
    worst: /bad-image 卡住 \d+ ?秒，\+1/,
    differ: "不同的模板",
    unreachable: "无法连接的集群",
    silent: /失联 \d+ ?秒/,
  },
  "zh-TW": {
    verdict: /^卡住 \d+ ?秒 bad-image 的 fluentd-elasticsearch：映像檔 fluentd:v9-missing .*（3 個節點）$/,
    lacks: "surge 沒有 fluentd-elasticsearch",
    worst: /bad-image 卡住 \d+ ?秒，\+1/,
    differ: "不同的範本",
    unreachable: "無法連線的叢集",
    silent: /失聯 \d+ ?秒/,
  },
} as const;

test("shows the same on a phone and in three languages, without truncated text", { tag: "@long" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [language, { verdict: sentence, lacks, worst, differ }] of Object.entries(TEXTS)) {
    await page.goto(`${product.url}/?lang=${language}`);
    await expect(verdict(page)).toHaveText(sentence);
    await expect(page.getByText(lacks).first()).toBeVisible();
    const phrase = page.locator("[data-key='kube-system/fluentd-elasticsearch']").getByText(worst).last();
    await expect(phrase).toBeVisible();
    expect(await phrase.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), "it is not cut").toBeLessThanOrEqual(0);
    await page.goto(`${product.url}/daemonsets/kube-system/${NAME}?lang=${language}`);
    await expect(page.getByRole("heading", { name: differ })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await expectAccessible(page);
});

test("names the disconnected cluster and since when, also on a phone, and the others continue", { tag: "@long" }, async ({ page }) => {
  await page.goto(product.url);
  await expect(matrix(page)).toBeVisible();
  await post("on-delete", "/simulator/faults", { verb: "forbid", resource: "daemonsets" });
  await post("on-delete", "/simulator/faults", { verb: "dropWatches" });
  await expect(page.getByRole("columnheader", { name: /^on-delete silent/ })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("region", { name: "Unreachable clusters" })).toContainText(/on-delete.*silent \d+s/);
  await expect(verdict(page)).toContainText("STUCK");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [language, { unreachable, silent }] of Object.entries(TEXTS)) {
    await page.goto(`${product.url}/?lang=${language}`);
    await expect(page.getByRole("region", { name: unreachable })).toContainText(silent);
  }
});

test("ages of a silent cluster do not advance", { tag: "@long" }, async ({ page }) => {
  await page.goto(product.url);
  await expect(verdict(page)).toHaveText(/^STUCK \S+ fluentd-elasticsearch in bad-image/);
  await post("bad-image", "/simulator/faults", { verb: "forbid", resource: "daemonsets" });
  await post("bad-image", "/simulator/faults", { verb: "dropWatches" });
  const column = page.getByRole("columnheader", { name: /^bad-image silent/ });
  await expect(column).toBeVisible({ timeout: 15_000 });
  const silentSeconds = async () => Number(/silent (\d+)s/.exec(await column.innerText())?.[1]);
  const stuckSeconds = async () => Number(/^STUCK (\d+)s/.exec(await verdict(page).innerText())?.[1]);
  const [stuck, silent] = [await stuckSeconds(), await silentSeconds()];
  await expect.poll(silentSeconds, { timeout: 15_000 }).toBeGreaterThan(silent + 3);
  // A second silent source may have answered earlier, which lowers the age. The age never increases.
  expect(await stuckSeconds()).toBeLessThanOrEqual(stuck);
});

test("advances nothing while Daemonscope is away, except the time without a response", { tag: "@long" }, async ({ page }) => {
  await page.addInitScript(movableClock);
  await page.goto(product.url);
  await expect(matrix(page)).toBeVisible();
  await product.kill();
  const lost = page.getByRole("alert");
  await expect(lost).toBeVisible({ timeout: 15_000 });
  const shown = async () => (await shownOn(page)).filter((line) => !line.startsWith("The Daemonscope server does not answer"));
  const before = await shown();
  await setAhead(page, 600_000);
  await expect(lost).toContainText("10m");
  expect(changesBetween(before, await shown())).toEqual([]);
});
