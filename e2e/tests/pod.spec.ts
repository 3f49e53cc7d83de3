import type { Page } from "@playwright/test";
import type { Daemonscope } from "../daemonscope.ts";
import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

const NAMESPACE = "kube-system";
const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;

interface Pod {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: { readonly nodeName: string };
}

/**
 * Containers of a DaemonSet whose pods are killed at their memory limit, with one healthy container and one init
 * container.
 */
const LEAKING = {
  volumes: [{ name: "log", hostPath: { path: "/var/log" } }],
  initContainers: [{ name: "fix-perms", image: "busybox:1.36" }],
  containers: [
    {
      name: "fluentd",
      image: "fluentd:v9-leaks",
      ports: [{ containerPort: 24224, hostPort: 24224 }],
      readinessProbe: { httpGet: { path: "/ready", port: 24220 } },
      env: [{ name: "PASSWORD", value: "canary-value" }],
      resources: { requests: { cpu: "100m", memory: "100Mi" }, limits: { memory: "200Mi" } },
    },
    {
      name: "exporter",
      image: "exporter:1.4",
      resources: { requests: { cpu: "10m", memory: "16Mi" }, limits: { cpu: "50m", memory: "64Mi" } },
    },
  ],
};

async function podsOf({ kube }: Daemonscope, app: string): Promise<readonly Pod[]> {
  const { items } = (await kube("GET", `${PODS}?labelSelector=app%3D${app}`)) as { readonly items: readonly Pod[] };
  return items;
}

/** Creates a DaemonSet and returns its first pod after `ms`. */
async function podOf(product: Daemonscope, app: string, podSpec: object, ms: number): Promise<Pod> {
  const labels = { app };
  await product.kube("POST", `/apis/apps/v1/namespaces/${NAMESPACE}/daemonsets`, {
    metadata: { name: app },
    spec: {
      minReadySeconds: 30,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { tolerations: [{ operator: "Exists" }], ...podSpec } },
    },
  });
  await product.advance(ms, 1000);
  const [pod] = await podsOf(product, app);
  if (pod === undefined) throw new Error(`no pod of ${app}`);
  return pod;
}

/** Creates a pod without an owner. Sets its status if one is given. */
async function barePod(product: Daemonscope, name: string, spec: object, status?: object): Promise<void> {
  await product.kube("POST", PODS, { metadata: { name, labels: { app: name } }, spec });
  if (status === undefined) return;
  const made = (await product.kube("GET", `${PODS}/${name}`)) as object;
  await product.kube("PUT", `${PODS}/${name}/status`, { ...made, status });
}

const open = (page: Page, { url }: Daemonscope, name: string, query = "") => page.goto(`${url}/pods/${NAMESPACE}/${name}${query}`);
const row = (page: Page, container: string) => page.locator(`tr[data-container="${container}"]`);
const step = (page: Page, name: string) => page.locator(`li[data-step="${name}"]`);

test("W8 a pod killed at its memory limit states that first, then its progress, life, use and events", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  const { metadata, spec } = await podOf(product, "fluentd", LEAKING, 500_000);
  await open(page, product, metadata.name);
  await expect(verdict(page)).toContainText(/^FAILING \d+m.*OOMKilled: exit code 137, \d restarts, next try in about/);
  await expect(page.locator("[data-verdict]").first()).toContainText("container fluentd, memory limit 200Mi");
  await expect(page).toHaveTitle(new RegExp(`^FAILING .*pod ${metadata.name}`));
  await expect(page.getByRole("list", { name: "How far it came" }).getByRole("listitem")).toHaveCount(8);
  await expect(step(page, "wanted")).toContainText("DaemonSet created");
  await expect(step(page, "ready")).toContainText(/until .*needs fluentd ready: CrashLoopBackOff/);
  await expect(step(page, "available")).toContainText("needs 30 s Ready");
  await expect(page.locator("[data-lane=fluentd] [data-run=failed]")).toHaveCount(1);
  await expect(page.locator("[data-lane=exporter] [data-run=now]")).toHaveCount(1);
  await expect(page.getByRole("img", { name: /Containers over time/ })).toContainText(/earlier runs?/);
  await expect(row(page, "fluentd")).toContainText(/CrashLoopBackOff.*OOMKilled, exit code 137.*readiness.*GET :24220\/ready.*200Mi/);
  await expect(row(page, "exporter")).toContainText(/running.*\d+m of 50m.*\d+Mi of 64Mi/);
  await expect(row(page, "fix-perms")).toContainText(/init.*done/);
  await expect(page.getByText(/^Use as measured at/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Events" }).getByRole("row", { name: /BackOff/ })).toBeVisible();
  const side = page.getByRole("complementary", { name: "About this pod" });
  await expect(side).toContainText("Eligible (4 of 4 checks)");
  await expect(side).toContainText(/Revision\s*1, the current one/);
  for (const text of ["Burstable", "24224", "/var/log", spec.nodeName]) await expect(side).toContainText(text);
  await expect(page.locator("main")).not.toContainText("canary");
  await expectAccessible(page);
});

test("W6 the next try starts, and the runs before it remain visible while the page is open", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  const { metadata } = await podOf(product, "fluentd", LEAKING, 51_000);
  await open(page, product, metadata.name);
  await expect(page.locator("[data-lane=fluentd] [data-run=failed]")).toHaveCount(1);
  await product.advance(46_000, 1000);
  await expect(verdict(page)).toContainText("OOMKilled");
  await expect(page.locator("[data-lane=fluentd] [data-run=failed]")).toHaveCount(2, { timeout: 15_000 });
  await expect(page.getByRole("img", { name: /Containers over time/ })).not.toContainText("earlier");
});

