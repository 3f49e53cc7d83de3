import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

const FLUENTD = "/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch";

test("T8 R25 a rollout states its pace, its approximate duration, and the effect of a larger budget", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  const spec = { minReadySeconds: 20, updateStrategy: { rollingUpdate: { maxUnavailable: 1 } } };
  await product.kube("PATCH", FLUENTD, { spec }, "application/merge-patch+json");
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  await expect(verdict(page)).toContainText("12 of 12 available");
  // The image changes after 5 s; each node takes a little more than 20 s.
  await product.advance(6000);
  await expect(page.getByText("Measuring the pace")).toBeVisible();
  await product.advance(114_000);
  await expect(verdict(page)).toContainText(/ROLLING.*: \d of 12 updated, ~[1-4]m\d*s? left/);
  const pace = page.locator("[data-fact]");
  await expect(pace).toContainText(/[23] nodes\/min/);
  await expect(pace).toContainText(/2[0-9]s per node \(median\), mostly minReadySeconds \(20s\)/);
  await expect(pace).toContainText(/maxUnavailable 10% would take about \d+s/);
  await expect(verdict(page).getByTitle(/^(90s|2m) to [3-5]m left, .*80% confidence, \d nodes in 1\dm?\d*s?$/)).toBeVisible();
  await expect(pace.getByTitle(/measured since 12:00:05/)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${product.url}/`);
  const row = page.getByRole("table", { name: "DaemonSets" }).getByRole("row", { name: /fluentd-elasticsearch/ });
  await expect(row).toContainText(/\d of 12, ~[1-4]m\d*s? left/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row.getByText(/~[1-4]m\d*s? left/)).toBeVisible();

  await product.advance(200_000, 1000);
  await expect(row).not.toContainText("left");
});

test("T22 R25 from the tenth node a rollout forecasts its end, and ends within the forecast", { tag: "@long" }, async ({
  page,
  simulateAlone,
}) => {
  const product = await simulateAlone("big-cluster", "--nodes", "100");
  await page.goto(`${product.url}/daemonsets/kube-system/fluent-bit`);
  await expect(verdict(page)).toContainText("HEALTHY");
  // The image changes after 10 s. A fixed moment, because the forecast is right in 8 of 10 cases.
  // estimate-remaining.test.ts plays many.
  await product.advance(30_000, 1000);
  await expect(verdict(page)).toContainText(/ left/);
  const [, updated] = /(\d+) of 100 updated.* ~\d+[ms] left/.exec(await verdict(page).innerText()) ?? [];
  const range = await verdict(page).getByTitle(/left/).getAttribute("title");
  const [, to, unit] = /(?:to )?(\d+)(m|s) left/.exec(range ?? "") ?? [];
  expect(Number(updated)).toBeGreaterThanOrEqual(10);
  await product.advance(Number(to) * (unit === "m" ? 60_000 : 1000), 1000);
  await expect(verdict(page)).toContainText("HEALTHY");
});

test("T19 R25 a stuck rollout has no forecast, because it makes no progress", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(90_000, 500);
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  await expect(verdict(page)).toContainText("STUCK");
  await expect(page.getByText(/~.* left/)).toHaveCount(0);
  await page.goto(`${product.url}/`);
  await expect(verdict(page)).toContainText("STUCK");
  await expect(page.getByText(/~.* left/)).toHaveCount(0);
});
