import { expect, expectAccessible, freshness, test, verdict } from "../tests/fixtures.ts";

test("G10 hostile images and labels are shown verbatim and have no effect", async ({ page, simulate }) => {
  const product = await simulate("hw-rng");
  const image = '"><img src=x onerror="window.__pwned=1">';
  await product.kube(
    "PATCH",
    "/apis/apps/v1/namespaces/default/daemonsets/hw-rng",
    { spec: { template: { spec: { containers: [{ name: "hw-rng", image }] } } } },
    "application/strategic-merge-patch+json",
  );
  await product.kube(
    "PATCH",
    "/api/v1/nodes/worker-1",
    { metadata: { labels: { constructor: "polluted", feature: "hw-rng" } } },
    "application/merge-patch+json",
  );
  await product.advance(3000);
  await page.goto(`${product.url}/daemonsets/default/hw-rng`);
  // YAML quotes the image as JSON does.
  await expect(page.getByRole("region", { name: "Changes" }).getByText(JSON.stringify(image))).toBeVisible();
  // The facts are closed while the DaemonSet fails.
  await page.getByText("Spec", { exact: true }).click();
  await expect(page.getByRole("definition").filter({ hasText: image })).toBeVisible();
  await page.goto(`${product.url}/nodes/worker-1`);
  await expect(page.getByText("polluted")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { __pwned?: number }).__pwned)).toBeUndefined();
});

