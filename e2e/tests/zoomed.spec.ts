import type { Page } from "@playwright/test";
import { countsOn, expect, test } from "./fixtures.ts";
import { FLUENT_BIT } from "./screen-list.ts";

/** Windows often scales to 125 % by default. */
test.use({ deviceScaleFactor: 1.25 });

/** Returns the numbers of painted pixels of the static and of the moving layer. */
const paintedPixels = (page: Page): Promise<readonly number[]> =>
  page
    .getByRole("region", { name: "Rollout" })
    .locator("canvas")
    .evaluateAll((all) =>
      (all as HTMLCanvasElement[]).map((canvas) => {
        const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        let drawn = 0;
        for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) drawn += 1;
        return drawn;
      }),
    );

test("T8 an incrementally drawn flow equals one drawn at once, without remains", async ({ page, simulate }) => {
  const product = await simulate("tour");
  const path = product.url + FLUENT_BIT;
  await page.goto(path);
  await countsOn(page);
  // The rollout takes longer than these steps. After it ends, no flow is drawn.
  for (let step = 0; step < 20; step++) {
    await product.advance(2000, 1000);
    await countsOn(page);
  }
  const fresh = await page.context().newPage();
  await fresh.goto(path);
  await countsOn(fresh);
  const atOnce = await paintedPixels(fresh);
  expect(atOnce[0]).toBeGreaterThan(0);
  await expect.poll(() => paintedPixels(page)).toEqual(atOnce);
});
