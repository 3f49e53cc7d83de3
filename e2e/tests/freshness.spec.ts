import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { type Simulator, startSimulator } from "../simulator.ts";
import { startStalledStreams } from "../stalled-streams.fixture.ts";
import { test as base, expect, expectAccessible, freshness, verdict, violationsOn } from "./fixtures.ts";

interface Fixtures {
  /** A separate simulated cluster, and the product that watches it. Resources are forbidden before the first read. */
  readonly watched: (forbidden: readonly string[], scenario?: string) => Promise<{ readonly simulator: Simulator; readonly url: string }>;
}
const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  watched: async ({}, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (forbidden, scenario = "hw-rng") => {
      const simulator = await startSimulator(scenario);
      ends.push(simulator.stop);
      for (const resource of forbidden) await simulator.fault("forbid", { resource });
      const product: Daemonscope = await startDaemonscope(["--kubeconfig", simulator.kubeconfig]);
      ends.push(product.stop);
      return { simulator, url: product.url };
    });
    for (const end of ends.reverse()) await end();
  },
});

test("C13 without pods nothing counts as missing: the status is used, cells are unknown, the band names the verbs", {
  tag: "@long",
}, async ({ page, watched }) => {
  const { url } = await watched(["pods"], "image-update");
  await page.goto(url);
  await expect(page.getByText("May not read pods.")).toBeVisible();
  await expect(page.getByText(/needs the verbs list and watch on pods/)).toBeVisible();
  await expect(verdict(page)).toContainText("HEALTHY");
  await page.goto(`${url}/daemonsets/kube-system/fluentd-elasticsearch`);
  await expect(verdict(page)).toContainText("says its status; pods are not read");
  await expect(page.getByRole("region", { name: "Status" })).toContainText("which node is at which step is unknown");
  await expect(page.getByRole("button", { name: /unknown/ })).toBeVisible();
  await expect(page.getByText("no pod yet")).toHaveCount(0);
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await expect(page.getByText("Actions are unknown: pods are not read.")).toBeVisible();
  await expectAccessible(page);
});

test("C13 without nodes no DaemonSet counts as unwanted: its status remains, and no grid is empty", { tag: "@long" }, async ({
  page,
  watched,
}) => {
  const { url } = await watched(["nodes"]);
  await page.goto(url);
  await expect(page.getByText("May not read nodes.")).toBeVisible();
  await expect(page.getByRole("table").getByRole("link", { name: "hw-rng" })).toBeVisible();
  await expect(page.getByText("no node is eligible")).toHaveCount(0);
  await page.goto(`${url}/daemonsets/default/hw-rng`);
  await expect(page.getByText("Nodes are not read, so there is no grid of them.")).toBeVisible();
  await page.goto(`${url}/daemonsets/default/hw-rng?node=worker-1`);
  await expect(page.getByText(/Nothing is known about node worker-1: it needs nodes, and they may not be read/)).toBeVisible();
  await page.goto(`${url}/nodes/worker-1`);
  await expect(page.getByText("Nodes are not read, so the state of this node is unknown.")).toBeVisible();
});

