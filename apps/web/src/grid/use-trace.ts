import { useEffect, useState } from "react";
import { TRACE_MS } from "./grid-painter.ts";

/** Returns true for a while after `key` changed, if changes are traced. */
export function useTrace(key: string, isTraced: boolean): boolean {
  const [seen, setSeen] = useState({ key, isChanged: false });
  if (seen.key !== key) setSeen({ key, isChanged: isTraced });
  useEffect(() => {
    if (!seen.isChanged) return;
    const timeout = setTimeout(() => setSeen((now) => (now === seen ? { ...now, isChanged: false } : now)), TRACE_MS);
    return () => clearTimeout(timeout);
  }, [seen]);
  return seen.isChanged;
}
