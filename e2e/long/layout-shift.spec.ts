import type { BrowserContext, Page, Request, Route } from "@playwright/test";
import { expect, freshness, test } from "../tests/fixtures.ts";

/** The maximum cumulative layout shift of a whole rollout. */
const MAX_LAYOUT_SHIFT = 0.02;
/** The same for the load of a page. */
const MAX_LOAD_SHIFT = 0.05;
/** The same for the panel of a node, whose sections come and go with the pod. */
const MAX_PANEL_SHIFT = 0.05;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Records the layout shifts of the page. Runs in the page. */
function recordShifts(): void {
  const shifts: { value: number; what: string }[] = [];
  (window as unknown as { shifts: typeof shifts }).shifts = shifts;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as readonly Shift[])
      shifts.push({
        value: entry.value,
        what: entry.sources
          .map(({ node, previousRect: before, currentRect: after }) => {
            const element = node instanceof Element ? node : node?.parentElement;
            const name = `${element?.tagName.toLowerCase()}.${element?.getAttribute("class") ?? ""} ${element?.textContent?.slice(0, 24)}`;
            return `${name} ${[before.x, before.y, before.width, before.height].map(Math.round)} → ${[after.x, after.y, after.width, after.height].map(Math.round)}`;
          })
          .join("; "),
      });
  }).observe({ type: "layout-shift" });
}

const shiftsOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: readonly { readonly value: number; readonly what: string }[] }).shifts);

/** Checks the sum of the recorded shifts, and lists the largest ones on failure. */
async function expectShiftsWithin(page: Page, limit: number, about: string): Promise<void> {
  const shifts = await shiftsOn(page);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  const largest = shifts.toSorted((a, b) => b.value - a.value).slice(0, 8);
  expect.soft(sum, [about, ...largest.map(({ value, what }) => `${value.toFixed(4)} ${what}`)].join("\n")).toBeLessThanOrEqual(limit);
}

/** The boxes of the page that no state of a DaemonSet moves. */
const FIXED = ["[data-verdict] h1", "[data-fact]", "[data-section-tabs]", "[data-count-name]", "[data-stage]", "[role=grid]"];

/** Returns upper and left edges of the fixed boxes, CSS pixels. */
const edgesOn = (page: Page) =>
  page.evaluate(
    (selectors) =>
      selectors.flatMap((selector) =>
        [...document.querySelectorAll(selector)].map((element) => {
          const { left, top } = element.getBoundingClientRect();
          return { what: `${selector} ${element.textContent.slice(0, 12)}`, edges: [left, top + scrollY] as const };
        }),
      ),
    FIXED,
  );

/** Waits for two frames, so that received changes are drawn. */
const waitUntilDrawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Stories from before the new revision until the rollout ends, including the undo of the bad image. */
const STORIES = [
  ["image-update", "kube-system/fluentd-elasticsearch", 75],
  ["surge", "default/agent", 60],
  ["bad-image", "kube-system/fluentd-elasticsearch", 230],
  ["on-delete", "kube-system/fluentd-elasticsearch", 60],
] as const;

/** Both layouts. Other tests check still screens at more widths. */
const WIDTHS = [1440, 390] as const;

/** A node that fails in the story. Its panel is open on a phone, where it is the whole page. */
const FAILING_NODES: Readonly<Partial<Record<string, string>>> = { "bad-image": "worker-03" };

/** Opens a page of this width, and starts to watch its shifts. */
async function watchedPage(context: BrowserContext, url: string, width: number) {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 900 });
  await page.goto(url);
  await expect(page.getByRole("grid")).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  return { page, width, moved: new Set<string>() };
}

