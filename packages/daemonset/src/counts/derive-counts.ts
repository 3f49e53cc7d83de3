import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { Pair, SetFacts } from "../model/pair.ts";
import { isAvailable, isUpdated } from "../pods/pod-facts.ts";

/** The DaemonSetStatus numbers that the controller would write now. Counts nodes; the first pod of a node decides (C3),
 *  terminating ones included; nodes that are gone are in no number.
 *  Source: daemon_controller.go, updateDaemonSetStatus (rules C6–C9). */
export function deriveCounts(pairs: Iterable<Pair>, set: SetFacts, nowMs: number): DaemonSetCounts {
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  let desired = 0;
  let scheduled = 0;
  let ready = 0;
  let updated = 0;
  let available = 0;
  let misscheduled = 0;
  for (const { verdict, pods } of pairs) {
    const first = pods[0];
    if (verdict !== "run") {
      if (first !== undefined) misscheduled++;
      continue;
    }
    desired++;
    if (first === undefined) continue;
    scheduled++;
    if (first.ready) {
      ready++;
      if (isAvailable(first, set.minReadySeconds, nowMs)) available++;
    }
    if (isUpdated(first, current)) updated++;
  }
  return {
    desiredNumberScheduled: desired,
    currentNumberScheduled: scheduled,
    numberReady: ready,
    updatedNumberScheduled: updated,
    numberAvailable: available,
    numberUnavailable: desired - available,
    numberMisscheduled: misscheduled,
  };
}
