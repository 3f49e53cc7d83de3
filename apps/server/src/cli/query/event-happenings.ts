import { NODE_SHUTDOWN, withoutShutdownChurn } from "@daemonscope/daemonset/tracking/shutdown-churn";
import { appendTo } from "@daemonscope/kube/base/append-to";
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

/** Joins the rejections of a DaemonSet's pods by shutdowns, from the first to the last. */
function shutdownOf(daemonSet: string, events: readonly ListedEvent[]): readonly Happening[] {
  const times = events.flatMap(({ firstSeen, lastSeen }) => [firstSeen, lastSeen].flatMap((time) => timeMs(time) ?? []));
  if (times.length === 0) return [];
  const [atMs, lastAtMs] = [Math.min(...times), Math.max(...times)];
  const nodes = [...new Set(events.flatMap(({ host }) => host ?? []))].sort();
  const count = events.length;
  const pods = count === 1 ? "1 pod" : `${count} pods`;
  const on = nodes.length === 1 ? `${nodes[0]} shuts down` : `${nodes.length} nodes shut down (${nodeList(nodes)})`;
  const where = nodes.length === 0 ? "" : `${on}: `;
  return [
    {
      atMs,
      type: "event",
      daemonSet,
      ...(nodes.length === 0 ? {} : { nodes }),
      reason: NODE_SHUTDOWN,
      ...(count > 1 ? { count } : {}),
      ...(lastAtMs > atMs ? { lastAtMs } : {}),
      message: `${NODE_SHUTDOWN}: ${where}the kubelet rejected ${pods}${lastAtMs > atMs ? ` in ${humanDuration(lastAtMs - atMs)}` : ""}`,
    },
  ];
}

/** Returns the events that the API server still has. A graceful shutdown, which rejects pods again and again, is one
 *  entry for each DaemonSet. */
export function eventHappenings(
  events: readonly ListedEvent[],
  isShown: (event: ListedEvent, daemonSet: string) => boolean,
): readonly Happening[] {
  const shutdowns = new Map<string, ListedEvent[]>();
  const rest = withoutShutdownChurn(events, ({ reason, message, involved, metadata }) => ({
    reason,
    message,
    kind: involved.kind,
    namespace: involved.namespace ?? metadata.namespace,
    name: involved.name,
  })).filter((event) => {
    const key = keyOf(event);
    if (!isShown(event, key)) return false;
    const isRejection = event.reason === NODE_SHUTDOWN && event.involved.kind === "Pod";
    if (isRejection) appendTo(shutdowns, key, event);
    return !isRejection;
  });
  return [...rest.flatMap(happeningOf), ...Array.from(shutdowns, ([key, rejections]) => shutdownOf(key, rejections)).flat()];
}
