import { HOLDER_NODES_LIMIT } from "../records/budget.ts";

interface Group<T> {
  readonly value: T;
  count: number;
  /** The first names in order, at most HOLDER_NODES_LIMIT. */
  readonly nodes: string[];
  sinceMs: number | undefined;
  endsAtMs: number | undefined;
}

/** *Invariant*: `nodes` is sorted and never longer than the limit, so that thousands of nodes cost a comparison each. */
function keepFirst(nodes: string[], name: string): void {
  const last = nodes.at(-1);
  if (nodes.length >= HOLDER_NODES_LIMIT && last !== undefined && name >= last) return;
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((nodes[middle] ?? "") < name) low = middle + 1;
    else high = middle;
  }
  nodes.splice(low, 0, name);
  if (nodes.length > HOLDER_NODES_LIMIT) nodes.pop();
}

/** Gathers nodes under a key, with the earliest time; groups come out largest first, then by key; node names sorted and bounded.
 *  The result does not depend on the order of adding. */
export class NodeGroups<T> {
  readonly #groups = new Map<string, Group<T>>();

  add(key: string, value: T, node: string, sinceMs: number | undefined, endsAtMs?: number): void {
    const group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, { value, count: 1, nodes: [node], sinceMs, endsAtMs });
      return;
    }
    group.count++;
    keepFirst(group.nodes, node);
    if (sinceMs !== undefined && (group.sinceMs === undefined || sinceMs < group.sinceMs)) group.sinceMs = sinceMs;
    // One that does not end by itself keeps the whole group from ending.
    group.endsAtMs = endsAtMs === undefined || group.endsAtMs === undefined ? undefined : Math.max(endsAtMs, group.endsAtMs);
  }

  list(): readonly ({ readonly key: string } & Readonly<Group<T>>)[] {
    return [...this.#groups].map(([key, group]) => ({ key, ...group })).sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  }
}
