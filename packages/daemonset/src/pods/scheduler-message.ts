const HEADER = /^0\/\d+ nodes are available: ?/;
const PREEMPTION = / preemption: .*$/s;
const ENTRY = /^(\d+) (.*)$/s;
/** Entries that speak of the other nodes, which pinning excludes: today's wording, and that of older releases, which the pinned node may share. */
const OTHER_NODES = /didn't satisfy plugin\(s\) \[NodeAffinity\]/;
const OTHER_NODES_BEFORE = /didn't match Pod's node affinity\/selector/;

/** The pinned node's own reason in a scheduler message: `Insufficient cpu`, `node(s) had untolerated taint(s)`…
 *  When every entry speaks of other nodes, the pinned node does not exist. The whole text where the grammar is unknown. Never throws.
 *  Source: pkg/scheduler/framework/types.go, FitError.Error (rule S1). */
export function pinnedNodeReason(message: string): string {
  if (!HEADER.test(message)) return message;
  const body = message
    .replace(HEADER, "")
    .replace(PREEMPTION, "")
    .replace(/\.\s*$/, "");
  const entries = body.split(/, (?=\d+ )/).map((entry) => ENTRY.exec(entry)?.[2] ?? entry);
  const hasToday = entries.some((entry) => OTHER_NODES.test(entry));
  const own = entries.filter((entry) => !(hasToday ? OTHER_NODES : OTHER_NODES_BEFORE).test(entry));
  if (own.length > 0) return own.join(", ");
  return hasToday ? "Its node does not exist" : entries.join(", ");
}
