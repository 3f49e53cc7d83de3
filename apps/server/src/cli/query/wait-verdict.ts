import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";

/** The result of a wait. */
export type WaitVerdict =
  | { readonly kind: "waiting" }
  | { readonly kind: "there" }
  /** Waiting does not end it. The record has the cause. */
  | { readonly kind: "stuck" };

const WAITING: WaitVerdict = { kind: "waiting" };

/**
 * Decides a wait from a record. `complete` is kubectl's own end of a rollout (R5). `updated` is every wanted pod of
 * the current revision, available or not, which OnDelete can reach too. Stuck is our inference, and only if waiting
 * alone does not end it (R8).
 */
export function waitVerdict(record: DaemonSetRecord, until: "complete" | "updated"): WaitVerdict {
  const { reported, generation, observedGeneration, rollout, concern } = record;
  const isObserved = observedGeneration >= generation;
  const isThere =
    until === "complete"
      ? rollout.kind === "complete" || rollout.kind === "noNodes"
      : isObserved && reported.updatedNumberScheduled >= reported.desiredNumberScheduled;
  if (isThere) return { kind: "there" };
  return concern?.stuck === true ? { kind: "stuck" } : WAITING;
}

/** Returns the progress in kubectl's words; OnDelete has none, so that it uses ours. */
export function progressText(record: DaemonSetRecord): string {
  if (record.rollout.kind !== "onDelete") return record.rollout.message;
  const { updatedNumberScheduled: updated, desiredNumberScheduled: desired } = record.reported;
  return `Waiting for daemon set "${record.name}" to be updated by hand: ${updated} out of ${desired} pods are of the new revision...`;
}
