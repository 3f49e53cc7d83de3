import type { Page } from "@playwright/test";
import type { Daemonscope } from "../daemonscope.ts";
import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

const NAME = "fluentd-elasticsearch";
const AGENT = `daemonsets/kube-system/${NAME}`;
const SET = `/apis/apps/v1/namespaces/kube-system/daemonsets/${NAME}`;

const actions = (page: Page) => page.getByRole("complementary", { name: "Actions" });
const panel = (page: Page, node: string) => page.getByRole("complementary", { name: new RegExp(node) });

/** Changes the pod template and waits for its effect. */
async function patchTemplate(product: Daemonscope, spec: object): Promise<void> {
  // The scenario's own change comes first.
  await product.advance(10_000, 1000);
  await product.kube("PATCH", SET, { spec: { template: { spec } } }, "application/strategic-merge-patch+json");
  await product.advance(150_000, 1000);
}

const crash = (product: Daemonscope) => patchTemplate(product, { containers: [{ name: NAME, image: "registry.test/crash:1" }] });

test("the last log lines of a crashed container are read on demand among the actions, and at once on a node", async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  await crash(product);
  const logRequests: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/api/logs") logRequests.push(search);
  });
  await page.goto(`${product.url}/${AGENT}?drawer=fix`);
  const block = actions(page).locator('[data-cause="crash"]');
  await expect(block).toContainText("exit code 1");
  await expect(block).toContainText("Read the log of its last run.");
  expect(logRequests).toEqual([]);
  await block.getByText(/^Last log lines on /).click();
  await expect(block.getByRole("region", { name: /^Last log lines of / })).toContainText("ended with 1");
  expect(logRequests).toEqual([expect.stringContaining("previous=true")]);
  expect(logRequests[0]).toContain("tail=6");
  await expectAccessible(page);

  await block.getByRole("button").first().click();
  const drawer = page.locator("[data-drawer]");
  await expect(drawer.getByRole("region", { name: /^Last log lines of / })).toContainText("ended with 1");
  await drawer.getByRole("link", { name: "Open log" }).click();
  await expect(page).toHaveURL(/\/logs\?.*previous=true/);
});

test("the last log lines are refused in one sentence: without the right, and with --no-logs", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  await crash(product);
  await product.fault("forbid", { resource: "pods", of: "get" });
  const block = actions(page).locator('[data-cause="crash"]');
  await page.goto(`${product.url}/${AGENT}?drawer=fix`);
  await block.getByText(/^Last log lines on /).click();
  await expect(block.getByRole("alert")).toContainText("kubectl auth can-i get pods/log -n kube-system");
  const closed = await simulate("image-update", "--no-logs");
  await crash(closed);
  await page.goto(`${closed.url}/${AGENT}?drawer=fix`);
  await block.getByText(/^Last log lines on /).click();
  await expect(block.getByRole("alert")).toContainText("--no-logs");
});

test("K1 a pod that cannot be created has its own panel: the server's words, the count, the times and the help", async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  await patchTemplate(product, { serviceAccountName: "log-reader" });
  await page.goto(`${product.url}/${AGENT}?drawer=fix`);
  const block = actions(page).locator('[data-cause="serviceAccountMissing"]');
  await expect(block).toContainText("ServiceAccount log-reader does not exist, so no pod can be created");
  await expect(block).toContainText(/serviceaccount "log-reader" not found/);
  await expect(block).toContainText(/\d+ times, last \d+s ago/);
  await block.getByRole("button").first().click();
  const drawer = page.locator("[data-drawer]");
  await expect(drawer.getByRole("heading", { level: 2 })).toContainText("No pod");
  await expect(drawer).toContainText("ServiceAccount log-reader does not exist");
  await expect(drawer).toContainText(/serviceaccount "log-reader" not found/);
  await expect(drawer).toContainText(/\d+ times, first \w+ ago, last \d+s ago/);
  await expect(drawer).toContainText("Until a pod can be created, the controller replaces no pod on any node.");
  await expect(drawer).toContainText("Create ServiceAccount log-reader, or change serviceAccountName.");
  await expect(drawer).not.toContainText("there is none yet");
  await expect(drawer.getByRole("link", { name: "About this cause" })).toHaveAttribute("href", "docs/causes#serviceaccountmissing");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await drawer.getByRole("link", { name: "Events" }).click();
  await expect(page).toHaveURL(/\/events$/);
});

