import type { Locator } from "@playwright/test";
import { expect, test, verdict } from "./fixtures.ts";

/** The fleet's headline at a moment of each story: the problem, then the cause; a number only with its unit. */
const HEADLINES: readonly (readonly [story: string, afterMs: number, headline: RegExp])[] = [
  ["bad-image", 100_000, /^STUCK \S+ ?fluentd-elasticsearch: image fluentd:v9-missing not found on 3 nodes$/],
  ["driver-breaks-nodes", 120_000, /^STUCK \S+ ?nvidia-driver: 3 of 3 nodes that got the new revision went NotReady/],
  ["surge", 120_000, /^STUCK \S+ ?port-agent: maxSurge needs two pods on a node, but only one can hold host port 9100$/],
  ["label-flip", 60_000, /^SHRUNK \S+ ?log-shipper: from \d+ to \d+ nodes, label disk changed on 24 nodes$/],
  ["on-delete", 60_000, /^MANUAL ?fluentd-elasticsearch: 3 old pods to delete \(OnDelete\)$/],
  ["gpu-operator-upgrade", 85_000, /^ROLLING ?nvidia-driver-daemonset: 2 of 3 updated by gpu-operator$/],
  ["gpu-operator-upgrade", 160_000, /^FAILING \S+ ?nvidia-driver-daemonset: upgrade failed on 1 node \(gpu-3\)$/],
  ["image-update", 20_000, /^ROLLING ?fluentd-elasticsearch: \d+ of 12 updated/],
  ["tour", 12_000, /^MISSCHEDULED ?falco: 1 pod does not tolerate taint/],
];

for (const [story, afterMs, headline] of HEADLINES)
  test(`R8 the headline of ${story} at ${afterMs / 1000} s states the problem, then the cause, in one line at 1440 px`, {
    tag: "@long",
  }, async ({ page, simulate }) => {
    const product = await simulate(story);
    await product.advance(afterMs, 1000);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(product.url);
    await expect.poll(async () => (await verdict(page).innerText()).replaceAll(/\s+/g, " ").trim()).toMatch(headline);
    const heightOf = async () => (await verdict(page).boundingBox())?.height ?? Number.NaN;
    await expect.poll(heightOf, "one line").toBeLessThan(48);
    // The title of the tab begins with the same word.
    const word = (await verdict(page).locator("b").innerText()).split(" ")[0] ?? "";
    await expect(page).toHaveTitle(new RegExp(`^${word}`));
    await verdict(page).getByRole("link").click();
    await expect(page).toHaveURL(/daemonsets\/[^/]+\/[^/]+$/);
    await expect.poll(heightOf, "one line on its own page").toBeLessThan(48);
  });

test("the headline of a rollout has one size from before it until after it", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  const sizes = new Set<string>();
  // In one call: a new word replaces the headline, and a removed element has no size.
  const wordAndSize = async () => {
    const [word = "", size = ""] = await page.evaluate(() => {
      const sentence = document.querySelector("[data-verdict] h1 > span[title]");
      return sentence === null
        ? []
        : [document.querySelector("[data-verdict] b")?.textContent.split(" ")[0], getComputedStyle(sentence).fontSize];
    });
    if (size !== "") sizes.add(size);
    return word;
  };
  await expect.poll(wordAndSize).toBe("HEALTHY");
  for (const word of ["ROLLING", "HEALTHY"])
    await expect
      .poll(
        async () => {
          await product.advance(1000);
          return await wordAndSize();
        },
        { intervals: [50], timeout: 40_000 },
      )
      .toBe(word);
  expect([...sizes]).toEqual(["26px"]);
});

test("a phone shows all headlines in one size, and the button that ends a failure", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  const headlines = new Set<string>();
  const daemonSet = "/daemonsets/kube-system/fluentd-elasticsearch";
  const undo = page.locator("[data-phone-bar]").getByRole("button", { name: "Undo to revision 1…" });
  await page.setViewportSize({ width: 390, height: 844 });
  const addSizes = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(product.url + path);
      await expect(verdict(page)).toBeVisible();
      headlines.add(await verdict(page).evaluate((h1) => getComputedStyle(h1).fontSize));
    }
  };
  await addSizes([daemonSet]);
  await expect(undo).toBeHidden();
  await product.advance(100_000, 1000);
  await expect(undo).toBeInViewport({ ratio: 1 });
  const { width, height } = (await undo.boundingBox()) ?? { width: 0, height: 0 };
  expect(width).toBe(390 - 2 * 16);
  expect(height).toBeGreaterThanOrEqual(44);
  await addSizes(["/", daemonSet, "/nodes", "/nodes/worker-03", "/events"]);
  expect([...headlines]).toEqual(["16px"]);
});

