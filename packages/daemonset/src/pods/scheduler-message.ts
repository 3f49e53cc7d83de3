import type { PodReason } from "../records/pod-reason.ts";

const HEADER = /^0\/(\d+) nodes are available:/;
const PREEMPTION = " preemption: ";
/** The count of an entry, or the end of a sentence. */
const MARK = /(?:^ ?|, )(\d+) |\. /g;
/** The text of an event is cut at 1024 bytes. */
const CUT = / \.\.\.$/;
const ENTRY = /^(\d+) (.*)$/s;
/** Entries that speak of the other nodes, which pinning excludes: since 1.32, and of 1.27 to 1.30. In 1.31 there is none. */
const OTHER_NODES = /^node\(s\) didn't satisfy plugin\(s\) \[[^\]]*\]$|^node is filtered out by the prefilter result$/;
/** Before 1.27 the other nodes had the words of a node whose labels do not fit, which the pinned node may share. */
const OTHER_NODES_BEFORE = /^node\(s\) didn't match Pod's node affinity\/selector$/;

/** What the filters said, before what other plugins say of preemption and claims. Those follow behind a full stop: a reason may have one of its own, so that
 *  of several it is the first by which as many nodes are told of as there are. O(length). */
function filtersOf(text: string, nodes: number): string {
  const preemptionAt = text.indexOf(PREEMPTION);
  const before = preemptionAt === -1 ? text : text.slice(0, preemptionAt + 1);
  let told = 0;
  let firstStop: number | undefined;
  for (const { 1: count, index } of before.matchAll(MARK)) {
    if (count !== undefined) told += Number(count);
    else if (told >= nodes) return before.slice(0, index);
    else firstStop ??= index;
  }
  if (firstStop !== undefined) return before.slice(0, firstStop);
  return preemptionAt === -1 ? text : "";
}

/** The entries of the filters; one that was cut off is left out. */
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

/** The pinned node's own reason in a scheduler message: `Insufficient cpu`, `node(s) had untolerated taint(s)`…
 *  When no entry is the pinned node's, it does not exist. The whole text where the grammar is unknown. Never throws.
 *  Source: pkg/scheduler/framework/types.go, FitError.Error; schedule_one.go, findNodesThatFitPod (rule W1). */
export function pinnedNodeReason(message: string): PodReason {
  const verbatim = (reason: string): PodReason => ({ kind: "reason", reason });
  if (!HEADER.test(message)) return verbatim(message);
  const entries = entriesOf(message);
  const isToldApart = entries.some((entry) => OTHER_NODES.test(entry));
  const own = entries.filter((entry) => !(isToldApart ? OTHER_NODES : OTHER_NODES_BEFORE).test(entry));
  if (own.length > 0) return verbatim(own.join(", "));
  return isToldApart || entries.length === 0 ? { kind: "noSuchNode" } : verbatim(entries.join(", "));
}
