import type { Locator, Page } from "@playwright/test";
import type { Daemonscope } from "../daemonscope.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

/** Returns the text next to a node's cell. */
const plateOf = (page: Page, node: string): Locator => page.locator("[data-plate]").filter({ hasText: node });

/** Moves the pointer to a node's cell. The drawing receives the pointer, so no element can be hovered by name. */
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
  test(`the hover card of ${where} lists labels and taints with full keys, at the full width of the card`, { tag: "@long" }, async ({
    page,
    simulateReadOnly,
  }) => {
    const product = await simulateReadOnly("tour", 12_000);
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

test("a hover card is completely inside the window, also above a cell at the bottom", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
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
  test(`${where} is grouped by a label that few nodes have, chosen by keyboard from a list with counts`, { tag: "@long" }, async ({
    page,
    simulateReadOnly,
  }) => {
    const product = await simulateReadOnly("tour", 12_000);
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

test("nodes are coloured by a label with one value, with counts, and a text for nodes without it", { tag: "@long" }, async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit`);
  const nodes = page.getByRole("region", { name: "Nodes" });
  await nodes.getByLabel("What the cells show").selectOption("label");
  await nodes.getByRole("button", { name: /^Key of the label/ }).click();
  await page.keyboard.type("gpu.present");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/lens=label%3Anvidia\.com%2Fgpu\.present/);
  const bands = nodes.getByRole("group", { name: "Show one band only" });
  await expect(bands.getByRole("button")).toHaveText([/^9\s*true$/, /^39\s*without this label$/]);
});

/** Creates a DaemonSet whose node label two nodes have. A third node has another value of this label. */
async function startIronman(product: Daemonscope): Promise<void> {
  const label = { app: "x" };
  const nodeSelector = { app: "ironman", "kubernetes.io/os": "linux" };
  await product.kube("POST", "/apis/apps/v1/namespaces/logging/daemonsets", {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "agent", namespace: "logging" },
    spec: {
      selector: { matchLabels: label },
      template: { metadata: { labels: label }, spec: { nodeSelector, containers: [{ name: "x", image: "x" }] } },
    },
  });
  for (const [node, app] of [
    ["general-01", "ironman"],
    ["general-02", "ironman"],
    ["gpu-01", "batman"],
  ] as const)
    await product.kube("PATCH", `/api/v1/nodes/${node}`, { metadata: { labels: { app } } }, "application/merge-patch+json");
  await product.advance(12_000, 1000);
}

test("a DaemonSet's page shows the labels of its node selector, and marks each node that lacks one", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await startIronman(product);
  await page.goto(`${product.url}/daemonsets/logging/agent`);
  await expect(plateOf(page, "general-01").locator("[data-label]")).toHaveText([/app=ironman/]);
  await expect(plateOf(page, "general-01"), "all nodes share the label").not.toContainText("os=linux");
  await expect(plateOf(page, "general-03").locator("[data-unmet]")).toHaveText([/lacks app=ironman/]);
  await expect(plateOf(page, "gpu-01").locator("[data-unmet]")).toHaveText([/app=batman, needs app=ironman/]);
  // The node's line states why no pod runs, and no text below repeats it.
  await expect(plateOf(page, "general-03").locator("[data-tone]")).toHaveCount(0);
  await expect(page).not.toHaveURL(/labels=/);
  const grid = page.getByRole("grid", { name: /nodes of agent/ });
  await grid.focus();
  await expect(grid.getByRole("gridcell")).toContainText("app=ironman");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(plateOf(page, "general-03").locator("[data-unmet]")).toBeVisible();
});

test("labels below names are chosen by keyboard, at most two, and kept in the link", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("tour");
  await startIronman(product);
  await page.goto(`${product.url}/daemonsets/logging/agent`);
  const button = page.getByRole("button", { name: /^Labels under names/ });
  await button.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Labels under names" });
  const selected = dialog.getByRole("group", { name: "agent selects by" }).getByRole("option");
  await expect(selected).toHaveCount(2);
  await expect(selected.first()).toHaveAttribute("aria-selected", "true");
  await expect(selected.first()).toContainText("3 nodes, 2 values");
  await expectAccessible(page);
  // All nodes have one value of the second key, so it is not preselected. The arrow key chooses it.
  await expect(selected.last()).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/labels=kubernetes\.io%2Fos/);
  await page.keyboard.type("zone");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/labels=kubernetes\.io%2Fos%2Ctopology\.kubernetes\.io%2Fzone/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("pool");
  await expect(dialog.getByRole("option", { name: /pool/ }).first()).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  const lines = plateOf(page, "general-01").locator("[data-label]");
  await expect(lines).toHaveText([/os=linux/, /zone=eu-/]);
  await expect(lines.last().locator("[title]").first()).toHaveAttribute("title", /^topology\.kubernetes\.io\/zone=/);
  await page.reload();
  await expect(lines).toHaveText([/os=linux/, /zone=eu-/]);
  // The table has a column for each.
  await page.goto(`${page.url()}&view=table`);
  await expect(page.getByRole("columnheader", { name: "zone", exact: true })).toBeVisible();
});

test("the table of a DaemonSet has no column that repeats another one, or one value for all nodes", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  const heads = page.getByRole("region", { name: "Nodes" }).getByRole("columnheader");
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit?view=table`);
  // All nodes have the label `os` that the DaemonSet selects.
  await expect(heads).toHaveText(["Node", "State", "pool", "Pod", "Taints"]);
  const taint = page.getByRole("row", { name: /cp-01/ }).getByRole("gridcell").last();
  expect(await taint.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit?view=table&labels=pool`);
  await expect(heads).toHaveText(["Node", "State", "pool", "Pod", "Taints"]);
});

test("the map of nodes shows labels below names, and colours nodes by a label instead of their agents", { tag: "@long" }, async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(`${product.url}/nodes`);
  await expect(page.locator("[data-plate] [data-label]")).toHaveCount(0);
  await page.getByRole("button", { name: /^Labels under names/ }).press("Enter");
  await page.keyboard.type("zone");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(plateOf(page, "gpu-01").locator("[data-label]")).toHaveText([/zone=eu-/]);
  await page.getByLabel("What the cells show").selectOption("label");
  await expect(page).toHaveURL(/lens=label%3A/);
  const bands = page.getByRole("group", { name: "Show one band only" }).getByRole("button");
  await expect(bands.first()).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Position of each agent in a node's cell" })).toHaveCount(0);
  await bands.first().click();
  await expect(page).toHaveURL(/band=/);
  await expectAccessible(page);
  await page.goto(`${page.url()}&view=table`);
  await expect(page.getByRole("columnheader", { name: "zone", exact: true })).toBeVisible();
});

const NOTES = [
  ["a%20b", "The address asks for the label “a b”, which is not a label key: choose one from the list."],
  ["%3Cimg%20src%3Dx%3E", "The address asks for the label “<img src=x>”, which is not a label key: choose one from the list."],
  ["%E2%80%AEgnp", "The address asks for the label “\\u202egnp”, which is not a label key: choose one from the list."],
  ["pool,feature,os", "The address asks for more than 2 labels: “os” and what follows is not shown."],
  ["nowhere", "No node has the label nowhere: choose one from the list."],
  ["pool&size=10", "The labels appear under names: choose Names or Table."],
] as const;

for (const [where, path] of MAPS)
  test(`${where} states in one sentence why it does not show a label of the URL`, { tag: "@long" }, async ({ page, simulateReadOnly }) => {
    const product = await simulateReadOnly("tour", 12_000);
    for (const [labels, sentence] of NOTES) {
      await page.goto(`${product.url}/${path}?labels=${labels}`);
      await expect(page.locator("[data-labels-note]")).toHaveText(sentence);
    }
  });

const LONG_KEY = "example.com/a-very-long-label-key-for-the-cost-center-of-a-platform";

test("a long key is truncated so that its value remains, below names and in table headers", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("tour");
  const labels = { [LONG_KEY]: "eu-west-1a-blue" };
  await product.kube("PATCH", "/api/v1/nodes/general-01", { metadata: { labels } }, "application/merge-patch+json");
  await product.advance(12_000, 1000);
  const query = `labels=${encodeURIComponent(`${LONG_KEY},pool`)}`;
  await page.goto(`${product.url}/nodes?${query}`);
  const chosen = page.getByRole("button", { name: /^Labels under names/ }).locator("[title]");
  await expect(chosen, "each key is cut by itself").toHaveCount(2);
  await expect(chosen.first()).toHaveAttribute("title", LONG_KEY);
  await expect(chosen.last()).toHaveText("pool");
  const value = plateOf(page, "general-01").getByText("=eu-west-1a-blue", { exact: true });
  await expect(value).toBeVisible();
  expect(await value.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  for (const path of ["nodes", "daemonsets/logging/fluent-bit"]) {
    await page.goto(`${product.url}/${path}?${query}&view=table`);
    const head = page.getByRole("columnheader", { name: /^a-very-long/ });
    const next = head.locator("xpath=following-sibling::*[1]");
    await expect(next).toHaveAccessibleName("pool");
    await expect(next).toBeVisible();
    await expect(head.locator("span").first()).toBeVisible();
    const ends = await head.locator("span").evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
    const end = Math.max(...ends);
    expect(end).toBeLessThanOrEqual((await next.boundingBox())?.x ?? 0);
  }
});

test("labels with short keys are complete if they fit", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("tour");
  for (const [node, value] of [
    ["general-01", "s9x6w"],
    ["general-02", "blue-green"],
  ] as const) {
    const labels = { "a/b": value, "a/9x6": value };
    await product.kube("PATCH", `/api/v1/nodes/${node}`, { metadata: { labels } }, "application/merge-patch+json");
  }
  await product.advance(12_000, 1000);
  for (const path of [
    "nodes?labels=kubernetes.io%2Fos,pool",
    "nodes?labels=a%2Fb,a%2F9x6",
    "daemonsets/logging/fluent-bit?labels=kubernetes.io%2Fos",
  ]) {
    await page.goto(`${product.url}/${path}`);
    await expect(plateOf(page, "general-02").locator("[data-label]").first()).toBeVisible();
    const parts = page.locator("[data-label]:not([class*=without]) span:not(.visually-hidden)");
    const cut = await parts.evaluateAll((all) => all.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent));
    expect(cut).toEqual([]);
  }
});
