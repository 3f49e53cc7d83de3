import { expect, test } from "../tests/fixtures.ts";
import { openScreen, TOUR_SCREENS } from "../tests/screen-list.ts";
import { type Focus, focusOn, isReadBefore, showsSoon } from "../tests/seen-focus.ts";

test("Tab follows the order of every screen with visible stops, without traps, and finally leaves the page", async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour", 12_000);
  const lost: string[] = [];
  for (const screen of TOUR_SCREENS.filter(({ key }) => key === undefined)) {
    await openScreen(page, product.url, screen);
    expect(await page.locator("[tabindex]").evaluateAll((all) => all.filter((each) => (each as HTMLElement).tabIndex > 0).length)).toBe(0);
    const stops = 400;
    let hasLeft = false;
    let previous: Focus | undefined;
    for (let stop = 0; stop < stops && !hasLeft; stop += 1) {
      await page.keyboard.press("Tab");
      const focus = await focusOn(page);
      hasLeft = focus.isPage;
      if (focus.box !== undefined && previous?.box !== undefined && isReadBefore(focus.box, previous.box))
        lost.push(`${screen.path}: ${focus.words} is read before ${previous.words}`);
      previous = focus;
      if (!focus.isPage && !focus.isShown && !(await showsSoon(page))) lost.push(`${screen.path}: ${focus.words}`);
    }
    if (!hasLeft) lost.push(`${screen.path}: ${stops} times Tab do not lead out`);
  }
  expect([...new Set(lost)]).toEqual([]);
});
