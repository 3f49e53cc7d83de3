import { expect, expectAccessible, test } from "./fixtures.ts";

test("a legend has one line, and shows the entries that do not fit on request", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(12_000, 1000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit`);
  const entries = page.locator("main [data-filter]");
  await expect(entries).toHaveCount(6);
  const tops = async () => new Set(await entries.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))).size;
  await expect.poll(tops, "all on one line").toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  const more = page.getByRole("button", { name: /^\+\d$/ });
  await more.click();
  const last = entries.last();
  const isOnTop = await last.evaluate((entry) => {
    const { left, top, width, height } = entry.getBoundingClientRect();
    return entry.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isOnTop).toBe(true);
  await last.click();
  await expect(page).toHaveURL(/filter=tainted/);
  await expect(more).toHaveAttribute("aria-expanded", "true");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(more).toHaveAttribute("aria-expanded", "false");
});

test("a lens shows which nodes may have a pod, in the link, the legend, the cells and the table", async ({ page, simulate }) => {
  const product = await simulate("control-plane-taint");
  await product.advance(20_000, 1000);
  await page.goto(`${product.url}/daemonsets/default/redis-ds?size=10`);
  const nodes = page.getByRole("region", { name: "Nodes" });
  await nodes.getByLabel("What the cells show").selectOption("eligibility");
  await expect(page).toHaveURL(/lens=eligibility/);
  const bands = nodes.getByRole("group", { name: "Show one band only" });
  await expect(bands.getByRole("button", { name: "1 eligible", exact: true })).toBeVisible();
  const blocked = bands.getByRole("button", { name: /^1 node-role\.kubernetes\.io\/control-plane:NoSchedule not tolerated/ });
  await blocked.click();
  await expect(blocked).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/band=taint/);
  await expectAccessible(page);
  await nodes.getByLabel("Size of the grid").selectOption("table");
  await expect(nodes.getByRole("columnheader", { name: "Eligibility" })).toBeVisible();
  // The header row and the one node that the filter keeps.
  await expect(nodes.getByRole("row")).toHaveCount(2);
  await nodes.getByLabel("What the cells show").selectOption("state");
  await expect(page).not.toHaveURL(/lens|band/);
  await expect(nodes.getByRole("row")).toHaveCount(3);
});

test("the heading of a group filters by that group, shows its rollout progress, and clears the filter", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("tour");
  await product.advance(30_000, 1000);
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit?view=table`);
  const nodes = page.getByRole("region", { name: "Nodes" });
  await nodes.getByLabel("Size of the grid").selectOption("fit");
  const heading = nodes.getByRole("heading", { level: 3 }).getByRole("button", { name: "gpu" });
  await expect(heading).toHaveAttribute("title", /^gpu: 4\/9 updated/);
  await product.advance(30_000, 1000);
  await expect(heading).toHaveAttribute("title", /^gpu: 9\/9 available/);
  await heading.click();
  await expect(page).toHaveURL(/only=gpu/);
  await expect(heading).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: /^Group gpu \d+ of \d+, \d+ dimmed$/ }).click();
  await expect(page).not.toHaveURL(/only=/);
  await expect(heading).toHaveAttribute("aria-pressed", "false");
});
