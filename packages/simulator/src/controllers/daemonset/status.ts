import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { DaemonSetView } from "./daemon-set-view.ts";
import { isAvailable } from "./pods.ts";
import type { NodeSyncView } from "./sync-view.ts";

/** Counts the numbers of one sync over the existing nodes. Source: daemon_controller.go, updateDaemonSetStatus. */
export function statusNumbers({ minReadySeconds }: DaemonSetView, nodes: readonly NodeSyncView[], nowMs: number): DaemonSetCounts {
  const counts = {
    desiredNumberScheduled: 0,
    currentNumberScheduled: 0,
    numberReady: 0,
    updatedNumberScheduled: 0,
    numberAvailable: 0,
    numberUnavailable: 0,
    numberMisscheduled: 0,
  };
  for (const { decision, pods, first, isFirstReady, isFirstUpdated } of nodes) {
    if (!decision.shouldRun) {
      if (pods.length > 0) counts.numberMisscheduled++;
      continue;
    }
    counts.desiredNumberScheduled++;
    if (first === undefined) continue;
    counts.currentNumberScheduled++;
    if (isFirstUpdated) counts.updatedNumberScheduled++;
    if (!isFirstReady) continue;
    counts.numberReady++;
    if (minReadySeconds === 0 || isAvailable(first, minReadySeconds, nowMs)) counts.numberAvailable++;
  }
  counts.numberUnavailable = counts.desiredNumberScheduled - counts.numberAvailable;
  return counts;
}

const OPTIONAL = new Set(["updatedNumberScheduled", "numberAvailable", "numberUnavailable"]);

/** Returns the status as the API shows it: optional numbers are left out if they are zero. */
export function statusObject(counts: DaemonSetCounts, observedGeneration: number, collisionCount: unknown): Record<string, unknown> {
  const fields = Object.entries(counts).filter(([field, value]) => value !== 0 || !OPTIONAL.has(field));
  return {
    ...Object.fromEntries(fields),
    ...(observedGeneration === 0 ? {} : { observedGeneration }),
    ...(collisionCount === undefined ? {} : { collisionCount }),
  };
}
