import type { PodReason } from "../records/pod-reason.ts";

const HEADER = /^0\/(\d+) nodes are available:/;
const PREEMPTION = " preemption: ";
/** The count of an entry, or the end of a sentence. */
const MARK = /(?:^ ?|, )(\d+) |\. /g;
/** The text of an event is cut at 1024 bytes. */
const CUT = / \.\.\.$/;
const ENTRY = /^(\d+) (.*)$/s;
/** Entries for the other nodes, which pinning excludes: of 1.32 and later, and of 1.27 to 1.30. 1.31 has none. */
const OTHER_NODES = /^node\(s\) didn't satisfy plugin\(s\) \[[^\]]*\]$|^node is filtered out by the prefilter result$/;
/** Before 1.27 the entry of the other nodes was that of a node whose labels do not match. The pinned node may have
 *  the same entry. */
const OTHER_NODES_BEFORE = /^node\(s\) didn't match Pod's node affinity\/selector$/;

/** Returns the entries of the filters without the texts of other plugins on preemption and claims. O(length).
 *  Those texts follow a full stop, but a reason may contain one too. The filters end at the first full stop before
 *  which the counts cover all nodes. */
function filtersOf(text: string, nodes: number): string {
  const preemptionAt = text.indexOf(PREEMPTION);
  const before = preemptionAt === -1 ? text : text.slice(0, preemptionAt + 1);
  let countedNodes = 0;
  let firstStop: number | undefined;
  for (const { 1: count, index } of before.matchAll(MARK)) {
    if (count !== undefined) countedNodes += Number(count);
    else if (countedNodes >= nodes) return before.slice(0, index);
    else firstStop ??= index;
  }
  if (firstStop !== undefined) return before.slice(0, firstStop);
  return preemptionAt === -1 ? text : "";
}

/** Returns the entries of the filters, without one that was cut off. */
function entriesOf(message: string): readonly string[] {
  const [header = "", nodes] = HEADER.exec(message) ?? [];
  const body = filtersOf(message.slice(header.length), Number(nodes));
  const parts = body
    .replace(CUT, "")
    .replace(/\.\s*$/, "")
    .trim()
    .split(/, (?=\d+ )/);
  const whole = CUT.test(body) && parts.length > 1 ? parts.slice(0, -1) : parts;
  return whole.map((entry) => ENTRY.exec(entry)?.[2] ?? entry).filter((entry) => entry !== "");
}

/** Returns the pinned node's own reason in a scheduler message: `Insufficient cpu`, `node(s) had untolerated
 *  taint(s)`…
 *  If no entry belongs to the pinned node, the node does not exist. Returns the whole text if the grammar is
 *  unknown. Never throws.
 *  Source: pkg/scheduler/framework/types.go, FitError.Error; schedule_one.go, findNodesThatFitPod (rule W1). */
export function pinnedNodeReason(message: string): PodReason {
  const verbatim = (reason: string): PodReason => ({ kind: "reason", reason });
  if (!HEADER.test(message)) return verbatim(message);
  const entries = entriesOf(message);
  const hasOtherNodesEntry = entries.some((entry) => OTHER_NODES.test(entry));
  const nodeEntries = entries.filter((entry) => !(hasOtherNodesEntry ? OTHER_NODES : OTHER_NODES_BEFORE).test(entry));
  if (nodeEntries.length > 0) return verbatim(nodeEntries.join(", "));
  return hasOtherNodesEntry || entries.length === 0 ? { kind: "noSuchNode" } : verbatim(entries.join(", "));
}
