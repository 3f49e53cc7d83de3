import { expect, test } from "../tests/fixtures.ts";

test("after a click on the fleet, no tooltip covers the new page until the pointer moves", async ({ page, simulate }) => {
  const product = await simulate("control-plane-taint");
  await page.setViewportSize({ width: 1440, height: 820 });
  await page.goto(product.url);
  await page.getByRole("table", { name: "DaemonSets" }).getByRole("link", { name: "redis-ds", exact: true }).click();
  const name = page.getByRole("button", { name: /DESIRED = CURRENT/ });
  // The new page has the name of the counts where the pointer rests.
  await expect.poll(() => name.evaluate((button) => button.matches(":hover"))).toBe(true);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await name.hover({ position: { x: 4, y: 4 } });
  await expect(page.getByRole("tooltip")).toContainText("status.desiredNumberScheduled");
});
