import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

test("T1 the control-plane taint excludes redis-ds from one node, and both remedies state their effect", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("control-plane-taint");
  await product.advance(10_000, 1000);
  await page.goto(product.url);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Placement" }).click();
  await expect(page.getByRole("link", { name: "Taints", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(verdict(page)).toContainText("BLOCKED");
  await expect(verdict(page)).toContainText("redis-ds: kept off 1 node by the only taint");
  const panel = page.getByRole("complementary", { name: "The selected cell" });
  await expect(panel).toContainText("node-role.kubernetes.io/control-plane:NoSchedule");
  await expect(panel).toContainText("keeps redis-ds off 1 node");
  await expect(panel).toContainText("1 more node: desired goes from 1 to 2. Replaces every pod within the budget.");
  await expect(panel).toContainText("kubectl taint node control-plane node-role.kubernetes.io/control-plane:NoSchedule-");
  await expect(panel).toContainText("Other pods may come too.");
  await expectAccessible(page);

  // The taint is removed: the page states that there is nothing to show.
  await product.advance(60_000, 1000);
  await expect(verdict(page)).toContainText("NO TAINTS");
  await expect(page.getByRole("heading", { name: "2 nodes, no taint" })).toBeVisible();
  await expectAccessible(page);

  // The taint is back, and the pod that was created meanwhile stays.
  await product.advance(60_000, 1000);
  await expect(verdict(page)).toContainText("redis-ds: 1 pod does not tolerate node-role.kubernetes.io/control-plane:NoSchedule");
  await expect(panel).toContainText("1 redis-ds pod is on a node that it does not tolerate");
  await expect(panel).toContainText("NoSchedule deletes nothing");
});

test("P1 P10 the matrix is navigable by keyboard, and the selected cell is in the link", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 20_000);
  await page.goto(`${product.url}/taints`);
  const legend = page.getByRole("list", { name: "What the marks mean" });
  await expect(legend).toContainText("tolerated by the template");
  await expect(legend, "no taint of the matrix evicts").not.toContainText("deleted and kept off");
  await expect(verdict(page)).toContainText("MISSCHEDULED");
  await expect(verdict(page)).toContainText("falco: 1 pod does not tolerate dedicated=db:NoSchedule");
  await expect(page.getByRole("main")).toContainText("1 pod on general-08");
  const grid = page.getByRole("grid", { name: "Taints and DaemonSets" });
  const misscheduled = grid.getByRole("gridcell", { name: "1 security/falco pod is on a node that it does not tolerate" });
  await expect(misscheduled).toHaveAttribute("aria-selected", "true");
  await expect(
    grid.getByRole("gridcell", { name: /does not hold back kube-system\/cilium, which tolerates everything/ }).first(),
  ).toBeVisible();
  await expect(
    grid.getByRole("gridcell", { name: "does not hold back security/falco: the controller gives every daemon pod a toleration for it" }),
  ).toBeVisible();
  await expect(grid.getByRole("row", { name: /Nodes blocked/ })).toContainText("9");

  await grid.getByRole("gridcell", { name: "keeps security/falco off 9 nodes" }).click();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/taint=nvidia.com%2Fgpu%3Dpresent%3ANoSchedule&daemonset=/);
  await expect(grid.locator("[aria-selected=true]")).toBeFocused();
  await page.keyboard.press("Control+Home");
  await expect(grid.getByRole("gridcell").nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await grid.getByRole("gridcell", { name: "keeps security/falco off 9 nodes" }).click();
  await expect(page).toHaveURL(/daemonset=security%2Ffalco/);
  const panel = page.getByRole("complementary", { name: "The selected cell" });
  await expect(panel).toContainText("If these nodes are reserved for other pods, change nothing.");
  const tolerate = panel.getByRole("heading", { name: "Give falco a toleration for nvidia.com/gpu" });
  await expect(tolerate, "the taint does what it is for").toBeHidden();
  await panel.getByText("If falco must run on these 9 nodes").click();
  await expect(tolerate).toBeVisible();
  await grid.getByRole("gridcell", { name: "keeps security/falco off 9 nodes" }).click();
  await page.keyboard.press("ArrowDown");
  await expect(panel).toContainText("node-role.kubernetes.io/control-plane:NoSchedule");
  await expect(panel).toContainText("does not hold back falco: its template tolerates it");
  await page.reload();
  await expect(panel).toContainText("node-role.kubernetes.io/control-plane:NoSchedule");
  await expect(grid.locator("[aria-selected=true]")).toHaveAttribute("tabindex", "0");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/taints$/);
  await panel.getByRole("link", { name: "Show the 1 node" }).click();
  await expect(page).toHaveURL(/daemonsets\/security\/falco\?q=dedicated/);
  await expect(page.getByRole("button", { name: /^Text dedicated=db:NoSchedule/ })).toBeVisible();
});

test("the taints fit from 320 px to 3840 px", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 20_000);
  await page.goto(`${product.url}/taints`);
  await expect(verdict(page)).toContainText("MISSCHEDULED");
  for (const width of [320, 390, 640, 900, 1181, 1440, 3840]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide, `${width} px`).toBeLessThanOrEqual(0);
  }
});

test("a taint of the link that no node has is reported, with a link back", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/taints?taint=gone%3ANoSchedule`);
  const panel = page.getByRole("complementary", { name: "The selected cell" });
  await expect(panel).toContainText("gone:NoSchedule");
  await expect(panel).toContainText("No node has this taint now");
  await panel.getByRole("link", { name: "Show the most urgent" }).click();
  await expect(panel).toContainText("1 falco pod is on a node that it does not tolerate");
});

test("the taints page works in Chinese, and is stale without the server", { tag: "@long" }, async ({ page, simulateAlone }) => {
  const product = await simulateAlone("tour");
  await page.goto(`${product.url}/taints?lang=zh-TW`);
  await expect(verdict(page)).toContainText("falco 的 1 個 Pod 不容忍 dedicated=db:NoSchedule");
  await expect(page.getByRole("complementary", { name: "選取的格子" })).toContainText("falco 有 1 個 Pod 在其不容忍的節點上");
  await product.kill();
  await expect(verdict(page)).toContainText(/^先前/, { timeout: 30_000 });
});

test("the matrix fades at its right edge only while a column is cut there", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour");
  await page.goto(`${product.url}/placement/taints`);
  const grid = page.getByRole("grid");
  const maskOf = () => grid.evaluate((table) => getComputedStyle(table.parentElement ?? table).maskImage);
  for (const [width, mask] of [
    [1280, /none/],
    [900, /gradient/],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(grid).toBeVisible();
    await expect.poll(maskOf).toMatch(mask);
  }
  await grid.evaluate((table) => table.parentElement?.scrollTo({ left: table.scrollWidth }));
  await expect.poll(maskOf).toBe("none");
});
