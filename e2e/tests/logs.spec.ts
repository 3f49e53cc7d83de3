import { expect, expectAccessible, test } from "./fixtures.ts";

const AGENT = "daemonsets/kube-system/fluentd-elasticsearch";
const PODS = "/api/v1/namespaces/kube-system/pods";

interface PodList {
  readonly items: readonly { readonly metadata: { readonly name: string }; readonly spec: { readonly nodeName: string } }[];
}

test("the logs of all pods of a DaemonSet are merged, followed, searched, paused, and shown as a kubectl command", async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  await page.goto(`${product.url}/${AGENT}/logs`);
  const logs = page.getByRole("region", { name: "Logs" });
  const lines = logs.getByRole("log");
  await expect(lines).toContainText("started on worker-01");
  await expect(logs.getByRole("status")).toContainText("Following 12 containers");
  await expect(logs).toContainText("kubectl -n kube-system logs ds/fluentd-elasticsearch --all-pods --prefix");
  await page.keyboard.press("/");
  await page.keyboard.type("worker-0[12]$");
  await expect(logs.getByRole("status")).toContainText("0 found");
  await logs.getByRole("checkbox", { name: "Regular expression" }).check();
  await expect(logs.getByRole("status")).toContainText("2 found");
  await logs.getByRole("searchbox").fill("(");
  await expect(logs.getByRole("alert")).toContainText("no regular expression");
  await logs.getByRole("searchbox").fill("");
  await logs.getByRole("checkbox", { name: "Times" }).check();
  await expect(lines).toContainText("T12:01:00");
  await logs.getByRole("checkbox", { name: "Wrap" }).check();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
});

test("a log follows a rollout: it marks each replaced pod and its successor, and shows the new lines", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  await page.goto(`${product.url}/${AGENT}/logs`);
  const logs = page.getByRole("region", { name: "Logs" });
  const lines = logs.getByRole("log");
  await expect(lines).toContainText("started on worker-12");
  await expect(lines).not.toContainText("v2.6.0");
  const ended = /(fluentd-elasticsearch-\w+) on (worker-\d+) has ended: its pod is deleted/;
  for (let turn = 0; turn < 30 && !ended.test(await lines.innerText()); turn++) await product.advance(2000);
  await expect(lines).toContainText(ended);
  const [, old = "", node = ""] = ended.exec(await lines.innerText()) ?? [];
  const follows = new RegExp(`fluentd-elasticsearch-\\w+ on ${node} takes the place of ${old}, and is followed from here`);
  for (let turn = 0; turn < 30 && !follows.test(await lines.innerText()); turn++) await product.advance(2000);
  await expect(lines).toContainText(follows);
  await expect(lines).toContainText(`fluentd:v2.6.0 started on ${node}`);
  const rows = (await lines.innerText()).split("\n");
  const rowOf = (words: RegExp | string) => rows.findIndex((row) => (typeof words === "string" ? row.includes(words) : words.test(row)));
  expect(rowOf(follows), rows.join("\n")).toBe(rowOf(`v2.6.0 started on ${node}`) - 1);
  await product.advance(120_000);
  await expect(logs.getByRole("status")).toContainText("Following 12 containers");
  await expect(logs.getByRole("button", { name: "Reconnect" })).toHaveCount(0);
  await expect.poll(async () => (await lines.innerText()).match(/v2\.6\.0 started on/g)?.length).toBe(12);
  await expectAccessible(page);
});

test("G13 lines keep the colours of their container, match by text alone, and other sequences have no effect", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  const image = "registry.test/agent:\u001b[31mred\u001b[0m-\u001b[1;94mloud\u001b[0m-\u001b]0;title\u0007\u001b[2Jrest";
  const template = { spec: { containers: [{ name: "fluentd-elasticsearch", image }] } };
  // The scenario's own change comes first.
  await product.advance(10_000);
  const set = "/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch";
  await product.kube("PATCH", set, { spec: { template } }, "application/strategic-merge-patch+json");
  await product.advance(240_000, 1000);
  await page.goto(`${product.url}/${AGENT}/logs`);
  const lines = page.getByRole("log");
  await expect(lines).toContainText("agent:red-loud-rest started on worker-01");
  const red = lines.getByText("red", { exact: true }).first();
  const textColor = await lines.evaluate((element) => getComputedStyle(element).color);
  expect(await red.evaluate((element) => getComputedStyle(element).color)).not.toBe(textColor);
  await expect(lines.getByText("loud", { exact: true }).first()).toHaveCSS("font-weight", "600");
  await page.keyboard.press("/");
  await page.keyboard.type("agent:red-loud-rest");
  await expect(page.getByRole("region", { name: "Logs" }).getByRole("status")).toContainText("12 found");
  await expectAccessible(page);
  for (const more of [
    { colorScheme: "light" },
    { colorScheme: "light", contrast: "more" },
    { colorScheme: "dark", contrast: "more" },
  ] as const) {
    await page.emulateMedia(more);
    await expectAccessible(page);
  }
});

test("the log of one pod follows, names its containers, and suggests similar ones for an unknown name", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("bad-image");
  await product.advance(1000);
  const { items } = (await product.kube("GET", PODS)) as PodList;
  const pod = items.find(({ spec }) => spec.nodeName === "worker-01")?.metadata.name ?? "";
  await page.goto(`${product.url}/${AGENT}/logs?pod=${pod}x`);
  await expect(page.getByRole("alert")).toContainText("has no pod");
  await page.getByRole("link", { name: pod, exact: true }).click();
  await expect(page.getByRole("log")).toContainText("started on worker-01");
  await page.goto(`${product.url}/${AGENT}/logs?pod=${pod}&container=fluentd-elastic`);
  await expect(page.getByRole("alert")).toContainText("has no container fluentd-elastic");
  await page.getByRole("link", { name: "fluentd-elasticsearch", exact: true }).last().click();
  await expect(page.getByRole("log")).toContainText("started on worker-01");
  await page.getByRole("checkbox", { name: "Previous container" }).check();
  await expect(page.getByRole("alert")).toContainText("previous terminated container");
});

test("containers that wait for the same reason are one entry, and an invalid link uses the default", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("bad-image");
  await product.advance(120_000);
  await page.goto(`${product.url}/${AGENT}/logs?tail=-5&since=abc`);
  const waitingAlert = page.getByRole("alert").filter({ hasText: "to start: trying and failing to pull image" });
  await expect(waitingAlert).toHaveCount(1);
  await expect(waitingAlert).toHaveText(/^\d+ containers? waits? to start: .* fluentd-elasticsearch-/);
  await expect(waitingAlert).not.toContainText("/api/v1/");
  const logs = page.getByRole("region", { name: "Logs" });
  await expect(logs).toContainText("kubectl -n kube-system logs ds/fluentd-elasticsearch --all-pods");
  await expect(logs).not.toContainText(/--tail|--since/);
});

test("G13 reports a missing permission for logs, and the flag --no-logs", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.fault("forbid", { resource: "pods", of: "get" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/${AGENT}/logs?lang=zh-CN`);
  await expect(page.getByRole("alert").first()).toContainText("kubectl auth can-i get pods/log -n kube-system");
  await expect(page.getByRole("region", { name: "日志" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  const closed = await simulate("bad-image", "--no-logs");
  await page.goto(`${closed.url}/${AGENT}/logs`);
  await expect(page.getByRole("alert")).toContainText("--no-logs");
});
