import type { PausedNode, PauseTimeouts } from "../managed/planned-pauses.ts";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import type { UpgradeController } from "../records/managed-rollout.ts";
import { firstSeenMs, type SavedSince } from "./since-memory.ts";

/** Pauses that have outlasted the upgrade for too long. */
export interface LeftPauses {
  readonly controller: UpgradeController;
  readonly count: number;
  /** Number of them whose upgrade failed. */
  readonly failed: number;
  /** Undefined if the start of one of them was not seen. */
  readonly sinceMs: number | undefined;
  /** Sorted; at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
}

/** Remembers since when a pause outlasts its upgrade; no object has that time. If the upgrade was over before the model
 *  remembered, the pause is a concern at once: its controller ends it before that state. */
export class PauseTracker {
  /** Undefined for a pause whose start was not seen. */
  #sinceMs: ReadonlyMap<string, number | undefined>;

  constructor(saved: SavedSince = []) {
    this.#sinceMs = new Map(saved.map(([node, sinceMs]) => [node, sinceMs]));
  }

  get saved(): SavedSince {
    return Array.from(this.#sinceMs, ([node, sinceMs]) => (sinceMs === undefined ? [node] : [node, sinceMs]));
  }

  /** Records the paused nodes at `nowMs`. Returns the pauses that are a concern, and when time alone adds the next one.
   *  `nowMs` is undefined while the model does not remember yet. */
  record(
    paused: readonly PausedNode[],
    timeouts: PauseTimeouts,
    nowMs: number | undefined,
  ): { readonly left?: LeftPauses; readonly nextAtMs?: number } {
    if (paused.length === 0 && this.#sinceMs.size === 0) return {};
    const since = new Map<string, number | undefined>();
    const left: PausedNode[] = [];
    let nextAtMs = Number.POSITIVE_INFINITY;
    for (const each of paused) {
      const { node, patience } = each;
      // Without a known upgrade only time shows that a pause is left.
      if (patience === undefined || (nowMs === undefined && patience === "slowMs")) continue;
      const sinceMs = this.#sinceMs.has(node) ? this.#sinceMs.get(node) : nowMs;
      since.set(node, sinceMs);
      const atMs = sinceMs === undefined ? undefined : sinceMs + (patience === "none" ? 0 : timeouts[patience]);
      if (atMs === undefined || nowMs === undefined || atMs <= nowMs) left.push(each);
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
              failed: left.filter(({ patience }) => patience === "none").length,
              sinceMs: firstSeenMs(left.map(({ node }) => since.get(node))),
              nodes: left.slice(0, HOLDER_NODES_LIMIT).map(({ node }) => node),
            },
          }),
      ...(nextAtMs === Number.POSITIVE_INFINITY ? {} : { nextAtMs }),
    };
  }
}
