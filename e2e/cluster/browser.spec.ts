import { expect, type Page, test } from "@playwright/test";
import { countsOn, verdict } from "../tests/fixtures.ts";
import { agent, rolling, surging } from "./manifests.ts";
import { rawWatch } from "./oracle.ts";
import { type Stage, setStage } from "./stage.ts";
import { surgedOut } from "./surged-out.ts";

/** Each story uses separate nodes, by this label. */
const POOL = "story";
let stage: Stage;

test.beforeAll(async () => {
  stage = await setStage("browser", 12);
});
test.afterAll(async () => stage?.stop());

const pageOf = (name: string, query = "") => `${stage.url}/daemonsets/default/${name}${query}`;
const why = (page: Page) => page.getByRole("complementary", { name: /^Why/ });
const label = (story: string, ...nodes: readonly string[]) => stage.kubectl("label", "node", ...nodes, `${POOL}=${story}`, "--overwrite");
const rolledOut = (name: string) => stage.kubectl("rollout", "status", `ds/${name}`, "--timeout=90s");
const remove = (...names: readonly string[]) => stage.kubectl("delete", "ds", ...names);

interface Pod {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: { readonly nodeName?: string };
}

async function podsOf(name: string): Promise<readonly Pod[]> {
  const { items } = JSON.parse(await stage.kubectl("get", "pods", "-l", `app=${name}`, "-o", "json")) as { readonly items: readonly Pod[] };
  return items;
}

/** Collects the nodes on which a DaemonSet had two pods at the same time. Ends with `stop`. */
function watchForPairs(name: string): { readonly nodes: ReadonlySet<string>; stop(): void } {
  const nodes = new Set<string>();
  const nodeByPod = new Map<string, string>();
  const path = `/api/v1/namespaces/default/pods?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&labelSelector=app%3D${name}`;
  const watch = rawWatch(stage.cluster.kubeconfig, `${path}&allowWatchBookmarks=true`, (line) => {
    const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: Pod };
    if (type === "DELETED") nodeByPod.delete(object.metadata.name);
    const { nodeName } = type === "DELETED" ? {} : (object.spec ?? {});
    if (nodeName === undefined) return;
    const isOther = ([pod, node]: readonly [string, string]) => node === nodeName && pod !== object.metadata.name;
    if ([...nodeByPod].some(isOther)) nodes.add(nodeName);
    nodeByPod.set(object.metadata.name, nodeName);
  });
  return { nodes, stop: () => watch.stop() };
}

test("T8 in the browser: a rollout on a real control plane moves over the grid, and ends as in kubectl", async ({ page }) => {
  await stage.apply(agent({ name: "fluentd", strategy: rolling(3), minReadySeconds: 1 }));
  await rolledOut("fluentd");
  await page.goto(pageOf("fluentd"));
  await expect(verdict(page)).toContainText("HEALTHY");
  await stage.kubectl("set", "image", "ds/fluentd", "agent=agent:2");
  await expect(verdict(page)).toContainText("ROLLING");
  await rolledOut("fluentd");
  await expect(page.getByTitle('daemon set "fluentd" successfully rolled out')).toBeVisible();
  await expect(verdict(page)).toContainText("12 of 12 available");
  await remove("fluentd");
});

