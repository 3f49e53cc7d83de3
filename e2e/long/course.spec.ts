import type { Page } from "@playwright/test";
import type { Daemonscope } from "../daemonscope.ts";
import { expect, expectAccessible, test } from "../tests/fixtures.ts";

const LAPTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const lesson = (page: Page) => page.locator("[data-lesson]");
const button = (page: Page, name: string | RegExp) => lesson(page).getByRole("button", { name });

/** The manifest of a DaemonSet with one container. */
const manifest = (
  namespace: string,
  name: string,
  image: string,
  podSpec: object = {},
  updateStrategy: object = { type: "RollingUpdate" },
) =>
  JSON.stringify({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels: { app: name } },
      updateStrategy,
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name, image }], ...podSpec } },
    },
  });
const AT_ONCE = { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "100%" } };
const EVERYTHING = { tolerations: [{ operator: "Exists" }] };
const AGENT = "fluentd-elasticsearch";

interface PlayedLesson {
  readonly name: string;
  /** For each question, what the page shows of its outcome, but not of the question. Undefined if the cluster
   *  looks the same before and after. */
  readonly outcomes: readonly (RegExp | undefined)[];
  /** The commands that reach the goal of the exercise. */
  readonly commands: readonly [string, object][];
}
const LESSONS: readonly PlayedLesson[] = [
  {
    name: "one-on-every-node",
    outcomes: [/worker-5/, /all 4 nodes/],
    commands: [["apply", { manifest: manifest("default", "node-exporter", "node-exporter:1.0") }]],
  },
  {
    name: "labels",
    outcomes: [/1 of 1 available/, /no node matches/],
    commands: [
      ["label", { node: "worker-1", key: "feature", value: "hw-rng" }],
      ["label", { node: "worker-3", key: "feature", value: "hw-rng" }],
    ],
  },
  {
    name: "taints",
    outcomes: [/2 of 2 available/, /misscheduled|may stay/i],
    commands: [["apply", { manifest: manifest("default", "redis-ds", "redis:7.4", EVERYTHING) }]],
  },
  {
    name: "from-a-deployment",
    outcomes: [/5 of 5 available/, undefined, /6 of 6 available/],
    commands: [["apply", { manifest: manifest("default", "redis", "redis:7.4") }]],
  },
  {
    name: "rolling-update",
    outcomes: [/slots in use/, /revision 1\b|undo/i],
    commands: [["apply", { manifest: manifest("kube-system", AGENT, "quay.io/fluentd_elasticsearch/fluentd:v2.5.1", {}, AT_ONCE) }]],
  },
  {
    name: "by-hand",
    outcomes: [/manual|by hand|to delete/i, /1 of 6 updated|new pod|new image/i],
    commands: [["apply", { manifest: manifest("kube-system", AGENT, "quay.io/fluentd_elasticsearch/fluentd:v2.7.0") }]],
  },
  {
    name: "owners",
    outcomes: [/orphan|no owner/i, /for good|No pods on this node/i, /5 of 5 available/, /adopted/i],
    commands: [["delete-daemonset", { namespace: "default", daemonSet: "node-agent", orphan: true }]],
  },
  {
    name: "find-the-cause",
    outcomes: [/not eligible/i],
    commands: [["apply", { manifest: manifest("security", "falco", "falcosecurity/falco:0.42.0", EVERYTHING, AT_ONCE) }]],
  },
];

