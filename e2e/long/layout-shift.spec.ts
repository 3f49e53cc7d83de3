import type { Page } from "@playwright/test";
import { expect, test } from "../tests/fixtures.ts";

/** The maximum cumulative layout shift of a whole rollout. */
const MAX_LAYOUT_SHIFT = 0.05;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Starts to record the layout shifts of the page. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
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
  });

const shiftsOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: readonly { readonly value: number; readonly what: string }[] }).shifts);

/** Waits for two frames, so that received changes are drawn. */
const waitUntilDrawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Stories from before the new revision until the rollout ends, including the undo of the bad image. */
const STORIES = [
  ["image-update", "kube-system/fluentd-elasticsearch", 75],
  ["surge", "default/agent", 60],
  ["bad-image", "kube-system/fluentd-elasticsearch", 230],
  ["on-delete", "kube-system/fluentd-elasticsearch", 60],
] as const;

for (const [story, key, seconds] of STORIES)
  for (const width of [1440, 390])
    test(`T8 T9 T10 T19 nothing jumps during a whole rollout: ${story} at ${width} px`, async ({ page, simulate }) => {
      test.slow(seconds > 100);
      const product = await simulate(story);
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${product.url}/daemonsets/${key}`);
      await expect(page.getByRole("grid")).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      await product.advance(1000);
      await waitUntilDrawn(page);
      await watchShifts(page);
      for (let at = 0; at < seconds; at++) {
        await product.advance(1000, 250);
        await waitUntilDrawn(page);
      }
      const shifts = await shiftsOn(page);
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      const largest = shifts.toSorted((a, b) => b.value - a.value).slice(0, 8);
      expect(sum, largest.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join("\n")).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    });

test("when a part appears or disappears, the others slide, and the new part appears in place", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/daemonsets/gpu-operator/nvidia-driver`);
  await expect(page.getByRole("grid")).toBeVisible();
  const slid = await page.evaluate(async () => {
    const column = document.querySelector("main [data-steady]");
    if (column === null) throw new Error("nothing is steady");
    const before = [...column.children];
    const ran = new Set<EventTarget | null>();
    column.addEventListener("transitionrun", ({ target }) => ran.add(target));
    const frames = async (count: number) => {
      for (let at = 0; at < count; at++) await new Promise((done) => requestAnimationFrame(done));
    };
    const part = document.createElement("div");
    part.style.height = "40px";
    column.prepend(part);
    await frames(6);
    const appeared = { others: before.every((each) => ran.has(each)), itself: ran.has(part) };
    ran.clear();
    part.remove();
    await frames(6);
    return { appeared, disappeared: before.every((each) => ran.has(each)) };
  });
  expect(slid).toEqual({ appeared: { others: true, itself: false }, disappeared: true });
});

test("in print the parts of a page follow each other without overlap", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(30_000, 500);
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  await expect(page.getByRole("grid")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const overlaps = await page.evaluate(() =>
    [...document.querySelectorAll("main [data-steady]")].flatMap((column) => {
      const boxes = [...column.children].map((each) => each.getBoundingClientRect()).filter(({ height }) => height > 0);
      const isStacked = boxes.every((box, at) => at === 0 || box.top >= (boxes[at - 1]?.bottom ?? 0) - 1);
      // A part's drawing is inside the part.
      const isInPlace = [...column.children].every((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return [...part.querySelectorAll("svg, canvas")].every((drawing) => {
          const box = drawing.getBoundingClientRect();
          return box.height === 0 || (box.top >= top - 2 && box.bottom <= bottom + 2);
        });
      });
      return isStacked && isInPlace ? [] : [`${column.className}: stacked ${isStacked}, in place ${isInPlace}`];
    }),
  );
  expect(overlaps).toEqual([]);
});
