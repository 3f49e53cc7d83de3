import type { Page } from "@playwright/test";
import { expect, test, verdict } from "./fixtures.ts";

/**
 * Returns the visible words of the page, including its frame. A word is text between spaces with a letter or a digit.
 *
 * - The lab is omitted, because only a simulated cluster has it.
 * - The timeline's marks and times are omitted, because they form a picture.
 * - A name that is cut in its middle, or broken after a hyphen, is one word.
 * - A closed list counts as one word, and text for screen readers does not count.
 */
async function wordsOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isSeen = (at: Element): boolean => {
      if (
        at.closest("[data-lab], [data-timeline] svg, [data-timeline] [data-clock], .visually-hidden, option, script, style, noscript") !==
        null
      )
        return false;
      if (at.closest("details:not([open]) > :not(summary)") !== null) return false;
      const { width, height } = at.getBoundingClientRect();
      return width > 1 && height > 1 && at.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let visibleText = "";
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const at = text.parentElement;
      if (at === null || !isSeen(at)) continue;
      // The second half of a name that is cut in its middle.
      const isTail = at.getAttribute("aria-hidden") === "true" && at.previousElementSibling?.getAttribute("aria-hidden") === "true";
      visibleText += isTail ? text.textContent : ` ${text.textContent}`;
    }
    const chosen = Array.from(document.querySelectorAll("main select"), () => "(list)");
    return visibleText
      .replaceAll("-\n", "-")
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .concat(chosen);
  });
}

/** Expects at most `limit` words on the complete page; a failure lists them. */
async function expectAtMost(page: Page, limit: number): Promise<void> {
  await expect(async () => {
    const words = await wordsOn(page);
    expect(words.length, words.join(" ")).toBeLessThanOrEqual(limit);
  }).toPass({ timeout: 10_000 });
}

const FLEET_LIMIT = 200;
const DAEMON_SET_LIMIT = 350;

/**
 * The states of the tour, seed 7: available, in a rollout, stuck, and stuck with a status that lags behind a deleted
 * node. The first rollout begins at 2.5 s. The one with a missing image begins at 132.5 s, and the node is deleted at
 * 245 s.
 */
const STATES = [
  ["rest", 1_000, "logging/fluent-bit", "HEALTHY"],
  ["rolling", 12_000, "logging/fluent-bit", "ROLLING"],
  ["stuck", 240_000, "kube-system/ebs-csi-node", "STUCK"],
  ["stuck and lagging", 256_000, "kube-system/ebs-csi-node", "STUCK"],
] as const;

for (const [state, afterMs, key, word] of STATES)
  test(`the fleet page and a DaemonSet page stay within their word limits, ${state}`, async ({ page, simulate }) => {
    const product = await simulate("tour");
    await product.advance(afterMs, 1000);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${product.url}/daemonsets/${key}`);
    await expect(verdict(page)).toContainText(word);
    await expect(page.locator("[data-plate]").first()).toBeVisible();
    await expectAtMost(page, DAEMON_SET_LIMIT);
    await page.goto(product.url);
    await expect(page.getByRole("table", { name: "DaemonSets" })).toContainText("fluent-bit");
    await expectAtMost(page, FLEET_LIMIT);
  });

/** Pages of the tour at 1440 px, the selector of the part that is drawn last, and the most words of everything. */
const WHOLE_PAGES: readonly { readonly name: string; readonly path: string; readonly shows?: string; readonly limit: number }[] = [
  { name: "fleet", path: "/", limit: 200 },
  { name: "DaemonSet page with its panel", path: "/daemonsets/kube-system/ebs-csi-node", limit: 350 },
  {
    name: "panel of a misscheduled pod",
    path: "/daemonsets/security/falco?node=general-08",
    shows: "[data-drawer] section li",
    limit: 350,
  },
  { name: "events page", path: "/events", limit: 200 },
];

for (const { name, path, shows = "main", limit } of WHOLE_PAGES)
  test(`the ${name} has at most ${limit} words, with its frame`, async ({ page, simulate }) => {
    const product = await simulate("tour");
    await page.setViewportSize({ width: 1440, height: 900 });
    let elapsedMs = 0;
    for (const untilMs of [1000, 12_000, 95_000, 240_000]) {
      await product.advance(untilMs - elapsedMs, 1000);
      elapsedMs = untilMs;
      await page.goto(product.url + path);
      await expect(page.locator("[data-freshness]").first()).toHaveAttribute("data-freshness", "live");
      await expect(page.locator(shows).first()).toBeVisible();
      await expect(async () => {
        const words = (await page.locator("body").innerText()).split(/\s+/).filter((word) => word !== "");
        expect(words.length, `${untilMs} ms: ${words.join(" ")}`).toBeLessThanOrEqual(limit);
      }).toPass({ timeout: 10_000 });
    }
  });
