import { isRefusedForPorts } from "@daemonscope/daemonset/pods/refused-for-ports";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { causeText } from "./cause-text.ts";
import { plural } from "./plural.ts";

/** Returns an image without its registry and path: `fluentd:v9`. A digest is cut to its first 12 digits. */
export function shortImage(image: string): string {
  const name = image.slice(image.lastIndexOf("/") + 1);
  return name.replace(/@sha256:([0-9a-f]{12})[0-9a-f]*$/, "@$1");
}

function takenPorts(hostPorts: readonly number[]): string {
  if (hostPorts.length === 0) return "its host port is taken";
  return hostPorts.length === 1 ? `host port ${hostPorts[0]} is taken` : `one of host ports ${hostPorts.join(", ")} is taken`;
}

function subjectOf(cause: CauseFact, hostPorts: readonly number[]): string {
  if (isRefusedForPorts(cause)) return takenPorts(hostPorts);
  return cause.kind === "reason" && cause.image !== undefined ? `image ${shortImage(cause.image)} cannot be pulled` : causeText(cause);
}

/** Formats a cause with its number of nodes: `image agent:2 cannot be pulled on 3 nodes`, `CrashLoopBackOff on 1
 *  node`. `hostPorts`: those of its template; one of them may be the taken port. */
export function causeOnNodes(cause: CauseFact, count: number, hostPorts: readonly number[] = []): string {
  if (cause.kind === "nodeNotReady") return `${plural(count, "node")} NotReady`;
  return `${subjectOf(cause, hostPorts)} on ${plural(count, "node")}`;
}
