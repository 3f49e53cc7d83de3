import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { type Simulator, startSimulator } from "../simulator.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { type SigningCluster, startSigningCluster } from "./signing-cluster.fixture.ts";

let simulator: Simulator;
let cluster: SigningCluster;
let product: Daemonscope;

test.beforeAll(async () => {
  simulator = await startSimulator("tour");
  cluster = await startSigningCluster(simulator.url);
  product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig, "--auth", "token"]);
  cluster.people.set("of-nobody", { userName: "anna@example.org", groups: ["dev"], may: () => false });
  cluster.people.set("of-logging", { userName: "ben@example.org", may: ({ namespace }) => namespace === "logging" });
});
test.afterAll(async () => {
  await product?.stop();
  await cluster?.close();
  await simulator?.stop();
});

test("G27 a user without permissions reads which ones are missing, and what to send to an administrator", async ({ page }) => {
  await page.goto(product.url);
  await page.getByRole("textbox", { name: "Bearer token" }).fill("of-nobody");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("anna@example.org may not list DaemonSets in eu1-prod");
  await expect(page.locator("[data-command]").nth(1)).toContainText(
    "kubectl --context eu1-prod create clusterrolebinding daemonscope-anna-example-org --clusterrole=daemonscope-viewer --user=anna@example.org",
  );
  await expect(page.getByText("The Daemonscope server does not answer")).toHaveCount(0);
  // No stream exists and none is lost: the server answers that the cluster denies access.
  await expect(page.locator("[data-freshness]")).toBeHidden();
  await expect(page.getByRole("banner")).toContainText("eu1-prod");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
});

test("G30 a user of one namespace sees only its DaemonSets, and a line that lists what is omitted", { tag: "@long" }, async ({ page }) => {
  await page.goto(product.url);
  await page.getByRole("textbox", { name: "Bearer token" }).fill("of-logging");
  await page.getByRole("button", { name: "Sign in" }).click();
  const line = page.locator("[data-rights=part] summary");
  await expect(line).toHaveText("You see part of this cluster. 1 namespace · no nodes");
  await expect(page.locator("main")).toContainText("fluent-bit");
  await expect(page.locator("main")).not.toContainText("node-exporter");
  // The history is available within the user's rights, but it cannot be saved as a file.
  await expect(page.locator("[data-timeline]").getByRole("slider")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save as a recording" })).toHaveCount(0);
  await line.click();
  await expect(page.getByRole("row", { name: /^nodes/ })).toContainText("No names of nodes, no map, no taints.");
  await expectAccessible(page);
});

test("G30 a user who may not list nodes sees no node label, and no list of label keys", { tag: "@long" }, async ({ page }) => {
  await page.goto(product.url);
  await page.getByRole("textbox", { name: "Bearer token" }).fill("of-logging");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.locator("main")).toContainText("fluent-bit");
  for (const path of ["daemonsets/logging/fluent-bit?labels=pool&group=label:pool&lens=label:pool", "nodes?labels=pool&lens=label:pool"]) {
    await page.goto(`${product.url}/${path}`);
    await expect(page.locator("main")).toContainText(/nodes are not read|may not list nodes|Nodes are not read/i);
    await expect(page.locator("[data-label], [data-plate], [data-band]")).toHaveCount(0);
    await expect(page.locator("main").getByRole("button", { name: /Labels under names|Group by/ })).toHaveCount(0);
    await expect(page.locator("main")).not.toContainText(/control-plane|gpu-01|zone=/);
  }
});
