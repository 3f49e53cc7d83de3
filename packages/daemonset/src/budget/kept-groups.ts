import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import { byName, FirstFew } from "./first-few.ts";
import { GLANCED_AT, type Grouping, largestFirst, type NodeGroup } from "./group-nodes.ts";
import { TimeBag } from "./time-bag.ts";

/** A group while nodes come and go. */
class KeptGroup<T> {
  readonly names = new FirstFew<string>(HOLDER_NODES_LIMIT, byName);
  readonly since = new TimeBag();
  readonly ends = new TimeBag();
  readonly key: string;
  readonly value: T;
  /** As it was told last; undefined since it is another. */
  told: NodeGroup<T> | undefined;

  constructor(key: string, value: T) {
    this.key = key;
    this.value = value;
  }

  listed(all: () => Iterable<string>): NodeGroup<T> {
    const { key, value, names, since, ends } = this;
    this.told ??= {
      key,
      value,
      count: names.count,
      nodes: names.list(all),
      sinceMs: since.earliest(),
      endsAtMs: ends.size < names.count ? undefined : ends.latest(),
    };
    return this.told;
  }
}

/** The groups of NodeGroups, kept while nodes come and go: what a list of them costs goes by how many groups there are, and by what changed, and not by how many nodes are in them.
 *  Groups that are as they were are the same objects. */
export class KeptGroups<T> {
  readonly #by: Grouping<T>;
  readonly #groups = new Map<string, KeptGroup<T>>();
  /** Those that are looked at before a key is spelled. */
  #glanced: KeptGroup<T>[] = [];
  #list: readonly NodeGroup<T>[] | undefined;

  constructor(by: Grouping<T>) {
    this.#by = by;
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  /** A node comes that is not there. */
  put(node: string, value: T, sinceMs: number | undefined, endsAtMs?: number): void {
    const group = this.#found(value) ?? this.#made(value);
    group.names.add(node);
    if (sinceMs !== undefined) group.since.add(sinceMs);
    if (endsAtMs !== undefined) group.ends.add(endsAtMs);
    this.#changed(group);
  }

  /** A node goes, as it was put. */
  drop(node: string, value: T, sinceMs: number | undefined, endsAtMs?: number): void {
    const group = this.#found(value);
    if (group === undefined) throw new Error(`a node is dropped that was not put: ${node}`);
    group.names.drop(node);
    if (sinceMs !== undefined) group.since.drop(sinceMs);
    if (endsAtMs !== undefined) group.ends.drop(endsAtMs);
    this.#changed(group);
    if (group.names.count > 0) return;
    this.#groups.delete(group.key);
    this.#glanced = this.#glanced.filter((each) => each !== group);
  }

  /** The groups, largest first, then by key. `all`: every node that is there, looked through for a group of which too few of the first names are left. */
  list(all: () => Iterable<readonly [node: string, value: T]>): readonly NodeGroup<T>[] {
    this.#list ??= Array.from(this.#groups.values(), (group) => group.listed(() => this.#namesOf(group, all()))).sort(largestFirst);
    return this.#list;
  }

  *#namesOf(group: KeptGroup<T>, all: Iterable<readonly [node: string, value: T]>): Iterable<string> {
    for (const [node, value] of all) if (this.#by.isOne(group.value, value)) yield node;
  }

  #changed(group: KeptGroup<T>): void {
    group.told = undefined;
    this.#list = undefined;
  }

  #found(value: T): KeptGroup<T> | undefined {
    for (const group of this.#glanced) if (this.#by.isOne(group.value, value)) return group;
    return this.#groups.size > this.#glanced.length ? this.#groups.get(this.#by.keyOf(value)) : undefined;
  }

  #made(value: T): KeptGroup<T> {
    const group = new KeptGroup(this.#by.keyOf(value), value);
    this.#groups.set(group.key, group);
    if (this.#glanced.length < GLANCED_AT) this.#glanced.push(group);
    return group;
  }
}

/** Groups of two lists as one: those of one key together. */
export function mergedGroups<T>(some: readonly NodeGroup<T>[], others: readonly NodeGroup<T>[]): readonly NodeGroup<T>[] {
  if (others.length === 0) return some;
  const groups = new Map(some.map((group) => [group.key, group]));
  for (const group of others) {
    const same = groups.get(group.key);
    groups.set(group.key, same === undefined ? group : merged(same, group));
  }
  return [...groups.values()].sort(largestFirst);
}

function merged<T>(a: NodeGroup<T>, b: NodeGroup<T>): NodeGroup<T> {
  return {
    key: a.key,
    value: a.value,
    count: a.count + b.count,
    nodes: [...a.nodes, ...b.nodes].sort().slice(0, HOLDER_NODES_LIMIT),
    sinceMs: a.sinceMs === undefined || b.sinceMs === undefined ? (a.sinceMs ?? b.sinceMs) : Math.min(a.sinceMs, b.sinceMs),
    endsAtMs: a.endsAtMs === undefined || b.endsAtMs === undefined ? undefined : Math.max(a.endsAtMs, b.endsAtMs),
  };
}
