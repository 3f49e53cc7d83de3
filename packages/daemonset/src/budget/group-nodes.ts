import { HOLDER_NODES_LIMIT } from "./budget.ts";

/** Gathers nodes under a key, with the earliest time; groups come out largest first, then by key; node names sorted and bounded. */
export class NodeGroups<T> {
  readonly #groups = new Map<string, { readonly value: T; nodes: string[]; sinceMs: number | undefined; endsAtMs: number | undefined }>();

  add(key: string, value: T, node: string, sinceMs: number | undefined, endsAtMs?: number): void {
    const group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, { value, nodes: [node], sinceMs, endsAtMs });
      return;
    }
    group.nodes.push(node);
    if (sinceMs !== undefined && (group.sinceMs === undefined || sinceMs < group.sinceMs)) group.sinceMs = sinceMs;
    // One that does not end by itself keeps the whole group from ending.
    group.endsAtMs = endsAtMs === undefined || group.endsAtMs === undefined ? undefined : Math.max(endsAtMs, group.endsAtMs);
  }

  list(): readonly {
    readonly key: string;
    readonly value: T;
    readonly count: number;
    readonly nodes: readonly string[];
    readonly sinceMs: number | undefined;
    readonly endsAtMs: number | undefined;
  }[] {
    return [...this.#groups]
      .map(([key, { value, nodes, sinceMs, endsAtMs }]) => ({
        key,
        value,
        count: nodes.length,
        nodes: nodes.sort().slice(0, HOLDER_NODES_LIMIT),
        sinceMs,
        endsAtMs,
      }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  }
}
