import { expect, test, verdict } from "./fixtures.ts";

/** The fleet's headline at a moment of each story: the problem, then the cause; a number only with its unit. */
const HEADLINES: readonly (readonly [story: string, afterMs: number, headline: RegExp])[] = [
  ["bad-image", 100_000, /^STUCK \S+ ?kube-system\/fluentd-elasticsearch: image fluentd:v9-missing not found on 3 nodes$/],
  ["driver-breaks-nodes", 120_000, /^HALTED \S+ ?gpu-operator\/nvidia-driver: 3 of 3 nodes that got the new revision went NotReady/],
  ["surge", 120_000, /^STUCK \S+ ?default\/port-agent: maxSurge needs two pods on a node, but only one can hold host port 9100$/],
  ["label-flip", 60_000, /^DESIRED FELL \S+ ?logging\/log-shipper: .*label disk changed on 24 nodes$/],
  ["on-delete", 60_000, /^WAITS FOR YOU ?kube-system\/fluentd-elasticsearch: 3 old pods to delete \(OnDelete\)$/],
  ["tour", 12_000, /^ROLLING ?logging\/fluent-bit: \d+ of 48 nodes updated/],
];

for (const [story, afterMs, headline] of HEADLINES)
  test(`R8 the headline of ${story} states the problem, then the cause, in one line at 1440 px`, { tag: "@long" }, async ({
    page,
    simulate,
  }) => {
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
    await page.locator("[data-verdict]").getByRole("link").click();
    await expect(page).toHaveURL(/daemonsets\/[^/]+\/[^/]+$/);
    await expect.poll(heightOf, "one line on its own page").toBeLessThan(48);
  });
