import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** The focused element. */
export interface Focus {
  readonly words: string;
  readonly isPage: boolean;
  /** The element is at least partly inside the window. It shows its focus by an outline, a shadow or a caret. */
  readonly isShown: boolean;
  /** Place on the page in CSS pixels; undefined in the bar, which is fixed. */
  readonly box: Box | undefined;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Reports whether a stop is read before the previous one: above it, or at its left in the same line. A column at the
 *  right begins at the top again. */
export function isReadBefore(box: Box, previous: Box): boolean {
  const isNextColumn = box.left >= previous.right - 2;
  if (box.bottom <= previous.top + 2) return !isNextColumn;
  const middle = (each: Box) => (each.top + each.bottom) / 2;
  return Math.abs(middle(box) - middle(previous)) < 8 && box.right <= previous.left + 2;
}

/** Returns the focused element as a user would describe it. */
export function focusOn(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (element === null || element === document.body) return { words: "the page", isPage: true, isShown: false, box: undefined };
    const activeId = element.getAttribute("aria-activedescendant");
    const shown = (activeId === null ? null : document.getElementById(activeId)) ?? element;
    // A heading that contains buttons has the outline around its text.
    const words = element.matches("h2") ? element.firstElementChild : null;
    // The link of a row has the outline around the row.
    const containers = ["label", ".cm-editor", "[role=row]"].map((place) => element.closest(place));
    const candidates = [shown, element, words, ...containers].filter((each) => each !== null);
    const hasOutline = candidates.some((each) => {
      const { outlineStyle, outlineWidth, outlineColor, borderTopWidth, boxShadow } = getComputedStyle(each);
      const isOutlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1 && !/, 0\)$/.test(outlineColor);
      return (
        isOutlined || (each === shown && boxShadow !== "none" && (Number.parseFloat(borderTopWidth) >= 2 || boxShadow.includes("inset")))
      );
    });
    const box = shown.getBoundingClientRect();
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isFixed = element.closest("header, dialog, [data-lab=open]") !== null;
    const isInside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    // A text field shows its focus by its caret.
    const hasCaret = element.matches("[role=combobox]:not(select)");
    return {
      words: `<${element.localName} class="${element.className}"> ${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 50)}`,
      isPage: false,
      box: isFixed ? undefined : { left, right, top: top + scrollY, bottom: bottom + scrollY },
      isShown: isInside && (hasOutline || hasCaret),
    };
  });
}

/** Returns whether the focus becomes visible. An editor draws its outline some milliseconds after it gets the focus. */
export async function showsSoon(page: Page): Promise<boolean> {
  try {
    await expect(async () => expect((await focusOn(page)).isShown).toBe(true)).toPass({ timeout: 1000 });
    return true;
  } catch {
    return false;
  }
}
