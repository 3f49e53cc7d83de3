import { expect, type Page, test } from "@playwright/test";
import { agent, rolling } from "./manifests.ts";
import { setStage } from "./stage.ts";

const NODES = 6;

interface Pods {
  readonly items: readonly { readonly metadata: { readonly uid: string; readonly labels: Readonly<Record<string, string>> } }[];
}

/** Returns the stated effect and the command of an action on the page. */
async function actionOn(page: Page, title: RegExp): Promise<{ readonly effect: string; readonly command: string }> {
  const region = page.getByRole("complementary", { name: "Actions" });
  const action = region.locator("[data-action]").filter({ has: page.getByRole("heading", { name: title }) });
  return { effect: await action.locator("p").innerText(), command: await action.locator("[data-command] > span").innerText() };
}

test("the page's commands do what it states: hold, resume with the same budget, a larger budget, and undo", async ({ page }) => {
  const stage = await setStage("actions", NODES);
  try {
    const record = () => stage.observer.record("default/fluentd");
    const updated = () => record()?.derived?.updatedNumberScheduled ?? -1;
    const revisions = async () => (await stage.kubectl("get", "controllerrevisions", "-l", "app=fluentd", "-o", "name")).trim().split("\n");
    const spec = (path: string) => stage.kubectl("get", "ds/fluentd", "-o", `jsonpath={.spec.updateStrategy.${path}}`);
    const podsOfRevision = async (hash: string) =>
      (
        JSON.parse(await stage.kubectl("get", "pods", "-l", `app=fluentd,controller-revision-hash=${hash}`, "-o", "json")) as Pods
      ).items.map(({ metadata }) => metadata.uid);
    const currentHash = () => record()?.revisions.find(({ current }) => current)?.hash ?? "";
    await stage.apply(agent({ name: "fluentd", strategy: rolling(1), minReadySeconds: 2 }));
    await stage.kubectl("rollout", "status", "ds/fluentd", "--timeout=90s");
    await page.goto(`${stage.url}/daemonsets/default/fluentd?drawer=fix`);

    // Hold: the rollout stops where it is, and there is no new revision.
    await stage.kubectl("set", "image", "ds/fluentd", "agent=agent:2");
    await stage.observer.until("the rollout has begun", () => updated() >= 1);
    const hold = await actionOn(page, /^Pause/);
    expect(hold.effect).toContain("No new revision.");
    await stage.cluster.paste(hold.command);
    await stage.quiet(5000);
    const heldAt = updated();
    expect(heldAt).toBeGreaterThan(0);
    expect(heldAt, "held before the last node").toBeLessThan(NODES);
    expect(record()?.derived?.numberAvailable, "nothing is under way").toBe(NODES);
    expect(await revisions()).toHaveLength(2);

    // Resume: replaces the stated number of old pods, within the same budget.
    const resume = await actionOn(page, /^Resume/);
    expect(resume.effect).toMatch(new RegExp(`^${NODES - heldAt} old pods? (is|are) replaced within the budget`));
    const from = stage.observer.statusWrites.length;
    await stage.cluster.paste(resume.command);
    expect(await spec("rollingUpdate.maxUnavailable")).toBe("1");
    await stage.kubectl("rollout", "status", "ds/fluentd", "--timeout=90s");
    await stage.observer.until("all are new and available", () => updated() === NODES && record()?.derived?.numberAvailable === NODES);
    const available = stage.observer.statusWrites.slice(from).map(({ counts }) => counts.numberAvailable);
    expect(Math.min(...available), "one pod at a time").toBeGreaterThanOrEqual(NODES - 1);
    expect(await revisions()).toHaveLength(2);

    // Raise the budget: one more node, and no new revision.
    const good = currentHash();
    await stage.kubectl("set", "image", "ds/fluentd", "agent=agent:unready");
    await stage.observer.until("the budget is used", () => updated() === 1 && record()?.budget.used === 1);
    const larger = page.getByRole("heading", { name: "Raise the budget: maxUnavailable 1 → 2" });
    await expect(larger).toBeVisible();
    const raise = await actionOn(page, /^Raise the budget/);
    expect(raise.effect).toMatch(/^1 more node is updated at a time\. .* No new revision\.$/);
    await stage.cluster.paste(raise.command);
    await stage.observer.until("one more node has the new pod", () => updated() === 2);
    await stage.quiet();
    expect([updated(), await spec("rollingUpdate.maxUnavailable")]).toEqual([2, "2"]);
    expect(await revisions()).toHaveLength(3);

    // Undo: replaces the two pods of the new revision, and no other pod.
    const untouched = await podsOfRevision(good);
    expect(untouched).toHaveLength(NODES - 2);
    await expect(
      page.getByText(
        /Replaces the pods of 2 nodes; nodes on revision 2 keep theirs\. All those 2 are unavailable, so they are replaced immediately, regardless of the budget\.$/,
      ),
    ).toBeVisible();
    await stage.cluster.paste((await actionOn(page, /^Undo to revision 2/)).command);
    await stage.kubectl("rollout", "status", "ds/fluentd", "--timeout=90s");
    await stage.observer.until("all are of the old template again", () => updated() === NODES && currentHash() === good);
    const after = await podsOfRevision(good);
    expect(after).toHaveLength(NODES);
    expect(after).toEqual(expect.arrayContaining(untouched));
    expect(await revisions()).toHaveLength(3);
  } finally {
    await stage.stop();
  }
});
