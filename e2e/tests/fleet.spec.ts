import { expect, expectAccessible, test } from "./fixtures.ts";

test("R13 a click on a cause keeps its DaemonSets, says so, and stands in the link until it is taken away", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(12_000, 1000);
  await page.goto(product.url);
  const rows = page.getByRole("table", { name: "DaemonSets" }).getByRole("row");
  await expect(rows).toHaveCount(11);
  const causes = page.getByRole("region", { name: "Causes" });
  for (const [cause, name, link] of [
    ["Terminating", "fluent-bit", /cause=terminating%3ATerminating/],
    ["Misscheduled", "falco", /cause=misscheduled%3A/],
  ] as const) {
    await causes.getByRole("button", { name: cause }).click();
    await expect(page).toHaveURL(link);
    await expect(causes.getByRole("button", { name: cause })).toHaveAttribute("aria-pressed", "true");
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText(name);
    await expect(page.getByRole("status").filter({ hasText: `1 of 10 with “${cause}` })).toBeVisible();
  }
  await expectAccessible(page);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await rows.last().getByRole("link").click();
  await expect(page).toHaveURL(/daemonsets\/security\/falco\?filter=misscheduled/);
  await page.goBack();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(rows).toHaveCount(11);
  await expect(page).not.toHaveURL(/cause/);
});

test("R13 NotReady nodes are a cause that filters too, and Escape takes it away", async ({ page, simulate }) => {
  const product = await simulate("driver-breaks-nodes");
  await product.advance(120_000, 1000);
  await page.goto(product.url);
  const cause = page
    .getByRole("region", { name: "Causes" })
    .getByRole("button", { name: /NotReady/ })
    .first();
  await cause.click();
  await expect(page).toHaveURL(/cause=/);
  await expect(cause).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("table").getByRole("row", { name: /nvidia-driver/ })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "NotReady" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/cause/);
  await expect(cause).toHaveAttribute("aria-pressed", "false");
});
