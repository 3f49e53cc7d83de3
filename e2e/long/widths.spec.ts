import type { Locator, Page } from "@playwright/test";
import { expect, freshness, test, verdict } from "../tests/fixtures.ts";
import { faultsOf, layoutSettled } from "../tests/small-screens.ts";

const WIDTHS = [320, 390, 480, 640, 720, 800, 901, 1000, 1180, 1181, 1280, 1440, 1920, 3840];
const AGENT = "/daemonsets/kube-system/fluentd-elasticsearch";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const boxOf = async (locator: Locator): Promise<Box> => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("is not drawn");
  return box;
};

/** Expects that no element reaches beyond the page, and that no essential text is cut. */
async function expectNothingCut(page: Page, words: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, `${words}: the page is wider than the window by`).toBeLessThanOrEqual(0);
  const cut = await page.locator("[data-lane-head] b, [data-total] dd, [data-count-name]").evaluateAll((elements) =>
    elements
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .filter((element) => getComputedStyle(element).display !== "inline")
      .map((element) => element.textContent),
  );
  expect(cut, `${words}: cut`).toEqual([]);
}

/** Returns the parts of the flow that reach beyond the window or over the holders of the budget. */
const misplacedParts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const rollout = document.querySelector("section[aria-label=Rollout]");
    const holders = document.querySelector("aside[aria-label='What\\'s using the budget']")?.getBoundingClientRect();
    if (rollout === null || holders === undefined) return ["the flow or what holds the budget is not drawn"];
    return [rollout, ...rollout.querySelectorAll("svg, canvas, [data-meter], [data-lane-head]")].flatMap((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const isOver = left < holders.right && holders.left < right && top < holders.bottom && holders.top < bottom;
      return right > innerWidth || isOver ? [`${part.localName} ${part.textContent.slice(0, 20)} at ${left} to ${right}`] : [];
    });
  });

test("the flow, its holders and the headline keep their places at every width, with one dot per node", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(60_000, 1000);
  await page.goto(product.url + AGENT);
  await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const words = `${width} px`;
    await expect(async () => {
      expect(await misplacedParts(page), words).toEqual([]);
      await expectNothingCut(page, words);
    }).toPass({ timeout: 15_000 });
    const rollout = page.getByRole("region", { name: "Rollout" });
    await expect(rollout).not.toContainText("1 dot =");
    await expect(verdict(page)).toContainText(/image (fluentd:)?v9-missing not found on 3 nodes/);
  }
});

for (const [scenario, path] of [
  ["tour", "/"],
  ["tour", "/?cause=terminating:Terminating"],
  ["tour", "/daemonsets/gpu-operator/nvidia-driver?view=table"],
  ["tour", "/nodes/general-08"],
  ["cordon-and-drain", "/"],
  ["cordon-and-drain", "/daemonsets/kube-system/a-daemonset-that-is-not-there-and-has-a-long-name"],
] as const)
  test(`the page ${path} of ${scenario} fits from 320 px to 3840 px`, async ({ page, simulateReadOnly }) => {
    const product = await simulateReadOnly(scenario, 12_000);
    await page.goto(product.url + path);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect(() => expectNothingCut(page, `${width} px`)).toPass({ timeout: 3000 });
    }
  });

test("each cell of the nodes table is below the heading of its DaemonSet, at every width", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(`${product.url}/nodes?view=table`);
  const table = page.getByRole("grid", { name: /with their DaemonSets/ });
  await expect(table.getByRole("columnheader", { name: "cilium" })).toBeVisible();
  const offsetsOf = () =>
    table.evaluate((grid) => {
      const heads = [...grid.querySelectorAll("thead th")];
      // The first canvas is that of the node itself.
      const [, agentsOfFirst] = grid.querySelectorAll("tbody canvas");
      const agents = heads.filter((head) => head.hasAttribute("title")).map((head) => head.getBoundingClientRect());
      const drawn = agentsOfFirst?.getBoundingClientRect();
      const ready = heads[2 + agents.length]?.getBoundingClientRect();
      if (drawn === undefined || ready === undefined) return [Number.NaN];
      const pitch = drawn.width / agents.length;
      return [...agents.map(({ left }, at) => left - (drawn.left + at * pitch)), Math.min(0, ready.left - drawn.right)];
    });
  for (let width = 320; width <= 2560; width += 160) {
    await page.setViewportSize({ width, height: 900 });
    // The drawing follows the width one frame later.
    await expect(async () => {
      const offsets = await offsetsOf();
      expect(offsets.length).toBeGreaterThanOrEqual(10);
      for (const offset of offsets) expect(Math.abs(offset), `${width} px: ${offsets.join(" ")}`).toBeLessThan(1);
    }).toPass({ timeout: 5000 });
  }
});

