import { expect, expectAccessible, test } from "../tests/fixtures.ts";

test("T16 a page states how pods are reached: node port, headless Service, and unreachable pods with the reason", async ({
  page,
  simulate,
}) => {
  const product = await simulate("reach-the-daemon");
  await page.goto(`${product.url}/daemonsets/monitoring/metrics-agent/reach`);
  await expect(page.getByRole("region", { name: "Node address and port" })).toContainText("<node>:9100");
  const headless = page.getByRole("region", { name: /^Headless Service/ });
  await expect(headless.getByRole("heading", { name: /\bno$/ })).toBeVisible();
  await product.advance(6000);
  await expect(headless).toContainText("metrics-agent.monitoring.svc");
  await expect(headless).toContainText("4 A records");
  await product.advance(45_000);
  await expect(headless).toContainText("3 A records");
  const outside = headless.getByRole("group", { name: "1 pod gets no traffic:" });
  await expect(outside).toContainText("not ready");
  await headless.getByText("4 addresses").click();
  await expect(headless.getByRole("row", { name: /worker-3/ })).toContainText("not ready");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await outside.getByRole("link", { name: "worker-3" }).click();
  await expect(page).toHaveURL(/metrics-agent\?node=worker-3/);
});

test("T16 reports a selector with a typo, explains the Local policy of a Service, and names a missing permission", async ({
  page,
  simulate,
}) => {
  const product = await simulate("reach-the-daemon");
  await product.advance(16_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/daemonsets/monitoring/log-gateway/reach`);
  const near = page.getByRole("region", { name: "Services that nearly select these pods" });
  await expect(near).toContainText("app=log-gatway");
  await expect(near).toContainText("app=log-gateway");
  await product.advance(15_000);
  const service = page.getByRole("region", { name: "Service: some pod" });
  await expect(service).toContainText("4 pods get traffic");
  await expect(service).toContainText("internalTrafficPolicy: Local");
  await expect(near).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await product.fault("forbid", { resource: "endpointslices", of: "list" });
  await expect(page.getByRole("alert")).toContainText("kubectl auth can-i list endpointslices.discovery.k8s.io -n monitoring");
  await expect(service).toContainText("who is behind it is unknown");
  await product.fault("forbid", { resource: "services", of: "list" });
  await expect(service).toContainText("Services could not be read");
});
