import { useEffect, useState } from "react";
import { type ByLane, byLane } from "./lanes.ts";

const SHOWN_MS = 2000;
const NONE = byLane(() => 0);

/**
 * Returns the recent change of each lane's count: for two seconds, then 0. The page shows it instead of motion.
 * `counts` must stay the same object while the counts are equal.
 */
export function useLaneChanges(counts: ByLane<number>): ByLane<number> {
  const [seen, setSeen] = useState({ counts, changes: NONE });
  if (seen.counts !== counts) setSeen({ counts, changes: byLane((lane) => counts[lane] - seen.counts[lane]) });
  const { changes } = seen;
  useEffect(() => {
    if (changes === NONE) return;
    const timeout = setTimeout(() => setSeen((previous) => ({ ...previous, changes: NONE })), SHOWN_MS);
    return () => clearTimeout(timeout);
  }, [changes]);
  return changes;
}
