import { useEffect, useState } from "react";

const SHOWN_MS = 2000;

/** Returns the recent change of a number: for two seconds after each change, then 0. */
export function useRecentChange(value: number): number {
  const [seen, setSeen] = useState({ value, change: 0 });
  if (seen.value !== value) setSeen({ value, change: value - seen.value });
  useEffect(() => {
    if (seen.change === 0) return;
    const timeout = setTimeout(() => setSeen((previous) => ({ ...previous, change: 0 })), SHOWN_MS);
    return () => clearTimeout(timeout);
  }, [seen]);
  return seen.change;
}
