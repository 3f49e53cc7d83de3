import type { Page } from "@playwright/test";
import type { Daemonscope } from "../daemonscope.ts";
import { expect, test } from "./fixtures.ts";

/**
 * The step of the page's clock and frames. Only the test advances them, so that drawings do not depend on the machine.
 */
const FRAME_MS = 30;
const MOVE_MS = 240;
const MARK_MS = 1000;
const AGENT = "/daemonsets/kube-system/fluentd-elasticsearch";

interface Drawn {
  /** The numbers of the counts. */
  readonly numbers: string;
  /** Left and right end of each segment, by the first count of its bar and its state. */
  readonly ends: Readonly<Record<string, readonly [number, number]>>;
  readonly marks: number;
}

const drawn = (page: Page): Promise<Drawn> =>
  page.getByRole("region", { name: "Rollout" }).evaluate((rollout) => {
    const ends: Record<string, [number, number]> = {};
    for (const part of rollout.querySelectorAll("[data-part]")) {
      const bar = part.closest(":has([data-count-name])")?.querySelector("[data-count-name]")?.textContent;
      const fill = part.querySelector("svg") ?? part;
      ends[`${bar} ${part.getAttribute("data-part")}`] = [part.getBoundingClientRect().left, fill.getBoundingClientRect().right];
    }
    const names = [...rollout.querySelectorAll("[data-count-name]")];
    return {
      numbers: names.map((each) => `${each.textContent} ${each.getAttribute("data-count")}`).join(),
      ends,
      marks: rollout.querySelectorAll("[data-changed]").length,
    };
  });

/** Stops the time of the page when no bar moves and none is marked. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1500));
  await page.clock.runFor(MOVE_MS + MARK_MS);
}

async function openRollout(page: Page, product: Daemonscope): Promise<void> {
  await product.advance(9000, 1000);
  await page.clock.install();
  await page.goto(product.url + AGENT);
  await expect(page.getByRole("region", { name: "Rollout" }).locator("[data-count-name]", { hasText: "UP-TO-DATE" })).toHaveAttribute(
    "data-count",
    "4",
  );
  await stopTime(page);
}

/** Advances frames until a number differs, and returns the drawings before and after. */
async function nextNumbers(page: Page): Promise<{ readonly before: Drawn; readonly after: Drawn }> {
  let before = await drawn(page);
  const { numbers } = before;
  for (let frame = 0; frame < 100; frame++) {
    await page.clock.runFor(FRAME_MS);
    const after = await drawn(page);
    if (after.numbers !== numbers) return { before, after };
    before = after;
  }
  throw new Error("no number changed");
}

/** Returns the greatest movement of an end between two samples, for the bars that are in both. */
function farthest(a: Drawn, b: Drawn): number {
  const distances = Object.entries(a.ends).flatMap(([key, ends]) => ends.map((end, at) => Math.abs(end - (b.ends[key]?.[at] ?? end))));
  expect(distances.length).toBeGreaterThan(0);
  return Math.max(...distances);
}

/** Returns the drawing after each frame until the movement is over. */
async function untilSettled(page: Page): Promise<readonly Drawn[]> {
  const samples: Drawn[] = [];
  for (let ms = 0; ms < MOVE_MS + FRAME_MS; ms += FRAME_MS) {
    await page.clock.runFor(FRAME_MS);
    samples.push(await drawn(page));
  }
  return samples;
}

test("counts are correct at once; bars move in 240 ms, easing out, with a mark for a second", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await openRollout(page, product);
  expect((await drawn(page)).marks).toBe(0);
  await product.advance(1000, 1000);
  const { before, after } = await nextNumbers(page);
  expect(after.marks).toBeGreaterThan(0);
  const moved = [after, ...(await untilSettled(page))];
  const last = moved.at(-1) ?? after;
  const whole = farthest(before, last);
  expect(whole, "an edge moves by a node").toBeGreaterThan(20);
  const left = moved.map((sample) => farthest(sample, last));
  expect(left[0], "starts where it was drawn").toBeGreaterThan(0.6 * whole);
  expect(left, "always nearer").toEqual(left.toSorted((a, b) => b - a));
  expect(left[Math.floor(left.length / 2)], "fast first").toBeLessThan(0.3 * whole);
  expect(last.numbers).toBe(after.numbers);
  await page.clock.runFor(MARK_MS);
  expect((await drawn(page)).marks).toBe(0);
  expect(farthest(await drawn(page), last), "nothing moves any more").toBe(0);
});

test("counts change with the next frame, before the texts of the page", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await openRollout(page, product);
  await product.advance(1000, 1000);
  const { numbers } = (await nextNumbers(page)).after;
  // Two steps are shorter than the reading pace of 100 ms.
  for (let frame = 0; frame < 2; frame++) {
    await product.play(1);
    await page.clock.runFor(FRAME_MS);
  }
  expect((await drawn(page)).numbers).not.toBe(numbers);
});

test("the next change interrupts a movement at the drawn position", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await openRollout(page, product);
  await product.advance(1000, 1000);
  await nextNumbers(page);
  await page.clock.runFor(60);
  await product.advance(2500, 2500);
  let before = await drawn(page);
  // A movement is fastest at its start: an eighth of its distance in a frame. The distance is a few nodes of 76 px.
  for (let frame = 0; frame < 30; frame++) {
    await page.clock.runFor(FRAME_MS);
    const after = await drawn(page);
    expect(farthest(before, after)).toBeLessThan(76);
    before = after;
  }
});

test("with reduced motion bars change at once, and changes are marked", { tag: "@long" }, async ({ page, simulate }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const product = await simulate("image-update");
  await openRollout(page, product);
  await product.advance(1000, 1000);
  const { before, after } = await nextNumbers(page);
  const settled = (await untilSettled(page)).at(-1) ?? before;
  expect([farthest(after, settled), after.marks > 0]).toEqual([0, true]);
  expect(farthest(before, settled)).toBeGreaterThan(20);
});

test("a jump in time moves and marks nothing", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await openRollout(page, product);
  await page.getByRole("slider").focus();
  for (const key of ["Home", "End"]) {
    const before = await drawn(page);
    await page.keyboard.press(key);
    await expect(async () => {
      await page.clock.runFor(FRAME_MS);
      expect((await drawn(page)).ends).not.toEqual(before.ends);
    }).toPass({ timeout: 10_000, intervals: [50] });
    const after = await drawn(page);
    expect(after.marks, key).toBe(0);
    expect(farthest(after, (await untilSettled(page)).at(-1) ?? before), key).toBe(0);
  }
});
