import { expect, test } from "./fixtures.ts";
import { openScreen, TOUR_SCREENS } from "./screen-list.ts";
import { faultsAndTargetsAt, SMALL } from "./small-screens.ts";
import { violationsWithoutCluster } from "./stale-and-disconnected.ts";
import { violationsIn } from "./themes.ts";

test.describe.configure({ mode: "parallel" });

const PARTS = 4;

for (let part = 0; part < PARTS; part += 1)
  test(`every screen passes axe, and at 320 and 390 px and at 200 % nothing scrolls sideways, is cut, covered, or too small to press, part ${part + 1} of ${PARTS}`, async ({
    page,
    simulate,
  }) => {
    test.setTimeout(300_000);
    const product = await simulate("tour");
    await product.advance(12_000, 1000);
    const found: string[] = [];
    for (const screen of TOUR_SCREENS.filter((_screen, at) => at % PARTS === part)) {
      const words = `${screen.path} ${screen.key ?? ""}`;
      await page.setViewportSize({ width: 1440, height: 900 });
      await openScreen(page, product.url, screen);
      found.push(...(await violationsIn(page, ["dark"], words)));
      found.push(...(await faultsAndTargetsAt(page, SMALL, words)));
    }
    expect(found).toEqual([]);
  });

test("what is stale and what is disconnected passes axe", async ({ page }) => {
  test.setTimeout(300_000);
  expect(await violationsWithoutCluster(page, ["en"], () => ["dark"])).toEqual([]);
});
