import { expect, expectAccessible, test } from "./fixtures.ts";

const REVERTS = "Argo CD application log-agents manages spec.updateStrategy: it may revert this change.";

test("T26 R33 the owner is named in the facts, next to what changed, in an action and in its plan", async ({ page, simulate }) => {
  const product = await simulate("argo-cd-reverts");
  await page.goto(`${product.url}/daemonsets/logging/log-agent`);
  await expect(page.getByLabel("Facts")).toContainText("Argo CD application log-agents");
  await product.advance(11_000, 1000);
  await expect(page.getByRole("region", { name: "Changes" })).toContainText("Owner: Argo CD application log-agents");
  await page.goto(`${product.url}/daemonsets/logging/log-agent?drawer=fix`);
  // Revision 1 is the owner's, so that it reverts no undo to it.
  const undo = page.locator("[data-action]").filter({ hasText: "Undo to revision 1" });
  await expect(undo).toContainText("Previously ran on all 6 nodes");
  await expect(undo).not.toContainText("may revert");
  await page.locator("[data-action]").filter({ hasText: "Pause (switch to OnDelete)" }).getByRole("button", { name: "Plan…" }).click();
  const plan = page.locator("[data-plan]");
  await expect(plan.getByRole("region", { name: "Owner" })).toHaveText(`Owner${REVERTS}`);
  await expectAccessible(page);
  // Argo CD applies its manifest again after 10 s.
  await product.advance(10_000, 1000);
  await page.goto(`${product.url}/daemonsets/logging/log-agent`);
  await expect(page.locator("[data-verdict]")).toContainText(/Argo CD application log-agents reverted revision 2 at \d/);
  await expect(page.getByRole("region", { name: "Revisions" }).getByRole("listitem").first()).toContainText(/\d+s$/);
  await expect(page.getByRole("region", { name: "Changes" })).toContainText("log-agent:4.2");
  await page.goto(`${product.url}/daemonsets/logging/log-agent/changes`);
  await expect(page.getByRole("row").filter({ hasText: "reverted revision 2" })).toHaveCount(1);
  // A restart sets a field that no manifest has.
  await page.goto(`${product.url}/what-if?if=${encodeURIComponent("restart logging/log-agent")}`);
  await expect(page.locator("main")).toContainText("6");
  await expect(page.locator("main")).not.toContainText("may revert");
  await product.advance(75_000, 1000);
  await page.goto(`${product.url}/daemonsets/logging/log-agent/changes`);
  await expect(page.getByRole("row").filter({ hasText: "reverted revision 2" }), "after a restart").not.toContainText(/\d[hd]/);
  await page.goto(`${product.url}/daemonsets/logging/log-agent`);
  await expect(page.locator("[data-verdict]")).toContainText(/Restarted by kubectl rollout at \d/);
});
