import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

test("T4 highlights the node that none of the three agents covers, until it is labelled", async ({ page, simulate }) => {
  const product = await simulate("one-daemon-many-hardware");
  await product.advance(5_000, 1000);
  await page.goto(product.url);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Placement" }).click();
  await page.getByRole("link", { name: "Labels", exact: true }).click();
  await expect(verdict(page)).toContainText("4 values");
  await expect(verdict(page)).toContainText("accelerator: 10 nodes, 1 uncovered");
  const table = page.getByRole("table", { name: "Pools by accelerator" });
  await expect(table.getByRole("row", { name: /^mi300/ })).toContainText("1");
  const uncovered = page.getByRole("region", { name: "Nodes not covered by any of the 3" });
  await expect(uncovered.getByRole("link", { name: "gpu-10" })).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.locator("summary", { hasText: "Choose DaemonSets" }).click();
  await page.getByRole("checkbox", { name: "default/device-agent-t4" }).uncheck();
  await expect(page).toHaveURL(/family=default%2Fdevice-agent-a10%2Cdefault%2Fdevice-agent-h100/);
  await expect(verdict(page)).toContainText("4 uncovered");
  await page.getByRole("combobox", { name: "Covered by" }).selectOption("users");
  await expect(verdict(page)).toContainText("1 uncovered");

  await product.advance(20_000, 1000);
  await expect(verdict(page)).toContainText("Covered accelerator: all 10 nodes");
  await expect(verdict(page).locator("canvas"), "a page without a state has no icon").toHaveCount(0);
  await expect(verdict(page).locator("b")).toHaveCSS("font-weight", "400");
  const keys = page.getByRole("navigation", { name: "Label keys" });
  await expect(keys.getByRole("link")).toHaveText([/^accelerator.*used by 3 DaemonSets/]);
  await keys.getByText("keys that no DaemonSet uses").click();
  await keys.getByRole("link", { name: /^pool/ }).click();
  await expect(page).toHaveURL(/labels\?key=pool$/);
});

test("P4 a selector that matches no node shows the nodes' values, here and on the DaemonSet's page", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("one-daemon-many-hardware");
  const label = { app: "x" };
  await product.kube("POST", "/apis/apps/v1/namespaces/default/daemonsets", {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "lost", namespace: "default" },
    spec: {
      selector: { matchLabels: label },
      template: { metadata: { labels: label }, spec: { nodeSelector: { accelerator: "b200" }, containers: [{ name: "x", image: "x" }] } },
    },
  });
  await product.advance(5_000, 1000);
  await page.goto(`${product.url}/labels`);
  const words = /0 of 10 nodes match accelerator=b200; 10 carry the key with another value: a10 \(3\), h100 \(3\), t4 \(3\), mi300 \(1\)/;
  await expect(page.getByRole("region", { name: "Selectors that match no node" })).toContainText(words);
  await page.goto(`${product.url}/daemonsets/default/lost`);
  await expect(page.locator("[data-fact]")).toContainText(words);
});

test("reports a label that no node has, and suggests similar keys", async ({ page, simulate }) => {
  const product = await simulate("one-daemon-many-hardware");
  await product.advance(5_000, 1000);
  await page.goto(`${product.url}/labels?key=acelerator`);
  await expect(verdict(page)).toContainText("no node has the label acelerator");
  await expect(page.getByRole("region", { name: "Verdict" })).not.toContainText("covered");
  await page.getByRole("region", { name: "Verdict" }).getByRole("link", { name: "accelerator" }).click();
  await expect(verdict(page)).toContainText("4 values");
});

test("without a selected DaemonSet nothing is called uncovered, and namespaces are not truncated", async ({ page, simulate }) => {
  const product = await simulate("one-daemon-many-hardware");
  const label = { app: "x" };
  await product.kube("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "gpu-operator-resources" } });
  await product.kube("POST", "/apis/apps/v1/namespaces/gpu-operator-resources/daemonsets", {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "x", namespace: "gpu-operator-resources" },
    spec: {
      selector: { matchLabels: label },
      template: { metadata: { labels: label }, spec: { containers: [{ name: "x", image: "x" }] } },
    },
  });
  await product.advance(5_000, 1000);
  await page.goto(`${product.url}/labels?key=accelerator&family=`);
  await expect(verdict(page)).toContainText("no DaemonSet is chosen");
  const table = page.getByRole("table", { name: "Pools by accelerator" });
  await expect(table.getByRole("columnheader", { name: "UNCOVERED" })).toHaveCount(0);
  const namespace = table.locator("thead small", { hasText: "gpu-operator-resources" });
  await expect(namespace).toBeVisible();
  expect(await namespace.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
});
