/** Distance between a cell and its card, and between a card and the edge of the window. CSS pixels. */
const GAP = 10;
const MARGIN = 8;

/** A vertical range of the window, CSS pixels. */
interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** Returns the top of a card in the window: below its cell, else above it, else as far down as it fits. Pure. */
export function cardTop(cell: Span, cardHeight: number, view: Span): number {
  const below = cell.bottom + GAP;
  if (below + cardHeight + MARGIN <= view.bottom) return below;
  const above = cell.top - GAP - cardHeight;
  return above >= view.top + MARGIN ? above : Math.max(view.top + MARGIN, view.bottom - MARGIN - cardHeight);
}

/** Returns the left edge of a card to the right of its cell, inside a field that begins at 0. Pure. */
export const cardLeft = (cellRight: number, cardWidth: number, fieldWidth: number): number =>
  Math.max(0, Math.min(cellRight + GAP, fieldWidth - cardWidth));