test("C13 without revisions nothing is called old or new: the panel, the legend and the pods state that", { tag: "@long" }, async ({
  page,
  watched,
}) => {
  const { url } = await watched(["controllerrevisions"], "image-update");
  await page.goto(`${url}/daemonsets/kube-system/fluentd-elasticsearch`);
  await expect(page.getByText("Revisions are not read: old and new pods look alike.")).toBeVisible();
  await expect(page.getByText("old revision")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Changes", exact: true }).click();
  await expect(page.getByRole("region", { name: "Revisions" })).toContainText("ControllerRevisions are not read");
});

test("C13 without daemonsets the cluster is not shown as empty: the page names the missing permission", async ({ page, watched }) => {
  const { url } = await watched(["daemonsets"]);
  await page.goto(url);
  await expect(verdict(page)).toContainText("No permission to list DaemonSets");
  await expect(page.getByText(/needs the verbs list and watch on daemonsets\.apps/)).toBeVisible();
  await expectAccessible(page);
});

test("F6 a revoked permission makes the data stale, dated and never live", { tag: "@long" }, async ({ page, watched }) => {
  const { simulator, url } = await watched([]);
  await page.goto(url);
  await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
  await simulator.fault("forbid", { resource: "pods" });
  await expect(freshness(page)).toHaveAttribute("data-freshness", "stale", { timeout: 5000 });
  await expect(page.getByRole("alert")).toContainText("May no longer read pods");
  await expect(page.getByRole("alert")).toContainText("Everything below is as it was at");
  await expect(verdict(page)).toContainText("WAS ");
  await expect(page.getByText("May not read pods.")).toHaveCount(0);
  await page.goto(`${url}/daemonsets/default/hw-rng`);
  await expect(verdict(page)).toContainText("WAS ");
  await expect(page.getByRole("region", { name: "Rollout" })).toBeVisible();
  await expect(page.getByRole("main").getByText(/comes? free|more old pods? may go|places? (is|are) free/)).toHaveCount(0);
});

test("F6 a cluster that was never reached is not empty: the page shows the attempts, and fills on success", { tag: "@long" }, async ({
  page,
}) => {
  const first = await startSimulator("hw-rng");
  const { port } = new URL(first.url);
  await first.kill();
  const product = await startDaemonscope(["--kubeconfig", first.kubeconfig]);
  let second: Simulator | undefined;
  try {
    await page.goto(product.url);
    await expect(verdict(page)).toHaveText("Connecting");
    await expect(page.getByText(/The API server cannot be read: .*ECONNREFUSED|refused/)).toBeVisible();
    await expect(page.getByText("NO DAEMONSETS")).toHaveCount(0);
    // The page remains busy until the API server answers.
    await expect(page.locator("main")).toHaveAttribute("aria-busy", "true");
    expect(await violationsOn(page)).toEqual([]);
    second = await startSimulator("hw-rng", "--port", port);
    await page
      .getByRole("button", { name: "Retry now" })
      .click({ timeout: 2000 })
      // The page may have connected by itself meanwhile.
      .catch(() => undefined);
    await expect(page.getByRole("table").getByRole("link", { name: "hw-rng" })).toBeVisible({ timeout: 10_000 });
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
  } finally {
    await product.stop();
    await second?.stop();
    await first.stop();
  }
});

test("F6 while the API server is away the band keeps one date, regardless of heartbeats", { tag: "@long" }, async ({ page, watched }) => {
  const { simulator, url } = await watched([]);
  await page.goto(url);
  await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
  await simulator.kill();
  await expect(freshness(page)).toHaveAttribute("data-freshness", "disconnected", { timeout: 5000 });
  const dated = async () => /as it was at (\d\d:\d\d:\d\d)/.exec(await page.getByRole("alert").innerText())?.[1];
  const first = await dated();
  expect(first).toBeDefined();
  await page.getByRole("button", { name: "Retry now" }).click();
  // Waits longer than the heartbeat interval.
  await expect
    .poll(async () => Number(/disconnected (\d+)s/.exec(await freshness(page).innerText())?.[1] ?? 0), { timeout: 20_000 })
    .toBeGreaterThan(11);
  expect(await dated()).toBe(first);
});

test("the band of a lost API server covers neither headline nor tabs, at any width and in each language", { tag: "@long" }, async ({
  page,
  watched,
}) => {
  const { simulator, url } = await watched([]);
  await page.goto(url);
  await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
  await simulator.kill();
  for (const language of ["en", "zh-CN", "zh-TW"]) {
    await page.goto(`${url}/daemonsets/default/hw-rng?lang=${language}`);
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.locator("main nav a").first()).toBeVisible();
    for (const width of [1180, 1440, 1920, 390]) {
      await page.setViewportSize({ width, height: 900 });
      // Some parts follow the width one frame later.
      await expect(async () => {
        const band = await page.getByRole("alert").boundingBox();
        for (const name of ["main h1", "main nav a"]) {
          const box = await page.locator(name).first().boundingBox();
          if (band === null || box === null) throw new Error(`${name} has no place`);
          const isCovered = band.y < box.y + box.height && box.y < band.y + band.height;
          expect(isCovered, `${language} ${width} ${name}: ${band.y} to ${band.y + band.height} over ${box.y}`).toBe(false);
        }
      }).toPass({ timeout: 5000 });
    }
  }
});

test("F6 F9 an open stream without messages is replaced from the last frame; meanwhile the page is stale", { tag: "@long" }, async ({
  page,
  watched,
}) => {
  const { url } = await watched([]);
  const held = await startStalledStreams(url);
  try {
    await page.goto(held.url);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    held.hold();
    await expect(freshness(page)).toHaveAttribute("data-freshness", "stale", { timeout: 15_000 });
    await expect(page.getByRole("alert")).toContainText("has gone silent, or its data arrive late. This page keeps reconnecting.");
    // The next stream is stalled too: it is open, and the page stays stale.
    await expect.poll(() => held.asked().length, { timeout: 5000 }).toBe(2);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "stale");
    held.letGo();
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live", { timeout: 30_000 });
    expect(held.asked().length).toBe(3);
    for (const after of held.asked()) expect(after).toMatch(/^[0-9a-f]+\.\d+$/);
    expect(held.keyframes(), "its place was not lost").toBe(1);
  } finally {
    await held.close();
  }
});
