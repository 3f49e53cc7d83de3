import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

const AGENT = "daemonsets/kube-system/fluentd-elasticsearch";

test("T19 the sections of a DaemonSet are links below its verdict; events give the reason of a stuck rollout", async ({
  page,
  simulate,
}) => {
  const product = await simulate("bad-image");
  await product.advance(30_000);
  await page.goto(`${product.url}/${AGENT}`);
  const sections = page.getByRole("navigation", { name: "Sections" });
  await expect(sections.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page");
  await sections.getByRole("link", { name: "Events" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${AGENT}/events`));
  await expect(verdict(page)).toContainText("fluentd-elasticsearch");

  // The number of warnings is drawn between two tabs.
  await expect(sections.getByRole("img", { name: /^\d+ warnings$/ })).toHaveText(/^\d\d$/);
  const [mark, next] = await Promise.all([
    sections.getByRole("img").boundingBox(),
    sections.getByRole("link", { name: "Logs" }).boundingBox(),
  ]);
  expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThan(next?.x ?? 0);
  const events = page.getByRole("region", { name: "Events" });
  await expect(events.getByRole("button", { name: "ErrImagePull" })).toBeVisible();
  const failed = events.getByRole("row", { name: /Failed to pull image/ });
  await expect(failed).toContainText(/3 pods.*×[6-9]/);
  const links = events.getByRole("table", { name: "Warnings" }).getByRole("link", { name: /^fluentd-elasticsearch-/ });
  const pods = await links.count();
  // The first row is open.
  await failed.getByRole("button", { expanded: true }).press("Enter");
  await expect(links).toHaveCount(pods - 3);
  await failed.getByRole("button", { expanded: false }).press("Enter");
  await expect(links).toHaveCount(pods);
  const scheduled = events.getByRole("row", { name: /Successfully assigned/ });
  await expect(scheduled).toHaveCount(0);
  await events.getByRole("button", { name: "Normal", expanded: false }).click();
  await expect(scheduled).toHaveCount(1);
  await page.keyboard.press("/");
  await page.keyboard.type("no such words");
  await expect(events).toContainText("No matches for “no such words”");
  await expect(page).toHaveURL(/find=no\+such\+words&type=Normal/);
  await page.reload();
  await expect(events).toContainText("No matches for “no such words”");
  await page.getByRole("searchbox", { name: "Filter events" }).focus();
  await page.keyboard.press("Escape");
  await expect(failed).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);

  await page.keyboard.press("Escape");
  await expect(sections.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page");
});

test("without warnings, normal events are open", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(`${product.url}/events`);
  await expect(page.getByRole("region", { name: "Events" })).toContainText("No warnings");
  await expect(page.getByRole("table", { name: "Normal" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Normal/ })).toHaveCount(0);
});

test("count and age of events have the same columns in groups and objects on a phone", async ({ page, simulate }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const product = await simulate("bad-image");
  await product.advance(30_000);
  await page.goto(`${product.url}/events`);
  const counts = page.getByRole("cell", { name: /^×\d+$/ });
  await expect.poll(() => counts.count()).toBeGreaterThanOrEqual(4);
  const edges = await counts.evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().right)));
  expect(new Set(edges).size, edges.join()).toBe(1);
});

test("events update automatically, for all DaemonSets and for a node, and link to their objects", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("bad-image");
  await page.goto(`${product.url}/events`);
  await expect(page).toHaveTitle(/Events/);
  await expect(page.getByRole("region", { name: "Events" })).toContainText("No warnings");
  await product.advance(30_000);
  await expect(page.getByRole("row", { name: /Failed to pull image/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "fluentd-elasticsearch", exact: true }).first().click();
  await expect(verdict(page)).toContainText("fluentd-elasticsearch");
  await page.goto(`${product.url}/nodes/worker-01/events`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("worker-01");
  await expect(page.getByRole("region", { name: "Events" })).toContainText("No warnings in the last hour");
  await expectAccessible(page);
});

test("draws as many of many event rows as requested, and states their total", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  const about = { apiVersion: "apps/v1", kind: "DaemonSet", name: "fluentd-elasticsearch", namespace: "kube-system" };
  const words = (at: number) => `note ${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))}`;
  const postEvent = (at: number) =>
    product.kube("POST", "/api/v1/namespaces/kube-system/events", {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: `many-${at}`, namespace: "kube-system" },
      involvedObject: about,
      type: "Normal",
      reason: "Noted",
      message: words(at),
      count: 1,
      firstTimestamp: "2026-01-01T00:00:00Z",
      lastTimestamp: "2026-01-01T00:00:00Z",
      source: { component: "test" },
    });
  await Promise.all(Array.from({ length: 220 }, (_, at) => postEvent(at)));
  await page.goto(`${product.url}/${AGENT}/events?type=Normal&find=note`);
  const events = page.getByRole("region", { name: "Events" });
  await expect(events).toContainText("200 of 220 rows");
  await expect(events.getByRole("row")).toHaveCount(201);
  await events.getByRole("button", { name: "Show 20 more" }).press("Enter");
  await expect(events).toContainText("220 of 220 rows");
  await expect(page.locator("tr:focus")).toContainText(/note \w\w/);
  await expect(events.getByRole("row")).toHaveCount(221);
  await expect(events.getByRole("button", { name: /^Show/ })).toHaveCount(0);
});

test("reports a missing permission for events, and suggests sections for an unknown one", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.fault("forbid", { resource: "events", of: "list" });
  await page.goto(`${product.url}/${AGENT}/events`);
  await expect(page.getByRole("alert")).toContainText("kubectl auth can-i list events -n kube-system");
  await page.goto(`${product.url}/${AGENT}/event`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("There is no page");
  await page.getByRole("link", { name: `${AGENT}/events` }).click();
  await expect(page.getByRole("region", { name: "Events" })).toBeVisible();
});

test("on a phone an event is a block, and nothing is wider than the screen", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(30_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/events?lang=zh-TW`);
  await expect(page.getByRole("row", { name: /Failed to pull image/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /則警告/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
