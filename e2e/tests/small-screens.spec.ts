import type { Page } from "@playwright/test";
import { expect, test, violationsOn } from "./fixtures.ts";
import { openScreen, TOUR_SCREENS } from "./screen-list.ts";

/** Text that ends outside the window, or is cut by a box that neither scrolls nor says so with an ellipsis. */
function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    const root = document.querySelector("dialog[open]") ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || text.nodeValue?.trim() === "" || !parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { right, left, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      let end = right;
      let isReached = false;
      for (let box: Element | null = parent; box !== null && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.clipPath !== "none" || style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") isReached = true;
        if (style.overflowX === "auto" || style.overflowX === "scroll") isReached = true;
        if (isReached) break;
        const edges = box.getBoundingClientRect();
        if ((style.overflowX === "hidden" || style.overflowX === "clip") && end > edges.right + 1.5) {
          cut.push(`cut by .${box.className}: ${text.nodeValue?.trim().slice(0, 60)}`);
          isReached = true;
        }
        end = Math.min(end, Math.max(edges.right, right));
        if (isReached) break;
      }
      if (!isReached && (right > innerWidth + 1 || left < -1))
        cut.push(`outside: ${parent.className} ${text.nodeValue?.trim().slice(0, 60)}`);
    }
    return [...new Set(cut)];
  });
}

async function faultsOf(page: Page, words: string): Promise<readonly string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [...(wide > 0 ? [`the page is ${wide} px wider than the window`] : []), ...(await cutTexts(page))].map(
    (fault) => `${words}: ${fault}`,
  );
}

for (const [words, width, height, scale] of [
  ["a phone of 390 px", 390, 844, 1],
  ["a phone of 320 px", 320, 640, 1],
  ["a laptop at 200 %", 720, 450, 2],
] as const)
  test(`on ${words} no screen scrolls sideways, no text is cut, and what is pressed is 24 px or has room around it`, async ({
    browser,
    simulate,
  }) => {
    test.setTimeout(300_000);
    const product = await simulate("tour");
    await product.advance(12_000, 1000);
    const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, reducedMotion: "reduce" });
    const page = await context.newPage();
    const found: string[] = [];
    for (const screen of TOUR_SCREENS)
      for (const language of screen.key === undefined ? ["en", "zh-TW"] : ["en"]) {
        await openScreen(page, product.url, screen, language);
        const named = `${screen.path} ${screen.key ?? ""} ${language}`;
        found.push(...(await faultsOf(page, named)));
        if (language === "en") found.push(...(await violationsOn(page, ["target-size"])).map((violation) => `${named}: ${violation}`));
      }
    await context.close();
    expect(found).toEqual([]);
  });
