import { expect, test, verdict } from "./fixtures.ts";

test("all nodes are on one map, and the keys open a node's page and return", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(product.url);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Nodes" }).click();
  await expect(page).toHaveURL(/\/nodes$/);
  await expect(verdict(page)).toContainText("MISSCHEDULED falco does not belong on general-08");
  const map = page.getByRole("grid", { name: /nodes, each with its agents/ });
  await map.focus();
  const cell = map.getByRole("gridcell");
  await expect(cell).toContainText(/^[a-z]+-\d+, [a-z-]+, .*agents/);
  const first = await cell.innerText();
  await page.keyboard.press("ArrowRight");
  await expect(cell).not.toHaveText(first);
  const name = (await cell.innerText()).split(",")[0] ?? "";
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/nodes/${name}$`));
  await expect(page.getByRole("link", { name: "Nodes", exact: true })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/nodes$/);
});

test("the table below the map names the agent that a node waits for, and the head the rollout", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(12_000, 1000);
  await page.goto(`${product.url}/nodes`);
  await expect(page.getByRole("main")).toContainText(/fluent-bit: \d+ of 48 updated/);
  const table = page.getByRole("table", { name: "Table" });
  await expect(table.getByRole("row", { name: /cp-03 control-plane 6 of 7 fluent-bit \w+/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /cp-01 control-plane 7 of 7 Ready/ })).toBeVisible();
  // The bars of the only rollout have the width that its names and counts leave.
  const rollout = page.getByRole("region", { name: "1 rollout by pool" });
  const bar = rollout
    .getByRole("row", { name: /^general/ })
    .locator("[title]")
    .filter({ has: page.locator("i") });
  expect((await bar.boundingBox())?.width).toBeGreaterThan(((await rollout.boundingBox())?.width ?? 0) / 2);
});

test("the icons of the rows below the map are those that the key counts", async ({ page, simulate }) => {
  const product = await simulate("startup-taint");
  await product.advance(60_000, 1000);
  await page.goto(`${product.url}/nodes`);
  const rows = page.getByRole("table", { name: "Table" }).locator("tbody canvas");
  await expect(rows).toHaveCount(6);
  /** Returns the most frequent colour of an icon. */
  const colourOf = (icons: (HTMLElement | SVGElement)[]) =>
    icons.map((icon) => {
      const canvas = icon as HTMLCanvasElement;
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const counts = new Map<string, number>();
      for (let at = 0; at < data.length; at += 4) {
        const colour = data.slice(at, at + 3).join();
        if (data[at + 3] === 255) counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
    });
  const chips = page.locator("[data-states] button");
  const keyColours = await chips.locator("canvas").evaluateAll(colourOf);
  const keyCounts = await chips.evaluateAll((buttons) => buttons.map(({ dataset }) => Number(dataset.count)));
  const rowColours = await rows.evaluateAll(colourOf);
  expect(keyCounts).toEqual([4, 2]);
  expect(keyColours.map((colour) => rowColours.filter((each) => each === colour).length)).toEqual(keyCounts);
});

test("the key above the map has each agent in its slot, counts the nodes without it, and links to it", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(60_000, 1000);
  await page.goto(`${product.url}/nodes`);
  const key = page.getByRole("navigation", { name: "Position of each agent in a node's cell" });
  await expect(key.getByRole("link", { name: /fluentd-elasticsearch.*nodes? missing it/ })).toBeVisible();
  // The drawing has a text: a node without the agent has the phrase next to its cell.
  await expect(page.locator("[data-plate]", { hasText: "fluentd-elasticsearch" }).first()).toBeVisible();
  await key.getByRole("link", { name: /fluentd-elasticsearch/ }).click();
  await expect(page).toHaveURL(/daemonsets\/kube-system\/fluentd-elasticsearch$/);
});

test("a phone shows each node with its name in two columns, and a tap opens the node", { tag: "@long" }, async ({
  page,
  simulateReadOnly,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(`${product.url}/nodes`);
  const map = page.getByRole("grid", { name: /nodes, each with its agents/ });
  await expect(map).toBeVisible();
  await expect(page.locator("[data-plate]")).toHaveCount(48);
  const lefts = await page.locator("[data-plate]").evaluateAll((plates) => plates.map((plate) => plate.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(2);
  await page.getByRole("button", { name: "View" }).click();
  await expect(page.getByLabel("Size of the grid")).toHaveValue("names");
  await map.click({ position: { x: 12, y: 40 } });
  await expect(page).toHaveURL(/nodes\/[a-z]+-\d+$/);
});

test("T3 pods of a joining node are on their way, and the table counts them until they are ready", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("nodes-come-and-go");
  await page.goto(`${product.url}/nodes`);
  await expect(verdict(page)).toContainText("all 4 nodes have their agents");
  // The node joins after five seconds and has its agents two seconds later. The clock stops in between.
  await product.advance(5500, 500);
  await expect(verdict(page)).toContainText("all 5 nodes have their agents");
  await page.goto(`${product.url}/nodes?view=table`);
  const table = page.getByRole("grid", { name: /with their DaemonSets/ });
  await expect(table.getByRole("columnheader", { name: /Missing/ })).toHaveAttribute("aria-sort", "descending");
  await table.getByRole("button", { name: "Node" }).click();
  await expect(page).toHaveURL(/sort=name/);
  await product.advance(3000, 500);
  await expect(verdict(page)).toContainText("all 5 nodes have their agents");
  await table.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/nodes\/[a-z0-9-]+$/);
});

test("text about one node never appears under another node's name, however slow the response", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/nodes/gpu-01`);
  await expect(page.getByText("nvidia.com/gpu").first()).toBeVisible();
  await page.route(/\/api\/node/, () => undefined);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Find or run" }).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("no cp-01");
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toContainText("cp-01");
  await expect(page.getByText("nvidia.com/gpu")).toHaveCount(0);
});

test("T20 NotReady nodes are counted separately, and the legend filters them", async ({ page, simulate }) => {
  const product = await simulate("driver-breaks-nodes");
  await product.advance(120_000, 1000);
  await page.goto(`${product.url}/nodes`);
  await expect(page.getByText(/nodes? (is|are) NotReady/)).toBeVisible();
  await page.getByRole("button", { name: /NotReady/ }).click();
  await expect(page).toHaveURL(/filter=NotReady/);
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/filter/);
});

test("a DaemonSet in a rollout is shown by pool, and a pool links to its nodes", async ({ page, simulate }) => {
  const product = await simulate("driver-breaks-nodes");
  await product.advance(60_000, 1000);
  await page.goto(`${product.url}/nodes`);
  const underWay = page.getByRole("region", { name: /rollouts? by pool/ });
  await underWay.getByRole("row").nth(1).getByRole("link").click();
  await expect(page).toHaveURL(/daemonsets\/.*only=/);
});

test("the page of all nodes is available in Traditional Chinese", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(`${product.url}/nodes?lang=zh-TW`);
  await expect(verdict(page)).toContainText("誤排程 falco 的 Pod 不屬於 general-08");
  await expect(page.getByRole("navigation", { name: "頁面" }).getByRole("link", { name: "節點" })).toHaveAttribute("aria-current", "page");
});

test("reports nodes that stopped wanting a DaemonSet, although none lacks anything", async ({ page, simulate }) => {
  const product = await simulate("label-flip");
  await product.advance(60_000, 1000);
  await page.goto(`${product.url}/nodes`);
  await expect(verdict(page)).toContainText("SHRUNK 24 of 40 nodes lost log-shipper");
});
