import { type RefObject, useEffect } from "react";

/** Tells the page how high the lab is, so that nothing lies hidden behind it. */
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
