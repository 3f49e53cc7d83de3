import { type RefObject, useEffect, useRef } from "react";
import { pageZoom } from "../cell/fit-canvas.ts";
import { ALL_LINES, type Sight } from "./pixel-image.ts";

/** Beyond what is seen, so that scrolling shows what is there, CSS pixels. */
const MARGIN = 400;
const THRESHOLDS = Array.from({ length: 101 }, (_, at) => at / 100);

/** The lines that somebody may see of a drawing that begins so far below the upper edge of a window of this height. */
export const sightOf = (top: number, windowHeight: number, zoom: number): Sight => ({
  top: Math.max(0, Math.floor((-top - MARGIN) / zoom)),
  bottom: Math.ceil((windowHeight - top + MARGIN) / zoom),
});

/** Tells which lines of a drawing somebody may see, as they become others; all of it on paper. What a browser observes is no more than how much of it: of one that is higher than the window that stays, however far it is scrolled. */
export function useSight(drawing: RefObject<HTMLElement | null>, onSight: (sight: Sight) => void): void {
  const tell = useRef(onSight);
  tell.current = onSight;
  useEffect(() => {
    const element = drawing.current;
    if (element === null || typeof IntersectionObserver === "undefined") return;
    const look = () => tell.current(sightOf(element.getBoundingClientRect().top, innerHeight, pageZoom()));
    // What stands above it may have become higher or lower, without anybody scrolling.
    const observer = new IntersectionObserver(look, { rootMargin: `${MARGIN}px 0px`, threshold: THRESHOLDS });
    observer.observe(element);
    const onPrint = () => tell.current(ALL_LINES);
    const scrolling = { capture: true, passive: true } as const;
    addEventListener("scroll", look, scrolling);
    addEventListener("resize", look);
    addEventListener("beforeprint", onPrint);
    return () => {
      observer.disconnect();
      removeEventListener("scroll", look, scrolling);
      removeEventListener("resize", look);
      removeEventListener("beforeprint", onPrint);
    };
  }, [drawing]);
}
