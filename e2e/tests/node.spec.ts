import { expect, expectAccessible, test } from "./fixtures.ts";

test("T15 a node distinguishes its pods by owner, and states the effect of deleting each", async ({ page, simulate }) => {
  const product = await simulate("static-pods");
  await product.advance(6000, 1000);
  await page.goto(`${product.url}/nodes/control-plane-1`);
  const pods = page.getByRole("region", { name: "All pods" });
  const row = (name: RegExp) => pods.getByRole("row", { name });
  await expect(row(/kube-system\/etcd-control-plane-1/)).toContainText("static");
  await expect(row(/kube-system\/etcd-control-plane-1/)).toContainText("the kubelet keeps running it");
  await expect(row(/kube-system\/kube-proxy-/)).toContainText("the controller makes a new one here");
  const taints = page.getByRole("region", { name: "Taints and who tolerates them" });
  await taints.getByText("Tolerations").click();
  await expect(taints.getByRole("row", { name: /fluent-bit/ })).toContainText("blocks");
  await expect(taints.getByRole("row", { name: /kube-proxy/ })).toContainText("tolerated");
  await expectAccessible(page);
  await page.goto(`${product.url}/nodes/worker-2`);
  await expect(pods.getByRole("row", { name: /debug/ })).toContainText("it is gone for good");
});

test("T3 a joining node shows its missing agents, and the order in which they became ready", async ({ page, simulate }) => {
  const product = await simulate("nodes-come-and-go");
  await product.advance(6000, 500);
  await page.goto(`${product.url}/nodes/worker-5`);
  const agents = page.getByRole("region", { name: "DaemonSets on this node" });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1 of 3 agents ready");
  await product.advance(14_000, 500);
  await expect(agents.getByText(/^Missing/)).toHaveCount(0);
  const joins = page.getByRole("region", { name: "From join to ready" });
  await expect(joins.getByRole("row").nth(1)).toContainText(/\+\d+s/);
  await expect(joins.getByRole("row")).toHaveCount(4);
  await page.goto(`${product.url}/daemonsets/default/fluent-bit`);
  await page.getByText("From join to ready").click();
  await expect(page.getByRole("table", { name: "From join to ready" })).toContainText("slowest node worker-5");
  await expectAccessible(page);
});

test("the page of a failing node has the cause, the trail and the remedies of its failing agent", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(70_000, 1000);
  await page.goto(`${product.url}/nodes/worker-03`);
  const why = page.getByRole("region", { name: "Why fluentd-elasticsearch is or is not on worker-03" });
  await expect(why).toContainText("image fluentd:v9-missing not found");
  await expect(why.getByRole("list", { name: "How far it came" })).toContainText("ImagePullBackOff");
  await expect(why.locator("[data-remedy]").first()).toContainText("Undo to revision 1");
  await expectAccessible(page);
});

test("the join of an old node is folded", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/nodes/general-02`);
  const joins = page.getByRole("region", { name: "From join to ready" });
  await expect(joins.getByText("From join to ready")).toBeVisible();
  await expect(joins.getByRole("table")).toBeHidden();
});

test("W2 a node lists the features that its kubelet declares", async ({ page, simulate }) => {
  const product = await simulate("nodes-come-and-go");
  await product.advance(6000, 500);
  const status = { declaredFeatures: ["RestartAllContainersOnContainerExits"] };
  await product.kube("PATCH", "/api/v1/nodes/worker-1/status", { status }, "application/merge-patch+json");
  await page.goto(`${product.url}/nodes/worker-1`);
  await expect(page.getByRole("region", { name: "Declared features" }).getByRole("listitem")).toHaveText(status.declaredFeatures);
  await expectAccessible(page);
  await page.goto(`${product.url}/nodes/worker-2`);
  await expect(page.getByRole("region", { name: "Capacity" })).toContainText(/no cpu or memory/);
  await expect(page.getByRole("region", { name: "Declared features" })).toHaveCount(0);
});

test("W4 a node compares requests with its capacity, and shows the share of daemon pods", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("full-node");
  await product.advance(20_000, 1000);
  await page.goto(`${product.url}/nodes/worker-3`);
  const capacity = page.getByRole("region", { name: "Capacity" });
  const cpu = capacity.getByRole("row", { name: /^cpu / });
  await expect(cpu.getByRole("cell").last()).toHaveText("2");
  await expect(cpu).toContainText(/1500m \(75%\)/);
  await expect(cpu).toContainText("500m");
  await expect(capacity.getByRole("row", { name: /^pods / })).toContainText("30");
  await expect(capacity).toContainText(
    /(All \d+ pods|\d+ of \d+ pods|The only pod) (is a daemon pod and requests|are daemon pods and request) (<1|\d+)% of the cpu/,
  );
  await capacity.getByText(/DaemonSets? requests here$/).click();
  await expect(capacity.getByRole("link", { name: "default/batch-agent" })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await product.fault("forbid", { resource: "pods", of: "list" });
  // Requests within two seconds share an answer, so the first visit may still get the earlier one.
  await expect(async () => {
    await page.reload();
    await expect(capacity.getByRole("alert")).toContainText("kubectl auth can-i list pods", { timeout: 2500 });
  }).toPass();
});

test("data that is read when a node opens is dated by the cluster's clock, like the rest of the page", async ({ page, simulate }) => {
  const product = await simulate("static-pods");
  await product.advance(5000, 1000);
  const [answer] = await Promise.all([page.waitForResponse(/\/api\/node-pods/), page.goto(`${product.url}/nodes/control-plane-1`)]);
  const { at } = (await (await fetch(answer.url())).json()) as { readonly at: number };
  const timeElement = page.getByRole("region", { name: "All pods" }).locator("time").first();
  await expect.poll(async () => Math.abs(Date.parse((await timeElement.getAttribute("datetime")) ?? "") - at)).toBeLessThan(60_000);
});

test("on a phone the heading shows the complete name and state of a node", async ({ page, simulate }) => {
  const product = await simulate("static-pods");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/nodes/control-plane-1`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("READY");
  const lines = await heading.evaluate((element) => {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (words.nextNode() !== null) {
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      const at = (words.currentNode.textContent ?? "").indexOf("control-plane-1");
      if (at < 0) continue;
      range.setEnd(words.currentNode, at + "control-plane-1".length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => top));
      if (tops.size > 1) broken.push(range.toString());
    }
    return broken;
  });
  expect(lines).toEqual([]);
});

