export const PREFIX = "control-plane.test/";

/** `false` makes the node report NotReady, and `shutdown` that it shuts down: it then rejects pods. */
export const READY_ANNOTATION = `${PREFIX}ready`;

/** `true` makes the node silent. */
export const SILENT_ANNOTATION = `${PREFIX}silent`;

/** The probes of a pod that fail, separated by commas: `readiness`, `liveness`, `startup`. */
export const PROBE_FAILS_ANNOTATION = `${PREFIX}probe-fails`;

/** How far the node's clock is ahead: `90s`, or `-90s` if it is behind. */
export const CLOCK_SKEW_ANNOTATION = `${PREFIX}clock-skew`;

/** The faults of a DaemonSet, by node: `oomKilled=worker-01,crash=worker-02`. A pod has the kind of its fault. */
export const FAULT_ANNOTATION = `${PREFIX}fault`;

/** The entry of the scheduler's message about a pod that it refuses: `node(s) were unschedulable`. */
export const UNSCHEDULABLE_ANNOTATION = `${PREFIX}unschedulable`;

/** `true` lets the scheduler overlook a pod. */
export const OVERLOOKED_ANNOTATION = `${PREFIX}overlooked`;

/** `stopped` on the namespace `kube-system` stops the scheduler. */
export const SCHEDULER_ANNOTATION = `${PREFIX}scheduler`;

/** The kubelet's rejection of a pod, as `Reason: message`. */
export const REJECTED_ANNOTATION = `${PREFIX}rejected`;

/** The kubelet's warning about a pod whose sandbox it cannot make, as `Reason: message`. */
export const START_FAILS_ANNOTATION = `${PREFIX}start-fails`;

/** Splits `Reason: message`. */
export function reasonAndMessage(text: string): { readonly reason: string; readonly message: string } {
  const [reason = "", ...rest] = text.split(": ");
  return { reason, message: rest.join(": ") };
}

/** The label whose removal silences a node of the real test control plane, and here a node that had it. */
export const FAKE_KUBELET_LABEL = "kwok.x-k8s.io/node";

/** The word in the name of an image whose container leaks memory. */
export const LEAKS = "leaks";

/** Time until the memory of a leaking container reaches its limit. */
export const LEAKS_FOR_MS = 45_000;

/** Returns the share of its memory limit that a leaking container uses after a time; undefined if it does not leak. */
export function leakedMemoryShare(image: string, ranMs: number): number | undefined {
  return image.includes(LEAKS) ? Math.min(1, 0.2 + 0.8 * (ranMs / LEAKS_FOR_MS) ** 1.25) : undefined;
}
