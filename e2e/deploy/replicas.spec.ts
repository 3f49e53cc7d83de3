import { expect, type Page, test } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { type Simulator, startSimulator } from "../simulator.ts";
import { type RoundRobin, roundRobin } from "./round-robin.ts";
import { measured } from "./step.ts";

const DAEMON_SET = "kube-system/fluentd-elasticsearch";
/** With this variable a server accepts any loopback port in `Host`, as a pod does. */
const POD = { KUBERNETES_SERVICE_HOST: "127.0.0.1" };

const portOf = ({ url }: Daemonscope): number => Number(new URL(url).port);
/** Returns the number of nodes with the new revision, from the row of the page. */
const updatedCount = (page: Page) => page.locator(`[data-key="${DAEMON_SET}"] [data-letter="U"]`);
const isOld = (page: Page) => page.getByRole("heading", { name: /^WAS / });

interface Seen {
  readonly updated: number;
  readonly isOld: boolean;
}

/** Records each number that the page shows, and whether the page marks it as old. */
const recordCounts = (page: Page) =>
  page.evaluate((key) => {
    const seen: { updated: number; isOld: boolean }[] = [];
    Object.assign(window, { seen });
    const check = () => {
      const cell = document.querySelector(`[data-key="${key}"] [data-letter="U"]`)?.textContent;
      if (cell === undefined || cell === null) return;
      const current = { updated: Number(cell), isOld: document.querySelector("main")?.textContent?.includes("WAS ") === true };
      const last = seen.at(-1);
      if (last?.updated !== current.updated || last.isOld !== current.isOld) seen.push(current);
    };
    new MutationObserver(check).observe(document.body, { subtree: true, childList: true, characterData: true });
    check();
  }, DAEMON_SET);
const seenOn = (page: Page) => page.evaluate(() => (window as unknown as { readonly seen: readonly Seen[] }).seen);

/** Returns the status counts that the cluster reports. */
async function reported(simulator: Simulator): Promise<string> {
  const answer = await fetch(`${simulator.url}/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch`);
  const { status } = (await answer.json()) as { readonly status: { readonly updatedNumberScheduled?: number } };
  return String(status.updatedNumberScheduled ?? 0);
}

async function advance(simulator: Simulator, seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at++) await fetch(`${simulator.url}/simulator/advance?ms=1000`, { method: "POST" });
}

/** Checks that the page never shows an old number as current. */
async function expectNeverBack(page: Page): Promise<void> {
  const seen = await seenOn(page);
  const back = seen.filter(({ updated, isOld }, at) => {
    const before = seen[at - 1];
    // When a new rollout starts, the count drops from all nodes to none.
    return before !== undefined && updated < before.updated && before.updated < 12 && !isOld;
  });
  expect(back).toEqual([]);
}

test.describe("two replicas behind one address", () => {
  let simulator: Simulator;
  let servers: readonly Daemonscope[];
  let proxy: RoundRobin;
  let ports: readonly number[];
  test.beforeEach(async () => {
    simulator = await startSimulator("image-update");
    servers = await Promise.all([0, 1].map(() => startDaemonscope(["--kubeconfig", simulator.kubeconfig], POD)));
    ports = servers.map(portOf);
    proxy = await roundRobin(() => ports);
  });
  test.afterEach(async () => {
    await proxy.close();
    for (const server of servers) await server.stop();
    await simulator.stop();
  });

  test("with session affinity, as in the chart: if the replica dies, the page marks old data and uses the other", {
    tag: "@ci",
  }, async ({ page }) => {
    const [first, second] = servers;
    if (first === undefined || second === undefined) throw new Error("there are not two");
    ports = [portOf(first)];
    await page.goto(proxy.url);
    await expect(updatedCount(page)).toHaveText("12");
    await expect(isOld(page)).toHaveCount(0);
    await recordCounts(page);
    await expect(async () => {
      await advance(simulator, 5);
      // The page draws counts ten times a second. Without this wait it could skip a count.
      await expect(updatedCount(page)).toHaveText(await reported(simulator));
      expect(Number(await updatedCount(page).textContent())).toBeLessThan(12);
    }).toPass({ intervals: [50] });
    await first.kill();
    await expect(isOld(page)).toBeVisible();
    ports = [portOf(second)];
    const beganMs = Date.now();
    await expect(isOld(page)).toHaveCount(0);
    measured(`on the other after ${((Date.now() - beganMs) / 1000).toFixed(1)} s`);
    await advance(simulator, 10);
    await expect(updatedCount(page)).toHaveText(await reported(simulator));
    expect(proxy.connections.get(portOf(second))).toBeGreaterThan(0);
    await expectNeverBack(page);
    // Fetched answers come from the same replica.
    await page.locator(`[data-key="${DAEMON_SET}"] [data-name] a`).click();
    await expect(page.getByRole("heading", { level: 1, name: "fluentd-elasticsearch" })).toBeVisible();
  });

  test("with stream and requests on different replicas, requests find the right one, and frames continue", async ({ page }) => {
    let keyframes = 0;
    page.on("response", (response) => {
      if (response.url().includes("/api/keyframe")) keyframes++;
    });
    const expectCurrent = () => expect(async () => expect(await updatedCount(page).textContent()).toBe(await reported(simulator))).toPass();
    await page.goto(proxy.url);
    await expect(updatedCount(page)).toHaveText("12");
    await recordCounts(page);
    for (let round = 0; round < 3; round++) {
      // After the cut, the proxy sends requests alternately to both replicas.
      proxy.cut();
      await advance(simulator, 4);
      await expectCurrent();
      await expect(isOld(page)).toHaveCount(0);
      const before = keyframes;
      for (let step = 0; step < 4; step++) {
        await advance(simulator, 2);
        await expectCurrent();
      }
      expect(keyframes - before, "whole states that were fetched in the meantime").toBe(0);
    }
    await expectNeverBack(page);
  });

  test("with round-robin connections, the page always shows the current cluster or that it is stale", {
    tag: "@ci",
  }, async ({ page }) => {
    await page.goto(proxy.url);
    await expect(updatedCount(page)).toHaveText("12");
    await recordCounts(page);
    for (let round = 0; round < 3; round++) {
      await advance(simulator, 8);
      await expect(async () => {
        const truth = await reported(simulator);
        expect((await isOld(page).count()) === 1 || (await updatedCount(page).textContent()) === truth).toBe(true);
      }).toPass();
      proxy.cut();
    }
    await expectNeverBack(page);
    expect([...proxy.connections.values()].filter((count) => count > 0)).toHaveLength(2);
  });
});
