import type { Page } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { startSimulator } from "../simulator.ts";
import { countsOn, expect, expectAccessible, freshness, test } from "./fixtures.ts";

const lab = (page: Page) => page.getByRole("dialog", { name: /^(Simulator|模拟器|模擬器)$/ });
const button = (page: Page, name: string | RegExp) => lab(page).getByRole("button", { name });
const badge = (page: Page) => page.getByRole("button", { name: "SIMULATED" });

/** Opens the simulator with all its steps and all its commands. */
async function openAll(page: Page): Promise<void> {
  await badge(page).click();
  await expandAll(page);
}

async function expandAll(page: Page): Promise<void> {
  for (const name of [/^(All steps|所有步[骤驟])$/, /^(More|更多)…$/]) await lab(page).getByText(name).click();
}
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test.describe("the lab", () => {
  test("a story has a link, starts there, and is played by its steps with the commands that cause them", { tag: "@long" }, async ({
    page,
    simulate,
  }) => {
    const product = await simulate("min-ready-seconds");
    await page.goto(`${product.url}/?story=hw-rng&seed=3`);
    await expect(page.getByText("hw-rng asks for nodes labelled feature=hw-rng")).toHaveCount(2);
    await expandAll(page);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    await expect(page.getByRole("link", { name: /hw-rng/ }).first()).toBeVisible();
    // The font applies even when no other part with commands was opened before.
    await expect(lab(page).getByText("kubectl label node worker-2 feature=hw-rng")).toHaveCSS("font-family", /mono/);

    await page.locator("body").press(".");
    await expect(lab(page).locator("li[aria-current=step]")).toContainText("worker-2 gets the label");
    await expect(lab(page).getByTitle("Since the story began")).toHaveText("+0:08");
    await button(page, "+10 s").click();
    await expect(row(page, "hw-rng").first()).toContainText(/1\s*1\s*1\s*1\s*1/);
    await button(page, /^Next step/).click();
    await expect(lab(page).locator("li[aria-current=step]")).toContainText("The label is gone");
    await expect(button(page, /^Next step/)).toBeDisabled();
  });

  test("a link to a DaemonSet of another story waits until that story has begun", async ({ page, simulate }) => {
    const product = await simulate("min-ready-seconds");
    let begin = () => {};
    const released = new Promise<void>((resolve) => (begin = resolve));
    await page.route("**/api/lab/story", async (route) => {
      await released;
      await route.continue();
    });
    const requested = page.waitForRequest("**/api/lab/story");
    await page.goto(`${product.url}/daemonsets/default/hw-rng?story=hw-rng&seed=3`);
    await requested;
    await expect(page.locator("main[aria-busy=true]")).toBeVisible();
    await expect(page.getByText(/There is no DaemonSet/)).toHaveCount(0);
    begin();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("hw-rng");
  });

  test("another story replaces the first one, of whose state nothing remains", { tag: "@long" }, async ({ page, simulate }) => {
    const product = await simulate("hw-rng");
    await page.goto(`${product.url}/daemonsets/default/hw-rng`);
    await openAll(page);
    await lab(page).getByRole("combobox", { name: "Story" }).selectOption("control-plane-taint");
    await expect(page.getByText("redis-ds has no node selector").first()).toBeVisible();
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("redis-ds");
    await expect(page.getByText("hw-rng", { exact: true })).toHaveCount(0);
    expect(new URL(page.url()).search).toBe("?story=control-plane-taint&seed=7");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("redis-ds");
  });

  test("a chosen story stays on the taints page if it has taints, and otherwise opens its own page", { tag: "@long" }, async ({
    page,
    simulate,
  }) => {
    const product = await simulate("control-plane-taint");
    await page.goto(`${product.url}/taints`);
    await openAll(page);
    const story = lab(page).getByRole("combobox", { name: "Story" });
    await story.selectOption("static-pods");
    await expect(story).toHaveValue("static-pods");
    await expect(page).toHaveURL(/\/taints\?story=static-pods/);
    await story.selectOption("label-flip");
    await expect(page).toHaveURL(/\/daemonsets\/logging\/log-shipper\?story=label-flip/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("log-shipper");
    await story.selectOption("nodes-come-and-go");
    await expect(page).toHaveURL(/\/nodes\?story=nodes-come-and-go/);
  });

  test("play and pause control the cluster's clock, also by Space", { tag: "@long" }, async ({ page, simulate }) => {
    const product = await simulate("hw-rng");
    await page.goto(product.url);
    await badge(page).click();
    await expect(button(page, /^Play/)).toBeVisible();
    await expect(freshness(page)).toHaveText("paused");
    await expect(lab(page)).toContainText("Paused: controllers do not run.");
    // Space on the button would close the panel.
    await badge(page).blur();
    await page.locator("body").press("Space");
    await expect(button(page, /^Pause/)).toBeVisible();
    await expect(freshness(page)).toHaveText("live");
    await expect(lab(page)).not.toContainText("Paused");
    await expect(lab(page).getByTitle("Since the story began")).not.toHaveText("+0:00");
    await page.locator("body").press("Space");
    await expect(button(page, /^Play/)).toBeVisible();
  });

  test("the story text is in the user's language", async ({ page, simulate }) => {
    const product = await simulate("bad-image");
    await page.goto(`${product.url}/?lang=zh-TW&story=bad-image`);
    await expect(lab(page)).toContainText("12 個節點，maxUnavailable 為 25%");
    await button(page, /^到下一步/).click();
    await expect(lab(page).locator("li[aria-current=step]")).toContainText("新映像檔並不存在");
    await page.goto(`${product.url}/?lang=zh-CN&story=bad-image`);
    await expect(lab(page).locator("li[aria-current=step]")).toContainText("新镜像并不存在");
    await expectAccessible(page);
  });

  test("a step can be undone by button and by key, and the story restarts from its beginning", { tag: "@long" }, async ({
    page,
    simulate,
  }) => {
    const product = await simulate("hw-rng");
    await page.goto(`${product.url}/?story=hw-rng&seed=7`);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    await expect(button(page, /^Play/)).toBeVisible();
    await page.locator("body").press(".");
    await expect(lab(page).locator("li[aria-current=step]")).toContainText("worker-2 gets the label");
    await page.locator("body").press(".");
    await expect(lab(page).locator("li[aria-current=step]")).toContainText("The label is gone");
    await page.locator("body").press(",");
    await expect(lab(page).locator("li[aria-current=step]")).toContainText("worker-2 gets the label");
    await expect(lab(page).getByTitle("Since the story began")).toHaveText("+0:08");
    await button(page, /^Previous step/).click();
    await expect(lab(page).locator("li[aria-current=step]")).toHaveCount(0);
    await expect(button(page, /^Previous step/)).toBeDisabled();
    await expect(lab(page).getByTitle("Since the story began")).toHaveText("+0:00");
    await expect(lab(page).locator("[data-problem]")).toHaveCount(0);
  });

  test("an answer of the previous cluster is never displayed with its successor", async ({ page, simulate }) => {
    const product = await simulate("hw-rng");
    await page.goto(`${product.url}/daemonsets/default/hw-rng?node=worker-2`);
    const panel = page.getByRole("complementary", { name: "Why hw-rng is or is not on worker-2" });
    await expect(panel).toContainText(/worker-2\s*Not eligible/);
    await page.locator("body").press(".");
    await expect(panel).toContainText("The controller wants a pod here");
    // From here on answers are delayed, so the panel can show only what it already has.
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route("**/api/explain?*", async (route) => {
      await released;
      // A request that was aborted meanwhile has no answer.
      await route.continue().catch(() => undefined);
    });
    // The panel of another cluster may be another element.
    await page.evaluate(() => {
      const seen: string[] = [];
      (window as unknown as { seen: string[] }).seen = seen;
      new MutationObserver(() => seen.push(document.body.textContent ?? "")).observe(document.body, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await page.locator("body").press(",");
    await expect(panel).toContainText("Asking the server for the proof.");
    release();
    await expect(panel).toContainText(/worker-2\s*Not eligible/);
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    const asking = seen.findIndex((text) => text.includes("Asking the server"));
    expect(asking).toBeGreaterThanOrEqual(0);
    expect(seen.slice(asking).filter((text) => text.includes("The controller wants a pod here"))).toEqual([]);
  });

  test("reports a story that another window started, and the URL follows the displayed story", { tag: "@long" }, async ({
    page,
    context,
    simulate,
  }) => {
    const product = await simulate("hw-rng");
    await page.goto(`${product.url}/daemonsets/default/hw-rng?story=hw-rng&seed=7`);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    const other = await context.newPage();
    await other.goto(`${product.url}/?story=control-plane-taint&seed=3`);
    await expect(other.getByRole("link", { name: /redis-ds/ }).first()).toBeVisible();
    await expect(lab(page).getByRole("status")).toHaveText("Another window started another story: control-plane-taint, seed 3.");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("redis-ds");
    await expect.poll(() => new URL(page.url()).search).toBe("?story=control-plane-taint&seed=3");
    await expect(lab(other).getByRole("status")).toHaveCount(0);
    await page.getByRole("link", { name: "DaemonSets", exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("story")).toBe("control-plane-taint");
    await page.reload();
    await expect(page.getByText("redis-ds").first()).toBeVisible();
  });

  test("a link to an unknown story or with a bad seed gets one sentence in the user's language", { tag: "@long" }, async ({
    page,
    simulate,
  }) => {
    const product = await simulate("hw-rng");
    await page.goto(`${product.url}/?story=hw-rgn`);
    await expect(lab(page).getByRole("alert")).toHaveText("There is no story “hw-rgn”. The nearest is hw-rng.");
    await expect.poll(() => new URL(page.url()).search).toBe("?story=hw-rng&seed=7");
    await page.goto(`${product.url}/?story=zzzzzz&lang=zh-TW`);
    await expect(lab(page).getByRole("alert")).toHaveText("沒有名為「zzzzzz」的故事。所有故事都在清單裡。");
    await page.goto(`${product.url}/?story=hw-rng&seed=4294967296&lang=en`);
    await expect(lab(page).getByRole("alert")).toHaveText(
      "“4294967296” is no seed: a seed is a whole number from 0 to 4294967295. The story plays with seed 7.",
    );
    await lab(page).getByLabel("Seed").fill("x");
    await button(page, "Restart").click();
    await expect(lab(page).getByRole("alert")).toContainText("“x” is no seed");
    await page.goto(`${product.url}/?lang=zh-CN`);
    await openAll(page);
    const form = lab(page).getByRole("form", { name: "自由操作" });
    await form.getByLabel("做什么").selectOption("untaint");
    await form.getByLabel("键").fill("a");
    await form.getByRole("button", { name: "执行" }).click();
    await expect(lab(page).getByRole("alert")).toHaveText("节点 worker-1 没有污点 a:NoSchedule。");
    await form.getByLabel("做什么").selectOption("stall");
    await form.getByRole("button", { name: "执行" }).click();
    await expect(lab(page).getByText("所有 watch 仍连接着，但不再传来任何数据。")).toBeVisible();
  });

  test("the lab works by keyboard alone, and keeps the focus position", async ({ page, simulate }) => {
    const product = await simulate("hw-rng");
    await page.goto(product.url);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    await expect(badge(page)).toBeVisible();
    await page.locator("body").press("L");
    await expect(lab(page).getByRole("combobox", { name: "Story" })).toBeFocused();
    for (const name of ["Seed", "Restart", "Copy the link to this story"]) {
      await page.keyboard.press("Tab");
      await expect(lab(page).getByLabel(name).or(button(page, name)).first()).toBeFocused();
    }
    const step = button(page, /^Next step/);
    await step.focus();
    await page.keyboard.press("Enter");
    await expect(lab(page).locator("li[aria-current=step]")).toContainText("worker-2 gets the label");
    await expect(step).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(step).toBeDisabled();
    await expect(step).toBeFocused();
    await lab(page).getByText("More…").press("Enter");
    const form = lab(page).getByRole("form", { name: "Free play" });
    await form.getByLabel("What to do").selectOption("cordon");
    await form.getByRole("combobox", { name: "Node", exact: true }).press("Enter");
    await expect(lab(page).getByText("kubectl cordon worker-1")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(badge(page)).toBeFocused();
    await expect(lab(page)).toHaveCount(0);
  });

  for (const theme of ["dark", "light"] as const)
    test(`the open lab is accessible in the ${theme} theme, wide and as a sheet`, { tag: "@long" }, async ({ page, simulate }) => {
      // axe checks the whole page three times.
      test.slow();
      const product = await simulate("cordon-and-drain");
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`${product.url}/?story=cordon-and-drain&seed=7`);
      await expect(button(page, /^Play/)).toBeVisible();
      await page.locator("body").press(".");
      await expect(lab(page).locator("li[aria-current=step]")).toContainText("worker-2 is cordoned");
      await expandAll(page);
      const form = lab(page).getByRole("form", { name: "Free play" });
      await form.getByRole("button", { name: "Do it" }).click();
      await button(page, "Undo").click();
      await expect(lab(page).getByText("undone")).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      const above = async () => (await lab(page).boundingBox())?.y ?? 0;
      await expect.poll(above).toBeGreaterThan(300);
      await form.scrollIntoViewIfNeeded();
      await expect(lab(page).getByRole("combobox", { name: "Story" })).toHaveCount(1);
      await expectAccessible(page);
    });

  test("T17 a bad manifest shows the API server's own message, and a good one can be undone", async ({ page, simulate }) => {
    const product = await simulate("hw-rng");
    await page.goto(product.url);
    await openAll(page);
    const form = lab(page).getByRole("form", { name: "Free play" });
    await form.getByLabel("What to do").selectOption("apply");
    const good = await form.getByLabel(/^Manifest/).inputValue();
    await form.getByLabel(/^Manifest/).fill(good.replace("    spec:\n", "    spec:\n      restartPolicy: Never\n"));
    await form.getByRole("button", { name: "Do it" }).click();
    await expect(lab(page).getByRole("alert")).toHaveText(
      'DaemonSet.apps "my-agent" is invalid: spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    );
    await expect(page.getByRole("link", { name: /my-agent/ })).toHaveCount(0);
    await form.getByLabel(/^Manifest/).fill(good);
    await form.getByRole("button", { name: "Do it" }).click();
    await expect(lab(page).getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("link", { name: /my-agent/ }).first()).toBeVisible();
    await button(page, "Undo").click();
    await expect(lab(page).getByText("undone")).toBeVisible();
    await button(page, "+10 s").click();
    await expect(page.getByRole("link", { name: /my-agent/ })).toHaveCount(0);
  });

  test("a step shows its YAML before it happens, and then its text and the refusal of the API server", { tag: "@long" }, async ({
    page,
    simulate,
  }) => {
    const product = await simulate("bad-manifest");
    await page.goto(product.url);
    await openAll(page);
    const first = lab(page).getByRole("region", { name: "All steps" }).getByRole("listitem").first();
    await expect(first).toContainText("restartPolicy: OnFailure");
    await expect(first).not.toContainText("A daemon pod is meant to run");
    await button(page, /^Next step/).click();
    await expect(first).toContainText("A daemon pod is meant to run");
    await expect(first).toContainText('spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"');
    await expect(lab(page).getByTitle("Since the story began")).toHaveText("+0:05");
  });

  test("a static pod is added and removed as a file of its node", { tag: "@long" }, async ({ page, simulate }) => {
    const product = await simulate("static-pods");
    await page.goto(`${product.url}/nodes/worker-1`);
    await openAll(page);
    const form = lab(page).getByRole("form", { name: "Free play" });
    await form.getByLabel("What to do").selectOption("add-static-pod");
    await form.getByLabel("Pod", { exact: true }).fill("web");
    await form.getByRole("button", { name: "Do it" }).click();
    await expect(lab(page).getByText("ssh worker-1 tee /etc/kubernetes/manifests/web.yaml")).toBeVisible();
    await button(page, "+10 s").click();
    await expect(page.getByRole("main").getByText("web-worker-1")).toBeVisible({ timeout: 20_000 });
    await form.getByLabel("What to do").selectOption("remove-static-pod");
    await form.getByLabel("Pod", { exact: true }).fill("etcd");
    await form.getByRole("button", { name: "Do it" }).click();
    await expect(lab(page).getByRole("alert")).toHaveText("Node worker-1 has no static pod etcd.");
  });

  test("a frequent fault needs one click, and can be undone", async ({ page, simulate }) => {
    const product = await simulate("image-update");
    await page.goto(product.url);
    await badge(page).click();
    await button(page, "Taint a node").click();
    await expect(lab(page).getByText("kubectl taint node worker-01 dedicated=lab:NoExecute")).toBeVisible();
    await button(page, "Bad image").click();
    await expect(
      lab(page)
        .getByRole("region", { name: "Actions taken" })
        .getByText(/set image/),
    ).toBeVisible();
    await button(page, "Undo").click();
    await expect(lab(page).getByText("undone")).toBeVisible();
  });

  test("an action on a node is visible, and can be undone", { tag: "@long" }, async ({ page, simulate }) => {
    const product = await simulate("image-update");
    await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch?view=table`);
    await openAll(page);
    const form = lab(page).getByRole("form", { name: "Free play" });
    await form.getByLabel("What to do").selectOption("add-node");
    await form.getByLabel("A copy of node").fill("worker-12");
    await form.getByRole("button", { name: "Do it" }).click();
    await expect(page.getByText("worker-13").first()).toBeVisible();
    await button(page, "Undo").click();
    await expect(page.getByRole("gridcell", { name: /worker-13/ })).toHaveCount(0);
  });

  test("a cause that the lab produces is named at its cell and in the drawer, and ends with undo", { tag: "@long" }, async ({
    page,
    simulate,
  }) => {
    const product = await simulate("reach-the-daemon");
    await page.goto(`${product.url}/daemonsets/monitoring/push-agent?node=worker-1`);
    await openAll(page);
    const form = lab(page).getByRole("form", { name: "Free play" });
    const cell = page.getByRole("gridcell", { name: /worker-1\b/ });
    for (const [cause, words] of [
      ["quotaExceeded", "quota team-quota is exhausted"],
      ["sandboxFailed", "no IP addresses available"],
      ["crash", "exit code 1"],
    ] as const) {
      await form.getByLabel("What to do").selectOption("produce-cause");
      await form.getByLabel("What fails").selectOption(cause);
      await form.getByRole("button", { name: "Do it" }).click();
      await expect(lab(page).getByText(`control-plane.test/fault=${cause}=worker-1`)).toBeVisible();
      await product.advance(60_000, 20_000);
      await expect(cell).not.toHaveAccessibleName(/available/);
      await expect(page.getByRole("main").getByText(words).first()).toBeVisible();
      await button(page, /^Undo$/).click();
      // On a slow machine the server may receive the undo after the first of these steps.
      await expect(async () => {
        await product.advance(120_000, 30_000);
        await expect(cell).toHaveAccessibleName(/available/, { timeout: 2000 });
      }).toPass({ timeout: 20_000 });
    }
  });

  test("A8 a restored backup is displayed as it is, live and without a reload", { tag: "@long" }, async ({ page, simulate }) => {
    const product = await simulate("image-update");
    await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch?view=table`);
    await page.evaluate(() => {
      (window as unknown as { stayed: boolean }).stayed = true;
    });
    await openAll(page);
    const form = lab(page).getByRole("form", { name: "Free play" });
    await button(page, "+10 s").click();
    await form.getByLabel("What to do").selectOption("add-node");
    await form.getByLabel("A copy of node").fill("worker-12");
    await form.getByRole("button", { name: "Do it" }).click();
    await expect(page.getByText("worker-13").first()).toBeVisible();
    await form.getByLabel("What to do").selectOption("older-state");
    await form.getByLabel("Age of the backup in seconds").fill("5");
    await form.getByRole("button", { name: "Do it" }).click();
    await expect(lab(page).getByText("The API server was restored from a backup 5 s old")).toBeVisible();
    await expect(lab(page).getByText("undone", { exact: true })).toBeVisible();
    await expect(page.getByRole("gridcell", { name: /worker-13/ })).toHaveCount(0, { timeout: 10_000 });
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live", { timeout: 10_000 });
    expect(await page.evaluate(() => (window as unknown as { stayed?: boolean }).stayed)).toBe(true);
  });

  test("S43 with a fast node clock, a pod is ready but remains unavailable for a long time", { tag: "@long" }, async ({
    page,
    simulate,
  }) => {
    const product = await simulate("min-ready-seconds");
    await page.goto(`${product.url}/`);
    await openAll(page);
    const form = lab(page).getByRole("form", { name: "Free play" });
    await form.getByLabel("What to do").selectOption("skew-clock");
    await form.getByLabel("Node; empty is all of them").fill("");
    await form.getByLabel("Seconds ahead; negative is behind, 0 is right").fill("60");
    await form.getByRole("button", { name: "Do it" }).click();
    await expect(lab(page).getByText("kubectl annotate node --all --overwrite control-plane.test/clock-skew=60s")).toBeVisible();
    await page.goto(`${product.url}/daemonsets/default/ironman`);
    await product.advance(30_000);
    await expect.poll(() => countsOn(page)).toBe("2 2 2 2 0");
    await product.advance(50_000);
    await expect.poll(() => countsOn(page)).toBe("2 2 2 2 2");
  });

  test("a revoked kind makes the page stale, and undo restores the permission", async ({ page, simulate }) => {
    const product = await simulate("hw-rng");
    await page.goto(product.url);
    await openAll(page);
    const form = lab(page).getByRole("form", { name: "Free play" });
    await form.getByLabel("What to do").selectOption("forbid");
    await form.getByLabel(/^Kind/).selectOption("pods");
    await form.getByRole("button", { name: "Do it" }).click();
    await expect(freshness(page)).toContainText("stale");
    await button(page, "Undo").click();
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
  });
});

test("G5 with a kubeconfig the simulator is absent: no button, no route, only GET", { tag: "@long" }, async ({ page }) => {
  const simulator = await startSimulator("hw-rng");
  const product = await startDaemonscope(["--kubeconfig", simulator.kubeconfig]);
  try {
    await page.goto(`${product.url}/?story=tour`);
    await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
    await expect(page.getByText("SIMULATED").first()).toBeVisible();
    await expect(badge(page)).toHaveCount(0);
    expect((await page.request.get(`${product.url}/api/lab`)).status()).toBe(404);
    const answer = await page.request.post(`${product.url}/api/lab/play`, { data: {} });
    expect([answer.status(), answer.headers().allow]).toEqual([405, "GET, HEAD"]);
  } finally {
    await product.stop();
    await simulator.stop();
  }
});
