import { useLayoutEffect, useRef, useState } from "react";
import type { GridScene, SceneCell } from "../../draw/grid/layout/grid-scene.ts";
import { cardLeft, cardTop } from "../../ui/viewport/card-place.ts";
import { pageZoom } from "../../ui/viewport/fit-canvas.ts";
import { CARD_WIDTH } from "./CellCard.tsx";

/** Returns the height of the timeline, which covers the lower edge of the window. */
function dockedHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--timeline-h")) || 0;
}

/** Places the card of a cell inside the window. The card is measured before the browser paints, on each render. */
export function useCardPlace({ places }: GridScene, { x, y }: Pick<SceneCell, "x" | "y">) {
  const ref = useRef<HTMLDivElement>(null);
  const { width, cell } = places.layout;
  const [top, setTop] = useState(y + cell.height);
  useLayoutEffect(() => {
    const field = ref.current?.offsetParent;
    if (ref.current === null || field === null || field === undefined) return;
    const zoom = pageZoom();
    const fieldTop = field.getBoundingClientRect().top / zoom;
    const cellTop = fieldTop + y;
    const visible = { top: 0, bottom: window.innerHeight / zoom - dockedHeight() };
    setTop(cardTop({ top: cellTop, bottom: cellTop + cell.height }, ref.current.offsetHeight, visible) - fieldTop);
  });
  return { ref, left: cardLeft(x + cell.width, CARD_WIDTH, width), top };
}