test("W5 a pod that waits for its image, and one that waits for the scheduler, state what they need", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  const missing = await podOf(product, "absent", { containers: [{ name: "agent", image: "agent:missing" }] }, 75_000);
  await open(page, product, missing.metadata.name);
  await expect(verdict(page)).toContainText(/^FAILING.*image agent:missing not found: next try within 5m/);
  await expect(step(page, "pulled")).toContainText("needs its image");
  const hungry = await podOf(
    product,
    "hungry",
    { containers: [{ name: "agent", image: "agent:1", resources: { requests: { cpu: "999" } } }] },
    5000,
  );
  await open(page, product, hungry.metadata.name);
  await expect(verdict(page)).toContainText(/^PENDING.*request for cpu 999 is above the allocatable amount/);
  await expect(step(page, "bound")).toContainText("needs a node: the pod's request for cpu 999 is above the allocatable amount");
  await expect(page.getByText("The kubelet has not reported any container yet.")).toBeVisible();
});

test("a pod counts down to available, and then is available", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("image-update");
  const { metadata } = await podOf(product, "steady", { containers: [{ name: "agent", image: "agent:1" }] }, 15_000);
  await open(page, product, metadata.name);
  await expect(verdict(page)).toContainText(/^READY\s*available in \d+s/);
  await product.advance(30_000, 1000);
  await expect(verdict(page)).toContainText(/^AVAILABLE\s*for \d+s/, { timeout: 15_000 });
  await expect(step(page, "available")).toHaveAttribute("data-kind", "came");
  await expectAccessible(page);
});

