import { expect, test } from "../tests/fixtures.ts";

test("after a click on the fleet, no tooltip covers the new page until the pointer moves", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.setViewportSize({ width: 1440, height: 820 });
  await page.goto(product.url);
  await page
    .getByRole("table", { name: "DaemonSets" })
    .getByRole("link", { name: "nvidia-device-plugin", exact: true })
    .click({ position: { x: 6, y: 10 } });
  const name = page.getByRole("region", { name: "Rollout" }).getByRole("button", { name: /UP-TO-DATE/ });
  // The new page has the row of a count where the pointer rests.
  await expect.poll(() => name.evaluate((button) => button.matches(":hover"))).toBe(true);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await name.hover({ position: { x: 4, y: 4 } });
  await expect(page.getByRole("tooltip")).toContainText("status.updatedNumberScheduled");
});
