import { LANGUAGES, type Language } from "@daemonscope/kube/base/languages";
import type { Page } from "@playwright/test";
import { expect, test } from "../tests/fixtures.ts";
import { openScreen, type Screen, TOUR_SCREENS } from "../tests/screen-list.ts";
import { faultsAndTargetsAt, faultsAt, LESS_NARROW, layoutSettled, SMALL, WIDE } from "../tests/small-screens.ts";
import { violationsWithoutCluster } from "../tests/stale-and-disconnected.ts";
import { type Theme, violationsIn } from "../tests/themes.ts";

const LANGUAGE_CODES = LANGUAGES.map(({ language }) => language);

/** Returns the themes that the page tests do not cover. */
const themesLeft = (language: Language): readonly Theme[] =>
  language === "en" ? ["light", "high contrast"] : ["dark", "light", "high contrast"];

test.describe.configure({ mode: "parallel" });

const LAPTOP = { width: 1440, height: 900 };
const PARTS = 2;

/** Defines a test for each half of the screens, so that two workers end together. */
function everyScreen(name: string, visit: (page: Page, url: string, screen: Screen) => Promise<readonly string[]>): void {
  for (let part = 0; part < PARTS; part += 1)
    test(`${name}, part ${part + 1} of ${PARTS}`, async ({ page, simulate }) => {
      const product = await simulate("tour");
      await product.advance(12_000, 1000);
      await page.emulateMedia({ reducedMotion: "reduce" });
      const found: string[] = [];
      for (const screen of TOUR_SCREENS.filter((_screen, at) => at % PARTS === part))
        found.push(...(await visit(page, product.url, screen)));
      expect(found).toEqual([]);
    });
}

everyScreen(
  "every screen passes axe in light and high contrast, and from 390 to 2560 px and at 200 % nothing scrolls sideways, is cut, covered, or too small to press",
  async (page, url, screen) => {
    const words = `${screen.path} ${screen.key ?? ""}`;
    await page.setViewportSize(LAPTOP);
    await openScreen(page, url, screen);
    return [
      ...(await violationsIn(page, themesLeft("en"), words)),
      ...(await faultsAndTargetsAt(page, { ...WIDE, ...LESS_NARROW }, words)),
    ];
  },
);

for (const language of LANGUAGE_CODES.filter((code) => code !== "en"))
  everyScreen(
    `every screen passes axe in every theme, and from 320 to 2560 px nothing scrolls sideways or is cut, ${language}`,
    async (page, url, screen) => {
      const words = `${screen.path} ${screen.key ?? ""} ${language}`;
      await page.setViewportSize(SMALL["a laptop at 200 %"]);
      await openScreen(page, url, screen, language);
      const faults = await faultsAt(page, { ...SMALL, ...WIDE }, words);
      await page.setViewportSize(LAPTOP);
      await layoutSettled(page);
      return [...faults, ...(await violationsIn(page, themesLeft(language), words))];
    },
  );

test("stale and disconnected screens pass axe in every theme and language", async ({ page }) => {
  expect(await violationsWithoutCluster(page, LANGUAGE_CODES, themesLeft)).toEqual([]);
});

test("the open simulator and the settings above it pass axe in every theme and language", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await product.advance(9000, 1000);
  const found: string[] = [];
  for (const language of LANGUAGE_CODES) {
    await openScreen(page, product.url, { path: "/daemonsets/kube-system/fluentd-elasticsearch", shows: "main [role=grid]" }, language);
    const badge = page.getByRole("button", { name: "SIMULATED" });
    await expect(badge).toBeVisible();
    if ((await badge.getAttribute("aria-expanded")) === "false") await badge.click();
    await expect(page.locator("[data-lab-panel]")).toBeVisible();
    found.push(...(await violationsIn(page, themesLeft(language), `lab ${language}`)));
    await page
      .locator("header")
      .getByRole("button", { name: /^(Settings|设置|設定)$/ })
      .click();
    await expect(page.getByRole("dialog", { name: /^(Settings|设置|設定)$/ })).toBeVisible();
    found.push(...(await violationsIn(page, themesLeft(language), `settings ${language}`)));
  }
  expect(found).toEqual([]);
});
