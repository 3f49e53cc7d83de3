import { type RefObject, useLayoutEffect, useState } from "react";
import { pageZoom } from "./fit-canvas.ts";

/** Returns the width of an element and its distance from the top of the page, in CSS pixels; 0 and 0 before the first
 *  layout. */
export function useElementBox(element: RefObject<HTMLElement | null>): { readonly width: number; readonly top: number } {
  const [box, setBox] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const measure = () => {
      const { width, top } = watched.getBoundingClientRect();
      const zoom = pageZoom();
      const next = { width: Math.floor(width / zoom), top: Math.round((top + window.scrollY) / zoom) };
      setBox((before) => (before.width === next.width && before.top === next.top ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, [element]);
  return box;
}
