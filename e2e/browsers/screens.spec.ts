import { expect, test } from "../tests/fixtures.ts";
import { type Screen, TOUR_SCREENS } from "../tests/screen-list.ts";
import type { DrivenBrowser } from "./driven-browser.ts";
import { startFirefox } from "./firefox.ts";
import { startWebKit } from "./webkit.ts";

const WIDTH = 1440;
const HEIGHT = 900;
/** A screen must be complete within this time. */
const RENDER_TIMEOUT = { timeout: 15_000, intervals: [50, 100, 200] };

/**
 * Browsers log the 404 of a path that leads to nothing. Firefox also reports files as missing if a navigation
 * interrupts their load; 2152398850 is NS_BINDING_ABORTED. A file that is missing without a navigation is reported by
 * the page.
 */
const EXPECTED = /404|error loading dynamically imported module|download failed.* status=2152398850/;

/** Returns the missing parts of a screen; empty when it is complete. */
const lackingOf = ({ shows = "main", key }: Screen) => `(() => {
  const at = (selector) => document.querySelector(selector);
  const isShown = (selector) => at(selector) !== null || [...document.querySelectorAll("*")].some((each) => each.shadowRoot?.querySelector(selector));
  const isDialog = ${key !== undefined};
  const lacking = [];
  if (at("[data-freshness]")?.dataset.freshness !== "live") lacking.push("live data");
  if (at("main[aria-busy=true]") !== null || at("main") === null) lacking.push("main part");
  if ((at("h1")?.textContent ?? "").trim() === "") lacking.push("heading");
  if (!isShown(${JSON.stringify(shows)})) lacking.push(${JSON.stringify(shows)});
  if (at(".lazy-part-failed") !== null) lacking.push("a part that could not be loaded");
  if (isDialog && at("dialog[open], [role=dialog]") === null) lacking.push("dialog");
  const canvases = [...document.querySelectorAll("canvas")].filter((canvas) => canvas.getBoundingClientRect().width > 0 && canvas.width > 0);
  const isDrawn = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value !== 0);
  if (canvases.length > 0 && !canvases.some(isDrawn)) lacking.push("anything on its canvases");
  if (/Loading this section|\\breading /i.test(at("main")?.innerText ?? "")) lacking.push("data of the section");
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) lacking.push((scrollWidth - clientWidth) + " px of width");
  return lacking;
})()`;

const pressing = (key: string) =>
  `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ${JSON.stringify(key)}, bubbles: true, cancelable: true }))`;

async function checkScreen(browser: DrivenBrowser, url: string, screen: Screen): Promise<void> {
  await browser.goTo(`${url}${screen.path}`);
  const { key, ...still } = screen;
  await expect.poll(() => browser.evaluate(lackingOf(still)), RENDER_TIMEOUT).toEqual([]);
  if (key === undefined) return;
  await browser.evaluate(pressing(key));
  await expect.poll(() => browser.evaluate(lackingOf(screen)), RENDER_TIMEOUT).toEqual([]);
}

const BROWSERS = [
  ["Firefox", process.env.E2E_FIREFOX, startFirefox],
  ["WebKit", process.env.E2E_WEBKIT, startWebKit],
] as const;

for (const [name, executable, start] of BROWSERS)
  test(`every screen in ${name} is complete, fits the window, and logs no error`, async ({ simulateAlone }) => {
    test.skip(executable === undefined, `there is no ${name} here`);
    const product = await simulateAlone("tour");
    await product.advance(12_000, 1000);
    const browser = await start(executable ?? "", WIDTH, HEIGHT);
    try {
      for (const screen of TOUR_SCREENS)
        await test.step(`${browser.name} ${screen.path} ${screen.key ?? ""}`, () => checkScreen(browser, product.url, screen));
      expect(browser.complaints().filter((text) => !EXPECTED.test(text))).toEqual([]);
    } finally {
      await browser.close();
    }
  });
