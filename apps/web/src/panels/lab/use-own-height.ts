import { type RefObject, useEffect } from "react";

/** Sets the height of the lab on the page, so that the lab hides no content. */
export function useOwnHeight(lab: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const { current } = lab;
    if (current === null) return;
    const observer = new ResizeObserver(() => style.setProperty("--lab-h", `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty("--lab-h");
    };
  }, [lab]);
}
