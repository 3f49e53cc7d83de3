import { expect, test } from "@playwright/test";
import { agent, rolling } from "./manifests.ts";
import { setStage } from "./stage.ts";

test("T8 in the browser: a rollout on a real control plane moves over the grid and ends as kubectl says", async ({ page }) => {
  const stage = await setStage("t8-in-the-browser", 12);
  try {
    await stage.apply(agent({ name: "fluentd", strategy: rolling(3), minReadySeconds: 1 }));
    await stage.kubectl("rollout", "status", "ds/fluentd", "--timeout=60s");
    await page.goto(`${stage.url}/daemonsets/default/fluentd`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("AVAILABLE");
    await stage.kubectl("set", "image", "ds/fluentd", "agent=agent:2");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("ROLLING");
    await stage.kubectl("rollout", "status", "ds/fluentd", "--timeout=90s");
    await expect(page.getByText('daemon set "fluentd" successfully rolled out')).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("12 of 12 available");
  } finally {
    await stage.stop();
  }
});
