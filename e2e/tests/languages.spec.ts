import { startDaemonscope } from "../daemonscope.ts";
import { startSimulator } from "../simulator.ts";
import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

const chip = "[data-freshness]";

test("T19 a stuck rollout is in the user's language: headline, tab title, live region, cause and row", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(65_000, 500);
  await page.goto(`${product.url}/?lang=zh-TW`);
  await expect(verdict(page)).toContainText(/卡住 \d+ 秒\s*fluentd-elasticsearch：映像檔 v9-missing 不存在，無法拉取（3 個節點）/);
  await expect(page).toHaveTitle(/^卡住 \d+ 秒 · kube-system\/fluentd-elasticsearch · SIMULATED · Daemonscope$/);
  await expect(page.getByRole("region", { name: "結論" }).locator("[aria-live]")).toContainText("卡住");
  // The texts of kubectl are not translated.
  const row = page.locator('[data-key="kube-system/fluentd-elasticsearch"]');
  await expect(row).toContainText("映像檔 v9-missing 不存在，無法拉取（3 個節點）");
  await expect(row.getByTitle(/^Waiting for daemon set/m)).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "UP-TO-DATE" })).toHaveAttribute("title", /已更新/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "設定" }).click();
  await page.getByRole("combobox", { name: "語言" }).selectOption("zh-CN");
  await page.keyboard.press("Escape");
  await expect(verdict(page)).toContainText("镜像 v9-missing 不存在，无法拉取（3 个节点）");
  await expect(page).toHaveTitle(/^卡住/);
  await expect(page.getByRole("region", { name: "结论" }).locator("[aria-live]")).toContainText("镜像 fluentd:v9-missing", {
    timeout: 7000,
  });
});

test("R13 a link to a cause is the same in every language", async ({ page, simulate }) => {
  const product = await simulate("driver-breaks-nodes");
  await product.advance(120_000, 1000);
  await page.goto(`${product.url}/?lang=zh-TW&cause=nodeUnready:Node NotReady`);
  await expect(page.getByRole("status").filter({ hasText: "「節點 NotReady」" })).toBeVisible();
});

test("F6 stale, lost and forbidden states are in the user's language, with verbatim server messages", { tag: "@long" }, async ({
  page,
}) => {
  const simulator = await startSimulator("hw-rng");
  await simulator.fault("forbid", { resource: "events" });
  const product = await startDaemonscope(["--kubeconfig", simulator.kubeconfig]);
  try {
    await page.goto(`${product.url}/?lang=zh-TW`);
    await expect(page.locator(chip)).toHaveText("即時");
    await expect(page.getByText("無權讀取 events。")).toBeVisible();
    await expect(page.getByText(/needs the verbs list and watch on events/)).toBeVisible();
    await simulator.fault("forbid", { resource: "pods" });
    await expect(page.locator(chip)).toHaveAttribute("data-freshness", "stale", { timeout: 5000 });
    await expect(page.locator(chip)).toHaveText(/資料過時 \d+ 秒/);
    await expect(page.getByRole("alert")).toContainText("不再有權讀取 pods：");
    await expect(page.getByRole("alert")).toContainText(/以下內容皆為 \d\d:\d\d:\d\d 時的狀態。/);
    await expect(verdict(page)).toContainText("先前");
    await expectAccessible(page);
    await simulator.kill();
    await expect(page.locator(chip)).toHaveText(/連線中斷/, { timeout: 10_000 });
    await expect(page.getByRole("alert")).toContainText("連線中斷。");
    await expect(page).toHaveTitle(/^連線中斷 \d+ 秒/);
  } finally {
    await product.stop();
    await simulator.stop();
  }
});

test("a broken link is reported in the user's language", async ({ page, simulate }) => {
  const product = await simulate("hw-rng");
  await page.goto(`${product.url}/nodes/worker-9?lang=zh-CN`);
  await expect(verdict(page)).toHaveText("没有名为“worker-9”的节点");
  await expect(page).toHaveTitle(/^没有节点“worker-9”/);
});
