import { appendTo } from "@daemonscope/kube/base/append-to";
/** The nodes that run one revision: the count of all, and the first names. */
export interface RevisionNodes {
  readonly count: number;
  /** Sorted; at most REVISION_NODES_LIMIT. */
  readonly names: readonly string[];
}

export const REVISION_NODES_LIMIT = 50;

/** Groups nodes by the hash of their first pod (rule R14); a pod without a hash belongs to no revision. O(nodes ×
 *  log nodes). */
export function nodesByRevision(
  nodes: Iterable<{ readonly node: string; readonly hash: string | undefined }>,
): ReadonlyMap<string, RevisionNodes> {
  const names = new Map<string, string[]>();
  for (const { node, hash } of nodes) {
    if (hash === undefined || hash === "") continue;
    appendTo(names, hash, node);
  }
  return new Map([...names].map(([hash, group]) => [hash, { count: group.length, names: group.sort().slice(0, REVISION_NODES_LIMIT) }]));
}
