import type { Page } from "@playwright/test";
import { countsOn, expect, expectAccessible, test, verdict } from "./fixtures.ts";

const rowOf = (page: Page, daemonSet: string) =>
  page
    .getByRole("table", { name: "DaemonSets" })
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: daemonSet, exact: true }) });
const whyPanel = (page: Page) => page.getByRole("complementary", { name: /^Why/ });

test("T2 a Deployment that became a DaemonSet has a pod on each eligible node, and one more with a toleration", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("from-deployment");
  await product.advance(20_000);
  await page.goto(`${product.url}/daemonsets/default/log-collector`);
  await expect.poll(() => countsOn(page)).toBe("5 5 5 5 5");
  await page.goto(`${product.url}/daemonsets/default/log-collector?node=control-plane`);
  await expect(whyPanel(page)).toContainText("node-role.kubernetes.io/control-plane:NoSchedule");
  await product.advance(60_000);
  await expect.poll(() => countsOn(page)).toBe("6 6 6 6 6");
});

test("T3 a joining node fills agent by agent, a leaving one disappears with its pods, a DaemonSet too", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("nodes-come-and-go");
  await page.goto(product.url);
  await expect(rowOf(page, "fluent-bit")).toContainText("4");
  await product.advance(30_000);
  await page.goto(`${product.url}/nodes/worker-5`);
  for (const agent of ["cilium", "fluent-bit", "node-exporter"]) await expect(page.getByRole("main")).toContainText(agent);
  await page.goto(`${product.url}/daemonsets/default/fluent-bit`);
  await expect.poll(() => countsOn(page)).toBe("5 5 5 5 5");
  await product.advance(100_000, 1000);
  await expect.poll(() => countsOn(page)).toBe("4 4 4 4 4");
  await page.goto(`${product.url}/nodes/worker-2`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("worker-2");
  await expect(page.getByRole("link", { name: "worker-1", exact: true })).toBeVisible();
  await product.advance(40_000, 1000);
  await page.goto(product.url);
  await expect(rowOf(page, "cilium")).toHaveCount(1);
  await expect(rowOf(page, "node-exporter")).toHaveCount(0);
});

test("T4 one agent for three kinds of hardware has three rows, and the uncovered node wants none until labelled", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("one-daemon-many-hardware");
  await page.goto(product.url);
  for (const kind of ["a10", "t4", "h100"]) await expect(rowOf(page, `device-agent-${kind}`)).toContainText("3");
  await page.goto(`${product.url}/daemonsets/default/device-agent-a10?node=gpu-10`);
  await expect(whyPanel(page)).toContainText("accelerator = a10");
  await expect(whyPanel(page)).toContainText("mi300");
  await product.advance(30_000);
  await expect.poll(() => countsOn(page)).toBe("4 4 4 4 4");
});

test("T6 tolerations that the controller added are separate, and a NotReady node keeps its pod", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("automatic-tolerations");
  await product.advance(90_000, 1000);
  for (const [node, taint] of [
    ["disk", "node.kubernetes.io/disk-pressure:NoSchedule"],
    ["cordoned", "node.kubernetes.io/unschedulable:NoSchedule"],
    ["not-ready", "node.kubernetes.io/not-ready:NoExecute"],
  ] as const) {
    await page.goto(`${product.url}/daemonsets/default/log-agent?node=${node}`);
    await expect(whyPanel(page)).toContainText(taint);
    await expect(whyPanel(page)).toContainText("controller");
  }
  await page.goto(`${product.url}/daemonsets/default/log-agent?node=no-network`);
  await expect(whyPanel(page)).toContainText("node.kubernetes.io/network-unavailable:NoSchedule");
  await page.goto(`${product.url}/daemonsets/default/host-agent?node=no-network`);
  await expect(whyPanel(page).getByRole("heading", { level: 2 })).toContainText(/no-network\s*(?!Not eligible)\S/);
});