test("each state in the key of the grid has its word next to its count", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${product.url}/daemonsets/logging/fluent-bit`);
    const words = page.getByRole("group", { name: "Show one state only" }).locator("button span");
    await expect(words.first()).toBeVisible();
    const cut = await words.evaluateAll(
      (all) => all.filter((word) => word.clientWidth === 1 || word.getBoundingClientRect().width < 16).length,
    );
    expect(cut, `${width} px`).toBe(0);
  }
});

test("a phone reaches grouping, filter, legend, MISSCHEDULED and both complete sentences", async ({ page, simulateReadOnly }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(`${product.url}/daemonsets/security/falco`);
  const rollout = page.getByRole("region", { name: "Rollout" });
  await expect(rollout.getByText("MISSCHEDULED")).toBeVisible();
  await expect(rollout.locator("[data-field=numberMisscheduled]")).toHaveAttribute("data-count", "1");
  await expect(page.getByTitle('daemon set "falco" successfully rolled out')).toBeVisible();

  const nodes = page.getByRole("region", { name: "Nodes" });
  // Ten nodes are above the timeline, without scrolling.
  const dock = await boxOf(page.getByRole("complementary", { name: "Timeline" }));
  await expect
    .poll(async () => {
      const boxes = await nodes
        .locator("[data-plate]")
        .evaluateAll((plates) => plates.map((plate) => plate.getBoundingClientRect().bottom));
      return boxes.filter((bottom) => bottom <= dock.y).length;
    })
    .toBeGreaterThanOrEqual(10);
  await nodes.getByRole("button", { name: "View" }).click();
  await nodes.getByLabel("Size of the grid").selectOption("table");
  await expect(page).toHaveURL(/view=table/);
  await nodes.getByLabel("Size of the grid").selectOption("names");
  await nodes.getByRole("button", { name: "Group by pool" }).click();
  await page.getByRole("dialog", { name: "Group by" }).getByRole("option", { name: "zone", exact: true }).click();
  await expect(page).toHaveURL(/group=zone/);
  await nodes.getByRole("button", { name: /misscheduled/ }).click();
  await expect(page).toHaveURL(/filter=misscheduled/);
  await nodes.getByRole("button", { name: /tainted/ }).click();
  await expect(page).toHaveURL(/filter=tainted/);

  await page.getByRole("button", { name: "Find or run" }).click();
  await page.getByRole("dialog", { name: "Find or run" }).getByRole("combobox").fill("gpu");
  await page.getByRole("option", { name: /Filter the list/ }).click();
  await expect(page).toHaveURL(/q=gpu/);
  await page.getByRole("button", { name: /^Text gpu/ }).click();
  await expect(page).not.toHaveURL(/q=/);

  await page.goto(product.url);
  await expect(page.getByRole("row", { name: /falco/ }).getByText(/^1 on general-08/)).toBeVisible();
});

test("names with the same beginning show both ends, and the complete name in their title", async ({ page, simulate }) => {
  const product = await simulate("hw-rng");
  const label = { app: "x" };
  const names = ["amd64", "arm64"].map((last) => `observability-platform-node-level-log-shipper-for-linux-${last}`);
  for (const name of names)
    await product.kube("POST", "/apis/apps/v1/namespaces/default/daemonsets", {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { name, namespace: "default" },
      spec: {
        selector: { matchLabels: label },
        template: { metadata: { labels: label }, spec: { containers: [{ name: "x", image: "x" }] } },
      },
    });
  await product.advance(5000);
  for (const width of [390, 1000, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(product.url);
    for (const name of names) {
      const link = page.getByRole("table").getByRole("link", { name });
      await expect(link).toHaveAttribute("title", `default/${name}`);
      const row = await boxOf(link);
      const tail = await boxOf(link.getByText(name.slice(-6), { exact: true }));
      expect(tail.x + tail.width).toBeLessThanOrEqual(row.x + row.width + 1);
      expect(tail.width).toBeGreaterThan(20);
    }
  }
});

test("a wallboard enlarges everything with its width, and nothing is cut", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.setViewportSize({ width: 2560, height: 1440 });
  for (const [path, name] of [
    ["/", "fluent-bit"],
    ["/nodes", "general-01"],
    ["/daemonsets/logging/fluent-bit", "general-01"],
  ] as const) {
    await page.goto(product.url + path);
    const words = page.getByRole("main").getByText(name, { exact: true }).first();
    await expect(words).toBeAttached();
    const normalHeight = (await boxOf(words.locator("xpath=.."))).height;
    await page.goto(`${product.url}${path}?kiosk=1`);
    await expect(words).toBeAttached();
    expect((await boxOf(words.locator("xpath=.."))).height / normalHeight, path).toBeGreaterThan(1.6);
    await layoutSettled(page);
    expect(await faultsOf(page, path)).toEqual([]);
    await expectNothingCut(page, path);
  }
});

for (const width of [1440, 1280, 720])
  test(`at ${width} px the path to a DaemonSet is complete, also while the cluster's clock is paused`, async ({ page, simulate }) => {
    await page.setViewportSize({ width, height: 900 });
    const product = await simulate("bad-image");
    await page.goto(product.url + AGENT);
    const crumbs = page.getByRole("navigation", { name: "Where you are" });
    await expect(crumbs).toContainText("fluentd-elasticsearch");
    await expect(freshness(page)).toHaveText(/paused/);
    const cut = await crumbs
      .locator("span:not(.visually-hidden)")
      .evaluateAll((all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0).map((each) => each.textContent),
      );
    expect(cut).toEqual([]);
  });

for (const width of [1440, 2560])
  test(`at ${width} px the text of a node is complete on both maps`, async ({ page, simulateReadOnly }) => {
    await page.setViewportSize({ width, height: 1440 });
    const product = await simulateReadOnly("tour", 20_000);
    for (const [path, text] of [
      ["/nodes", "falco"],
      ["/daemonsets/logging/fluent-bit", "cordoned"],
    ] as const) {
      await page.goto(product.url + path);
      const phrases = page.locator("[data-plate] .ell");
      await expect(phrases.filter({ hasText: text }).first()).toBeVisible();
      const cut = await phrases.evaluateAll((all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
      );
      expect(cut, path).toEqual([]);
    }
  });
