import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { Pair, SetFacts } from "../pair/pair.ts";
import { countsOf, statusTally } from "./tally.ts";
import { TallySheet } from "./tally-sheet.ts";

/** The DaemonSetStatus numbers that the controller would write now, over the nodes that exist. Counts nodes, not pods. O(nodes).
 *  The model keeps the same numbers by differences; both are made of statusTally (rules C6–C9). */
export function deriveCounts(pairs: Iterable<Pair>, set: SetFacts, nowMs: number): DaemonSetCounts {
  const sheet = new TallySheet();
  for (const pair of pairs) sheet.change(0, statusTally(pair, set, nowMs));
  return countsOf(sheet.totals);
}
