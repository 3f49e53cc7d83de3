import type { NodeCause } from "./derive-causes.ts";
import type { Patience } from "./standstill.ts";

/** A node that is without an available pod for longer than is ordinary (rule R22). */
export interface Overdue {
  readonly node: string;
  readonly state: NodeCause["state"];
  readonly cause: NodeCause["cause"];
  readonly sinceMs: number | undefined;
}

export interface OverdueNodes {
  readonly overdue: readonly Overdue[];
  /** When time alone makes the next one overdue. */
  readonly nextAtMs: number | undefined;
}

/** Finds the nodes whose patience is over. `movedAtMs` stands in for when a pod went that nobody saw go. O(causes). */
export function overdueNodes(
  causes: Iterable<readonly [node: string, cause: NodeCause]>,
  { nowMs, patience, movedAtMs }: { readonly nowMs: number; readonly patience: Patience; readonly movedAtMs: number | undefined },
): OverdueNodes {
  const overdue: Overdue[] = [];
  let nextAtMs: number | undefined;
  for (const [node, { state, cause, sinceMs, patience: kind, fromMs }] of causes) {
    if (kind === "never") continue;
    const since = fromMs ?? sinceMs ?? (kind === "none" ? undefined : movedAtMs);
    if (kind !== "none") {
      if (since === undefined) continue;
      const atMs = since + (kind === "slow" ? patience.slowMs : patience.lastingMs);
      if (nowMs < atMs) {
        nextAtMs = Math.min(nextAtMs ?? Number.POSITIVE_INFINITY, atMs);
        continue;
      }
    }
    overdue.push({ node, state, cause, sinceMs: since });
  }
  return { overdue, nextAtMs };
}
