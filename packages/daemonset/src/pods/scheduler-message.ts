const HEADER = /^0\/\d+ nodes are available: ?/;
const PREEMPTION = / preemption: .*$/s;
const ENTRY = /^(\d+) (.*)$/s;
/** Entries that speak of the other nodes, which pinning excludes; in the wordings of several releases. */
const OTHER_NODES = /didn't satisfy plugin\(s\) \[NodeAffinity\]|didn't match Pod's node affinity\/selector/;

/** The pinned node's own reason in a scheduler message: `Insufficient cpu`, `node(s) had untolerated taint(s)`…
 *  When all entries speak of other nodes, that is the reason. The whole text where the grammar is unknown. Never throws.
 *  Source: pkg/scheduler/framework/types.go, FitError.Error (rule S1). */
export function pinnedNodeReason(message: string): string {
  if (!HEADER.test(message)) return message;
  const body = message
    .replace(HEADER, "")
    .replace(PREEMPTION, "")
    .replace(/\.\s*$/, "");
  const entries = body.split(/, (?=\d+ )/).map((entry) => ENTRY.exec(entry)?.[2] ?? entry);
  const own = entries.filter((entry) => !OTHER_NODES.test(entry));
  return (own.length > 0 ? own : entries).join(", ");
}
