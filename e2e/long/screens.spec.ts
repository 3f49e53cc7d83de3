import { LANGUAGES, type Language } from "@daemonscope/kube/languages";
import { startDaemonscope } from "../daemonscope.ts";
import { startSimulator } from "../simulator.ts";
import { expect, test } from "../tests/fixtures.ts";
import { openScreen, TOUR_SCREENS } from "../tests/screen-list.ts";
import { drawnAnew, faultsOf, SIZES } from "../tests/small-screens.ts";
import { type Theme, violationsIn } from "../tests/themes.ts";

const SPOKEN = LANGUAGES.map(({ language }) => language);

/** What the lane of pages has looked at. */
const themesLeft = (language: Language): readonly Theme[] =>
  language === "en" ? ["light", "high contrast"] : ["dark", "light", "high contrast"];

test.describe.configure({ mode: "parallel" });

for (const language of SPOKEN)
  test(`every screen passes axe in every theme: the tour, ${language}`, async ({ page, simulate }) => {
    const product = await simulate("tour");
    await product.advance(12_000, 1000);
    const found: string[] = [];
    for (const screen of TOUR_SCREENS) {
      await openScreen(page, product.url, screen, language);
      found.push(...(await violationsIn(page, themesLeft(language), `${screen.path} ${screen.key ?? ""}`)));
    }
    expect(found).toEqual([]);
  });

test("what is stale and what is disconnected passes axe in every theme and language", async ({ page }) => {
  const simulator = await startSimulator("bad-image");
  const product = await startDaemonscope(["--kubeconfig", simulator.kubeconfig]);
  const chip = page.locator("[data-freshness]").first();
  const found: string[] = [];
  const lookAtAll = async (words: string) => {
    for (const path of ["/", "/daemonsets/kube-system/fluentd-elasticsearch", "/nodes/worker-01"])
      for (const language of SPOKEN) {
        await page.goto(`${product.url}${path}?lang=${language}`);
        await expect(chip).toHaveAttribute("data-freshness", words);
        await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
        found.push(...(await violationsIn(page, themesLeft(language), `${words} ${path} ${language}`)));
      }
  };
  try {
    await page.goto(product.url);
    await expect(chip).toHaveAttribute("data-freshness", "live");
    await simulator.fault("forbid", { resource: "pods" });
    await expect(chip).toHaveAttribute("data-freshness", "stale");
    await lookAtAll("stale");
    await simulator.kill();
    await expect(chip).toHaveAttribute("data-freshness", "disconnected");
    await lookAtAll("disconnected");
    expect(found).toEqual([]);
  } finally {
    await product.stop();
    await simulator.stop();
  }
});

test("the open lab and the settings over it pass axe in every theme and language", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await product.advance(9000, 1000);
  const found: string[] = [];
  for (const language of SPOKEN) {
    await openScreen(page, product.url, { path: "/daemonsets/kube-system/fluentd-elasticsearch", shows: "main [role=grid]" }, language);
    await expect(page.locator("[data-lab] button").first()).toBeVisible();
    if (!(await page.locator("[data-story]").isVisible())) await page.keyboard.press("Shift+L");
    await expect(page.locator("[data-story]")).toBeVisible();
    found.push(...(await violationsIn(page, themesLeft(language), `lab ${language}`)));
    await page
      .locator("header")
      .getByRole("button", { name: /^(Settings|设置|設定)$/ })
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    found.push(...(await violationsIn(page, themesLeft(language), `settings ${language}`)));
  }
  expect(found).toEqual([]);
});

for (const language of ["zh-CN", "zh-TW"])
  test(`on small screens nothing scrolls sideways and no text is cut, ${language}`, async ({ page, simulate }) => {
    const product = await simulate("tour");
    await product.advance(12_000, 1000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found: string[] = [];
    for (const screen of TOUR_SCREENS) {
      await page.setViewportSize(SIZES["a laptop at 200 %"]);
      await openScreen(page, product.url, screen, language);
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        await drawnAnew(page);
        found.push(...(await faultsOf(page, `${size}: ${screen.path} ${screen.key ?? ""} ${language}`)));
      }
    }
    expect(found).toEqual([]);
  });
