import type { StringMap } from "@daemonscope/kube/objects";

interface LabelledNode {
  readonly name: string;
  readonly labels: StringMap;
}

/** A label that these nodes have and no other node has; the shortest, for people's own labels are shorter than those of providers. O(labels of all nodes). */
export function labelOfExactly(nodes: Iterable<LabelledNode>, among: ReadonlySet<string>): string | undefined {
  const counts = new Map<string, number>();
  let first: LabelledNode | undefined;
  for (const node of nodes) {
    if (among.has(node.name)) first ??= node;
    for (const [key, value] of Object.entries(node.labels)) {
      const text = `${key}=${value}`;
      const count = counts.get(text) ?? 0;
      counts.set(text, among.has(node.name) ? count + 1 : Number.NEGATIVE_INFINITY);
    }
  }
  const fitting = Object.entries(first?.labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .filter((text) => counts.get(text) === among.size);
  return fitting.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
}
