import { type ReactNode, useEffect, useState } from "react";

/** Up to so many nodes are shown with the page that they are on; more take longer than a frame of the screen. */
const MANY_NODES = 5000;

/** What is made of many nodes, after what stands before it is drawn: a page that opens is never one long turn. Of few it is there at once. */
export function Later({ nodes, children }: { readonly nodes: number; readonly children: () => ReactNode }) {
  const [isDue, setDue] = useState(nodes <= MANY_NODES);
  useEffect(() => {
    if (isDue) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setDue(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isDue]);
  return isDue ? children() : null;
}
