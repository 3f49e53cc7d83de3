import { expect, expectAccessible, test } from "./fixtures.ts";

const REVERTS = "Argo CD application log-agents manages spec.template: it may revert this change.";

test("T26 R33 the owner is named in the facts, next to what changed, in an action and in its plan", async ({ page, simulate }) => {
  const product = await simulate("argo-cd-reverts");
  await page.goto(`${product.url}/daemonsets/logging/log-agent`);
  await expect(page.getByLabel("Facts")).toContainText("Argo CD application log-agents");
  await product.advance(11_000, 1000);
  await expect(page.getByRole("region", { name: "Changes" })).toContainText("Owner: Argo CD application log-agents");
  await page.goto(`${product.url}/daemonsets/logging/log-agent?drawer=fix`);
  await expect(page.locator("[data-action]").filter({ hasText: "Undo to revision 1" })).toContainText(REVERTS);
  await page.getByRole("button", { name: "Undo to revision 1…" }).click();
  const plan = page.locator("[data-plan]");
  await expect(plan.getByRole("region", { name: "Owner" })).toHaveText(`Owner${REVERTS}`);
  await expectAccessible(page);
  // A restart sets a field that no manifest has.
  await page.goto(`${product.url}/what-if?if=${encodeURIComponent("restart logging/log-agent")}`);
  await expect(page.locator("main")).toContainText("6");
  await expect(page.locator("main")).not.toContainText("may revert");
});