test("T12 C14 a manually edited pod differs from its template, and its replacement matches again", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("edited-pod");
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit?node=worker-2`);
  await expect(whyPanel(page).getByRole("heading", { level: 2 })).toContainText(/worker-2\s*(?!Not eligible)\S/);
  await expect(whyPanel(page)).not.toContainText("Differs from template");
  await product.advance(20_000, 1000);
  await expect(whyPanel(page)).toContainText("Differs from template: fluent-bit runs fluent/fluent-bit:4.1.0-debug");
  await expectAccessible(page);
  await product.advance(40_000, 1000);
  await expect(whyPanel(page)).not.toContainText("Differs from template");
});

test("T13 a pod waits on a full node with the scheduler's reason, and preempts others with a priority class", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("full-node");
  await product.advance(20_000, 1000);
  await page.goto(`${product.url}/daemonsets/default/scanner?node=worker-3`);
  await expect(whyPanel(page)).toContainText("Insufficient cpu");
  await product.advance(90_000, 1000);
  await expect.poll(() => countsOn(page)).toBe("3 3 3 3 3");
  await page.goto(`${product.url}/daemonsets/default/batch-agent?node=worker-3`);
  await expect(whyPanel(page)).toContainText("Insufficient cpu");
});

test("T17 a manifest that the API refuses changes nothing, and the last one is accepted", async ({ page, simulate }) => {
  const product = await simulate("bad-manifest");
  await page.goto(product.url);
  await product.advance(50_000, 1000);
  await expect(rowOf(page, "node-agent")).toHaveCount(1);
  await expect(rowOf(page, "log-agent")).toHaveCount(0);
  await product.advance(20_000, 1000);
  await expect(rowOf(page, "log-agent")).toContainText("3");
  await expect(verdict(page)).toContainText("HEALTHY");
});

test("T18 a cordoned and drained node keeps its daemon pods, and the page gives the reason", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("cordon-and-drain");
  await product.advance(25_000, 1000);
  await page.goto(`${product.url}/daemonsets/default/fluent-bit?node=worker-2`);
  await expect.poll(() => countsOn(page)).toBe("4 4 4 4 4");
  await expect(whyPanel(page).getByRole("heading", { level: 2 })).toContainText(/worker-2\s*(?!Not eligible)\S/);
  await expect(whyPanel(page)).toContainText("node.kubernetes.io/unschedulable:NoSchedule");
  await page.goto(`${product.url}/nodes/worker-2`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("cordoned");
});
test("T11 marks pods without an owner, and a new DaemonSet adopts and replaces them", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("orphan-and-adopt");
  await page.goto(product.url);
  await expect(rowOf(page, "node-agent")).toHaveCount(1);
  await product.advance(20_000, 1000);
  await expect(page.getByRole("heading", { level: 2, name: "No DaemonSets" })).toBeVisible();
  await page.goto(`${product.url}/nodes/worker-1`);
  await expect(page.getByRole("main")).toContainText("node-agent");
  await expect(page.getByRole("main")).toContainText(/no owner|without an owner/i);
  await product.advance(50_000, 1000);
  await page.goto(`${product.url}/daemonsets/default/node-agent`);
  await expect.poll(() => countsOn(page)).toBe("5 5 5 5 5");
});

test("T11 an adopted pod of the same generation is shown alike by grid, drawer and pod page", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("orphan-and-adopt");
  await product.advance(100_000, 5000);
  await page.goto(`${product.url}/daemonsets/default/node-agent?node=worker-1&lens=revision`);
  const adopted = "Adopted: it counts as up to date by its generation, and its template differs: image node-agent:2.0 → node-agent:3.0.";
  await expect(whyPanel(page)).toContainText(adopted);
  await expect(page.getByRole("region", { name: "Nodes" })).toContainText(/5\s*revision 3/);
  // The adoption is at 12:01:25. The drawer has the time that was watched, the pod page the whole second of the API.
  await expect(whyPanel(page).getByRole("listitem").filter({ hasText: "started" })).toContainText(/12:00:[34]\d/);
  await expectAccessible(page);
  await whyPanel(page).getByRole("link", { name: "Pod", exact: true }).click();
  await expect(page.getByRole("complementary").filter({ hasText: adopted })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/started12:00:[34]\d/);
});

test("T24 without a scheduler a new daemon pod waits, and one with nodeName runs", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("who-binds");
  await product.advance(45_000, 1000);
  await page.goto(`${product.url}/daemonsets/default/fluent-bit?node=worker-2`);
  await expect(whyPanel(page)).toContainText("waits for the scheduler");
  await page.goto(`${product.url}/daemonsets/default/bound-agent`);
  await expect.poll(() => countsOn(page)).toBe("1 1 1 1 1");
  await product.advance(15_000, 1000);
  await page.goto(`${product.url}/daemonsets/default/fluent-bit`);
  await expect.poll(() => countsOn(page)).toBe("3 3 3 3 3");
});

test("T15 distinguishes static pods, daemon pods and other pods on their node", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("static-pods");
  await page.goto(`${product.url}/nodes/control-plane-1`);
  const main = page.getByRole("main");
  for (const name of ["etcd-control-plane-1", "kube-scheduler-control-plane-1", "kube-proxy"]) await expect(main).toContainText(name);
  await expect(main).toContainText(/static/i);
  await expectAccessible(page);
  await page.goto(`${product.url}/nodes/worker-2`);
  await expect(main).toContainText("debug");
});

test("marks old names of tolerations and selectors, and unfolds the tolerations of the controller", async ({ page, simulateAlone }) => {
  const product = await simulateAlone("control-plane-taint");
  const template = {
    tolerations: [{ key: "node-role.kubernetes.io/master", operator: "Exists", effect: "NoSchedule" }],
    nodeSelector: { "beta.kubernetes.io/os": "linux" },
  };
  await product.kube(
    "PATCH",
    "/apis/apps/v1/namespaces/default/daemonsets/redis-ds",
    { spec: { template: { spec: template } } },
    "application/strategic-merge-patch+json",
  );
  await product.advance(5000, 1000);
  await page.goto(`${product.url}/daemonsets/default/redis-ds?node=control-plane`);
  const panel = whyPanel(page);
  await expect(panel.locator("[data-old-name]").first()).toHaveText("old name; since 1.25: node-role.kubernetes.io/control-plane");
  await panel.getByText("6 added by the controller").click();
  await expect(panel.getByRole("listitem").filter({ hasText: "pid-pressure" }).last()).toContainText("since 1.14");
  await expect(panel).toContainText("(only with hostNetwork, so not here)");
  await panel.locator("summary").filter({ hasText: "show" }).click();
  await expect(panel.locator("[data-old-name]:visible").last()).toHaveText("old name; since 1.14: kubernetes.io/os");
  await expectAccessible(page);
});
