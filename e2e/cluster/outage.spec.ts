import { nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { expect, test } from "@playwright/test";
import { agent } from "./manifests.ts";
import { setStage } from "./stage.ts";

test("a killed API server shows disconnected, a frozen one stale, and both recover automatically", async ({ page }) => {
  const stage = await setStage("outages", 4);
  try {
    await stage.apply(agent({ name: "agent" }));
    await stage.kubectl("rollout", "status", "ds/agent", "--timeout=60s");
    await page.goto(stage.url);
    const chip = page.getByRole("status", { name: /Freshness/ });
    await expect(chip).toHaveAttribute("data-freshness", "live");

    stage.cluster.holdApiServer();
    stage.cluster.killApiServer();
    await expect(chip).toHaveAttribute("data-freshness", "disconnected", { timeout: 10_000 });
    await expect(page.getByRole("alert")).toContainText("The API server cannot be read");
    stage.cluster.releaseApiServer();
    // A busy machine may take a minute to start it.
    await expect.poll(async () => (await stage.cluster.kubectl(["get", "--raw", "/readyz"])).stdout, { timeout: 90_000 }).toBe("ok");
    await expect(chip).toHaveAttribute("data-freshness", "live", { timeout: 20_000 });

    stage.cluster.freezeApiServer();
    await expect(chip).toHaveAttribute("data-freshness", "stale", { timeout: 25_000 });
    stage.cluster.thawApiServer();
    await expect(chip).toHaveAttribute("data-freshness", "live", { timeout: 8000 });

    await stage.kubectl("label", "node", "node-1", "seen=after");
    await stage.observer.until("news come again", () => nodeNamed(stage.observer.state(), "node-1")?.labels.seen === "after");
  } finally {
    stage.cluster.thawApiServer();
    await stage.stop();
  }
});
