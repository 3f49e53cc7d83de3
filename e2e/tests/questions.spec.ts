import type { Page } from "@playwright/test";
import { advanceUntil, countsOn, expect, test, verdict } from "./fixtures.ts";

/**
 * The questions of operators. Each is answered within six seconds, on the fleet page or on a page below it. The answers
 * are found by role and text.
 */
const WITHIN_6_S = { timeout: 6000 };
const main = (page: Page) => page.getByRole("main");
/** Opens a DaemonSet by one click on the fleet page. */
const openDaemonSet = (page: Page, daemonSet: string) =>
  page.getByRole("table", { name: "DaemonSets" }).getByRole("link", { name: daemonSet, exact: true }).click();
const why = (page: Page) => page.getByRole("complementary", { name: /^Why/ });

test("1 why is my rollout stuck: one sentence, the holder of each slot, and remedies with their effect", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await page.goto(product.url);
  await product.advance(100_000, 1000);
  await expect(verdict(page)).toContainText(/STUCK \d+/, WITHIN_6_S);
  await expect(page.getByRole("table", { name: "DaemonSets" }).getByRole("row", { name: /fluentd-elasticsearch/ })).toContainText(
    "image v9-missing not found on 3 nodes",
    WITHIN_6_S,
  );
  await page
    .getByRole("link", { name: /fluentd-elasticsearch/ })
    .first()
    .click();
  const holders = page.getByRole("complementary", { name: /using the/ });
  await expect(holders).toContainText("ImagePullBackOff", WITHIN_6_S);
  await expect(holders.getByRole("button").first()).toHaveAttribute("title", /worker-\d+/);
  // The stage counts the slots. The panel lists only lanes with pods.
  await expect(holders.getByRole("button")).toHaveCount(1);
  await expect(holders).toContainText("These 3 slots won't free up.");
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  const actions = page.getByRole("complementary", { name: "Actions" });
  await expect(actions).toContainText("Replaces the pods of 3 nodes", WITHIN_6_S);
  await expect(actions).toContainText("All those 3 are unavailable, so they are replaced immediately, regardless of the budget.");
  await expect(actions).toContainText("rollout undo ds/fluentd-elasticsearch --to-revision=1");
});

test("2 why is desired less than the nodes: the legend counts the blocking checks, and names the taint", async ({ page, simulate }) => {
  const product = await simulate("control-plane-taint");
  await page.goto(product.url);
  await openDaemonSet(page, "redis-ds");
  await expect(verdict(page)).toContainText("1 of 1 available", WITHIN_6_S);
  const nodes = page.getByRole("region", { name: "Nodes" });
  await expect(nodes.getByTitle("node-role.kubernetes.io/control-plane:NoSchedule not tolerated")).toHaveText("tainted", WITHIN_6_S);
  await page.getByLabel("What the cells show").selectOption("eligibility");
  await expect(nodes).toContainText("eligible");
  await expect(nodes).toContainText("node-role.kubernetes.io/control-plane:NoSchedule not tolerated");
});

test("3 why is desired 0: no node has the label, which the page names", async ({ page, simulate }) => {
  const product = await simulate("hw-rng");
  await page.goto(product.url);
  await expect(verdict(page)).toContainText("hw-rng: no node matches feature=hw-rng", WITHIN_6_S);
  await page.goto(`${product.url}/daemonsets/default/hw-rng?lens=eligibility`);
  await expect(page.getByRole("button", { name: /3\s*lacks feature=hw-rng/ })).toBeVisible(WITHIN_6_S);
});

test("4 what does misscheduled mean, and which pods: the cause with its node, the proof and the remedy", async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour");
  await page.goto(product.url);
  await expect(page.getByRole("row", { name: /falco/ })).toContainText("1 on general-08", WITHIN_6_S);
  await openDaemonSet(page, "falco");
  await expect(verdict(page)).toContainText("dedicated=db:NoSchedule (general-08)", WITHIN_6_S);
  await page.goto(`${product.url}/daemonsets/security/falco?node=general-08`);
  await expect(why(page)).toContainText("dedicated=db:NoSchedule", WITHIN_6_S);
  await expect(why(page)).toContainText("NoSchedule never evicts");
  await expect(why(page)).toContainText(/kubectl .*-n security delete pod falco-/);
  await expect(why(page)).toContainText("desired stays 38, and misscheduled falls by 1");
});

test("5 which nodes still run the old version: a list with commands, and a link to the worklist", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour");
  await page.goto(product.url);
  await expect(page.getByRole("row", { name: /nvidia-driver/ })).toContainText("5 old pods", WITHIN_6_S);
  await openDaemonSet(page, "nvidia-driver");
  await expect(verdict(page)).toContainText("MANUAL", WITHIN_6_S);
  const list = main(page).getByRole("heading", { name: /5 old pods to delete/ });
  await expect(list.first()).toBeVisible(WITHIN_6_S);
  await expect(page.getByRole("button", { name: "gpu-05", exact: true })).toBeVisible();
  const pool = main(page).getByRole("region", { name: "Old pods to delete" });
  const commands = pool.locator("[data-command]:visible");
  await expect(commands).toHaveText([/^kubectl .*-n gpu-operator delete pod \S+$/], WITHIN_6_S);
  await pool.getByText("All 5 at once…").click();
  await expect(commands).toHaveText([/delete pod \S+$/, /delete pod( \S+){5}$/]);
  await expect(pool).toContainText("Deletes 5 pods together, because OnDelete has no budget");
  await pool.getByRole("link", { name: "Open the worklist" }).click();
  await expect(page).toHaveURL(/\/nvidia-driver\/worklist/);
});