test("on a phone the facts of a node begin below its icon, and conditions come before all pods", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(90_000, 1000);
  await page.setViewportSize({ width: 390, height: 844 });
  const bottomOf = (box: { readonly y: number; readonly height: number } | null) => (box === null ? Number.NaN : box.y + box.height);
  for (const [language, allPods, conditions] of [
    ["en", "All pods", "Conditions"],
    ["zh-TW", "全部 Pod", "Conditions"],
  ] as const) {
    await page.goto(`${product.url}/nodes/worker-03?lang=${language}`);
    const pods = page.getByRole("region", { name: allPods });
    await expect(pods.locator("summary").first()).toBeVisible();
    const head = page.locator("[data-verdict]");
    const top = async (name: string) => (await page.getByRole("region", { name, exact: true }).boundingBox())?.y ?? Number.NaN;
    const factsTop = (await head.getByText(/kubelet v/).boundingBox())?.y ?? Number.NaN;
    expect(factsTop).toBeGreaterThanOrEqual(bottomOf(await head.locator("h1 > :is(canvas, svg)").boundingBox()));
    const tabsTop = (await page.locator("[data-section-tabs]").boundingBox())?.y ?? Number.NaN;
    expect(tabsTop - bottomOf(await head.getByText(/kubelet v/).boundingBox())).toBeLessThan(32);
    expect(await top(conditions)).toBeLessThan(await top(allPods));
    // A head of more characters than its column is wide must not make the row of heads taller.
    expect((await page.locator("thead tr").first().boundingBox())?.height).toBeLessThanOrEqual(32);
  }
});

test("a node without daemon pods has one sentence instead of an empty table", async ({ page, simulate }) => {
  const product = await simulate("orphan-and-adopt");
  await product.advance(20_000, 1000);
  await page.goto(`${product.url}/nodes/worker-1`);
  const agents = page.getByRole("region", { name: "DaemonSets on this node" });
  await expect(agents.getByText("No DaemonSet wants a pod here.")).toBeVisible();
  await expect(agents.getByRole("table")).toHaveCount(0);
});

test("R31 a node that gpu-operator upgrades names its work, and has no button that would race with it", async ({ page, simulate }) => {
  const product = await simulate("gpu-operator-upgrade");
  await product.advance(85_000, 1000);
  await page.goto(`${product.url}/nodes/gpu-2`);
  const main = page.getByRole("main");
  await expect(main).toContainText("gpu-operator: pod-restart-required");
  await expect(main.getByRole("button", { name: /ordon/ })).toHaveCount(0);
  await page.goto(`${product.url}/nodes/gpu-1`);
  await expect(main.getByRole("button", { name: /^Cordon/ })).toBeVisible();
});

test("R31 a failed upgrade has one set of words on its node, its agent, and the panel, and offers a retry", async ({ page, simulate }) => {
  const product = await simulate("gpu-operator-upgrade");
  await product.advance(160_000, 1000);
  await page.goto(`${product.url}/nodes/gpu-3`);
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/^FAILING \d+s/);
  await expect(main.getByRole("row", { name: /nvidia-driver-daemonset/ })).toContainText("upgrade failed");
  const help = main.getByRole("region", { name: "What helps" });
  const END = "The new pod on gpu-3 is Ready, so gpu-operator ends the upgrade by itself. If it does not, retry.";
  const RETRY = "gpu-operator upgrades the nodes from the beginning. Repair the cause first.";
  await expect(help).toContainText(END);
  await expect(help.locator("[data-remedy]")).toContainText(`Retry the upgrade of gpu-3${RETRY}`);
  await page.goto(`${product.url}/daemonsets/gpu-operator/nvidia-driver-daemonset?node=gpu-3`);
  const panel = page.getByRole("complementary", { name: /^Why/ });
  await expect(panel).toContainText("gpu-operator failed to upgrade the node");
  await expect(panel).toContainText(END);
  await expect(panel.locator("[data-remedy]")).toContainText(`Retry the upgrade of gpu-3${RETRY}`);
  await expect(page.getByRole("button", { name: "Retry the upgrade…" })).toBeVisible();
});
