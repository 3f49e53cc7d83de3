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

/** In CSS pixels; a laptop of 1440 × 900 at 200 % has half of them. */
const SIZES = {
  "a laptop at 200 %": { width: 720, height: 450 },
  "a phone of 390 px": { width: 390, height: 844 },
  "a phone of 320 px": { width: 320, height: 640 },
} as const;

/** The frames in which what observes its size draws anew. */
const drawnAnew = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });

test.describe.configure({ mode: "parallel" });
// A trace keeps the whole document at every step, which takes longer than the checks.
test.use({ trace: "off" });

for (const language of ["en", "zh-TW"])
  test(`on small screens nothing scrolls sideways, no text is cut, and what is pressed is 24 px or has room around it, ${language}`, async ({
    page,
    simulate,
  }) => {
    test.setTimeout(300_000);
    const product = await simulate("tour");
    await product.advance(12_000, 1000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found: string[] = [];
    for (const screen of TOUR_SCREENS.filter(({ key }) => language === "en" || key === undefined)) {
      await page.setViewportSize(SIZES["a laptop at 200 %"]);
      await openScreen(page, product.url, screen, language);
      for (const [words, size] of Object.entries(SIZES)) {
        await page.setViewportSize(size);
        await drawnAnew(page);
        const named = `${words}: ${screen.path} ${screen.key ?? ""} ${language}`;
        found.push(...(await faultsOf(page, named)));
        if (language === "en") found.push(...(await violationsOn(page, ["target-size"])).map((violation) => `${named}: ${violation}`));
      }
    }
    expect(found).toEqual([]);
  });
