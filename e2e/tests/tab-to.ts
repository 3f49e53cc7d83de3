import { expect, type Locator } from "@playwright/test";

const MOST_STOPS = 60;
const MOST_ARROWS = 12;

const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement);
/** Returns whether a control is in the focused row of buttons. A row is one tab stop, and arrow keys move inside it. */
const isInRow = (control: Locator) =>
  control.evaluate((element) => {
    const row = element.closest("[data-do-it]")?.parentElement?.parentElement ?? element.parentElement;
    return element instanceof HTMLElement && element.tabIndex === -1 && row?.contains(document.activeElement) === true;
  });

/** Moves the focus to a control by Tab, and by arrow keys within a row. */
export async function tabTo(control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const { keyboard } = control.page();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await hasFocus(control)) return;
    for (let arrow = 0; arrow < MOST_ARROWS && (await isInRow(control)); arrow++) {
      await keyboard.press("ArrowRight");
      if (await hasFocus(control)) return;
    }
    await keyboard.press("Tab");
  }
  throw new Error(`${MOST_STOPS} stops of Tab do not reach ${control}`);
}
