import { startDaemonscope } from "../daemonscope.ts";
import { startSimulator } from "../simulator.ts";
import { type SlowKeyframes, startSlowKeyframes } from "../slow-keyframe.fixture.ts";
import { test as base, expect, expectAccessible, freshness, verdict } from "./fixtures.ts";

interface Fixtures {
  /** Starts a proxy to a server that stops keyframes after their head. */
  readonly delayKeyframes: (url: string) => Promise<SlowKeyframes>;
}
const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  delayKeyframes: async ({}, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (url) => {
      const slow = await startSlowKeyframes(url);
      ends.push(slow.close);
      return slow;
    });
    for (const end of ends) await end();
  },
});

test("C13 verdict, DaemonSets and counts appear before nodes are read, with the progress of the nodes", { tag: "@long" }, async ({
  page,
  simulate,
  delayKeyframes,
}) => {
  const product = await simulate("image-update");
  const slow = await delayKeyframes(product.url);
  await page.goto(slow.url);
  await expect(page.getByText(/^0 of \d+ nodes read$/)).toBeVisible();
  await expect(verdict(page)).not.toContainText("Connecting");
  await expect(page.getByRole("row", { name: /fluentd-elasticsearch/ })).toContainText(/\d/);
  await expect(freshness(page)).toHaveText("reading nodes");
  await expect(page.getByText(/\b0 nodes\b/)).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Find or run" });
  await palette.getByRole("combobox").fill("worker");
  await expect(palette.getByText(/0 of \d+ nodes read/)).toBeVisible();
  await page.keyboard.press("Escape");
  slow.release();
  await expect(freshness(page)).toHaveText(/live|paused/);
  await expect(page.getByText(/nodes read/)).toHaveCount(0);
  expect(slow.asked(), "asked for once, by the page's head").toBe(1);
});

test("C13 pages over all nodes wait for them with a message, and report no node as missing", { tag: "@long" }, async ({
  page,
  simulate,
  delayKeyframes,
}) => {
  const product = await simulate("image-update");
  const slow = await delayKeyframes(product.url);
  for (const path of ["nodes", "nodes/nobody", "labels", "taints", "what-if"]) {
    await page.goto(`${slow.url}/${path}`);
    await expect(page.getByRole("heading", { name: "Reading the nodes" })).toBeVisible();
    await expect(page.getByText(/^0 of \d+ nodes read$/)).toBeVisible();
  }
  await page.goto(`${slow.url}/daemonsets/kube-system/fluentd-elasticsearch?labels=pool`);
  await expect(page.getByText(/^0 of \d+ nodes read$/)).toBeVisible();
  await expect(page.locator("[data-labels-note]"), "a label is not said to be on no node").toHaveCount(0);
  await page.goto(`${slow.url}/daemonsets/kube-system/fluentd-elasticsearch?node=nobody`);
  await expect(verdict(page)).toContainText("fluentd-elasticsearch");
  await expect(page.getByText(/^0 of \d+ nodes read$/)).toBeVisible();
  await expect(page.getByText(/no node/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Actions", exact: true })).toBeDisabled();
  await page.goto(`${slow.url}/nodes/nobody`);
  await expect(page.getByRole("heading", { name: "Reading the nodes" })).toBeVisible();
  slow.release();
  await expect(page.getByRole("heading", { name: "There is no node “nobody”" })).toBeVisible();
});

test("the counts of a DaemonSet are readable before the file of its overview arrives", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/DaemonSetPage-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit`);
  const loading = page.getByRole("status").filter({ hasText: "Loading this section" });
  await expect(loading).toContainText("DESIRED48");
  await expect(page.getByRole("button", { name: "Pause…" })).toBeVisible();
  const topOf = async (name: string) => Math.round((await page.getByText(name, { exact: true }).first().boundingBox())?.y ?? 0);
  const before = await topOf("AVAILABLE");
  release();
  await expect(page.getByRole("grid")).toBeVisible();
  expect(await topOf("AVAILABLE")).toBe(before);
});

test("C13 a filter without a matching DaemonSet is not final while nodes are loading", async ({ page, simulate, delayKeyframes }) => {
  const product = await simulate("image-update");
  const slow = await delayKeyframes(product.url);
  await page.goto(`${slow.url}/?q=worker`);
  await expect(page.getByText(/^0 of \d+ nodes read$/)).toBeVisible();
  const chip = page.getByRole("button", { name: /^Text worker \d+ of \d+/ });
  await expect(chip).toContainText("not all nodes and pods are read yet");
  slow.release();
  await expect(page.locator("[data-nodes-named]")).toBeVisible();
  await expect(chip).not.toContainText("not all");
});

test("F2 a truncated keyframe is fetched again, and its part is never live", async ({ page, simulate, delayKeyframes }) => {
  const product = await simulate("image-update");
  const slow = await delayKeyframes(product.url);
  await page.goto(slow.url);
  await expect(page.getByText(/^0 of \d+ nodes read$/)).toBeVisible();
  slow.cut();
  await expect.poll(slow.asked).toBe(2);
  await expect(freshness(page)).toHaveText("reading nodes");
  await expect(page.getByText(/^0 of \d+ nodes read$/)).toBeVisible();
  slow.release();
  await expect(freshness(page)).toHaveText(/live|paused/);
  await expect(page.getByText(/nodes read/)).toHaveCount(0);
});

test("C13 while the server reads nodes, DaemonSets show their reported numbers and the reading progress", async ({ page }) => {
  const simulator = await startSimulator("image-update");
  await simulator.fault("failNext", { resource: "nodes", status: 503, count: 100_000 });
  const product = await startDaemonscope(["--kubeconfig", simulator.kubeconfig]);
  await page.goto(product.url);
  await expect(page.getByRole("row", { name: /fluentd-elasticsearch/ })).toContainText(/\d/);
  await expect(page.getByText("Not complete yet.")).toBeVisible();
  await expect(page.getByText("no node read yet")).toBeVisible();
  await expect(verdict(page)).toContainText("what the status of each DaemonSet says");
  await expectAccessible(page);
  await page.goto(`${product.url}/nodes/nobody`);
  await expect(page.getByRole("heading", { name: "Reading the nodes" })).toBeVisible();
  await product.stop();
  await simulator.stop();
});
