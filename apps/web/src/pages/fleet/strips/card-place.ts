/** Maximum height of a card, with the bar of the lab below it. */
const CARD_HEIGHT = 190;
/** Least distance from the edges of the window, in CSS pixels. */
export const MARGIN = 8;

/** Returns the position of a cell's card, in CSS pixels of its strip: inside the window, and below the strip, or above
 *  it if there is no space below. Pure. */
export function cardPlace(
  field: Pick<DOMRect, "left" | "top" | "height">,
  cellLeft: number,
  view: { readonly width: number; readonly height: number },
  width: number,
): { readonly left: number; readonly top: number; readonly isAbove: boolean } {
  const isAbove = field.top + field.height + MARGIN + CARD_HEIGHT > view.height && field.top > CARD_HEIGHT;
  const farthest = view.width - MARGIN - width - field.left;
  return {
    left: Math.max(MARGIN - field.left, Math.min(cellLeft, farthest)),
    top: isAbove ? -MARGIN : field.height + MARGIN,
    isAbove,
  };
}
