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

  const events = page.getByRole("region", { name: "Events" });
  const failed = events.getByRole("row", { name: /Failed to pull image/ });
  await expect(failed).toContainText(/×[6-9]/);
  await failed.getByText("and 2 more objects").click();
  await expect(failed.getByRole("link")).toHaveCount(3);
  await events.getByRole("button", { name: /^Warning/ }).click();
  await expect(events.getByRole("row", { name: /Successfully assigned/ })).toHaveCount(0);
  await page.keyboard.press("/");
  await page.keyboard.type("no such words");
  await expect(events).toContainText("the filter keeps none");
  await expect(page).toHaveURL(/find=no\+such\+words&type=Warning/);
  await page.reload();
  await expect(events).toContainText("the filter keeps none");
  await page.getByRole("searchbox", { name: "Filter events" }).focus();
  await page.keyboard.press("Escape");
  await expect(failed).toBeVisible();
  await page.goto(`${product.url}/${AGENT}/events?type=Odd`);
  await expect(events.getByRole("alert")).toContainText("No event has the type “Odd”; there are Warning, Normal. All are shown.");
  await expect(failed).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);

  await page.keyboard.press("Escape");
  await expect(sections.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page");
});

test("events update automatically, for all DaemonSets and for a node, and link to their objects", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  const product = await simulate("bad-image");
  await page.goto(`${product.url}/events`);
  await expect(page).toHaveTitle(/Events/);
  await expect(page.getByRole("region", { name: "Events" })).toContainText("No events are kept");
  await product.advance(30_000);
  await expect(page.getByRole("row", { name: /Back-off pulling image/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "DaemonSet fluentd-elasticsearch" }).first().click();
  await expect(verdict(page)).toContainText("fluentd-elasticsearch");
  await page.goto(`${product.url}/nodes/worker-01/events`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("worker-01");
  await expect(page.getByRole("region", { name: "Events" })).toContainText("No events are kept");
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
  await expect(page.getByRole("row", { name: /Back-off pulling image/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "事件" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
