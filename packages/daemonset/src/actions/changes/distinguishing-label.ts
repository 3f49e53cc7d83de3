import type { StringMap } from "@daemonscope/kube/objects";

interface LabelledNode {
  readonly name: string;
  readonly labels: StringMap;
}

/** A label that exactly these nodes have. Returns the shortest, because users' own labels are shorter than those of
 *  providers. O(nodes, and labels that all of these share). */
export function distinguishingLabel(nodes: Iterable<LabelledNode>, among: ReadonlySet<string>): string | undefined {
  const [these, others]: [LabelledNode[], LabelledNode[]] = [[], []];
  for (const node of nodes) (among.has(node.name) ? these : others).push(node);
  if (these.length < among.size) return undefined;
  const shared = Object.entries(these[0]?.labels ?? {}).filter(([key, value]) => these.every(({ labels }) => labels[key] === value));
  const distinguishing = shared.filter(([key, value]) => others.every(({ labels }) => labels[key] !== value));
  const texts = distinguishing.map(([key, value]) => `${key}=${value}`);
  return texts.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
}
