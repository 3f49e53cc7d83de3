import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isDeleting, nodeNameOf } from "@daemonscope/simulated-apiserver/objects/objects";

/**
 * Orders nodes by their number of these pods, fewest first, otherwise unchanged. Terminating pods do not count. Source:
 * pkg/scheduler/framework/plugins/podtopologyspread, its default constraints on hosts.
 */
export function fewestSiblingsFirst(nodes: readonly StoredObject[], siblings: readonly StoredObject[]): readonly StoredObject[] {
  if (siblings.length === 0) return nodes;
  const counts = new Map<string, number>();
  for (const pod of siblings) {
    const node = nodeNameOf(pod);
    if (node !== undefined && !isDeleting(pod)) counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  const countOn = (node: StoredObject): number => counts.get(node.metadata.name) ?? 0;
  return [...nodes].sort((a, b) => countOn(a) - countOn(b));
}
