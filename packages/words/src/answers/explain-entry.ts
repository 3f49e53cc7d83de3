import type { Placement, PlacementCheck, PlacementVerdict } from "@daemonscope/daemonset/placement/placement";

import type { CauseEntry } from "./cause-entry.ts";

/** One node × DaemonSet as `daemonscope explain -o json` prints it. Its schema is
 *  apps/server/src/cli/query/explain.schema.json. */
export interface ExplainEntry {
  readonly node: string;
  readonly namespace: string;
  readonly daemonSet: string;
  readonly verdict: PlacementVerdict;
  readonly shouldRun: boolean;
  readonly shouldContinueRunning: boolean;
  readonly checks: readonly PlacementCheck[];
  /** Why the pair has no available pod, or an unwanted one. Absent if nothing is wrong, and unless a node is named. */
  readonly cause?: CauseEntry;
  /** Time of the recorded state, in RFC 3339. Absent for live data. */
  readonly asOf?: string;
}

/** Returns the proof of one pair, with the names that the DaemonSet controller uses (rule P1). */
export function explainEntry(
  daemonSet: { readonly namespace: string; readonly name: string },
  node: string,
  placement: Placement,
): ExplainEntry {
  const { verdict, checks } = placement;
  return {
    node,
    namespace: daemonSet.namespace,
    daemonSet: daemonSet.name,
    verdict,
    shouldRun: verdict === "run",
    shouldContinueRunning: verdict !== "exclude",
    checks,
  };
}
