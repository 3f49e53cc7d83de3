import { useEffect, useState } from "react";
import { HIGHLIGHT_MS } from "./grid-painter.ts";

/** Returns true for a while after `key` changed, if changes are traced. */
export function useChangeHighlight(key: string, isTraced: boolean): boolean {
  const [seen, setSeen] = useState({ key, isChanged: false });
  if (seen.key !== key) setSeen({ key, isChanged: isTraced });
  useEffect(() => {
    if (!seen.isChanged) return;
    const timeout = setTimeout(() => setSeen((now) => (now === seen ? { ...now, isChanged: false } : now)), HIGHLIGHT_MS);
    return () => clearTimeout(timeout);
  }, [seen]);
  return seen.isChanged;
}