test("K1 an exhausted quota is named on a node without a pod", { tag: "@long" }, async ({ page, recordedCase }) => {
  const { url } = await recordedCase("F07");
  await page.goto(`${url}/daemonsets/infra/agent?drawer=fix`);
  await expect(actions(page).locator('[data-cause="quotaExceeded"]')).toContainText(
    "Raise quota team-quota, or delete pods that it counts.",
  );
  await actions(page).locator('[data-cause="quotaExceeded"]').getByRole("button").first().click();
  const drawer = page.locator("[data-drawer]");
  await expect(drawer).toContainText("quota team-quota is exhausted");
  await expect(drawer).toContainText("requested: pods=1, used: pods=10, limited: pods=10");
  await expect(drawer).toContainText(/17 times, first \w+ ago, last \w+ ago/);
  await expectAccessible(page);
});

test("R30 the panels of a DaemonSet that is being deleted name what it waits for, and offer nothing else", { tag: "@long" }, async ({
  page,
  recordedCase,
}) => {
  const { url } = await recordedCase("F11");
  const waits = "being deleted: waits for pod agent-n1 (finalizer x.example.com/hold)";
  await page.goto(`${url}/daemonsets/infra/agent?drawer=fix`);
  await expect(actions(page)).toContainText(waits);
  await expect(actions(page)).toContainText(/For 9\dm\./);
  await expect(actions(page)).toContainText("Find the owner of finalizer x.example.com/hold.");
  await expect(actions(page)).not.toContainText("No command is known to help.");
  await actions(page).getByRole("button", { name: "n1" }).click();
  const drawer = page.locator("[data-drawer]");
  await expect(drawer).toContainText("No pod is wanted here: the DaemonSet is being deleted.");
  await expect(drawer).toContainText("agent-n1");
  await page.goto(`${url}/daemonsets/infra/agent?node=n2`);
  await expect(drawer).toContainText(waits);
  await expect(drawer).not.toContainText("Eligible");
  await expectAccessible(page);
});

test("the headline of a node has its pressure, and the condition names the pods that it rejects", { tag: "@long" }, async ({
  page,
  recordedCase,
}) => {
  const { url } = await recordedCase("F18");
  await page.goto(`${url}/nodes/n5`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/FAILING (\d+[smhd])+\s*n5, DiskPressure/);
  await expect(page).toHaveTitle(/FAILING (\d+[smhd])+ · node n5, DiskPressure/);
  const conditions = page.getByRole("region", { name: "Conditions" });
  await expect(conditions.getByRole("row", { name: /DiskPressure/ })).toContainText(/Rejects agent-/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("a message of a megabyte, with control characters, HTML and right-to-left text, keeps the layout", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await crash(product);
  const hostile = `\u202egnp.exe \u0000\u001b[31m<img src=x onerror="document.title='owned'"> שלום עולם\n${"x".repeat(1_048_576)}`;
  await page.route("**/api/explain?*", async (route) => {
    const answer = await (await route.fetch()).json();
    const pods = answer.pods.map((pod: object) => ({
      ...pod,
      message: hostile,
      lastExit: undefined,
      trouble: { kind: "configError", reason: "CreateContainerConfigError" },
      troubleDetail: { message: hostile },
    }));
    await route.fulfill({ json: { ...answer, pods } });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/${AGENT}?node=worker-01`);
  const drawer = panel(page, "worker-01");
  await expect(drawer.locator("[data-message]").first()).toContainText("\\u202egnp.exe ␀<img src=x");
  await expect(drawer).toContainText(/… and 1,047,\d{3} more characters/);
  await expect(drawer.getByRole("button", { name: "Copy the whole message" })).toBeVisible();
  await expect(drawer.locator("img")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/owned/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await drawer.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test("K1 the page shows an unknown reason verbatim, marked as unknown, with the place to look", { tag: "@long" }, async ({
  page,
  recordedCase,
}) => {
  const words = 'configmap \\"agent-env\\" not found';
  const { url } = await recordedCase("F31", (text) =>
    text.replaceAll("CreateContainerConfigError", "NewKubeletWord").replaceAll(words, "some <b>new</b> words"),
  );
  await page.goto(`${url}/daemonsets/infra/agent?drawer=fix`);
  await expect(verdict(page)).toContainText("NewKubeletWord");
  const drawer = actions(page);
  await expect(drawer).toContainText("NewKubeletWord on 2 nodes");
  await expect(drawer).toContainText("some <b>new</b> words");
  await expect(drawer).toContainText("This reason is unknown here: read the events and the log of the pod.");
});
