import { appendTo } from "@daemonscope/kube/base/append-to";
import { ownValue } from "@daemonscope/kube/base/own-value";
import { parseLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { GroupedNodes, NodeFacts, NodeGroup } from "./plan-facts.ts";
import type { Step } from "./step.ts";

interface Group<Node extends NodeFacts> {
  one: Node;
  names: readonly string[];
  isChanged: boolean;
  /** Members in their current state; created on demand. */
  readonly made: Map<string, Node>;
  /** Number of labels of `one` that steps read or change; counted on demand. */
  stepLabelCount: number | undefined;
}

/** Label keys that some steps read or change. */
export function labelKeysOf(steps: readonly Step[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const step of steps) {
    if (step.kind === "label") for (const key of Object.keys(step.labels)) keys.add(key);
    if (step.kind === "unlabel") for (const key of step.keys) keys.add(key);
    if (!("nodes" in step) || !("kind" in step.nodes) || step.nodes.kind !== "selector") continue;
    const parsed = parseLabelSelector(step.nodes.selector);
    if (!("problem" in parsed)) for (const { key } of parsed.requirements) keys.add(key);
  }
  return keys;
}

/** A loop over nodes yields after this number of nodes, so that its caller can release the thread. */
export const NODES_PER_SLICE = 500;
/** The same for loops that read or copy the labels of each node. */
export const LABELS_PER_SLICE = 100;

/** Nodes while steps change them. A step costs O(groups) instead of O(nodes), except for the names that it returns.
 *  *Invariant*: members of a group differ only in fields and labels that no step reads or changes. */
export class NodeGroups<Node extends NodeFacts> implements GroupedNodes {
  readonly #keys: ReadonlySet<string>;
  readonly #groups = new Set<Group<Node>>();
  readonly #groupOf = new Map<string, Group<Node>>();
  /** Nodes before any step, in order of arrival. */
  readonly #origins = new Map<string, Node>();
  #sorted: readonly string[] | undefined;
  /** The result of the last `namesOf` call with its groups: mostly the next change gets the same names. */
  #lastResult: { readonly names: readonly string[]; readonly groups: readonly Group<Node>[] } | undefined;

  constructor(keys: ReadonlySet<string>) {
    this.#keys = keys;
  }

  /** Groups all nodes, or adds nodes that join. */
  *add(nodes: readonly Node[]): Generator<undefined, void> {
    const joining = new Map<string, Node[]>();
    this.#sorted = undefined;
    this.#lastResult = undefined;
    for (const [at, node] of nodes.entries()) {
      const text = this.#textOf(node);
      appendTo(joining, text, node);
      this.#origins.set(node.name, node);
      if (at % LABELS_PER_SLICE === LABELS_PER_SLICE - 1) yield;
    }
    for (const members of joining.values()) {
      const names = members.map(({ name }) => name).sort();
      const one = members[0];
      if (one === undefined) continue;
      const group: Group<Node> = { one, names, isChanged: false, made: new Map(), stepLabelCount: undefined };
      this.#groups.add(group);
      for (const name of names) this.#groupOf.set(name, group);
      yield;
    }
  }

  #textOf({ labels, taints, unschedulable = false }: NodeFacts): string {
    let text = `${unschedulable} ${taints.length === 0 ? "" : JSON.stringify(taints)}`;
    // A missing label is not an empty one.
    for (const key of this.#keys) text += `\u0000${ownValue(labels, key) ?? "\u0001"}`;
    return text;
  }

  groups(): Iterable<NodeGroup<Node>> {
    return this.#groups;
  }

  /** O(nodes). */
  namesOf(groups: readonly NodeGroup<NodeFacts>[]): readonly string[] {
    const chosen = new Set<unknown>(groups);
    this.#sorted ??= [...this.#origins.keys()].sort();
    const [only] = groups;
    const names =
      groups.length === 1 && only !== undefined
        ? only.names
        : chosen.size === this.#groups.size
          ? this.#sorted
          : this.#sorted.filter((name) => chosen.has(this.#groupOf.get(name)));
    this.#lastResult = { names, groups: [...this.#groups].filter((group) => chosen.has(group)) };
    return names;
  }

  names(): Iterable<string> {
    return this.#origins.keys();
  }

  node(name: string): Node | undefined {
    const group = this.#groupOf.get(name);
    const origin = this.#origins.get(name);
    if (group === undefined || origin === undefined || !group.isChanged) return origin;
    const known = group.made.get(name);
    if (known !== undefined) return known;
    const { taints, unschedulable } = group.one;
    const node = { ...origin, taints, ...(unschedulable === undefined ? {} : { unschedulable }), labels: this.#labelsOf(origin, group) };
    group.made.set(name, node);
    return node;
  }

  /** Labels of a node, with the group's values for the keys that steps change. */
  #labelsOf({ labels }: Node, group: Group<Node>): Node["labels"] {
    const { labels: groupLabels } = group.one;
    group.stepLabelCount ??= Object.keys(groupLabels).filter((key) => this.#keys.has(key)).length;
    // A copy of one object is many times cheaper than an object that grows label by label.
    const all: Record<string, string> = { ...groupLabels };
    let count = group.stepLabelCount;
    for (const [key, value] of Object.entries(labels)) {
      if (this.#keys.has(key)) continue;
      if (all[key] !== value) all[key] = value;
      count++;
    }
    if (Object.keys(all).length === count) return all;
    return Object.fromEntries(Object.entries(all).filter(([key]) => this.#keys.has(key) || Object.hasOwn(labels, key)));
  }

  /** In order of arrival. O(nodes); creates only the members that changed since the last read. */
  nodes(): readonly Node[] {
    return Array.from(this.#origins.keys(), (name) => this.node(name)).filter((node) => node !== undefined);
  }

  /** Changes nodes by their names: `changeOf` gets one node of each group, and the names that share its change.
   *  Unknown names are ignored. */
  *change(names: readonly string[], changeOf: (node: Node, names: readonly string[]) => Node): Generator<undefined, void> {
    let count = 0;
    for (const [group, some] of this.#chosen(names)) {
      const changed = some.length === group.names.length ? group : this.#split(group, some);
      changed.one = changeOf(changed.one, some);
      changed.isChanged = true;
      changed.made.clear();
      changed.stepLabelCount = undefined;
      if (++count % LABELS_PER_SLICE === 0) yield;
    }
  }

  remove(names: readonly string[]): void {
    for (const [group, some] of this.#chosen(names)) {
      this.#groups.delete(some.length === group.names.length ? group : this.#split(group, some));
      for (const name of some) {
        this.#groupOf.delete(name);
        this.#origins.delete(name);
      }
    }
    this.#sorted = undefined;
    this.#lastResult = undefined;
  }

  #chosen(names: readonly string[]): ReadonlyMap<Group<Node>, readonly string[]> {
    if (this.#lastResult?.names === names) return new Map(this.#lastResult.groups.map((group) => [group, group.names]));
    const chosen = new Map<Group<Node>, string[]>();
    for (const name of new Set(names)) {
      const group = this.#groupOf.get(name);
      const some = group === undefined ? undefined : chosen.get(group);
      if (some !== undefined) some.push(name);
      else if (group !== undefined) chosen.set(group, [name]);
    }
    return chosen;
  }

  #split(group: Group<Node>, some: readonly string[]): Group<Node> {
    const splitGroup: Group<Node> = {
      one: group.one,
      names: [...some].sort(),
      isChanged: group.isChanged,
      made: new Map(),
      stepLabelCount: undefined,
    };
    const taken = new Set(some);
    group.names = group.names.filter((name) => !taken.has(name));
    for (const name of some) {
      const made = group.made.get(name);
      if (made !== undefined) splitGroup.made.set(name, made);
      group.made.delete(name);
    }
    for (const name of some) this.#groupOf.set(name, splitGroup);
    this.#groups.add(splitGroup);
    this.#lastResult = undefined;
    for (const each of [group, splitGroup]) if (!each.names.includes(each.one.name)) each.one = this.#memberOf(each);
    return splitGroup;
  }

  #memberOf(group: Group<Node>): Node {
    return this.node(group.names[0] ?? group.one.name) ?? group.one;
  }
}
