import type { PausedNode, PauseTimeouts } from "../managed/planned-pauses.ts";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import type { UpgradeController } from "../records/managed-rollout.ts";

/** The memory as plain data. */
export type SavedPauses = readonly (readonly [node: string, sinceMs: number])[];

/** Pauses that have outlasted the upgrade for too long. */
export interface LeftPauses {
  readonly controller: UpgradeController;
  readonly count: number;
  readonly sinceMs: number;
  /** Sorted; at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
}

/** Remembers since when a pause outlasts its upgrade; no object has that time. */
export class PauseTracker {
  #sinceMs: ReadonlyMap<string, number>;

  constructor(saved: SavedPauses = []) {
    this.#sinceMs = new Map(saved);
  }

  get saved(): SavedPauses {
    return [...this.#sinceMs];
  }

  /** Records the paused nodes at `nowMs`. Returns the pauses that are a concern, and when time alone adds the next one.
   *  `nowMs` is undefined while the model does not remember yet. */
  record(
    paused: readonly PausedNode[],
    timeouts: PauseTimeouts,
    nowMs: number | undefined,
  ): { readonly left?: LeftPauses; readonly nextAtMs?: number } {
    if (nowMs === undefined || (paused.length === 0 && this.#sinceMs.size === 0)) return {};
    const since = new Map<string, number>();
    const left: PausedNode[] = [];
    let nextAtMs = Number.POSITIVE_INFINITY;
    for (const each of paused) {
      if (each.patience === undefined) continue;
      const sinceMs = this.#sinceMs.get(each.node) ?? nowMs;
      since.set(each.node, sinceMs);
      const atMs = sinceMs + timeouts[each.patience];
      if (atMs <= nowMs) left.push(each);
      else nextAtMs = Math.min(nextAtMs, atMs);
    }
    this.#sinceMs = since;
    const [first] = left;
    return {
      ...(first === undefined
        ? {}
        : {
            left: {
              controller: first.controller,
              count: left.length,
              sinceMs: Math.min(...left.map(({ node }) => since.get(node) ?? nowMs)),
              nodes: left.slice(0, HOLDER_NODES_LIMIT).map(({ node }) => node),
            },
          }),
      ...(nextAtMs === Number.POSITIVE_INFINITY ? {} : { nextAtMs }),
    };
  }
}