test("T1 in the browser: a taint excludes a node, and each of the page's two commands adds the second pod", async ({ page }) => {
  const taint = "node-role.kubernetes.io/control-plane:NoSchedule";
  await label("t1", "node-0", "node-1");
  await stage.kubectl("taint", "node", "node-0", taint);
  await stage.apply(agent({ name: "redis-ds", nodeSelector: { [POOL]: "t1" } }));
  await rolledOut("redis-ds");

  await page.goto(`${stage.url}/taints`);
  await expect(verdict(page)).toContainText("by the only taint");
  const cell = page.getByRole("complementary", { name: "The selected cell" });
  await expect(cell).toContainText(taint);
  await expect(cell).toContainText("keeps redis-ds off 1 node");
  await expect(
    page.getByRole("grid", { name: "Taints and DaemonSets" }).getByRole("gridcell", { name: "keeps default/redis-ds off 1 node" }),
  ).toBeVisible();

  await page.goto(pageOf("redis-ds", "?node=node-0"));
  await expect.poll(() => countsOn(page)).toBe("1 1 1 1 1");
  await expect(why(page).getByRole("heading", { level: 2 })).toContainText(/node-0\s*Not eligible/);
  await expect(why(page)).toContainText(taint);
  const remedy = (title: RegExp) =>
    why(page)
      .locator("[data-remedy]")
      .filter({ has: page.getByRole("heading", { level: 3, name: title }) });
  const takeOff = remedy(/^Take the taint .* off node-0/);
  const tolerate = remedy(/^Give redis-ds a toleration/);
  for (const way of [takeOff, tolerate]) await expect(way).toContainText("Desired goes from 1 to 2");
  const follow = async (command: string) => {
    await stage.cluster.paste(command);
    await expect.poll(() => countsOn(page)).toBe("2 2 2 2 2");
    await expect(why(page).getByRole("heading", { level: 2 })).toContainText(/node-0\s*(?!Not eligible)\S/);
  };
  const toleration = await tolerate.locator("[data-command] span").innerText();
  await follow(await takeOff.locator("[data-command] span").innerText());
  // NoSchedule deletes no pod, so the test deletes it. The other remedy creates a pod again.
  await stage.kubectl("taint", "node", "node-0", taint);
  await stage.kubectl("delete", "pod", "-l", "app=redis-ds", "--field-selector=spec.nodeName=node-0");
  await expect.poll(() => countsOn(page)).toBe("1 1 1 1 1");
  await follow(toleration);

  await page.goto(`${stage.url}/nodes/node-0`);
  const [pod] = (await podsOf("redis-ds")).filter(({ spec }) => spec.nodeName === "node-0");
  const all = page.getByRole("region", { name: "All pods" });
  await all.locator("summary").click();
  const row = all.getByRole("row", { name: new RegExp(pod?.metadata.name ?? "no pod") });
  await expect(row).toContainText("the controller makes a new one here");
  await stage.kubectl("taint", "node", "node-0", `${taint}-`);
  await remove("redis-ds");
});

test("T5 in the browser: a pod follows a node label; the proof shows wanted and actual values", async ({ page }) => {
  await stage.apply(agent({ name: "hw-rng", nodeSelector: { feature: "hw-rng" } }));
  await page.goto(pageOf("hw-rng", "?node=node-2"));
  await expect(why(page)).toContainText("feature = hw-rng");
  await expect(why(page)).toContainText("node has no such label");
  await expect.poll(() => countsOn(page)).toBe("0 0 0 0 0");
  await stage.kubectl("label", "node", "node-2", "feature=other");
  await expect(why(page)).toContainText("other");
  await stage.kubectl("label", "node", "node-2", "feature=hw-rng", "--overwrite");
  await expect.poll(() => countsOn(page)).toBe("1 1 1 1 1");
  await expect(why(page).getByRole("heading", { level: 2 })).toContainText(/node-2\s*(?!Not eligible)\S/);
  await stage.kubectl("label", "node", "node-2", "feature-");
  await expect.poll(() => countsOn(page)).toBe("0 0 0 0 0");
  await expect(why(page).getByRole("heading", { level: 2 })).toContainText(/node-2\s*Not eligible/);
  await remove("hw-rng");
});

test("T7 in the browser: five counts, available later than ready, with the remaining seconds", async ({ page }) => {
  await label("t7", "node-0", "node-1");
  await page.goto(pageOf("ironman", "?node=node-1"));
  await stage.apply(agent({ name: "ironman", nodeSelector: { [POOL]: "t7" }, minReadySeconds: 12 }));
  await expect.poll(() => countsOn(page)).toBe("2 2 2 2 0");
  await expect(why(page)).toContainText(/ready, available in (\d|1[012]) s/);
  // The controller's delayed queue keeps only the earliest sync. If two pods become Ready a moment apart, that sync
  // finds one short of its 12 s. The next sync is 12 s later.
  await expect.poll(() => countsOn(page), { timeout: 60_000 }).toBe("2 2 2 2 2");
  await expect(why(page)).not.toContainText("available in");
  await remove("ironman");
});

