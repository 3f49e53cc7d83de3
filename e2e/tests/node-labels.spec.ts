import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";

/** The words beside the cell of a node. */
const plateOf = (page: Page, node: string): Locator => page.locator("[data-plate]").filter({ hasText: node });

/** Moves the pointer over the cell of a node. The drawing takes the pointer, so an element is not hovered by its name. */
async function pointAt(page: Page, node: string): Promise<Locator> {
  const plate = plateOf(page, node);
  await plate.scrollIntoViewIfNeeded();
  const box = await plate.boundingBox();
  if (box === null) throw new Error(`${node} is not drawn`);
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.move(box.x + 22, box.y + 20);
  return page.getByRole("tooltip").filter({ hasText: node });
}

const CARDS = [
  ["the map of nodes", "nodes"],
  ["the grid of a DaemonSet", "daemonsets/logging/fluent-bit"],
] as const;

for (const [where, path] of CARDS)
  test(`the hover card of ${where} lists labels and taints with their full keys, in the whole width of the card`, async ({
    page,
    simulate,
  }) => {
    const product = await simulate("tour");
    await product.advance(12_000, 1000);
    await page.goto(`${product.url}/${path}`);
    const card = await pointAt(page, "gpu-01");
    await expect(card).toContainText("topology.kubernetes.io/zone=");
    await expect(card).toContainText("nvidia.com/gpu=present:NoSchedule");
    // A name of six letters is one line, and a line of words is as wide as the card.
    const { lines, width, room } = await card.evaluate((element) => {
      const name = element.querySelector("b");
      const range = document.createRange();
      if (name !== null) range.selectNodeContents(name);
      return { lines: range.getClientRects().length, width: name?.parentElement?.offsetWidth ?? 0, room: element.clientWidth };
    });
    expect(lines).toBe(1);
    expect(width).toBeGreaterThan(room * 0.7);
    await expectAccessible(page);
  });

test("a hover card is whole inside the window, above a cell that has no room below", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(12_000, 1000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${product.url}/nodes`);
  for (const node of ["general-01", "gpu-03", "spot-09"]) {
    const card = await pointAt(page, node);
    const box = await card.boundingBox();
    const dock = await page.locator("[data-timeline]").boundingBox();
    expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
  }
});

const MAPS = [
  ["the map of nodes", "nodes"],
  ["the grid of a DaemonSet", "daemonsets/logging/fluent-bit"],
] as const;

for (const [where, path] of MAPS)
  test(`${where} is grouped by a label that few nodes have, chosen by keyboard from a list with counts`, async ({ page, simulate }) => {
    const product = await simulate("tour");
    await product.advance(12_000, 1000);
    await page.goto(`${product.url}/${path}`);
    await page.getByRole("button", { name: "Group by pool" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Group by" });
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await expect(dialog.getByRole("option", { name: /gpu\.present 9 nodes, 1 value$/ })).toBeVisible();
    await expect(dialog.getByRole("option", { name: "pool", exact: true })).toHaveAttribute("aria-selected", "true");
    await expectAccessible(page);
    await page.keyboard.type("gpu.pr");
    await expect(dialog.getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/group=label%3Anvidia\.com%2Fgpu\.present/);
    const button = page.getByRole("button", { name: "Group by gpu.present" });
    await expect(button).toBeFocused();
    await expect(page.getByRole("heading", { level: 3, name: "not set" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 3 })).toHaveCount(2);
    await button.press("Enter");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

test("nodes are coloured by a label of one value, with a pattern and a count, and a word for nodes that lack it", async ({
  page,
  simulate,
}) => {
  const product = await simulate("tour");
  await product.advance(12_000, 1000);
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit`);
  const nodes = page.getByRole("region", { name: "Nodes" });
  await nodes.getByRole("button", { name: "Label", exact: true }).click();
  await nodes.getByRole("button", { name: /^Key of the label/ }).click();
  await page.keyboard.type("gpu.present");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/lens=label%3Anvidia\.com%2Fgpu\.present/);
  const bands = nodes.getByRole("group", { name: "Show one band only" });
  await expect(bands.getByRole("button")).toHaveText([/^9\s*true$/, /^39\s*without this label$/]);
});
