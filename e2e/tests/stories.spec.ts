import { advanceUntil, countsOn, expect, expectAccessible, test, verdict } from "./fixtures.ts";

test("T1 a control-plane taint excludes one node, and the page gives the reason and both remedies", async ({ page, simulate }) => {
  const product = await simulate("control-plane-taint");
  await page.goto(`${product.url}/daemonsets/default/redis-ds`);
  await expect(verdict(page)).toContainText("1 of 1 available");
  await expect.poll(() => countsOn(page)).toBe("1 1 1 1 1");
  await expectAccessible(page);

  await page.goto(`${product.url}/daemonsets/default/redis-ds?node=control-plane`);
  const why = page.getByRole("complementary", { name: /Why redis-ds/ });
  await expect(why.getByRole("heading", { level: 2 })).toContainText(/control-plane\s*Not eligible/);
  await expect(why).toContainText("One taint is not tolerated.");
  await expect(why).toContainText("node-role.kubernetes.io/control-plane:NoSchedule");
  await expect(why.getByRole("heading", { level: 3, name: /Take the taint .* off control-plane/ })).toBeVisible();
  await expect(why.getByRole("heading", { level: 3, name: /Give redis-ds a toleration/ })).toBeVisible();
  await expect(why).toContainText("Desired goes from 1 to 2");
  await expectAccessible(page);

  await product.kube("PATCH", "/api/v1/nodes/control-plane", { spec: { taints: null } }, "application/merge-patch+json");
  await product.advance(3000);
  await expect.poll(() => countsOn(page)).toBe("2 2 2 2 2");
  await expect(why.getByRole("heading", { level: 2 })).toContainText(/control-plane\s*(?!Not eligible)\S/);
});

test("T5 a pod follows a node label; the proof shows wanted and actual values, the facts show the host path", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("hw-rng");
  await page.goto(`${product.url}/daemonsets/default/hw-rng?node=worker-2`);
  const why = page.getByRole("complementary", { name: /Why hw-rng/ });
  await expect(why).toContainText("feature = hw-rng");
  await expect(why).toContainText("node has no such label");
  // The node takes the place of the facts.
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Facts", { exact: true }).getByText("/dev", { exact: true })).toBeVisible();
  await page.goBack();
  await product.advance(12_000);
  await expect.poll(() => countsOn(page)).toBe("1 1 1 1 1");
  await expect(why.getByRole("heading", { level: 2 })).toContainText(/worker-2\s*(?!Not eligible)\S/);
  await product.advance(25_000);
  await expect.poll(() => countsOn(page)).toBe("0 0 0 0 0");
  await expectAccessible(page);
});

test("T7 all pods are ready before any is available, and available follows", async ({ page, simulate }) => {
  const product = await simulate("min-ready-seconds");
  await page.goto(`${product.url}/`);
  await expect(page.getByRole("heading", { level: 2, name: "No DaemonSets" })).toBeVisible();
  await product.advance(5000, 100);
  await page.goto(`${product.url}/daemonsets/default/ironman`);
  // The time of the cluster stops while the page draws: a slow page shows the state too.
  await advanceUntil(product, page.locator("[data-field=numberReady][data-count='2']"));
  await expect.poll(() => countsOn(page)).toBe("2 2 2 2 0");
  await product.advance(6000);
  await expect.poll(() => countsOn(page)).toBe("2 2 2 2 2");
  await expectAccessible(page);
});

test("T7 a ready pod states the seconds until it is available", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("min-ready-seconds");
  await product.advance(5000);
  await page.goto(`${product.url}/daemonsets/default/ironman?node=worker-1`);
  const why = page.getByRole("complementary", { name: /Why ironman/ });
  await advanceUntil(product, why.getByText(/ready, available in [1-5] s/));
});

test("T8 a new image rolls out within the budget, and a second revision appears", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  await expect.poll(() => countsOn(page)).toBe("12 12 12 12 12");
  await product.advance(5500);
  await expect(verdict(page)).toContainText("ROLLING");
  await expect(page.getByRole("complementary", { name: "What's using the budget" })).toContainText("Terminating");
  await expectAccessible(page);
  let least = 12;
  for (let at = 0; at < 60; at++) {
    await product.advance(400, 400);
    least = Math.min(least, Number((await countsOn(page)).split(" ")[4]));
  }
  expect(least).toBeGreaterThanOrEqual(10);
  await expect.poll(() => countsOn(page)).toBe("12 12 12 12 12");
  await expect(page.getByTitle('daemon set "fluentd-elasticsearch" successfully rolled out')).toBeVisible();
  await page.getByRole("link", { name: "Changes", exact: true }).click();
  await expect(page.getByRole("region", { name: "Revisions" })).toContainText("2");
});

