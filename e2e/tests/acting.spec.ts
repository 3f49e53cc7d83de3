import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

test("T18 a cordon does not affect daemon pods: stated before, and true afterwards", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("label-flip");
  await product.advance(4000, 1000);
  await page.goto(`${product.url}/nodes/worker-05`);
  await page.getByRole("link", { name: "What if…" }).click();
  await expect(verdict(page)).toContainText("NO CHANGE");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Plan…" }).click();
  const plan = page.locator("[data-plan]");
  await expect(plan).toContainText("Touches no pod.");
  await expect(plan).toContainText("kubectl cordon worker-05");
  await expectAccessible(page);
  await plan.locator("[data-confirm]").click();
  await product.advance(2000, 500);
  await expect(plan.locator('[data-station="done"]')).toHaveAttribute("data-mark", "passed");
  await plan.getByRole("button", { name: "Undo this" }).click();
  await expect(plan).toContainText("kubectl uncordon worker-05");
});

test("the worklist states no number of old pods before the server has answered", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.route("**/api/daemonset-pods?*", () => undefined);
  await page.goto(`${product.url}/daemonsets/gpu-operator/nvidia-driver/worklist`);
  const list = page.getByRole("main");
  await expect(list.getByRole("status").filter({ hasText: "Asking which pods are old." })).toBeVisible();
  await expect(list.getByRole("heading", { name: "Old pods", exact: true })).toBeVisible();
  await expect(list.getByRole("heading", { name: "0 old pods" })).toHaveCount(0);
});

test("T9 a pool of 20 nodes under OnDelete is replaced from the worklist, in batches", async ({ page, simulate }) => {
  const product = await simulate("label-flip");
  await product.advance(2000, 1000);
  const path = "/apis/apps/v1/namespaces/logging/daemonsets/log-shipper";
  const spec = {
    updateStrategy: { type: "OnDelete", rollingUpdate: null },
    template: { spec: { containers: [{ name: "log-shipper", image: "log-shipper:5.3" }] } },
  };
  await product.kube("PATCH", path, { spec }, "application/strategic-merge-patch+json");
  await product.kube("PATCH", path, { spec: { template: { spec: { nodeSelector: { disk: null } } } } }, "application/merge-patch+json");
  await product.advance(3000, 500);
  await page.goto(`${product.url}/daemonsets/logging/log-shipper/worklist?group=zone`);
  const list = page.getByRole("main");
  await expect(list.getByRole("heading", { name: "40 old pods", exact: true })).toBeVisible();
  // Whole groups, until 20 are chosen.
  const group = list.getByRole("region", { name: /^zone-/ });
  await expect(group).toHaveCount(3);
  await group.first().getByRole("checkbox").first().check();
  for (const at of [0, 1, 2, 3, 4, 5]) await group.nth(1).getByRole("listitem").nth(at).getByRole("checkbox").check();
  await expect(list.getByRole("status").filter({ hasText: "selected" })).toHaveText("20 selected");
  // The buttons of a group's pods are one tab stop, with arrow keys inside.
  await expect(group.first().getByRole("listitem").locator('button[tabindex="0"]')).toHaveCount(1);
  await list.getByLabel("at a time").fill("10");
  await list.getByRole("button", { name: "Delete 20…" }).click();
  const plan = page.locator("[data-plan]");
  await expect(plan).toContainText("Deletes 20 pods; their controller makes others.");
  await expect(plan).toContainText("none: it would delete them all at once");
  await expect(plan).toContainText("a deleted pod stays deleted");
  const typed = plan.getByRole("textbox");
  await typed.fill((await typed.getAttribute("placeholder")) ?? "");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-batch]")).toContainText("of 20 are back and available");
  // The panel covers the worklist, so that it also has the button that pauses the run.
  await plan.getByRole("button", { name: "Pause after this one" }).click();
  await expect(plan).toContainText("Paused:");
  await plan.getByRole("button", { name: "Go on" }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-batch] [data-part=starting]"), "ten are away, to scale").toBeVisible();
  await expect(page.locator('[data-timeline] [data-mark~="acted"]')).toHaveCount(1);
  await expect(async () => {
    await product.advance(5000, 1000);
    await expect(list.getByRole("heading", { name: "20 old pods", exact: true })).toBeVisible({ timeout: 300 });
    await expect(page.locator('[data-action-record="done"]')).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 30_000, intervals: [0] });
  await expectAccessible(page);
});