async function post(page: Page, { url }: Pick<Daemonscope, "url">, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`${url}/api/lab/${path}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The title of the page, and its visible texts and buttons outside the lesson. */
const shownOn = async (page: Page): Promise<string> => `${await page.title()} ${await page.getByRole("main").innerText()}`;

const isOver = (page: Page) => expect(lesson(page).getByRole("status")).toBeVisible({ timeout: 30_000 });

async function reachGoal(page: Page, product: Pick<Daemonscope, "url">, commands: readonly [string, object][]): Promise<void> {
  await expect(lesson(page).getByRole("form")).toBeVisible();
  await expect(lesson(page).getByRole("status")).toHaveCount(0);
  for (const [verb, body] of commands) await post(page, product, `do/${verb}`, body);
  await expect(lesson(page).getByRole("status")).toHaveText("Goal reached.", { timeout: 90_000 });
}

for (const { name, outcomes, commands } of LESSONS)
  test(`the lesson ${name} is played by keyboard alone on a phone, shows no outcome before its question, and is accessible`, async ({
    page,
    simulate,
  }) => {
    test.slow();
    const product = await simulate("hw-rng");
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${product.url}/?lesson=${name}`);
    await button(page, "Begin").press("Enter");
    for (const [at, outcome] of outcomes.entries()) {
      await expect(lesson(page).getByRole("radio").first()).toBeEnabled({ timeout: 30_000 });
      await expect(lesson(page).getByText("Correct.")).toHaveCount(0);
      if (outcome !== undefined) expect(await shownOn(page)).not.toMatch(outcome);
      await expect(button(page, "Play")).toBeDisabled();
      if (at === 0) {
        await page.setViewportSize(LAPTOP);
        await expectAccessible(page);
        await page.setViewportSize(PHONE);
        await expectAccessible(page);
      }
      await expect(lesson(page)).toBeFocused();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await page.keyboard.press("Tab");
      await expect(button(page, "Play")).toBeFocused();
      await page.keyboard.press("Enter");
      await isOver(page);
      await expect(lesson(page)).toBeFocused();
      await expect(lesson(page).getByText("Correct.")).toHaveCount(1);
      if (outcome !== undefined) await expect.poll(() => shownOn(page)).toMatch(outcome);
      await expect(page.getByRole("main")).not.toContainText("There is no");
      await button(page, "Next step").press("Enter");
    }
    await reachGoal(page, product, commands);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await page.setViewportSize(LAPTOP);
    await expectAccessible(page);
    await page.getByRole("button", { name: "All lessons" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "done" })).toHaveCount(1);
  });

test("an exercise left half done, played by mouse, goes on after a reload, and starts over when its DaemonSet is deleted", async ({
  page,
  simulate,
}) => {
  test.slow();
  const product = await simulate("hw-rng");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${product.url}/?lesson=labels`);
  await button(page, "Begin").click();
  for (let at = 0; at < 2; at++) {
    await lesson(page).getByRole("radio").first().check();
    await button(page, "Play").click();
    await button(page, "Next step").click({ timeout: 30_000 });
  }
  await expect(lesson(page)).toContainText("Run hw-rng on worker-1 and worker-3");
  await page.reload();
  await expect(lesson(page)).toContainText("Run hw-rng on worker-1 and worker-3");
  await page.setViewportSize({ width: 390, height: 844 });
  await post(page, product, "do/delete-daemonset", { namespace: "default", daemonSet: "hw-rng" });
  await expect(lesson(page).getByRole("alert")).toHaveText("The DaemonSet of this exercise was deleted.", { timeout: 30_000 });
  await button(page, "Start over").click();
  await expect(lesson(page).getByRole("form")).toBeVisible({ timeout: 30_000 });
  await expect(lesson(page).getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("hw-rng");
  // A change that makes the goal impossible, and loses nothing.
  await post(page, product, "do/remove-node", { node: "worker-3" });
  await expect(page.getByRole("main")).not.toContainText("worker-3", { timeout: 30_000 });
  await button(page, "Start over").click();
  await expect(page.getByRole("main")).toContainText("worker-3", { timeout: 30_000 });
});

test("a question starts over when another client replaces the cluster, or plays past it", async ({ page, simulate }) => {
  test.slow();
  const product = await simulate("hw-rng");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${product.url}/?lesson=taints`);
  await button(page, "Begin").click();
  await expect(lesson(page).getByRole("radio").first()).toBeEnabled({ timeout: 30_000 });
  await post(page, product, "story", { name: "hw-rng" });
  await expect(lesson(page).getByRole("alert")).toHaveText("The cluster of this lesson was replaced or restarted.", { timeout: 30_000 });
  await button(page, "Start over").click();
  await expect(lesson(page).getByRole("radio").first()).toBeEnabled({ timeout: 30_000 });
  await post(page, product, "advance", { ms: 90_000 });
  await expect(lesson(page).getByRole("alert")).toHaveText("The clock has passed this step.", { timeout: 30_000 });
  await button(page, "Start over").click();
  await expect(lesson(page).getByRole("radio").first()).toBeEnabled({ timeout: 30_000 });
  // A change of another client, after which no answer describes the cluster.
  await post(page, product, "do/delete-daemonset", { namespace: "default", daemonSet: "redis-ds" });
  await lesson(page).getByRole("radio").first().check();
  await button(page, "Play").click();
  await expect(lesson(page).getByRole("alert")).toHaveText("A user changed the cluster during this step.", { timeout: 30_000 });
});

