import type { DaemonSetRecord } from "../records/records.ts";
import type { TimelineMark } from "../records/timeline-mark.ts";

/** Returns the timeline marks between two records of one DaemonSet: its rollout ended, or is stuck. */
export function rolloutMarks(before: DaemonSetRecord | undefined, after: DaemonSetRecord, atMs: number): readonly TimelineMark[] {
  if (before === undefined) return [];
  const marks: TimelineMark[] = [];
  const current = after.revisions.find((revision) => revision.current);
  // kubectl also waits, and stops waiting, for a pod that failed long after the rollout. An unobserved spec is not
  // necessarily a rollout.
  const wasMoving = before.underWay && before.rollout.kind !== "unobserved";
  if (wasMoving && after.rollout.kind === "complete" && current !== undefined)
    marks.push({ kind: "rolloutFinished", atMs, daemonSet: after.key, hash: current.hash });
  if (before.concern?.stuck !== true && after.concern?.stuck === true)
    marks.push({ kind: "rolloutStuck", atMs, daemonSet: after.key, detail: after.concern.detail });
  return marks;
}
