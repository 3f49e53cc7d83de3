import type { Page } from "@playwright/test";
import { countsOn, expect, expectAccessible, freshness, test } from "./fixtures.ts";

const DAEMON_SET = "daemonsets/kube-system/fluentd-elasticsearch";
const handle = (page: Page) => page.getByRole("slider", { name: "Moment shown" });
/** Chooses an action of the timeline's menu. */
async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More actions on this time" }).click();
  await page.getByRole("button", { name }).click();
}
const momentOf = (page: Page): string | null => new URL(page.url()).searchParams.get("at");

test("L2 a rollout is watched, revisited by its mark, explained for a node, shared as a link, and left for now", async ({
  page,
  context,
  simulate,
}) => {
  const product = await simulate("image-update");
  await page.goto(`${product.url}/${DAEMON_SET}`);
  await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
  const before = await countsOn(page);
  // The report dates each node's pods by the time when the server received them.
  await product.play(16);
  await expect(page.locator('[data-mark~="rolloutStarted"]')).toBeVisible();
  await expect.poll(() => countsOn(page)).not.toBe(before);
  const now = await countsOn(page);

  await page.locator("body").press("{");
  await expect(freshness(page)).toHaveAttribute("data-freshness", "past");
  await expect(freshness(page)).toContainText(/REPLAY \d\d:\d\d:\d\d/);
  await expect(page).toHaveTitle(/^⏱ \d\d:\d\d:\d\d · /);
  await page.locator("body").press("{");
  await expect.poll(() => countsOn(page)).not.toBe(now);
  expect(momentOf(page)).toMatch(/^\d{4}-\d\d-\d\dT/);
  await expect(page.getByRole("button", { name: "Actions", exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Logs" })).toBeHidden();
  await expectAccessible(page);

  await chooseAction(page, "Compare with now");
  const differs = page.getByRole("complementary", { name: "What differs" });
  await expect(differs.getByRole("heading", { name: /→ now/ })).toBeVisible();
  await expect(differs).toContainText(/UP-TO-DATE \d+ → \d+/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(differs).toHaveCount(0);

  await handle(page).focus();
  await handle(page).press("Shift+ArrowRight");
  await handle(page).press("Shift+ArrowRight");
  await expect(handle(page)).toHaveAttribute("aria-busy", "false");
  const shownAt = async () => new Date(Number(await handle(page).getAttribute("aria-valuenow"))).toISOString().replace(".000Z", "Z");
  await expect.poll(async () => momentOf(page) === (await shownAt())).toBe(true);
  const other = await context.newPage();
  await other.goto(`${product.url}/${DAEMON_SET}?at=${momentOf(page)}&node=worker-01`);
  await expect(freshness(other)).toHaveAttribute("data-freshness", "past");
  const then = await countsOn(other);
  await expect.poll(() => countsOn(page)).toBe(then);
  await expect(other.getByRole("complementary", { name: /^Why .* worker-01$/ })).toContainText("Eligible");
  await other.close();

  await product.play(20);
  expect(await countsOn(page)).toBe(then);
  await page.locator("body").press("p");
  await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
  expect(momentOf(page)).toBeNull();

  await chooseAction(page, "Report of the rollout");
  const report = page.getByRole("complementary", { name: "Rollout report" });
  await expect(report.getByRole("heading", { name: "Rollout of revision 2" })).toBeFocused();
  await expect(report).toContainText(/Finished in \d+s: 12 nodes\./);
  await expectAccessible(page);
  await report.locator("table a").first().click();
  await expect(freshness(page)).toHaveAttribute("data-freshness", "past");
  const why = page.getByRole("complementary", { name: /^Why/ });
  const trail = why.getByRole("region", { name: "Trail" });
  await expect(trail.locator("li").first()).toContainText("revision 2");
  // The reason, and at most the last four steps. One may come after the moment of the link.
  await expect(trail.locator('li[data-kind="came"]').nth(3)).toBeVisible();
  await expect(trail.locator('li[data-kind="came"]').nth(5)).toHaveCount(0);
  await expect(page.locator('[data-mark~="pairStep"]').first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator('[data-mark~="pairStep"]')).toHaveCount(0);
});

test("L2 dragging the handle moves the page, playback ends live, and live-only data is marked", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  await page.goto(product.url);
  await product.advance(60_000);
  await expect(page.locator("[data-incident]")).toBeVisible();
  const number = async (name: string) => Number(await handle(page).getAttribute(name));
  await expect.poll(async () => (await number("aria-valuenow")) - (await number("aria-valuemin"))).toBeGreaterThan(55_000);
  const track = await handle(page).boundingBox();
  if (track === null) throw new Error("the timeline has no place");
  const y = track.y + track.height / 2;
  await page.mouse.move(track.x + track.width * 0.6, y);
  await page.mouse.down();
  await page.mouse.move(track.x + track.width * 0.4, y, { steps: 4 });
  await expect(freshness(page)).toHaveAttribute("data-freshness", "past");
  await page.mouse.up();
  await expect.poll(() => momentOf(page)).not.toBeNull();
  const dragged = momentOf(page);
  await page.getByRole("link", { name: "Nodes", exact: true }).click();
  expect(momentOf(page)).toBe(dragged);
  await page.goto(`${product.url}/${DAEMON_SET}/logs?at=${dragged}`);
  await expect(page.getByText("It can be shown only for now.")).toBeVisible();
  await page.getByRole("combobox", { name: "Replay speed" }).selectOption("1000×");
  await page.getByRole("button", { name: "Play from here" }).click();
  await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
  expect(momentOf(page)).toBeNull();
});

test("an invalid, expired or future moment is reported, with a link back to now", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("hw-rng");
  for (const [at, words] of [
    ["yesterday", "“yesterday” is no time"],
    ["1970-01-02T00:00:00Z", "No history of 1970-01-02T00:00:00Z: it begins at"],
    ["2199-01-01T00:00:00Z", "is still to come"],
  ] as const) {
    await page.goto(`${product.url}/nodes?at=${at}`);
    await expect(page.getByRole("heading", { name: "This moment cannot be shown" })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText(words);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
  const dock = await page.getByRole("complementary", { name: "Timeline" }).boundingBox();
  expect(dock).toMatchObject({ x: 0, width: 390 });
});

test("on a phone the timeline is one line, also in a replay of another day", { tag: "@long" }, async ({ page, simulate }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const product = await simulate("image-update");
  await product.play(8);
  await page.goto(product.url);
  await expect(page.locator("[data-incident]")).toBeVisible();
  const dock = page.getByRole("complementary", { name: "Timeline" });
  await expect(dock).toContainText("PAUSED");
  await expect(dock.locator("[data-clock]")).toHaveText("12:00:08");
  await expect(dock.locator("[data-clock]")).toBeInViewport({ ratio: 1 });
  const height = async () => (await dock.boundingBox())?.height;
  expect(await height()).toBe(56);

  const began = new Date(Number(await handle(page).getAttribute("aria-valuemin"))).toISOString();
  await product.advance(25 * 3_600_000, 3_600_000);
  await page.goto(`${product.url}/?at=${began}`);
  await expect(freshness(page)).toHaveAttribute("data-freshness", "past");
  await expect(page.locator("[data-clock]")).toContainText("yesterday");
  expect(await height()).toBe(56);
  await expect(dock.getByRole("button", { name: "Play from here" })).toBeVisible();
  await dock.getByRole("button", { name: "GO LIVE" }).click();
  await expect(freshness(page)).toHaveAttribute("data-freshness", "live");
});

test("the dock has one control at a time: a range while live, and a transport in a replay", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await page.goto(`${product.url}/${DAEMON_SET}`);
  await product.advance(90_000, 1000);
  const dock = page.getByRole("complementary", { name: "Timeline" });
  const range = dock.getByRole("combobox", { name: "Time on the axis" });
  await expect(range).toHaveValue("120000");
  await expect(dock.getByRole("button", { name: "Play from here" })).toHaveCount(0);
  await range.selectOption("1 min");
  await expect(range).toHaveValue("60000");
  const box = await handle(page).boundingBox();
  if (box === null) throw new Error("the timeline has no place");
  await page.mouse.move(box.x + box.width / 2, box.y + 30);
  await expect(handle(page)).toContainText("Click to replay from here");
  await page.mouse.click(box.x + box.width / 2, box.y + 30);
  await expect(dock.getByRole("button", { name: "Play from here" })).toBeVisible();
  await expect(range).toHaveCount(0);
  expect(await handle(page).boundingBox()).toEqual(box);
});

test("G50 a recording that the server refuses or fails to make is explained in the dialog, and a retry saves it", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  await page.goto(`${product.url}/${DAEMON_SET}`);
  await product.advance(5000);
  await chooseAction(page, "Save as a recording");
  const dialog = page.getByRole("dialog");
  const refusals = [
    ["RecordingRunning", "Another recording of yours is still being made, perhaps in another tab. Try again in 7 s."],
    ["RecordingBusy", "The server is busy with recordings of other users. Try again in 7 s."],
    ["MomentNotKept", "That moment is no longer kept."],
  ] as const;
  for (const [code, words] of refusals) {
    const json = { code, message: "That moment is no longer kept.", params: { seconds: 7 } };
    await page.route("**/api/history/recording?*", (route) => route.fulfill({ status: 429, json }));
    await dialog.getByRole("button", { name: "As it is" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(words);
    await page.unroute("**/api/history/recording?*");
  }
  await page.route("**/api/history/recording?*", (route) => route.abort());
  await dialog.getByRole("button", { name: "Anonymised" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("The server gave no answer. Try again.");
  await expectAccessible(page);
  await page.unroute("**/api/history/recording?*");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "As it is" }).click();
  expect((await download).suggestedFilename()).toMatch(/^daemonscope-.*\.dslog$/);
  await expect(dialog).toHaveCount(0);
});