for (const [story, key, seconds] of STORIES)
  test(`T8 T9 T10 T19 nothing jumps during a whole rollout in both layouts: ${story}`, async ({ context, simulate }) => {
    test.slow(seconds > 100);
    const product = await simulate(story);
    const opened: Awaited<ReturnType<typeof watchedPage>>[] = [];
    const url = `${product.url}/daemonsets/${key}`;
    for (const width of WIDTHS) opened.push(await watchedPage(context, url, width));
    const node = FAILING_NODES[story];
    if (node !== undefined) opened.push(await watchedPage(context, `${url}?node=${node}`, 390));
    await product.advance(1000);
    const watched = await Promise.all(
      opened.map(async ({ page, ...rest }) => {
        await waitUntilDrawn(page);
        await page.evaluate(recordShifts);
        return { page, ...rest, before: await edgesOn(page) };
      }),
    );
    for (let at = 0; at < seconds; at++) {
      await product.advance(1000, 250);
      await Promise.all(
        watched.map(async ({ page, width, before, moved }) => {
          await waitUntilDrawn(page);
          const now = await edgesOn(page);
          expect(now.length).toBe(before.length);
          for (const [index, { what, edges }] of now.entries()) {
            const [left, top] = before[index]?.edges ?? [Number.NaN, Number.NaN];
            if (!(Math.abs(edges[0] - left) <= 0.5 && Math.abs(edges[1] - top) <= 0.5))
              moved.add(`${width} px: ${what}: ${left},${top} → ${edges}`);
          }
        }),
      );
    }
    for (const { page, width, moved } of watched) {
      expect([...moved], "boxes that moved").toEqual([]);
      const limit = page.url().includes("node=") ? MAX_PANEL_SHIFT : MAX_LAYOUT_SHIFT;
      await expectShiftsWithin(page, limit, `${page.url()}, ${width} px`);
    }
  });

/** Answers that a page reads once it shows the cluster. A stream of logs never ends. */
const isAnswer = (url: URL): boolean => url.pathname.startsWith("/api/") && !/\/(?:keyframe|stream|frames|logs)$/.test(url.pathname);

/** Drawn frames without a request, after which the next answer arrives, or the page is complete. */
const QUIET_FRAMES = 5;

/** Loads a page whose answers arrive one by one, the last requested first, each after everything before it is drawn.
 *  Repeated reads are answered at once. */
async function loadStepwise(page: Page, url: string): Promise<void> {
  const [held, seen, running] = [[] as Route[], new Set<string>(), new Set<Request>()];
  await page.route(isAnswer, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (seen.has(pathname)) return route.continue();
    seen.add(pathname);
    held.push(route);
  });
  page.on("request", (request) => {
    // The script of a worker is never reported as finished.
    if (["script", "stylesheet"].includes(request.resourceType()) && !request.url().includes("worker")) running.add(request);
  });
  page.on("requestfinished", (request) => running.delete(request));
  page.on("requestfailed", (request) => running.delete(request));
  await page.goto(url);
  await expect(freshness(page).first()).toHaveAttribute("data-freshness", "live");
  for (let quiet = 0; quiet < QUIET_FRAMES || held.length > 0; quiet++) {
    await waitUntilDrawn(page);
    if (running.size > 0) quiet = 0;
    const route = quiet < QUIET_FRAMES ? undefined : held.pop();
    if (route === undefined) continue;
    quiet = 0;
    running.add(route.request());
    await route.continue();
  }
}

const FLUENT_BIT = "/daemonsets/logging/fluent-bit";
/** Pages whose parts arrive in steps. */
const LOADED = [
  "/",
  FLUENT_BIT,
  `${FLUENT_BIT}?node=general-08`,
  `${FLUENT_BIT}/changes`,
  `${FLUENT_BIT}/logs`,
  "/nodes",
  "/nodes/general-08",
  "/what-if",
  "/placement/labels",
  "/audit",
  "/events",
];

for (const width of WIDTHS)
  test(`T8 a page that loads does not jump at ${width} px`, async ({ context, simulateReadOnly }) => {
    const { url } = await simulateReadOnly("tour", 12_000);
    // The age of the data stays zero: on a slow machine the answers would make the page stale.
    await context.clock.setFixedTime(Date.now());
    await context.addInitScript(recordShifts);
    for (const path of LOADED) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      await loadStepwise(page, `${url}${path}`);
      await expectShiftsWithin(page, MAX_LOAD_SHIFT, `${path}, ${width} px`);
      await page.close();
    }
  });