test("reports a link to a missing object, and suggests the nearest one", async ({ page, simulate }) => {
  const product = await simulate("hw-rng");
  await page.goto(`${product.url}/daemonsets/default/hw-rgn`);
  await expect(verdict(page)).toContainText("There is no DaemonSet “default/hw-rgn”");
  await page.getByRole("link", { name: "default/hw-rng" }).click();
  await expect(verdict(page)).toContainText("SHRUNK");
  await page.goto(`${product.url}/nodes/worker-9`);
  await expect(verdict(page)).toContainText("There is no node “worker-9”");
  await expectAccessible(page);
  await page.goto(`${product.url}/daemonsets/default/hw-rng?node=worker-9&view=table`);
  const why = page.getByRole("complementary", { name: /worker-9/ });
  await expect(why.getByRole("alert")).toContainText("There is no node “worker-9”");
  await expect(why.getByRole("link", { name: "Node", exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await why.getByRole("link", { name: "worker-1" }).click();
  await expect(page).toHaveURL(/view=table/);
  await expect(page).toHaveURL(/node=worker-1/);
  await expect(page.getByRole("complementary", { name: /worker-1/ }).getByRole("link", { name: "Node", exact: true })).toBeVisible();
});

test("the keyboard moves through the nodes, opens explain, and Esc returns", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  const grid = page.getByRole("grid");
  await grid.focus();
  const active = async () => (await grid.getByRole("gridcell").innerText()).split(",")[0] ?? "";
  await page.keyboard.press("Control+Home");
  const first = await active();
  // Right goes through all 12 nodes, and on into the next row.
  const seen = new Set([first]);
  for (let at = 1; at < 12; at++) {
    await page.keyboard.press("ArrowRight");
    seen.add(await active());
  }
  expect(seen.size).toBe(12);
  const last = await active();
  await page.keyboard.press("ArrowUp");
  const above = await active();
  expect([first, last]).not.toContain(above);
  await page.keyboard.press("ArrowDown");
  expect(await active()).toBe(last);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: /Why fluentd/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary", { name: /Why fluentd/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("table", { name: "DaemonSets" })).toBeVisible();
});

test("F10 many tabs share one event stream", async ({ context, page, simulate }) => {
  const product = await simulate("hw-rng");
  await page.goto(product.url);
  for (let at = 0; at < 7; at++) {
    const tab = await context.newPage();
    await tab.goto(product.url);
    await expect(freshness(tab)).toHaveAttribute("data-freshness", "live");
  }
  await expect.poll(async () => /^daemonscope_readers (\d+)$/m.exec(await (await fetch(`${product.url}/metrics`)).text())?.[1]).toBe("1");
});

test("the pages of a stuck DaemonSet are accessible: dark, light, and on a phone", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("bad-image", 60_000);
  for (const path of ["/", "/daemonsets/kube-system/fluentd-elasticsearch", "/nodes/worker-01"]) {
    await page.goto(product.url + path);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test("a part whose requests are aborted once is loaded again, with its style", async ({ page, simulateAlone }) => {
  const product = await simulateAlone("bad-image");
  await product.advance(30_000);
  const aborted = new Set<string>();
  await page.route(/\/assets\/EventTable[^/]*\.(js|css)$/, async (route) => {
    const url = route.request().url();
    if (aborted.has(url)) return route.continue();
    aborted.add(url);
    await route.abort("connectionreset");
  });
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch/events`);
  await expect(page.getByRole("table", { name: "Warnings" })).toBeVisible();
  expect([...aborted].map((url) => url.slice(url.lastIndexOf(".")))).toEqual(expect.arrayContaining([".js", ".css"]));
  const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ""));
  expect(sheets.filter((href) => href.includes("EventTable"))).toHaveLength(1);
});

test("a part whose files fail to load shows an error in its place, and the rest of the page remains", async ({ page, simulateAlone }) => {
  const product = await simulateAlone("hw-rng");
  await page.goto(`${product.url}/daemonsets/default/hw-rng`);
  await expect(page.getByRole("region", { name: "Nodes" })).toBeVisible();
  // Waits for the parts that load last.
  await expect(page.getByRole("complementary", { name: "Timeline" })).toBeVisible();
  await expect(page.getByRole("button", { name: "SIMULATED" })).toBeVisible();
  await expect(page.getByRole("link", { name: "What if…" })).toBeVisible();
  await product.kill();
  await expect(freshness(page)).toHaveAttribute("data-freshness", "disconnected");
  await page.getByRole("link", { name: "Network", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await expect(verdict(page)).toContainText("hw-rng");
  await page.getByRole("link", { name: "Placement", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("link", { name: "DaemonSets", exact: true }).click();
  await expect(page.getByRole("table", { name: "DaemonSets" })).toBeVisible();
  await page.getByRole("link", { name: "Placement", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await product.restart();
  await expect(verdict(page)).toContainText("TAINT");
});

for (const [path, heading, sentence, offered] of [
  ["/daemonsets/%E0%A4%A", "There is no page “/daemonsets/%E0%A4%A”", "Did you mean:", "daemonsets"],
  ["/revisions", "There is no page “/revisions”", "Each DaemonSet has this page:", "daemonsets/logging/fluent-bit/changes"],
  ["/nodez/x", "There is no page “/nodez/x”", "Did you mean:", "nodes"],
  ["/nodes/none", "There is no node “none”", "Deleted, or from another cluster.", "All nodes"],
  ["/daemonsets/kube-system/kube-prxy", "There is no DaemonSet “kube-system/kube-prxy”", "Did you mean:", "kube-system/kube-proxy"],
  ["/daemonsets/default/kube-proxy", "There is no DaemonSet “default/kube-proxy”", "Did you mean:", "kube-system/kube-proxy"],
] as const)
  test(`${path} returns 404 and a page that suggests the nearest of its kind`, async ({ page, simulateReadOnly }) => {
    const product = await simulateReadOnly("tour", 12_000);
    const answer = await page.goto(`${product.url}${path}`);
    expect(answer?.status()).toBe(404);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(main.getByText(sentence)).toBeVisible();
    const link = main.getByRole("link", { name: offered, exact: true });
    for (const each of await main.getByRole("link").allInnerTexts()) expect(each).not.toBe("");
    await link.click();
    await expect(main.getByRole("heading", { level: 1 })).not.toHaveText(heading);
    await expect(main).not.toContainText("There is no");
  });
