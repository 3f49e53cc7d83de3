import { persistentDisagreements } from "@daemonscope/daemonset/counts/persistent-disagreements";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";

/** kubectl's names for the numbers of a status, in kubectl's order. `kubectl get` does not print the last one. */
export const KUBECTL_COUNTS = [
  { name: "DESIRED", field: "desiredNumberScheduled" },
  { name: "CURRENT", field: "currentNumberScheduled" },
  { name: "READY", field: "numberReady" },
  { name: "UP-TO-DATE", field: "updatedNumberScheduled" },
  { name: "AVAILABLE", field: "numberAvailable" },
  { name: "MISSCHEDULED", field: "numberMisscheduled" },
] as const satisfies readonly { readonly name: string; readonly field: keyof DaemonSetCounts }[];

/**
 * A number under kubectl's name: the value in `.status`. `derived`: the value derived from nodes and pods, if the
 * difference persists (rule C10).
 */
export interface DisplayedCount {
  readonly reported: number;
  readonly derived?: number;
}

export function displayedCount(
  { reported, disagreements }: Pick<DaemonSetRecord, "reported" | "disagreements">,
  field: keyof DaemonSetCounts,
  nowMs: number,
): DisplayedCount {
  const lasting = persistentDisagreements({ disagreements }, nowMs).find((each) => each.field === field);
  return { reported: reported[field], ...(lasting === undefined ? {} : { derived: lasting.derived }) };
}
