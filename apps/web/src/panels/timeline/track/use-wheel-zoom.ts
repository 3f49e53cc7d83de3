import { type RefObject, useEffect, useRef } from "react";
import { moved, type Range, type Zoom, zoomed } from "./range.ts";
import type { TrackScale } from "./track-scale.ts";

/** Factor of the drawn span for each pixel that the wheel scrolls. */
const WHEEL_STEP = 1.0015;

/** The wheel zooms around the pointer; sideways, or with Shift, it moves the range. */
export function useWheelZoom(track: RefObject<HTMLElement | null>, scale: TrackScale, kept: Range, onZoom: (zoom: Zoom) => void): void {
  const latest = useRef({ scale, kept, onZoom });
  useEffect(() => {
    latest.current = { scale, kept, onZoom };
  });
  useEffect(() => {
    const { current } = track;
    if (current === null) return undefined;
    // React's wheel listeners are passive, so the page would scroll too.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { scale: drawn, kept: all, onZoom: zoomTo } = latest.current;
      const { deltaX, deltaY, shiftKey } = event;
      if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) {
        const px = deltaX === 0 ? deltaY : deltaX;
        return zoomTo(moved(drawn, (px / Math.max(drawn.width, 1)) * (drawn.toMs - drawn.fromMs), all));
      }
      const aroundMs = drawn.msOf(event.clientX - current.getBoundingClientRect().left);
      zoomTo(zoomed(drawn, WHEEL_STEP ** deltaY, aroundMs, all));
    };
    current.addEventListener("wheel", onWheel, { passive: false });
    return () => current.removeEventListener("wheel", onWheel);
  }, [track]);
}
