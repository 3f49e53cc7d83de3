import { expect, expectAccessible, freshness, test, verdict } from "./fixtures.ts";

test("each page has its own tab title", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("hw-rng");
  for (const [path, title] of [
    ["/", /^SHRUNK · default\/hw-rng · SIMULATED · Daemonscope$/],
    ["/daemonsets/default/hw-rng", /· default\/hw-rng · SIMULATED · Daemonscope$/],
    ["/nodes/worker-1", "READY · node worker-1 · SIMULATED · Daemonscope"],
    ["/nodes/worker-9", "No node “worker-9” · SIMULATED · Daemonscope"],
    ["/daemonsets/default/nothing", "No DaemonSet “default/nothing” · SIMULATED · Daemonscope"],
    ["/nothing/here", "No page “/nothing/here” · SIMULATED · Daemonscope"],
  ] as const) {
    await page.goto(product.url + path);
    await expect(page).toHaveTitle(title);
  }
  await page.getByRole("link", { name: "All DaemonSets", exact: true }).click();
  await expect(page).not.toHaveTitle(/nothing/);
});

test("a mistyped path returns a 404 page, which suggests similar paths", { tag: "@long" }, async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("hw-rng");
  for (const [path, suggestion] of [
    ["/daemonset/default/hw-rng", "daemonsets/default/hw-rng"],
    ["/daemonsets/hw-rng", "daemonsets/default/hw-rng"],
    ["/node/worker-1", "nodes/worker-1"],
  ] as const) {
    const answer = await page.goto(product.url + path);
    expect(answer?.status()).toBe(404);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    await expect(verdict(page)).toContainText(`There is no page “${path}”`);
    await page.getByRole("link", { name: suggestion }).click();
    await expect(page).toHaveURL(`${product.url}/${suggestion}`);
    await expect(verdict(page)).not.toContainText("There is no page");
  }
  await page.goto(`${product.url}/daemonset/default/hw-rng`);
  await expectAccessible(page);
});

test("an unknown node is not requested, and an unanswerable request is sent once", { tag: "@long" }, async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("hw-rng");
  const requestedPaths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/api/node" || pathname === "/api/explain") requestedPaths.push(pathname);
  });
  await page.goto(`${product.url}/nodes/zzz`);
  await expect(verdict(page)).toContainText("There is no node “zzz”");
  await page.getByRole("link", { name: "All nodes", exact: true }).click();
  await expect(page).toHaveURL(/\/nodes$/);
  await page.goto(`${product.url}/daemonsets/default/hw-rng?node=zzz`);
  await expect(page.getByRole("alert")).toContainText("There is no node “zzz”");
  await expect(page.getByRole("complementary").getByRole("link", { name: "Node", exact: true })).toHaveCount(0);
  await page.goto(`${product.url}/nodes/worker-1`);
  await expect(page.getByText("hw-rng").first()).toBeVisible();
  await expect.poll(() => requestedPaths).toEqual(["/api/explain", "/api/node"]);
});