test("a pod deleted while its page is open is marked as gone, with a link to its replacement", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  const [pod] = await podsOf(product, "fluentd-elasticsearch");
  const name = pod?.metadata.name ?? "";
  await open(page, product, name);
  await expect(verdict(page)).toContainText(/^AVAILABLE/);
  await product.kube("DELETE", `${PODS}/${name}`);
  await product.advance(10_000, 1000);
  await expect(verdict(page)).toContainText(new RegExp(`^GONE\\s*fluentd-elasticsearch-\\w{5} replaced it on ${pod?.spec.nodeName}`), {
    timeout: 15_000,
  });
  await expectAccessible(page);
  // The page links to other pods as well.
  const [replacement = ""] = /fluentd-elasticsearch-\w{5}(?= replaced it)/.exec(await verdict(page).innerText()) ?? [];
  await page.getByRole("main").getByRole("link", { name: replacement, exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/pods/${NAMESPACE}/${replacement}$`));
  await expect(verdict(page)).toContainText(/^(?:AVAILABLE|READY|STARTING)/);
});

test("an unknown pod, a pod of no DaemonSet and an invalid name get one sentence each", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await open(page, product, "nobody-knows");
  await expect(verdict(page)).toContainText(`namespace ${NAMESPACE} has no pod of this name now`);
  await barePod(product, "web-1", { nodeName: "worker-01", containers: [{ name: "web", image: "web:1" }] });
  await product.advance(20_000, 1000);
  await open(page, product, "web-1");
  await expect(verdict(page)).toContainText(/^READY/);
  await expect(page.getByText("No DaemonSet owns it.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Logs" })).toHaveCount(0);
  await page.goto(`${product.url}/pods/${NAMESPACE}/Not_A_Name`);
  await expect(page.locator("main")).toContainText(/is not a Kubernetes name|no page/);
});

test("a pod without a status, and one with thirty containers and hostile text, are displayed as text", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  const hostile = `\u202egnp.exe \u001b[31m<img src=x onerror="document.title='owned'"> ${"long ".repeat(2000)}`;
  const names = Array.from({ length: 30 }, (_, at) => `container-${at}`);
  const containers = names.map((name) => ({ name, image: `registry.test/${"deep/".repeat(20)}${name}:1` }));
  const waiting = {
    state: { waiting: { reason: "<b>Odd</b>", message: hostile } },
    ready: false,
    restartCount: 3,
    image: "i",
    imageID: "",
  };
  await barePod(product, "crowd", { containers }, { phase: "Pending", containerStatuses: names.map((name) => ({ name, ...waiting })) });
  await barePod(product, "silent", { containers: [{ name: "a", image: "a:1" }] }, {});
  await open(page, product, "crowd");
  await expect(page.locator("tr[data-container]")).toHaveCount(30);
  await expect(row(page, "container-29")).toContainText("<b>Odd</b>");
  await expect(page.locator("main img")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/owned/);
  await open(page, product, "silent");
  await expect(verdict(page)).toContainText(/^PENDING/);
  await expect(page.getByText(/Its status is empty/)).toBeVisible();
});

test("without permission for metrics the page states that in one line, and shows the rest", { tag: "@long" }, async ({
  page,
  simulateAlone,
}) => {
  const product = await simulateAlone("image-update");
  await product.fault("forbid", { resource: "pods.metrics.k8s.io", of: "get" });
  const [pod] = await podsOf(product, "fluentd-elasticsearch");
  await open(page, product, pod?.metadata.name ?? "");
  await expect(page.getByText(/needs the verb get on pods\.metrics\.k8s\.io/)).toBeVisible();
  await expect(verdict(page)).toContainText(/^AVAILABLE/);
  await expect(page.getByText("fluentd-elasticsearch").first()).toBeVisible();
});

test("drawer, table, node, events, logs and palette link to the pod; L and Escape leave it", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  const { metadata, spec } = await podOf(product, "steady", { containers: [{ name: "agent", image: "agent:1" }] }, 60_000);
  const { name } = metadata;
  const set = `${product.url}/daemonsets/${NAMESPACE}/steady`;
  const isThere = async () => {
    await expect(page).toHaveURL(new RegExp(`/pods/${NAMESPACE}/${name}$`));
    await expect(verdict(page)).toContainText(/^AVAILABLE/);
  };
  for (const from of [
    `${set}?node=${spec.nodeName}`,
    `${set}?view=table`,
    `${product.url}/nodes/${spec.nodeName}`,
    `${set}/logs?pod=${name}`,
  ]) {
    await page.goto(from);
    await page.locator(`a[href$="pods/${NAMESPACE}/${name}"]`).first().click();
    await isThere();
  }
  await page.goto(`${set}/events?type=Normal`);
  const events = page.getByRole("region", { name: "Events" });
  await events.getByRole("button", { name: "Scheduled" }).click();
  await events
    .getByRole("link", { name: /^steady-\w{5}$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/pods\/kube-system\/steady-\w{5}$/);
  await open(page, product, name);
  await isThere();
  await page.keyboard.press("l");
  await expect(page).toHaveURL(new RegExp(`/logs\\?pod=${name}`));
  await open(page, product, "nobody-knows");
  await expect(verdict(page)).toContainText(/^GONE/);
  await page.keyboard.press(":");
  const palette = page.getByRole("dialog", { name: "Find or run" });
  await palette.getByRole("combobox").fill(name.slice(-6));
  await palette.getByRole("option", { name: new RegExp(`${NAMESPACE}/${name}`) }).click();
  await isThere();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`/daemonsets/${NAMESPACE}/steady\\?node=${spec.nodeName}$`));
});

test("T19 W6 the drawer shows the words of the API in place of the pod's last event, and the next try like the pod's page", async ({
  page,
  simulate,
}) => {
  const product = await simulate("bad-image");
  await product.advance(30_000, 500);
  const { items } = (await product.kube("GET", PODS)) as { readonly items: readonly Pod[] };
  const failing = items.find((pod) => JSON.stringify(pod).includes('"ImagePullBackOff"'));
  const requested: URL[] = [];
  page.on("request", (request) => requested.push(new URL(request.url())));
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch?node=${failing?.spec.nodeName}`);
  const drawer = page.locator("[data-drawer]");
  await expect(drawer.locator("[data-message]")).toContainText(/image/i);
  await expect(drawer.getByRole("region", { name: "Last event" })).toHaveCount(0);
  await expect(drawer).toContainText("next try within 5m");
  expect(requested.map(({ pathname }) => pathname)).toContain("/api/pod");
  // The tab counts the events of the DaemonSet. Nothing requests those of the node.
  const events = requested.filter(({ pathname }) => pathname === "/api/events");
  expect(events.filter(({ searchParams }) => !searchParams.has("daemonSet"))).toEqual([]);
});

for (const width of [390, 1440, 2560])
  test(`nothing is outside the window or scrolls sideways at ${width} px, in zh-TW`, { tag: "@long" }, async ({ page, simulate }) => {
    const product = await simulate("image-update");
    const { metadata } = await podOf(product, "fluentd", LEAKING, 300_000);
    await page.setViewportSize({ width, height: 900 });
    await open(page, product, metadata.name, "?lang=zh-TW");
    await expect(verdict(page)).toContainText(/^失敗.*OOMKilled：結束代碼 137，重新啟動/);
    await expect(page.locator("[data-lane=fluentd]")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("main td, main li, main dd, main p, main h1")]
        .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
        .map((each) => each.textContent?.slice(0, 40)),
    );
    expect(outside).toEqual([]);
    await expectAccessible(page);
  });