for (const [width, height] of [
  [1440, 900],
  [1280, 800],
  [390, 844],
] as const)
  test(`a plan and a lesson are usable next to each other at ${width} px`, async ({ page, simulate }) => {
    const product = await simulate("hw-rng");
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${product.url}/nodes/worker-1?lesson=labels`);
    await expect(button(page, "Begin")).toBeVisible({ timeout: 30_000 });
    await page.getByRole("main").getByRole("button", { name: "Cordon…" }).click();
    const plan = page.locator("[data-plan=planned]");
    const confirm = plan.getByRole("button", { name: /^Cordon/ });
    await plan.getByRole("textbox").fill("worker-1");
    await confirm.click({ trial: true });
    await button(page, "Begin").click({ trial: true });
    const [drawer, panel] = [await plan.boundingBox(), await page.locator("[data-lab-panel]").boundingBox()];
    if (drawer === null || panel === null) throw new Error("the plan or the lesson is not visible");
    const isNextTo = drawer.x + drawer.width <= panel.x;
    const isAbove = drawer.y + drawer.height <= panel.y + 1;
    expect(isNextTo || isAbove).toBe(true);
  });

test("the list of lessons and the first lesson link the introduction, and a rule links its anchor", async ({ page, simulate }) => {
  const product = await simulate("hw-rng");
  await page.goto(`${product.url}/?lesson=`);
  const introduction = page.getByRole("link", { name: "What is a DaemonSet, and when do I use one?" });
  await expect(introduction).toHaveAttribute("href", "docs/introduction");
  await page.getByRole("button", { name: "A node joins, a node leaves" }).click();
  await expect(introduction).toBeVisible();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${product.url}/?lesson=find-the-cause`);
  await button(page, "Begin").click();
  await lesson(page).getByRole("radio").first().check();
  await button(page, "Play").click();
  await isOver(page);
  const rule = lesson(page).getByRole("link", { name: "Rule P1" });
  await expect(rule).toHaveAttribute("href", "docs/rules#P1");
  await page.goto(`${product.url}/docs/rules#P1`);
  await expect(page.locator("#P1")).toBeInViewport();
});

test("a link to a lesson that does not exist, or whose story does not, gets one sentence", async ({ page, simulate }) => {
  const product = await simulate("hw-rng");
  await page.goto(`${product.url}/?lesson=no-such`);
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("There is no lesson “no-such”.");
  await page.route("**/api/lab-course", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"story":"hw-rng"', '"story":"gone"') });
  });
  await page.goto(`${product.url}/?lesson=labels`);
  await expect(lesson(page).getByRole("alert")).toHaveText("The story gone of this lesson no longer exists.");
  await expect(button(page, "Begin")).toHaveCount(0);
  await page.getByRole("button", { name: "All lessons" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Taints and tolerations" })).toBeVisible();
});
