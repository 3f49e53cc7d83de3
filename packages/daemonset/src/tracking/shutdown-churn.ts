import { FAILED_DAEMON_POD, failedPodIn } from "./failed-pod-events.ts";

/** Reason of a pod that the kubelet of a node rejects while the node shuts down. Source: pkg/kubelet/nodeshutdown. */
export const NODE_SHUTDOWN = "NodeShutdown";

interface ReportedEvent {
  readonly reason: string;
  readonly message: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** Returns the events without the controller's deletions of pods that a kubelet rejected during a shutdown: each of
 *  these pods has an event of its kubelet. */
export function withoutShutdownDeletions<E>(events: readonly E[], read: (event: E) => ReportedEvent): readonly E[] {
  const rejected = new Set<string>();
  for (const event of events) {
    const { reason, kind, namespace, name } = read(event);
    if (reason === NODE_SHUTDOWN && kind === "Pod") rejected.add(`${namespace ?? ""}/${name}`);
  }
  if (rejected.size === 0) return events;
  return events.filter((event) => {
    const { reason, message } = read(event);
    return reason !== FAILED_DAEMON_POD || !rejected.has(failedPodIn(message)?.pod ?? "");
  });
}
