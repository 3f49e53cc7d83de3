import type { Page } from "@playwright/test";
import { expect, test, verdict } from "./fixtures.ts";

/** The questions of docs/questions.md in other stories than the named ones, each with at most one click from the
 *  fleet. */
interface NodeList {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}
const main = (page: Page) => page.getByRole("main");

/** Opens the fleet, then a DaemonSet with the one click. */
async function open(page: Page, url: string, daemonSet: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("table", { name: "DaemonSets" }).getByRole("link", { name: daemonSet, exact: true }).click();
  await expect(page.getByRole("region", { name: "Rollout" })).toBeVisible();
}

test("questions 1, 2, 5, 7, 8, 9, 10, 11 and 12 in the tour", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(12_000, 1000);
  await open(page, product.url, "fluent-bit");
  // 9: the ready lane has the time to the next available pod, or its reason.
  await expect(main(page)).toContainText("minReadySeconds");
  // 8: it is not done.
  await expect(verdict(page)).toContainText(/ROLLING.*\d+ of \d+ updated/);
  // 2: desired is less than the nodes, because of a label.
  await open(page, product.url, "nvidia-device-plugin");
  await expect(main(page)).toContainText(/39 not eligible/);
  await product.advance(228_000, 1000);
  await page.goto(product.url);
  // 1: the fleet names the cause, and 11: the author of the change.
  await expect(verdict(page)).toContainText(/STUCK .*ebs-csi-node.*not found/);
  await expect(page.locator("[data-verdict]")).toContainText(/Revision \d+ by kubectl set/);
  await open(page, product.url, "ebs-csi-node");
  // 5: the nodes with an old pod. 7: the slots do not become free.
  await expect(main(page)).toContainText(/\d+ old/);
  await expect(page.getByRole("complementary", { name: /using the/ })).toContainText("won't free up");
  // 10 and 11: pause and undo are in the head, next to the change.
  await expect(page.getByRole("button", { name: /^Undo to revision/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeVisible();
  await expect(main(page)).toContainText("aws-ebs-csi-driver:v1.52.0-r2-missing");
  // 12: each taint and its effect.
  await page.goto(product.url);
  await page.getByRole("navigation").getByRole("link", { name: "Placement" }).click();
  await expect(main(page)).toContainText("Nodes blocked");
});

test("questions 4, 11 and 12 in the story of a control plane taint", async ({ page, simulate }) => {
  const product = await simulate("control-plane-taint");
  await product.advance(125_000, 1000);
  await page.goto(product.url);
  await expect(verdict(page)).toContainText(/MISSCHEDULED.*redis-ds: 1 pod does not tolerate taint/);
  await open(page, product.url, "redis-ds");
  await expect(page.locator("[data-verdict]")).toContainText(/Revision \d+/);
  await expect(page.locator("[data-plate]").filter({ hasText: "control-plane" })).toContainText(/misscheduled/);
});

test("question 3 in the tour, once nodes lost their label, and questions 5, 7, 8, 10 and 11 in the story of a bad image", async ({
  page,
  simulate,
}) => {
  const product = await simulate("tour");
  const { items } = (await product.kube("GET", "/api/v1/nodes?labelSelector=feature=hw-rng")) as NodeList;
  for (const { metadata } of items)
    await product.kube(
      "PATCH",
      `/api/v1/nodes/${metadata.name}`,
      { metadata: { labels: { feature: null } } },
      "application/merge-patch+json",
    );
  await product.advance(10_000, 1000);
  await open(page, product.url, "hw-rng");
  // 3: the label that the nodes lost, and the nodes that lack it.
  await expect(main(page)).toContainText("lacks feature=hw-rng");
  await expect(verdict(page)).toContainText("feature");
  const badImage = await simulate("bad-image");
  await badImage.advance(65_000, 1000);
  await open(page, badImage.url, "fluentd-elasticsearch");
  // 5 and 8: the nodes with an old pod, and how many are updated. 7: nothing moves. 10: pause.
  await expect(main(page)).toContainText(/9 old/);
  await expect(page.locator("[data-verdict]")).toContainText("3 of 12 updated");
  await expect(main(page)).toContainText(/Blocked\s*\d+s/);
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeVisible();
  // 11: the author, the change, and the way back.
  await expect(page.locator("[data-verdict]")).toContainText("Revision 2 by kubectl set");
  await expect(main(page)).toContainText(/fluentd:v2\.5\.1.*fluentd:v9-missing/s);
  await expect(page.getByRole("button", { name: /^Undo to revision 1/ })).toBeVisible();
});

test("questions 1, 6 and 11 in the story of a taken host port", async ({ page, simulate }) => {
  const product = await simulate("host-port");
  await product.advance(55_000, 1000);
  await page.goto(product.url);
  const row = page.getByRole("row", { name: /host port \d+ is taken/ });
  await expect(row).toHaveCount(1);
  const name = await row.getByRole("link").first().innerText();
  await open(page, product.url, name);
  await expect(verdict(page)).toContainText(/host port \d+/);
  await expect(page.locator("[data-verdict]")).toContainText(/Revision \d+/);
  await expect(
    page.getByRole("link", { name: "Actions", exact: true }).or(page.getByRole("button", { name: "Actions", exact: true })),
  ).toBeVisible();
  // 6: the pod that holds the port.
  await page.getByRole("grid").press("Enter");
  await expect(page.getByRole("complementary", { name: "worker-1" })).toContainText(/port 9100\/TCP is held by.*node-exporter-\w+/s);
});

test("question 12 in the tour, once the nodes of a pool got a taint, and question 2 on the same page", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(2000, 1000);
  const taints = [{ key: "dedicated", value: "batch", effect: "NoExecute" }];
  const { items } = (await product.kube("GET", "/api/v1/nodes?labelSelector=pool=spot")) as NodeList;
  for (const { metadata } of items)
    await product.kube("PATCH", `/api/v1/nodes/${metadata.name}`, { spec: { taints } }, "application/merge-patch+json");
  await product.advance(8000, 1000);
  await page.goto(product.url);
  // 12: the DaemonSets that the taint broke, and the taint.
  await page.getByRole("navigation").getByRole("link", { name: "Placement" }).click();
  await expect(main(page)).toContainText("dedicated=batch");
  await open(page, product.url, "falco");
  await expect(verdict(page)).toContainText(/SHRUNK.*falco.*dedicated=batch/);
  // 2: desired is less than the nodes.
  await expect(main(page)).toContainText(/\d+ not eligible/);
});
