import { useEffect, useState } from "react";
import { type ByLane, byLane } from "./lanes.ts";

const SHOWN_MS = 2000;
const NONE = byLane(() => 0);

/** How much each lane's count changed lately: kept for two seconds, then 0 again. For those who get no motion. `counts`: the same object while they are equal. */
export function useLaneChanges(counts: ByLane<number>): ByLane<number> {
  const [seen, setSeen] = useState({ counts, changes: NONE });
  if (seen.counts !== counts) setSeen({ counts, changes: byLane((lane) => counts[lane] - seen.counts[lane]) });
  const { changes } = seen;
  useEffect(() => {
    if (changes === NONE) return;
    const timeout = setTimeout(() => setSeen((now) => ({ ...now, changes: NONE })), SHOWN_MS);
    return () => clearTimeout(timeout);
  }, [changes]);
  return changes;
}
