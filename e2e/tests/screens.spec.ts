import type { Page } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { startSimulator } from "../simulator.ts";
import { expect, test, violationsOn } from "./fixtures.ts";
import { openScreen, TOUR_SCREENS } from "./screen-list.ts";

const LANGUAGES = ["en", "zh-CN", "zh-TW"] as const;

/** As the system asks for them; the settings put the same attributes on the page. */
const THEMES = {
  dark: { colorScheme: "dark", contrast: null },
  light: { colorScheme: "light", contrast: null },
  "high contrast": { colorScheme: "dark", contrast: "more" },
} as const;

/** All that axe finds in the first theme, and what it says of colours in the others. */
async function violationsInAllThemes(page: Page, words: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [theme, media] of Object.entries(THEMES)) {
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    const violations = await violationsOn(page, theme === "dark" ? [] : ["color-contrast"]);
    found.push(...violations.map((violation) => `${words} ${theme}: ${violation}`));
  }
  return found;
}

test.describe.configure({ mode: "parallel" });
// A trace keeps the whole document at every step, which takes longer than the checks.
test.use({ trace: "off" });

for (const language of LANGUAGES)
  test(`every screen passes axe in every theme: the tour, ${language}`, async ({ page, simulate }) => {
    test.setTimeout(300_000);
    const product = await simulate("tour");
    await product.advance(12_000, 1000);
    const found: string[] = [];
    for (const screen of TOUR_SCREENS) {
      await openScreen(page, product.url, screen, language);
      found.push(...(await violationsInAllThemes(page, `${screen.path} ${screen.key ?? ""}`)));
    }
    expect(found).toEqual([]);
  });

test("what is stale and what is disconnected passes axe in every theme and language", async ({ page }) => {
  test.setTimeout(300_000);
  const simulator = await startSimulator("bad-image");
  const product = await startDaemonscope(["--kubeconfig", simulator.kubeconfig]);
  const chip = page.locator("[data-freshness]").first();
  const found: string[] = [];
  const lookAtAll = async (words: string) => {
    for (const path of ["/", "/daemonsets/kube-system/fluentd-elasticsearch", "/nodes/worker-01"])
      for (const language of LANGUAGES) {
        await page.goto(`${product.url}${path}?lang=${language}`);
        await expect(chip).toHaveAttribute("data-freshness", words);
        await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
        found.push(...(await violationsInAllThemes(page, `${words} ${path} ${language}`)));
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
  test.setTimeout(300_000);
  const product = await simulate("image-update");
  await product.advance(9000, 1000);
  const found: string[] = [];
  for (const language of LANGUAGES) {
    await openScreen(page, product.url, { path: "/daemonsets/kube-system/fluentd-elasticsearch", shows: "#ways" }, language);
    await expect(page.locator(".lab button").first()).toBeVisible();
    if (!(await page.locator(".lab-story").isVisible())) await page.keyboard.press("Shift+L");
    await expect(page.locator(".lab-story")).toBeVisible();
    found.push(...(await violationsInAllThemes(page, `lab ${language}`)));
    await page
      .locator("header")
      .getByRole("button", { name: /^(Settings|设置|設定)$/ })
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    found.push(...(await violationsInAllThemes(page, `settings ${language}`)));
  }
  expect(found).toEqual([]);
});
