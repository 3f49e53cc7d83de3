import { type RefObject, useEffect, useRef } from "react";
import { pageZoom } from "../cell/fit-canvas.ts";
import { ALL_LINES, type Sight } from "./pixel-image.ts";

/** Beyond what is seen, so that scrolling shows what is there, CSS pixels. */
const MARGIN = 400;
/** It is told anew as each hundredth of a drawing passes by, of the highest less than the margin. */
const THRESHOLDS = Array.from({ length: 101 }, (_, at) => at / 100);

/** Tells which lines of a drawing somebody may see, as they become others; all of it on paper. */
export function useSight(drawing: RefObject<HTMLElement | null>, onSight: (sight: Sight) => void): void {
  const tell = useRef(onSight);
  tell.current = onSight;
  useEffect(() => {
    const element = drawing.current;
    if (element === null || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last === undefined) return;
        const { boundingClientRect: all, intersectionRect: seen } = last;
        const zoom = pageZoom();
        tell.current({
          top: Math.max(0, Math.floor((seen.top - all.top) / zoom)),
          // One that is seen to its end may grow by less than is told.
          bottom: seen.bottom >= all.bottom ? ALL_LINES.bottom : Math.ceil((seen.bottom - all.top) / zoom),
        });
      },
      { rootMargin: `${MARGIN}px 0px`, threshold: THRESHOLDS },
    );
    observer.observe(element);
    const onPrint = () => tell.current(ALL_LINES);
    addEventListener("beforeprint", onPrint);
    return () => {
      observer.disconnect();
      removeEventListener("beforeprint", onPrint);
    };
  }, [drawing]);
}