test("a phone offers the next steps on the fleet, and the last changes below a short list", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  const bar = page.locator("[data-phone-bar]");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(product.url);
  await expect(verdict(page)).toContainText("HEALTHY");
  await product.advance(100_000, 1000);
  const [open, undo] = [
    bar.getByRole("link", { name: "Open fluentd-elasticsearch" }),
    bar.getByRole("button", { name: "Undo to revision 1…" }),
  ];
  for (const step of [open, undo]) {
    await expect(step).toBeInViewport({ ratio: 1 });
    expect((await step.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expect(page.getByRole("table", { name: "Recent changes" })).toContainText("image v2.5.1 → v9-missing");
  await undo.click();
  await expect(page.getByRole("complementary", { name: "fluentd-elasticsearch: Undo to revision 1" })).toBeVisible();
  await product.story("on-delete");
  await product.advance(20_000, 1000);
  await page.goto(product.url);
  const worklist = bar.getByRole("link", { name: "Open the worklist" });
  await worklist.click();
  await expect(page).toHaveURL(/fluentd-elasticsearch\/worklist$/);
  await expect(worklist).toHaveCount(0);
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  await expect(worklist).toBeInViewport({ ratio: 1 });
});

test("a phone shows one lane of the tray in each line", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(12_000, 500);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit`);
  const heads = page.locator("[data-stage] [data-head]");
  await expect(heads).toHaveCount(3);
  const boxes = await heads.evaluateAll((lanes) => lanes.map((lane) => lane.getBoundingClientRect()).map(({ left, top }) => [left, top]));
  expect(new Set(boxes.map(([left]) => left)).size).toBe(1);
  expect(new Set(boxes.map(([, top]) => top)).size).toBe(3);
});

test("a phone shows the failing nodes first, and a table that fits", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(100_000, 1000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  await expect(page.locator("[data-plate]").first()).toContainText("worker-03");
  await page.goto(`${page.url()}?view=table`);
  const table = page.getByRole("grid");
  await expect(table.locator("tbody tr").first()).toContainText("worker-03");
  expect(await table.evaluate(({ parentElement: box }) => (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0))).toBe(0);
});

test("a headline that does not fit its line has fewer details, and two smaller lines only on a narrow page", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(65_000, 1000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch`);
  await expect(verdict(page)).toContainText("STUCK");
  const sentence = verdict(page).locator("span[title]");
  await expect(sentence).toHaveText("fluentd-elasticsearch: image v9-missing not found on 3 nodes");
  expect(await sentence.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  for (const [width, size] of [
    [1280, "26px"],
    [1001, "26px"],
    [800, "16px"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const part of [verdict(page).locator("b").first(), sentence]) await expect(part).toHaveCSS("font-size", size);
  }
  await expect(sentence).toContainText("image fluentd:v9-missing not found on 3 nodes");
});

/** Returns the lines of a headline, and what is wrong with them. */
const linesOf = (headline: Locator) =>
  headline.evaluate((h1) => {
    const faults = h1.scrollHeight > h1.clientHeight + 2 ? ["cut"] : [];
    const texts = document.createTreeWalker(h1, NodeFilter.SHOW_TEXT);
    let before = { character: "", top: 0 };
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      for (const [at, character] of [...(node.nodeValue ?? "")].entries()) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top, width } = range.getBoundingClientRect();
        if (width === 0) continue;
        if (before.character === "-" && top > before.top + 8) faults.push(`broken at the hyphen before ${character}`);
        before = { character, top };
      }
    return { lines: h1.clientHeight / Number.parseFloat(getComputedStyle(h1).lineHeight), faults };
  });

test("a headline on a phone shows whole lines, all its words, and no break at a hyphen", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await product.advance(20_000, 1000);
  for (const language of ["en", "zh-TW"])
    for (const path of ["/", "/daemonsets/kube-system/fluentd-elasticsearch"]) {
      await page.goto(`${product.url}${path}?lang=${language}`);
      await expect(verdict(page)).toContainText("fluentd-elasticsearch");
      for (const width of [360, 390, 430]) {
        await page.setViewportSize({ width, height: 844 });
        const { lines, faults } = await linesOf(verdict(page));
        expect(faults, `${language} ${path} ${width} px`).toEqual([]);
        expect(lines).toBe(Math.round(lines));
      }
    }
});
