import { type RefObject, useEffect, useRef } from "react";
import { pageZoom } from "../../ui/viewport/fit-canvas.ts";
import { ALL_VISIBLE, type VisibleLines } from "./pixel-image.ts";

/** Extra lines beyond the visible ones, so that scrolling shows no blank. CSS pixels. */
const MARGIN = 400;
const THRESHOLDS = Array.from({ length: 101 }, (_, at) => at / 100);

/** Returns the visible lines of a drawing. `top`: distance of the drawing from the upper edge of the window. */
export const visibleLinesOf = (top: number, windowHeight: number, zoom: number): VisibleLines => ({
  top: Math.max(0, Math.floor((-top - MARGIN) / zoom)),
  bottom: Math.ceil((windowHeight - top + MARGIN) / zoom),
});

/** Reports the visible lines of a drawing when they change; all lines for print. An `IntersectionObserver` alone is not
 *  enough: for a drawing higher than the window the visible share stays constant while the user scrolls. */
export function useVisibleLines(drawing: RefObject<HTMLElement | null>, onVisibleLines: (visibleLines: VisibleLines) => void): void {
  const latestCallback = useRef(onVisibleLines);
  latestCallback.current = onVisibleLines;
  useEffect(() => {
    const element = drawing.current;
    if (element === null || typeof IntersectionObserver === "undefined") return;
    const report = () => latestCallback.current(visibleLinesOf(element.getBoundingClientRect().top, innerHeight, pageZoom()));
    // Elements above the drawing may change their height without scrolling.
    const observer = new IntersectionObserver(report, { rootMargin: `${MARGIN}px 0px`, threshold: THRESHOLDS });
    observer.observe(element);
    const onPrint = () => latestCallback.current(ALL_VISIBLE);
    const scrolling = { capture: true, passive: true } as const;
    addEventListener("scroll", report, scrolling);
    addEventListener("resize", report);
    addEventListener("beforeprint", onPrint);
    return () => {
      observer.disconnect();
      removeEventListener("scroll", report, scrolling);
      removeEventListener("resize", report);
      removeEventListener("beforeprint", onPrint);
    };
  }, [drawing]);
}
