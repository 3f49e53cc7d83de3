import { useEffect, useRef, useState } from "react";
import { type ByLane, byLane, LANES } from "./lanes.ts";

const SHOWN_MS = 2000;

/** How much each lane's count changed lately: kept for two seconds, then 0 again. For those who get no motion. */
export function useLaneChanges(counts: ByLane<number>): ByLane<number> {
  const before = useRef(counts);
  const [changes, setChanges] = useState<ByLane<number>>(() => byLane(() => 0));
  const fingerprint = LANES.map((lane) => counts[lane]).join(",");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fingerprint stands for the counts
  useEffect(() => {
    const was = before.current;
    before.current = counts;
    if (LANES.every((lane) => was[lane] === counts[lane])) return;
    setChanges(byLane((lane) => counts[lane] - was[lane]));
    const timeout = setTimeout(() => setChanges(byLane(() => 0)), SHOWN_MS);
    return () => clearTimeout(timeout);
  }, [fingerprint]);
  return changes;
}
