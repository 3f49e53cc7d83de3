import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { Pair, SetFacts } from "../pair/pair.ts";
import { countsOf, statusTally } from "./tally.ts";
import { TallyTotalsCounter } from "./tally-totals-counter.ts";

/** Returns the DaemonSetStatus numbers that the controller would write now. Counts nodes, not pods: `pairs` must be of
 *  existing nodes only. O(nodes). The model maintains the same numbers by differences. Both use statusTally (rules
 *  C6–C9). */
export function deriveCounts(pairs: Iterable<Pair>, set: SetFacts, nowMs: number): DaemonSetCounts {
  const counter = new TallyTotalsCounter();
  for (const pair of pairs) counter.change(0, statusTally(pair, set, nowMs));
  return countsOf(counter.totals);
}
