import type { DaemonSetRecord } from "../records/records.ts";

/** Whether no node wants a DaemonSet: its status says so, and what we derive does where it is known. A status that nobody writes any more is not enough. */
export const isWantedNowhere = ({ reported, derived }: Pick<DaemonSetRecord, "reported" | "derived">): boolean =>
  reported.desiredNumberScheduled === 0 && (derived === null || derived.desiredNumberScheduled === 0);
