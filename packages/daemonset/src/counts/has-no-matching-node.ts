import type { DaemonSetRecord } from "../records/records.ts";

/** Reports whether no node wants a DaemonSet, by its status and by the derived counts if they are known. The status
 *  alone is not enough, because it may no longer be written. A paused node will want it again. */
export const hasNoMatchingNode = ({ reported, derived, paused }: Pick<DaemonSetRecord, "reported" | "derived" | "paused">): boolean =>
  paused === undefined && reported.desiredNumberScheduled === 0 && (derived === null || derived.desiredNumberScheduled === 0);
