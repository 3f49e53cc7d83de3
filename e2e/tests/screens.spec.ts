import { expect, test } from "./fixtures.ts";
import { TOUR_SCREENS, visitScreens } from "./screen-list.ts";
import { faultsAndTargetsAt, NARROWEST } from "./small-screens.ts";
import { violationsWithoutCluster } from "./stale-and-disconnected.ts";
import { violationsIn } from "./themes.ts";

test.describe.configure({ mode: "parallel" });

const PARTS = 4;

// The long lane covers the other widths, themes and languages.
for (let part = 0; part < PARTS; part += 1)
  test(`every screen passes axe, and at 320 px nothing is cut, covered or too small, part ${part + 1} of ${PARTS}`, {
    tag: "@long",
  }, async ({ page, simulateReadOnly }) => {
    test.setTimeout(300_000);
    const product = await simulateReadOnly("tour", 12_000);
    const found: string[] = [];
    const screens = TOUR_SCREENS.filter((_screen, at) => at % PARTS === part);
    await page.setViewportSize({ width: 1440, height: 900 });
    await visitScreens(page, product.url, screens, async ({ path, key }) => {
      const words = `${path} ${key ?? ""}`;
      found.push(...(await violationsIn(page, ["dark"], words)));
      found.push(...(await faultsAndTargetsAt(page, NARROWEST, words)));
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    expect(found).toEqual([]);
  });

test("stale and disconnected screens pass axe", { tag: "@long" }, async ({ page }) => {
  test.setTimeout(300_000);
  expect(await violationsWithoutCluster(page, ["en"], () => ["dark"])).toEqual([]);
});