test("T9 under OnDelete nothing changes until a pod is deleted manually", async ({ page, simulate }) => {
  const product = await simulate("on-delete");
  await product.advance(10_000);
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  await expect(verdict(page)).toContainText("MANUAL");
  await expect(page.getByRole("heading", { level: 2, name: "6 old pods to delete" })).toBeVisible();
  await expect(page.getByTitle("rollout status is only available for RollingUpdate strategy type")).toBeVisible();
  await expectAccessible(page);
  await product.advance(10_000);
  await expect(page.getByRole("heading", { level: 2, name: "5 old pods to delete" })).toBeVisible();
});

test("T10 with maxSurge AVAILABLE remains constant, and a host port makes a surge impossible", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("surge");
  await page.goto(`${product.url}/daemonsets/default/port-agent`);
  // Before its rollout the port conflict is a notice, not a problem.
  await expect(verdict(page)).toContainText(/^HEALTHY.*the next rollout cannot work: .*host port 9100/);
  await page.goto(`${product.url}/daemonsets/default/agent`);
  await product.advance(5000);
  for (let at = 0; at < 30; at++) {
    await product.advance(500, 500);
    expect((await countsOn(page)).split(" ")[4]).toBe("6");
  }
  await expect(async () => {
    await product.advance(1000);
    expect(await countsOn(page)).toBe("6 6 6 6 6");
  }).toPass();
  await expectAccessible(page);
  await product.advance(30_000);
  await page.goto(`${product.url}/daemonsets/default/port-agent`);
  await expect(page.getByText(/host port( \d+)? is taken/).first()).toBeVisible();
  await product.advance(45_000, 1000);
  await expect(verdict(page)).toContainText(/^STUCK.*only one can hold host port 9100$/);
});

test("T19 a bad image is called stuck within a minute, with its cause and its nodes", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await page.goto(product.url);
  await product.advance(65_000, 500);
  await expect(verdict(page)).toContainText(/STUCK .*fluentd-elasticsearch: image fluentd:v9-missing not found on 3 nodes$/);
  await expect(page.locator("[data-key='kube-system/fluentd-elasticsearch']")).toContainText("image v9-missing not found on 3 nodes");
  await expect(page).toHaveTitle(/^STUCK/);
  await expectAccessible(page);
  await page.getByRole("link", { name: "fluentd-elasticsearch", exact: true }).first().click();
  await expect(page.getByRole("complementary", { name: "What's using the budget" })).toContainText("3ImagePullBackOff");
  await expectAccessible(page);
});

test("T14 if two agents want one port, the second's pods wait on their nodes with the scheduler's reason", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("host-port");
  await product.advance(15_000);
  await page.goto(`${product.url}/daemonsets/default/vendor-exporter?node=worker-2`);
  await expect.poll(() => countsOn(page)).toBe("4 4 0 4 0");
  await expect(page.getByRole("complementary", { name: /Why vendor-exporter/ })).toContainText("didn't have free ports");
  await product.advance(60_000);
  await expect.poll(() => countsOn(page)).toBe("4 4 4 4 4");
});

test("T20 R12 distinguishes a revision that breaks its nodes from nodes that were unhealthy before", async ({ page, simulate }) => {
  const product = await simulate("driver-breaks-nodes");
  await page.goto(`${product.url}/`);
  await product.advance(120_000, 1000);
  await expect(verdict(page)).toContainText("STUCK");
  await expect(page.getByRole("table", { name: "DaemonSets" }).getByRole("row", { name: /nvidia-driver/ })).toContainText(
    /3 of 3 nodes that got the new revision went NotReady, 1 was NotReady before/,
  );
  await expectAccessible(page);
});

test("T21 R19 a drop of desired by a label is an alarm, although every remaining pod is available", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("label-flip");
  await page.goto(`${product.url}/daemonsets/logging/log-shipper`);
  await expect.poll(() => countsOn(page)).toBe("40 40 40 40 40");
  await product.advance(30_000, 500);
  await expect.poll(() => countsOn(page)).toBe("16 16 16 16 16");
  await expect(verdict(page)).toContainText("SHRUNK");
  await expect(verdict(page)).toContainText("from 40 to 16 nodes, label disk changed on 24 nodes");
  await expectAccessible(page);
});
