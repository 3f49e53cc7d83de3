import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";

interface Group<T> {
  readonly value: T;
  count: number;
  /** The first names in order, at most HOLDER_NODES_LIMIT. */
  readonly nodes: string[];
  sinceMs: number | undefined;
  endsAtMs: number | undefined;
}

/** *Invariant*: `nodes` is sorted and never longer than the limit. Most of thousands of nodes therefore cost one
 *  comparison. */
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

/** Rule that assigns nodes to groups. */
export interface GroupKey<T> {
  readonly keyOf: (value: T) => string;
  /** Reports whether two values have the same key. Cheaper than building both keys. */
  readonly isOne: (a: T, b: T) => boolean;
}

/** The first groups, which have most of the nodes, are found by comparison instead of a key: at most this number. */
export const LINEAR_SEARCH_LIMIT = 4;

/** Nodes under one key, with the earliest time. */
export interface GroupedNodes<T> {
  readonly key: string;
  readonly value: T;
  readonly count: number;
  /** The first names in order, at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
  readonly sinceMs: number | undefined;
  /** Time at which the last node leaves the group. Undefined if one of them does not leave by itself. */
  readonly endsAtMs: number | undefined;
}

/** Order of groups in lists: largest first, then by key. */
export const largestFirst = (a: GroupedNodes<unknown>, b: GroupedNodes<unknown>): number => b.count - a.count || compareTexts(a.key, b.key);

/** Groups nodes under a key, with the earliest time. Lists groups largest first, then by key; node names are sorted
 *  and limited. The result does not depend on the order of adding. */
export class NodeGroups<T> {
  readonly #groups = new Map<string, Group<T>>();
  readonly #linear: Group<T>[] = [];
  readonly #by: GroupKey<T>;

  constructor(by: GroupKey<T>) {
    this.#by = by;
  }

  add(value: T, node: string, sinceMs: number | undefined, endsAtMs?: number): void {
    const group = this.#find(value);
    if (group === undefined) {
      const created: Group<T> = { value, count: 1, nodes: [node], sinceMs, endsAtMs };
      this.#groups.set(this.#by.keyOf(value), created);
      if (this.#linear.length < LINEAR_SEARCH_LIMIT) this.#linear.push(created);
      return;
    }
    group.count++;
    keepFirst(group.nodes, node);
    if (sinceMs !== undefined && (group.sinceMs === undefined || sinceMs < group.sinceMs)) group.sinceMs = sinceMs;
    // If one node does not leave the group by itself, the group has no known end.
    group.endsAtMs = endsAtMs === undefined || group.endsAtMs === undefined ? undefined : Math.max(endsAtMs, group.endsAtMs);
  }

  #find(value: T): Group<T> | undefined {
    for (const group of this.#linear) if (this.#by.isOne(group.value, value)) return group;
    return this.#groups.size > this.#linear.length ? this.#groups.get(this.#by.keyOf(value)) : undefined;
  }

  list(): readonly GroupedNodes<T>[] {
    return [...this.#groups].map(([key, group]) => ({ key, ...group })).sort(largestFirst);
  }
}
