import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

const remedies = (page: Page) => page.getByRole("complementary", { name: "Actions" });
const offered = (page: Page) => remedies(page).getByRole("heading", { level: 3 });
const AGENT = "/daemonsets/kube-system/fluentd-elasticsearch";

test("T19 R20 R27 a missing image offers an undo to the revision of all nodes, and no larger budget", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await page.goto(`${product.url}${AGENT}?drawer=fix`);
  await expect(verdict(page)).toContainText("12 of 12 available");
  await product.advance(90_000, 500);
  await expect(verdict(page)).toContainText("STUCK");
  await expect(offered(page)).toHaveText(["Undo to revision 1", "Pause (switch to OnDelete)"]);
  await expect(remedies(page)).toContainText("Previously ran on all 12 nodes. Replaces the pods of 3 nodes");
  await expect(remedies(page)).toContainText("Don't raise the budget: it would break more nodes.");
  await expectAccessible(page);

  await product.advance(120_000, 500);
  await expect(verdict(page)).toContainText("12 of 12 available");
  await expect(offered(page)).toHaveCount(0);
  await expect(remedies(page)).toContainText("No action to suggest.");
  await page.goto(`${product.url}${AGENT}/changes`);
  const revisions = page.getByRole("region", { name: "Revisions" });
  await expect(revisions.getByRole("row", { name: /current/ })).toContainText(/on all 12 nodes in \d+s/);
  await expect(revisions.getByRole("row", { name: /history/ })).toContainText(/never available \(3 nodes, \d+m?\d*s?\)/);
});

test("R20 a node without capacity offers freeing it, and no larger budget", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("full-node");
  await product.advance(50_000, 500);
  await page.goto(`${product.url}/daemonsets/default/scanner?drawer=fix`);
  await expect(offered(page)).toHaveText(["Make room on worker-3"]);
  await expect(remedies(page)).toContainText("kubectl describe node worker-3");
  await product.advance(65_000, 500);
  await page.goto(`${product.url}/daemonsets/default/batch-agent?drawer=fix`);
  await expect(verdict(page)).toContainText("Insufficient cpu");
  await expect(offered(page)).toHaveText(["Make room on worker-3"]);
});

test("R20 W4 a taken host port names the port and the pod that holds it", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("host-port");
  await product.advance(55_000, 500);
  await page.goto(`${product.url}/daemonsets/default/vendor-exporter?drawer=fix`);
  await expect(verdict(page)).toContainText(/STUCK.*host port 9100 is taken on 4 nodes/);
  await expect(offered(page)).toHaveText(["Free host port 9100 on worker-1, worker-2, worker-3 and 1 more"]);
  await expect(remedies(page)).toContainText("Change one of the two ports");
  await expect(remedies(page).getByRole("region", { name: "Resources it needs on worker-1, and their users" })).toContainText(
    /port 9100\/TCP is held by\s*\S+\/\S+/,
  );
  await expectAccessible(page);
});

test("T16 R20 a running pod that is not Ready offers no command, but its failure, events and logs", async ({ page, simulate }) => {
  const product = await simulate("reach-the-daemon");
  await product.advance(60_000, 1000);
  await page.goto(`${product.url}/daemonsets/monitoring/metrics-agent?drawer=fix`);
  await expect(remedies(page)).toContainText("the readiness probe fails on 1 node");
  await remedies(page).getByRole("button", { name: "worker-3" }).click();
  await expect(page.getByRole("complementary", { name: /worker-3/ }).getByRole("link", { name: "Open log" })).toBeVisible();
});

test("R20 R11 pods with an untolerated taint offer a toleration, taint removal, or deletion", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("control-plane-taint");
  await product.advance(120_000, 1000);
  await page.goto(`${product.url}/daemonsets/default/redis-ds?drawer=fix`);
  await expect(verdict(page)).toContainText("MISSCHEDULED");
  await expect(offered(page)).toHaveText([
    "Tolerate control-plane",
    "Take control-plane:NoSchedule off 1 node",
    "Delete the misscheduled pod",
  ]);
  await expect(remedies(page)).toContainText("Desired goes from 1 to 2. Creates a revision");
  await expectAccessible(page);
});

test("R28 a DaemonSet without wanted pods is not counted as available: the deciding check and the label", async ({ page, simulate }) => {
  const product = await simulate("hw-rng");
  await page.goto(`${product.url}/`);
  await expect(verdict(page)).toContainText(/SHRUNK.*no node matches feature=hw-rng/);
  await page.goto(`${product.url}/daemonsets/default/hw-rng?drawer=fix`);
  await expect(verdict(page)).toContainText(/SHRUNK.*no node matches feature=hw-rng/);
  await expect(offered(page)).toHaveText(["Label the nodes: feature=hw-rng"]);
  await expect(remedies(page)).toContainText("kubectl label node NODE feature=hw-rng");
});

test("R10 with more nodes than listed, each pool has a command to delete one old pod, and all by choice", { tag: "@long" }, async ({
  page,
  simulateAlone,
}) => {
  const product = await simulateAlone("big-cluster", "--nodes", "200");
  await product.kube(
    "PATCH",
    "/apis/apps/v1/namespaces/kube-system/daemonsets/cilium",
    {
      spec: {
        updateStrategy: { type: "OnDelete", rollingUpdate: null },
        template: { spec: { containers: [{ name: "cilium", image: "registry.example/cilium:2.0" }] } },
      },
    },
    "application/strategic-merge-patch+json",
  );
  await product.advance(2000);
  await page.goto(`${product.url}/daemonsets/kube-system/cilium`);
  const list = page.getByRole("region", { name: "Old pods to delete" });
  await expect(list).toContainText("200 old pods to delete");
  const commands = list.locator("[data-command]:visible");
  const one = /^kubectl .*-n kube-system delete pod cilium-[a-z0-9]{5}$/;
  await expect(commands).toHaveText([one, one, one, one, one]);
  const together = list.locator("summary");
  const [first, all] = [/^The first 50 of 5\d at once…$/, /^All [1-4]\d at once…$/];
  await expect(together).toHaveText([first, first, first, all, all]);
  const counts = (await together.allTextContents()).map((words) => Number(/\d+/.exec(words)?.[0]));
  for (const disclosure of await together.all()) await disclosure.click();
  const manyIn = (words: string) => words.match(/\bcilium-[a-z0-9]{5}\b/g)?.length ?? 0;
  const deleted = (await commands.allTextContents()).map(manyIn);
  expect(deleted.filter((_, at) => at % 2 === 1)).toEqual(counts);
  expect(deleted.filter((_, at) => at % 2 === 0)).toEqual([1, 1, 1, 1, 1]);
});

test("R10 without known names of old pods, the list explains why it has no command", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("on-delete");
  await product.advance(6000, 500);
  await page.route("**/api/daemonset-pods?*", (route) =>
    route.fulfill({ status: 403, json: { code: "Forbidden", message: "pods may not be read" } }),
  );
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  const list = page.getByRole("region", { name: "Old pods to delete" });
  await expect(list).toContainText("6 old pods to delete");
  await expect(list).toContainText("No command: the names of its pods could not be read.");
  await page.unroute("**/api/daemonset-pods?*");
  await page.reload();
  const commands = list.locator("[data-command]:visible");
  await expect(commands).toHaveText([/^kubectl .* delete pod fluentd-elasticsearch-[a-z0-9]{5}$/]);
  await list.getByText("All 6 at once…").click();
  await expect(commands.nth(1)).toHaveText(/^kubectl .* delete pod( fluentd-elasticsearch-[a-z0-9]{5}){6}$/);
});
