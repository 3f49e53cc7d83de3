import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import { type GroupedNodes, type GroupKey, LINEAR_SEARCH_LIMIT, largestFirst } from "./group-nodes.ts";
import { TimeMultiset } from "./time-multiset.ts";
import { TopN } from "./top-n.ts";

/** A group that is maintained while nodes are added and removed. */
class IndexedGroup<T> {
  readonly names = new TopN<string>(HOLDER_NODES_LIMIT, compareTexts);
  readonly since = new TimeMultiset();
  readonly ends = new TimeMultiset();
  readonly key: string;
  readonly value: T;
  /** Last listed result. Undefined after a change. */
  cached: GroupedNodes<T> | undefined;

  constructor(key: string, value: T) {
    this.key = key;
    this.value = value;
  }

  listed(all: () => Iterable<string>): GroupedNodes<T> {
    const { key, value, names, since, ends } = this;
    this.cached ??= {
      key,
      value,
      count: names.count,
      nodes: names.list(all),
      sinceMs: since.earliest(),
      endsAtMs: ends.size < names.count ? undefined : ends.latest(),
    };
    return this.cached;
  }
}

/** The groups of NodeGroups, maintained while nodes are added and removed. The cost of a list depends on the number
 *  of groups and changes, not on the number of nodes. Unchanged groups keep their objects. */
export class GroupIndex<T> {
  readonly #by: GroupKey<T>;
  readonly #groups = new Map<string, IndexedGroup<T>>();
  /** Groups that are compared directly before a key is built. */
  #linear: IndexedGroup<T>[] = [];
  #list: readonly GroupedNodes<T>[] | undefined;

  constructor(by: GroupKey<T>) {
    this.#by = by;
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  /** Adds a node that is not present. */
  put(node: string, value: T, sinceMs: number | undefined, endsAtMs?: number): void {
    const group = this.#find(value) ?? this.#create(value);
    group.names.add(node);
    if (sinceMs !== undefined) group.since.add(sinceMs);
    if (endsAtMs !== undefined) group.ends.add(endsAtMs);
    this.#invalidate(group);
  }

  /** Removes a node, with the values that it was added with. */
  drop(node: string, value: T, sinceMs: number | undefined, endsAtMs?: number): void {
    const group = this.#find(value);
    if (group === undefined) throw new Error(`a node is dropped that was not put: ${node}`);
    group.names.drop(node);
    if (sinceMs !== undefined) group.since.drop(sinceMs);
    if (endsAtMs !== undefined) group.ends.drop(endsAtMs);
    this.#invalidate(group);
    if (group.names.count > 0) return;
    this.#groups.delete(group.key);
    this.#linear = this.#linear.filter((each) => each !== group);
  }

  /** Returns the groups, largest first, then by key. `all`: returns each present node; called for a group that has
   *  too few of its first names left. */
  list(all: () => Iterable<readonly [node: string, value: T]>): readonly GroupedNodes<T>[] {
    this.#list ??= Array.from(this.#groups.values(), (group) => group.listed(() => this.#namesOf(group, all()))).sort(largestFirst);
    return this.#list;
  }

  *#namesOf(group: IndexedGroup<T>, all: Iterable<readonly [node: string, value: T]>): Iterable<string> {
    for (const [node, value] of all) if (this.#by.isOne(group.value, value)) yield node;
  }

  #invalidate(group: IndexedGroup<T>): void {
    group.cached = undefined;
    this.#list = undefined;
  }

  #find(value: T): IndexedGroup<T> | undefined {
    for (const group of this.#linear) if (this.#by.isOne(group.value, value)) return group;
    return this.#groups.size > this.#linear.length ? this.#groups.get(this.#by.keyOf(value)) : undefined;
  }

  #create(value: T): IndexedGroup<T> {
    const group = new IndexedGroup(this.#by.keyOf(value), value);
    this.#groups.set(group.key, group);
    if (this.#linear.length < LINEAR_SEARCH_LIMIT) this.#linear.push(group);
    return group;
  }
}

/** Merges the groups of two lists by key. */
export function mergeGroups<T>(some: readonly GroupedNodes<T>[], others: readonly GroupedNodes<T>[]): readonly GroupedNodes<T>[] {
  if (others.length === 0) return some;
  const groups = new Map(some.map((group) => [group.key, group]));
  for (const group of others) {
    const same = groups.get(group.key);
    groups.set(group.key, same === undefined ? group : mergeTwo(same, group));
  }
  return [...groups.values()].sort(largestFirst);
}

function mergeTwo<T>(a: GroupedNodes<T>, b: GroupedNodes<T>): GroupedNodes<T> {
  return {
    key: a.key,
    value: a.value,
    count: a.count + b.count,
    nodes: [...a.nodes, ...b.nodes].sort().slice(0, HOLDER_NODES_LIMIT),
    sinceMs: a.sinceMs === undefined || b.sinceMs === undefined ? (a.sinceMs ?? b.sinceMs) : Math.min(a.sinceMs, b.sinceMs),
    endsAtMs: a.endsAtMs === undefined || b.endsAtMs === undefined ? undefined : Math.max(a.endsAtMs, b.endsAtMs),
  };
}
