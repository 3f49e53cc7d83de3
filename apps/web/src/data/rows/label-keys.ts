import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { ownValue } from "@daemonscope/kube/base/own-value";
import type { StringMap } from "@daemonscope/kube/objects";
import type { IncrementalReducer, Versioned } from "../computed/computed.ts";

/** A label key of nodes, with its number of nodes and of distinct values. */
export interface LabelKey {
  readonly key: string;
  readonly nodes: number;
  readonly values: number;
}

/** The number of nodes by key and value. No count is 0. */
type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** All label keys of all nodes. */
interface LabelKeys {
  /** Sorted by key. */
  readonly keys: readonly LabelKey[];
  readonly counts: Counts;
  readonly records: readonly (NodeRecord | undefined)[];
}

/** Nodes by row. */
export interface Labelled extends Versioned {
  readonly records: readonly (NodeRecord | undefined)[];
}

const NONE: StringMap = {};

function listOf(counts: Counts): readonly LabelKey[] {
  const keys = [...counts].map(([key, values]) => {
    let nodes = 0;
    for (const count of values.values()) nodes += count;
    return { key, nodes, values: values.size };
  });
  return keys.sort((a, b) => compareTexts(a.key, b.key));
}

/** Copies the values of a key once before the first change, and then changes them in place. */
class CountChanges {
  readonly #counts: Map<string, ReadonlyMap<string, number>>;
  readonly #changed = new Map<string, Map<string, number>>();

  constructor(before: Counts) {
    this.#counts = new Map(before);
  }

  add(key: string, value: string, change: 1 | -1): void {
    let values = this.#changed.get(key);
    if (values === undefined) {
      values = new Map(this.#counts.get(key));
      this.#changed.set(key, values);
      this.#counts.set(key, values);
    }
    const count = (values.get(value) ?? 0) + change;
    if (count === 0) values.delete(value);
    else values.set(value, count);
  }

  counts(): Counts {
    for (const [key, values] of this.#changed) if (values.size === 0) this.#counts.delete(key);
    return this.#counts;
  }
}

/** Counts label keys and values. O(nodes × labels) once, then O(labels of the nodes that changed). */
export const LABEL_KEYS: IncrementalReducer<Labelled, LabelKeys> = {
  whole: ({ records }) => {
    const changes = new CountChanges(new Map());
    for (const record of records) {
      if (record === undefined) continue;
      const { labels } = record;
      for (const key of Object.keys(labels)) changes.add(key, labels[key] ?? "", 1);
    }
    const counts = changes.counts();
    return { keys: listOf(counts), counts, records };
  },
  next: (before, { records }, rows) => {
    if (before.records === records) return before;
    const changes = new CountChanges(before.counts);
    let isSame = true;
    for (const row of rows) {
      const was = before.records[row]?.labels ?? NONE;
      const is = records[row]?.labels ?? NONE;
      for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
        const [old, now] = [ownValue(was, key), ownValue(is, key)];
        if (old === now) continue;
        isSame = false;
        if (old !== undefined) changes.add(key, old, -1);
        if (now !== undefined) changes.add(key, now, 1);
      }
    }
    if (isSame) return { ...before, records };
    const counts = changes.counts();
    return { keys: listOf(counts), counts, records };
  },
};
