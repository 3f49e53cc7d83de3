import type { Page } from "@playwright/test";
import type { Daemonscope } from "../daemonscope.ts";
import { expect, expectAccessible, test } from "../tests/fixtures.ts";

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

/** The lessons, with their number of questions and the commands that reach the goal of their exercise. */
const LESSONS: readonly { readonly name: string; readonly questions: number; readonly commands?: readonly [string, object][] }[] = [
  {
    name: "one-on-every-node",
    questions: 2,
    commands: [["apply", { manifest: manifest("default", "node-exporter", "node-exporter:1.0") }]],
  },
  {
    name: "labels",
    questions: 2,
    commands: [
      ["label", { node: "worker-1", key: "feature", value: "hw-rng" }],
      ["label", { node: "worker-3", key: "feature", value: "hw-rng" }],
    ],
  },
  {
    name: "taints",
    questions: 2,
    commands: [["apply", { manifest: manifest("default", "redis-ds", "redis:7.4", EVERYTHING) }]],
  },
  { name: "from-a-deployment", questions: 3 },
  {
    name: "rolling-update",
    questions: 2,
    commands: [["apply", { manifest: manifest("kube-system", AGENT, "quay.io/fluentd_elasticsearch/fluentd:v2.5.1", {}, AT_ONCE) }]],
  },
  {
    name: "by-hand",
    questions: 2,
    commands: [["apply", { manifest: manifest("kube-system", AGENT, "quay.io/fluentd_elasticsearch/fluentd:v2.7.0") }]],
  },
  {
    name: "owners",
    questions: 3,
    commands: [["delete-daemonset", { namespace: "default", daemonSet: "node-agent", orphan: true }]],
  },
  {
    name: "find-the-cause",
    questions: 1,
    commands: [["apply", { manifest: manifest("security", "falco", "falcosecurity/falco:0.42.0", EVERYTHING, AT_ONCE) }]],
  },
];

async function post(page: Page, { url }: Pick<Daemonscope, "url">, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`${url}/api/lab/${path}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

const isOver = (page: Page) => expect(lesson(page).getByRole("status")).toBeVisible({ timeout: 30_000 });

async function reachGoal(page: Page, product: Pick<Daemonscope, "url">, commands: readonly [string, object][]): Promise<void> {
  await expect(lesson(page).getByRole("form")).toBeVisible();
  await expect(lesson(page).getByRole("status")).toHaveCount(0);
  for (const [verb, body] of commands) await post(page, product, `do/${verb}`, body);
  await expect(lesson(page).getByRole("status")).toHaveText("Goal reached.", { timeout: 90_000 });
}

for (const { name, questions, commands } of LESSONS) {
  test(`the lesson ${name} is played by mouse, and is accessible`, async ({ page, simulate }) => {
    test.slow();
    const product = await simulate("hw-rng");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${product.url}/?lesson=${name}`);
    await button(page, "Begin").click();
    for (let at = 0; at < questions; at++) {
      const answers = lesson(page).getByRole("radio");
      await expect(answers.first()).toBeEnabled({ timeout: 30_000 });
      // No mark tells the outcome before it happens.
      await expect(lesson(page).getByText("Correct.")).toHaveCount(0);
      await expect(button(page, "Play")).toBeDisabled();
      if (at === 0) await expectAccessible(page);
      await answers.first().check();
      await button(page, "Play").click();
      await isOver(page);
      await expect(lesson(page).getByText("Correct.")).toHaveCount(1);
      await expect(page.getByRole("main")).not.toContainText("There is no");
      if (at < questions - 1 || commands !== undefined) await button(page, "Next step").click();
    }
    if (commands !== undefined) await reachGoal(page, product, commands);
    await expectAccessible(page);
    await page.getByRole("button", { name: "All lessons" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "done" })).toHaveCount(1);
  });

  test(`the lesson ${name} is played by keyboard alone on a phone`, async ({ page, simulate }) => {
    test.slow();
    const product = await simulate("hw-rng");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${product.url}/?lesson=${name}`);
    await button(page, "Begin").press("Enter");
    for (let at = 0; at < questions; at++) {
      await expect(lesson(page).getByRole("radio").first()).toBeEnabled({ timeout: 30_000 });
      await expect(lesson(page)).toBeFocused();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await page.keyboard.press("Tab");
      await expect(button(page, "Play")).toBeFocused();
      await page.keyboard.press("Enter");
      await isOver(page);
      await expect(lesson(page)).toBeFocused();
      if (at < questions - 1 || commands !== undefined) await button(page, "Next step").press("Enter");
    }
    if (commands !== undefined) await reachGoal(page, product, commands);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
}

test("an exercise left half done goes on after a reload, and starts over when its DaemonSet is deleted", async ({ page, simulate }) => {
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
  await post(page, product, "do/delete-daemonset", { namespace: "default", daemonSet: "hw-rng" });
  await expect(lesson(page).getByRole("alert")).toHaveText("The DaemonSet of this exercise was deleted.", { timeout: 30_000 });
  await button(page, "Start over").click();
  await expect(lesson(page).getByRole("form")).toBeVisible({ timeout: 30_000 });
  await expect(lesson(page).getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("hw-rng");
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
