import { failedPodIn } from "@daemonscope/daemonset/tracking/failed-pod-events";
import { NODE_SHUTDOWN, podOfController, shutdownDeletions, withoutShutdownChurn } from "@daemonscope/daemonset/tracking/shutdown-churn";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { timeMs } from "@daemonscope/kube/values/time";
import type { ListedEvent } from "../../watch/decode/decode-listed-event.ts";
import { type Happening, nodeList } from "./happening.ts";

/** Returns the DaemonSet of an event, by the generated name of a pod. */
function keyOf({ involved, metadata }: ListedEvent): string {
  const owner = involved.kind === "Pod" ? involved.name.replace(/-[a-z0-9]{5}$/, "") : involved.name;
  return `${involved.namespace ?? metadata.namespace}/${owner}`;
}

function happeningOf(event: ListedEvent): readonly Happening[] {
  const { involved, type, reason, message, count, lastSeen } = event;
  const atMs = timeMs(lastSeen);
  if (atMs === undefined) return [];
  const times = count > 1 ? ` (${count} times)` : "";
  return [
    {
      atMs,
      type: "event",
      ...(involved.kind === "Node" ? { nodes: [involved.name] } : { daemonSet: keyOf(event) }),
      ...(involved.kind === "Pod" ? { pod: involved.name } : {}),
      reason,
      ...(count > 1 ? { count } : {}),
      message: `${type === "Warning" ? "Warning " : ""}${reason}: ${message}${times}`,
    },
  ];
}

interface Shutdown {
  readonly rejections: ListedEvent[];
  /** Reports of the controller about pods that ended before the first rejection. */
  readonly ends: ListedEvent[];
}

/** Joins the pods of a DaemonSet that shutdowns ended or rejected, from the first to the last. */
function shutdownOf(daemonSet: string, { rejections, ends }: Shutdown): readonly Happening[] {
  const events = [...rejections, ...ends];
  const times = events.flatMap(({ firstSeen, lastSeen }) => [firstSeen, lastSeen].flatMap((time) => timeMs(time) ?? []));
  if (times.length === 0) return [];
  const [atMs, lastAtMs] = [Math.min(...times), Math.max(...times)];
  const nodes = [...new Set(events.flatMap((event) => nodeOf(event) ?? []))].sort();
  const count = rejections.length;
  const pods = (amount: number) => (amount === 1 ? "1 pod" : `${amount} pods`);
  const on = nodes.length === 1 ? `${nodes[0]} shuts down` : `${nodes.length} nodes shut down (${nodeList(nodes)})`;
  const where = nodes.length === 0 ? "" : `${on}: `;
  const what = [
    ...(ends.length === 0 ? [] : [`${pods(ends.length)} ended`]),
    ...(count === 0 ? [] : [`the kubelet rejected ${pods(count)}`]),
  ].join(", ");
  return [
    {
      atMs,
      type: "event",
      daemonSet,
      ...(nodes.length === 0 ? {} : { nodes }),
      reason: NODE_SHUTDOWN,
      ...(count > 1 ? { count } : {}),
      ...(lastAtMs > atMs ? { lastAtMs } : {}),
      message: `${NODE_SHUTDOWN}: ${where}${what}${lastAtMs > atMs ? ` in ${humanDuration(lastAtMs - atMs)}` : ""}`,
    },
  ];
}

/** Returns the node of the reporting kubelet, or of the failed pod that the controller reports. */
const nodeOf = ({ host, message }: ListedEvent): string | undefined => host ?? failedPodIn(message)?.node;

const reportOf = (event: ListedEvent) => ({
  reason: event.reason,
  message: event.message,
  kind: event.involved.kind,
  namespace: event.involved.namespace ?? event.metadata.namespace,
  name: event.involved.name,
  node: nodeOf(event),
  lastSeenMs: timeMs(event.lastSeen),
});

/** Returns the events that the API server still has, in the order of `events`. A graceful shutdown, which ends pods and
 *  rejects others again and again, is one entry for each DaemonSet. */
export function eventHappenings(
  events: readonly ListedEvent[],
  isShown: (event: ListedEvent, daemonSet: string) => boolean,
): readonly Happening[] {
  const shutdowns = new Map<string, Shutdown>();
  const isEnd = shutdownDeletions(events.map(reportOf));
  const ended = new Set(events.flatMap((event) => (isEnd(reportOf(event)) ? (podOfController(reportOf(event)) ?? []) : [])));
  const happenings = withoutShutdownChurn(events, reportOf).flatMap((event): readonly Happening[] => {
    const key = keyOf(event);
    if (!isShown(event, key)) return [];
    const isRejection = event.reason === NODE_SHUTDOWN && event.involved.kind === "Pod";
    if (!isRejection && !ended.has(podOfController(reportOf(event)) ?? "")) return happeningOf(event);
    const { rejections, ends } = shutdowns.get(key) ?? { rejections: [], ends: [] };
    shutdowns.set(key, { rejections, ends });
    if (isRejection) rejections.push(event);
    else if (isEnd(reportOf(event))) ends.push(event);
    return [];
  });
  return [...Array.from(shutdowns, ([key, shutdown]) => shutdownOf(key, shutdown)).flat(), ...happenings];
}
