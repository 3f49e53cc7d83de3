import { expect, expectAccessible, test } from "./fixtures.ts";

const AGENT = "daemonsets/kube-system/fluentd-elasticsearch";
const API = "/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch";
const MERGE = "application/strategic-merge-patch+json";

test("G12 the YAML of a DaemonSet hides secrets, can be searched, copied and saved, and reports changes", async ({
  page,
  context,
  simulate,
}) => {
  const product = await simulate("image-update");
  const env = [{ name: "PASSWORD", value: "canary-secret" }];
  const patch = {
    metadata: { annotations: { "kubectl.kubernetes.io/last-applied-configuration": '{"value":"canary-applied"}' } },
    spec: { template: { spec: { containers: [{ name: "fluentd-elasticsearch", env }] } } },
  };
  await product.kube("PATCH", API, patch, MERGE);
  const consoleErrors: string[] = [];
  page.on("console", (message) => {
    // A request for an object that the server has not read yet gets 404, and the page repeats it.
    const isOfThePage = message.type() === "error" && !/status of 404/.test(message.text());
    if (isOfThePage || /Content Security Policy/.test(message.text())) consoleErrors.push(message.text());
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${product.url}/${AGENT}/yaml`);
  const yaml = page.getByRole("region", { name: "YAML" });
  const text = yaml.getByRole("textbox", { name: "YAML of DaemonSet fluentd-elasticsearch" });
  await expect(text).toContainText("kind: DaemonSet");
  await expect(yaml).toContainText("resourceVersion");
  await yaml.getByRole("button", { name: "Copy this YAML" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("kind: DaemonSet");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("name: PASSWORD\n          value: <hidden ");
  expect(copied).not.toContain("canary");
  expect(copied).not.toContain("managedFields");
  const [download] = await Promise.all([page.waitForEvent("download"), yaml.getByRole("button", { name: "Download this YAML" }).click()]);
  expect(download.suggestedFilename()).toBe("fluentd-elasticsearch.yaml");

  await page.keyboard.press("Control+f");
  await expect(yaml.getByRole("textbox", { name: "Find" })).toBeFocused();
  // Keys that are shortcuts elsewhere are plain letters here.
  await page.keyboard.type("deylastUnavail");
  await expect(page).toHaveURL(/\/yaml$/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("maxUnavailable");
  await page.keyboard.press("Enter");
  await expect(yaml.locator(".cm-searchMatch-selected")).toHaveText("maxUnavailable");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(yaml.getByRole("textbox", { name: "Find" })).toBeHidden();
  await expect(page).toHaveURL(/\/yaml$/);

  const applied = { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { labels: { changed: "since" } } };
  await product.kube("PATCH", `${API}?fieldManager=e2e`, applied, "application/apply-patch+yaml");
  await expect(yaml.getByRole("status")).toContainText("Changed since it was read");
  await expect(text).not.toContainText("changed: since");
  await yaml.getByRole("button", { name: "Reload" }).click();
  await expect(text).toContainText("changed: since");
  await yaml.getByRole("checkbox", { name: "Managed fields" }).check();
  await expect(text).toContainText("managedFields:");
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  expect(consoleErrors).toEqual([]);
});

test("the YAML of a pod is found by its node, a node has a YAML tab, an unknown pod gets suggestions", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  await page.goto(`${product.url}/${AGENT}/yaml`);
  await page.getByRole("combobox", { name: "Pod" }).fill("worker-03");
  await expect(page).toHaveURL(/pod=fluentd-elasticsearch-/);
  await expect(page.getByRole("textbox", { name: /^YAML of Pod fluentd-elasticsearch-/ })).toContainText("kind: Pod");
  const pod = new URL(page.url()).searchParams.get("pod") ?? "";
  await page.goto(`${product.url}/${AGENT}/yaml?pod=${pod}x`);
  await expect(page.getByRole("alert")).toContainText("has no pod");
  await page.getByRole("link", { name: pod, exact: true }).click();
  await expect(page.getByRole("textbox", { name: `YAML of Pod ${pod}` })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/nodes/worker-03/yaml?lang=zh-TW`);
  await expect(page.getByRole("textbox", { name: "Node worker-03 的 YAML" })).toContainText("kind: Node");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