test("6 why is a pinned pod pending: it is on its node, with the scheduler's own message", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("full-node");
  await product.advance(20_000, 1000);
  await page.goto(product.url);
  await expect(verdict(page)).toContainText("scanner: Insufficient cpu on 1 node (worker-3)", WITHIN_6_S);
  await page.goto(`${product.url}/daemonsets/default/scanner?node=worker-3`);
  await expect(why(page)).toContainText("1 Insufficient cpu", WITHIN_6_S);
});

test("8 is it done: kubectl's sentence, with its counts", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await product.advance(120_000, 1000);
  await page.goto(product.url);
  await expect(verdict(page)).toContainText("HEALTHY", WITHIN_6_S);
  await openDaemonSet(page, "fluentd-elasticsearch");
  await expect(page.getByTitle('daemon set "fluentd-elasticsearch" successfully rolled out')).toBeVisible(WITHIN_6_S);
  const rollout = page.getByRole("region", { name: "Rollout" });
  for (const count of ["UP-TO-DATE", "AVAILABLE"])
    await expect(rollout.locator("[data-count-name]", { hasText: count })).toHaveAttribute("data-count", "12");
});

test("9 ready equals desired but available is lower: minReadySeconds is running, with the remaining time", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("min-ready-seconds");
  await page.goto(product.url);
  await product.advance(5000, 100);
  await openDaemonSet(page, "ironman");
  await countsOn(page);
  await advanceUntil(
    product,
    page
      .locator("[data-plate]")
      .getByTitle(/available in \d+ s/)
      .first(),
  );
});

test("10 how do I pause or take a canary: the API has no pause; the alternatives have commands", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await product.advance(8000, 500);
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  const actions = page.getByRole("complementary", { name: "Actions" });
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await expect(actions.getByRole("heading", { name: "Actions" })).toBeFocused();
  await expect(actions).toContainText("until you delete", WITHIN_6_S);
  await expect(actions).toContainText('"type":"OnDelete"');
});

for (const story of ["image-update", "bad-image"])
  test(`11 what changed, who, and can I go back: one click from the fleet of ${story}`, async ({ page, simulate }) => {
    const product = await simulate(story);
    await product.advance(20_000, 500);
    await page.goto(product.url);
    const changes = page.getByRole("region", { name: "Recent changes" });
    await expect(changes).toContainText("kubectl set", WITHIN_6_S);
    await changes.getByRole("link", { name: "fluentd-elasticsearch" }).click();
    await expect(main(page)).toContainText(/image .*fluentd:v2\.5\.\d+ → .*fluentd:v(2\.6\.0|9-missing)/, WITHIN_6_S);
    await expect(main(page)).toContainText("by kubectl set");
    await expect(page.getByRole("button", { name: /^Undo/ }).first()).toBeVisible();
  });

test("10 the available actions are one click from the fleet", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await product.advance(8000, 500);
  await page.goto(product.url);
  await page.getByRole("link", { name: "Actions", exact: true }).click();
  await expect(page.getByRole("complementary", { name: "Actions" })).toContainText("until you delete", WITHIN_6_S);
});

test("7 how long: a bound from the budget alone before the pace is measured", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(8000, 1000);
  await page.goto(product.url);
  await expect(page.getByRole("row", { name: /fluent-bit/ })).toContainText(/Rolling \d+ of \d+, ≥\s\d+s left/);
  await page.getByRole("link", { name: /^fluent-bit$/ }).click();
  await expect(main(page)).toContainText(/at least \d more batch(?:es)? of 8, ≥\s\d+s because of minReadySeconds/, WITHIN_6_S);
});

test("12 did a label or a taint break an agent: an alarm with the change, and the taint matrix", async ({ page, simulate }) => {
  const product = await simulate("label-flip");
  await page.goto(product.url);
  await product.advance(60_000, 1000);
  await expect(verdict(page)).toContainText("from 40 to 16", WITHIN_6_S);
  await expect(verdict(page)).toContainText("label disk changed on 24 nodes");
  await page.goto(`${product.url}/daemonsets/logging/log-shipper/changes`);
  await expect(main(page)).toContainText("Not in the template: label disk changed on 24 nodes, so desired fell from 40 to 16.", WITHIN_6_S);
  const tour = await simulate("tour");
  await page.goto(`${tour.url}/taints`);
  await expect(main(page)).toContainText("falco: 1 pod does not tolerate dedicated=db:NoSchedule", WITHIN_6_S);
  await expect(main(page)).toContainText("Nodes blocked");
});
