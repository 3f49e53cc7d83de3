import { LANGUAGES, type Language } from "@daemonscope/kube/base/languages";
import { expect, test } from "../tests/fixtures.ts";
import { openScreen, TOUR_SCREENS, visitScreens } from "../tests/screen-list.ts";
import { faultsAndTargetsAt, faultsAt, NARROWEST, SMALL, WIDE } from "../tests/small-screens.ts";
import { violationsWithoutCluster } from "../tests/stale-and-disconnected.ts";
import { type Theme, violationsIn } from "../tests/themes.ts";

const LANGUAGE_CODES = LANGUAGES.map(({ language }) => language);
const LAPTOP = { width: 1440, height: 900 };

/** Colours do not depend on the language, so English alone has every theme. The sizes are then checked in the last. */
const themesOf = (language: Language): readonly Theme[] => (language === "en" ? ["high contrast", "light", "dark"] : ["dark"]);

/** zh-TW is derived from zh-CN, with texts of the same length, so its names and its layout are those of both. */
const SCREEN_LANGUAGES = LANGUAGE_CODES.filter((language) => language !== "zh-CN");

test.describe.configure({ mode: "parallel" });

/** A test for each part of the screens, so that two workers end together. */
const PARTS = 4;
for (const language of SCREEN_LANGUAGES)
  for (let part = 0; part < PARTS; part += 1)
    test(`every screen passes axe, and from 320 to 2560 px and at 200 % nothing scrolls sideways, is cut, covered, or too small to press, ${language}, part ${part + 1} of ${PARTS}`, async ({
      page,
      simulateReadOnly,
    }) => {
      const product = await simulateReadOnly("tour", 12_000);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize(LAPTOP);
      const found: string[] = [];
      const screens = TOUR_SCREENS.filter((_screen, at) => at % PARTS === part);
      await visitScreens(page, product.url, language, screens, async ({ path, key }) => {
        const words = `${path} ${key ?? ""} ${language}`;
        found.push(...(await violationsIn(page, themesOf(language), words)));
        // The size of a target does not depend on the language. Chinese texts are shorter than the English ones, so
        // they overflow only where a layout is narrowest.
        if (language === "en") found.push(...(await faultsAndTargetsAt(page, { ...WIDE, ...SMALL }, words)));
        else found.push(...(await faultsAt(page, NARROWEST, words)));
        await page.setViewportSize(LAPTOP);
      });
      expect(found).toEqual([]);
    });

test("stale and disconnected screens pass axe in every language, and in English in every theme", async ({ page }) => {
  expect(await violationsWithoutCluster(page, LANGUAGE_CODES, themesOf)).toEqual([]);
});

test("the open simulator and the settings above it pass axe in every language, and in English in every theme", async ({
  page,
  simulate,
}) => {
  const product = await simulate("image-update");
  await product.advance(9000, 1000);
  const found: string[] = [];
  for (const language of LANGUAGE_CODES) {
    await openScreen(page, product.url, { path: "/daemonsets/kube-system/fluentd-elasticsearch", shows: "main [role=grid]" }, language);
    const badge = page.getByRole("button", { name: "SIMULATED" });
    await expect(badge).toBeVisible();
    if ((await badge.getAttribute("aria-expanded")) === "false") await badge.click();
    await expect(page.locator("[data-lab-panel]")).toBeVisible();
    found.push(...(await violationsIn(page, themesOf(language), `lab ${language}`)));
    await page
      .locator("header")
      .getByRole("button", { name: /^(Settings|设置|設定)$/ })
      .click();
    await expect(page.getByRole("dialog", { name: /^(Settings|设置|設定)$/ })).toBeVisible();
    found.push(...(await violationsIn(page, themesOf(language), `settings ${language}`)));
  }
  expect(found).toEqual([]);
});
