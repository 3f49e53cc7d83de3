import type { UnreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { plural } from "./plural.ts";

const MAX_NAMES = 3;

/** Formats unready nodes. Examples: `1 node NotReady: spot-07, 7 agents on it`; `at least 51 nodes NotReady: n1, n2,
 *  n3…, 120 agents on them`. */
export function unreadyText({ count, isAtLeast, nodes, agents }: UnreadyNodes): string {
  const names = `${nodes.slice(0, MAX_NAMES).join(", ")}${count > MAX_NAMES ? "…" : ""}`;
  return `${isAtLeast ? "at least " : ""}${plural(count, "node")} NotReady: ${names}, ${plural(agents, "agent")} on ${count === 1 ? "it" : "them"}`;
}