test("T9 in the browser: under OnDelete the worklist shrinks by each deleted pod, whose replacement has the new revision", async ({
  page,
}) => {
  await label("t9", "node-3", "node-4", "node-5");
  await stage.apply(agent({ name: "by-hand", nodeSelector: { [POOL]: "t9" }, strategy: { type: "OnDelete" } }));
  await page.goto(pageOf("by-hand"));
  await expect.poll(() => countsOn(page)).toBe("3 3 3 3 3");
  const before = await podsOf("by-hand");
  await stage.kubectl("set", "image", "ds/by-hand", "agent=agent:2");
  await expect(verdict(page)).toContainText("MANUAL");
  await expect(page.getByTitle("rollout status is only available for RollingUpdate strategy type")).toBeVisible();
  const worklist = page.getByRole("region", { name: "Old pods to delete" });
  for (const [at, { metadata, spec }] of before.entries()) {
    const left = before.length - at;
    await expect(worklist.getByRole("heading")).toContainText(left === 1 ? "1 old pod to delete" : `${left} old pods to delete`);
    await expect(worklist.getByRole("button", { name: spec.nodeName ?? "no node", exact: true })).toBeVisible();
    await stage.kubectl("delete", "pod", metadata.name);
    await expect(worklist.getByRole("button", { name: spec.nodeName ?? "no node", exact: true })).toBeHidden();
    await expect.poll(() => countsOn(page)).toBe(`3 3 3 ${at + 1} 3`);
  }
  await expect(page.getByRole("heading", { name: /\d old pods? to delete/ })).toBeHidden();
  const hashes = (pods: readonly Pod[]) => new Set(pods.map(({ metadata }) => metadata.labels["controller-revision-hash"]));
  const [old] = hashes(before);
  const after = hashes(await podsOf("by-hand"));
  expect(after.size).toBe(1);
  expect([...after]).not.toContain(old);
  await remove("by-hand");
});

test("T10 in the browser: a surge shows two pods on a node; one host port for two pods is called impossible", async ({ page, context }) => {
  await label("t10", "node-6", "node-7", "node-8", "node-9");
  const nodeSelector = { [POOL]: "t10" };
  await stage.apply(agent({ name: "surger", nodeSelector, strategy: surging(1), minReadySeconds: 3 }));
  await stage.apply(agent({ name: "port-agent", nodeSelector, strategy: surging(1), hostPort: 9100 }));
  const ports = await context.newPage();
  await ports.goto(pageOf("port-agent"));
  // Before its rollout the port conflict is a notice, not a problem.
  await expect(verdict(ports)).toContainText(/^HEALTHY.*the next rollout cannot work: .*host port 9100/);
  await stage.kubectl("set", "image", "ds/port-agent", "agent=agent:2");

  await surgedOut(stage, "surger");
  const pairs = watchForPairs("surger");
  await page.goto(pageOf("surger", "?view=table"));
  await expect.poll(() => countsOn(page)).toBe("4 4 4 4 4");
  await stage.kubectl("set", "image", "ds/surger", "agent=agent:2");
  const pair = page.getByRole("row", { name: /two pods/ }).first();
  await expect(pair).toBeVisible();
  const paired = /node-\d+/.exec(await pair.innerText())?.[0];
  await expect.poll(() => [...pairs.nodes], "the API server had two pods on the same node").toContain(paired);
  await surgedOut(stage, "surger");
  pairs.stop();
  await expect.poll(() => countsOn(page)).toBe("4 4 4 4 4");
  const available = stage.observer.statusWrites.filter(({ key }) => key === "default/surger").map(({ counts }) => counts.numberAvailable);
  expect(Math.min(...available.slice(available.indexOf(4))), "availability stays while it surges").toBe(4);

  await expect(verdict(ports)).toContainText(/^FAILING.*only one can hold host port 9100/, { timeout: 60_000 });
  await expect(ports.getByText(/host port( \d+)? is taken/).first()).toBeVisible();
  await ports.goto(pageOf("port-agent", "?lang=zh-TW"));
  await expect(ports.getByRole("region", { name: "滾動更新" })).toBeVisible();
  await expect(verdict(ports)).toContainText(/^(?:失敗|卡住).*主機連接埠 9100/);
  await expect(ports.getByText(/主機連接埠.*已被佔用/).first()).toBeVisible();
  await remove("surger", "port-agent");
});
