import type { DaemonSetRecord } from "../records/records.ts";

/** Reports whether no node wants a DaemonSet, by its status and by the derived counts if they are known. The status
 *  alone is not enough, because it may no longer be written. */
export const hasNoMatchingNode = ({ reported, derived }: Pick<DaemonSetRecord, "reported" | "derived">): boolean =>
  reported.desiredNumberScheduled === 0 && (derived === null || derived.desiredNumberScheduled === 0);
