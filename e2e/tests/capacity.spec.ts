import { expect, expectAccessible, test } from "./fixtures.ts";

test("T13 W4 a pod without capacity states its request, the free amount, and who uses the rest", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("full-node");
  await product.advance(20_000, 1000);
  await page.goto(`${product.url}/daemonsets/default/scanner?node=worker-3`);
  const room = page.getByRole("region", { name: "Resources it needs, and their users" });
  await expect(room).toContainText("needs cpu 1, 500m of 2 free");
  await expect(room).toContainText(/default\/batch-agent-\S+ takes 1500m/);
  await expect(room).toContainText("No lower-priority pod to preempt");
  await expectAccessible(page);
});

test("T14 W4 a pod that waits for a host port names its holder", async ({ page, simulate }) => {
  const product = await simulate("host-port");
  await product.advance(15_000);
  await page.goto(`${product.url}/daemonsets/default/vendor-exporter?node=worker-2`);
  const room = page.getByRole("region", { name: "Resources it needs, and their users" });
  await expect(room).toContainText("port 9100/TCP is held by");
  await expect(room).toContainText(/default\/node-exporter-\S+ of DaemonSet default\/node-exporter/);
  await expectAccessible(page);
});
