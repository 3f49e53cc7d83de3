import { FAILED_DAEMON_POD, failedPodIn } from "./failed-pod-events.ts";

/** Reason of a pod that the kubelet of a node rejects while the node shuts down. Source: pkg/kubelet/nodeshutdown. */
export const NODE_SHUTDOWN = "NodeShutdown";

/** A shutdown ends the pods of a node, then rejects others within this time. */
const SHUTDOWN_MS = 60_000;

interface ReportedEvent {
  readonly reason: string;
  readonly message: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The controller's report that it created or deleted a pod. A combined event names the last of its pods. Source:
 *  daemon_controller.go, syncNodes; pkg/controller/controller_utils.go, RealPodControl. */
const MADE_OR_DELETED = /^(?:\(combined from similar events\): )?(?:Created|Deleted) pod: (\S+)$/;

/** Returns the pod that the controller reports as created, failed or deleted, as `namespace/name`. */
export function podOfController({
  reason,
  message,
  namespace,
}: Pick<ReportedEvent, "reason" | "message" | "namespace">): string | undefined {
  if (reason === FAILED_DAEMON_POD) return failedPodIn(message)?.pod;
  if (reason !== "SuccessfulCreate" && reason !== "SuccessfulDelete") return undefined;
  const [, name] = MADE_OR_DELETED.exec(message) ?? [];
  return name === undefined ? undefined : `${namespace ?? ""}/${name}`;
}

/** Returns the events without those of the controller about pods that a kubelet rejected during a shutdown: each of
 *  these pods has an event of its kubelet. */
export function withoutShutdownChurn<E>(events: readonly E[], read: (event: E) => ReportedEvent): readonly E[] {
  const rejected = new Set<string>();
  for (const event of events) {
    const { reason, kind, namespace, name } = read(event);
    if (reason === NODE_SHUTDOWN && kind === "Pod") rejected.add(`${namespace ?? ""}/${name}`);
  }
  if (rejected.size === 0) return events;
  return events.filter((event) => !rejected.has(podOfController(read(event)) ?? ""));
}

interface EventOnNode {
  readonly reason: string;
  readonly node: string | undefined;
  readonly lastSeenMs: number | undefined;
}

/** Returns a check for deletions of pods that a shutdown ended: shortly before or after them, the kubelet of the node
 *  rejected a pod. O(events). */
export function shutdownDeletions(events: readonly EventOnNode[]): (event: EventOnNode) => boolean {
  const times = new Map<string, { fromMs: number; toMs: number }>();
  for (const { reason, node, lastSeenMs } of events) {
    if (reason !== NODE_SHUTDOWN || node === undefined || lastSeenMs === undefined) continue;
    const { fromMs = lastSeenMs, toMs = lastSeenMs } = times.get(node) ?? {};
    times.set(node, { fromMs: Math.min(fromMs, lastSeenMs), toMs: Math.max(toMs, lastSeenMs) });
  }
  return ({ reason, node = "", lastSeenMs }) => {
    const shutdown = reason === FAILED_DAEMON_POD ? times.get(node) : undefined;
    if (shutdown === undefined || lastSeenMs === undefined) return false;
    return lastSeenMs >= shutdown.fromMs - SHUTDOWN_MS && lastSeenMs <= shutdown.toMs + SHUTDOWN_MS;
  };
}
