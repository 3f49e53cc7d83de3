import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDaemonscope } from "../daemonscope.ts";
import { startRunningSimulator } from "../simulator.ts";
import { expect, test } from "./fixtures.ts";
import { startSigningCluster } from "./signing-cluster.fixture.ts";

test.describe.configure({ timeout: 120_000 });

test("R29 a change that a signed-in user makes names the user, in the head and the revisions", {
  tag: "@long",
}, async ({ page }) => {
  const simulator = await startRunningSimulator("tour");
  const cluster = await startSigningCluster(simulator.url);
  const audit = join(mkdtempSync(join(tmpdir(), "who-")), "audit.jsonl");
  const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig, "--auth", "token", "--allow-writes", "--audit", audit]);
  try {
    cluster.people.set("the-token-of-anna", { userName: "anna@example.org", groups: ["dev"] });
    await page.goto(`${product.url}/daemonsets/security/falco/changes`);
    await page.getByRole("textbox", { name: "Bearer token" }).fill("the-token-of-anna");
    await page.getByRole("button", { name: "Sign in" }).click();
    const revisions = page.getByRole("region", { name: "Revisions" });
    await revisions
      .getByRole("row", { name: /history/ })
      .getByRole("button")
      .last()
      .click();
    const plan = page.locator("[data-plan]");
    await expect(plan).toHaveAttribute("data-plan", "planned");
    // The plan replaces most pods, so that the name must be typed.
    await plan.getByRole("textbox").fill("falco");
    await page.keyboard.press("Enter");
    await expect(plan).toHaveAttribute("data-plan", "carriedOut");
    await page.keyboard.press("Escape");
    const author = "anna@example.org (daemonscope)";
    await expect(page.locator("[data-verdict]")).toContainText(`Revision 3 by ${author}`);
    await expect(revisions.getByRole("row", { name: /current/ })).toContainText(author);
  } finally {
    await product.stop();
    await cluster.close();
    await simulator.stop();
  }
});
