import { type ReactNode, useEffect, useState } from "react";

/** Up to this count, nodes render with their page. More take longer than one screen frame. */
const MANY_NODES = 5000;

/** Renders many nodes after the first frame, so that opening a page is never one long task. Few nodes render at
 *  once. */
export function DeferredRender({ nodes, children }: { readonly nodes: number; readonly children: () => ReactNode }) {
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
