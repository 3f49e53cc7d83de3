import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { StoredObject } from "../../store/contract.ts";
import { type DaemonSetView, isReady } from "../objects.ts";
import type { NodeDecision } from "./placement.ts";
import { inControllerOrder, isAvailable, isUpdated } from "./pods.ts";

/** The numbers of one sync, over the nodes that exist. Source: daemon_controller.go, updateDaemonSetStatus. */
export function statusNumbers(
  set: DaemonSetView,
  nodes: Iterable<{ readonly decision: NodeDecision; readonly pods: readonly StoredObject[] }>,
  hash: string,
  nowMs: number,
): DaemonSetCounts {
  const counts = {
    desiredNumberScheduled: 0,
    currentNumberScheduled: 0,
    numberReady: 0,
    updatedNumberScheduled: 0,
    numberAvailable: 0,
    numberUnavailable: 0,
    numberMisscheduled: 0,
  };
  for (const { decision, pods } of nodes) {
    if (!decision.shouldRun) {
      if (pods.length > 0) counts.numberMisscheduled++;
      continue;
    }
    counts.desiredNumberScheduled++;
    const first = pods.length < 2 ? pods[0] : [...pods].sort(inControllerOrder)[0];
    if (first === undefined) continue;
    counts.currentNumberScheduled++;
    if (isReady(first)) counts.numberReady++;
    if (isAvailable(first, set.minReadySeconds, nowMs)) counts.numberAvailable++;
    if (isUpdated(first, set, hash)) counts.updatedNumberScheduled++;
  }
  counts.numberUnavailable = counts.desiredNumberScheduled - counts.numberAvailable;
  return counts;
}

const OPTIONAL = new Set(["updatedNumberScheduled", "numberAvailable", "numberUnavailable"]);

/** The status as the API shows it: optional numbers are left out when they are zero. */
export function statusObject(counts: DaemonSetCounts, observedGeneration: number, collisionCount: unknown): Record<string, unknown> {
  const fields = Object.entries(counts).filter(([field, value]) => value !== 0 || !OPTIONAL.has(field));
  return {
    ...Object.fromEntries(fields),
    ...(observedGeneration === 0 ? {} : { observedGeneration }),
    ...(collisionCount === undefined ? {} : { collisionCount }),
  };
}
