import { useEffect, useRef, useState } from "react";
import { TRACE_MS } from "./grid-painter.ts";

/** True for a while after `key` changed, when changes are traced. */
export function useTrace(key: string, isTraced: boolean): boolean {
  const before = useRef(key);
  const [isChanged, setChanged] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the key is traced
  useEffect(() => {
    if (before.current === key) return;
    before.current = key;
    setChanged(isTraced);
    const timeout = setTimeout(() => setChanged(false), TRACE_MS);
    return () => clearTimeout(timeout);
  }, [key]);
  return isChanged;
}
