import type { BecomingAvailable } from "@daemonscope/daemonset/records/records";

/** Elapsed part of minReadySeconds on a node, 0 to 1; undefined for a node that is not about to become available. */
export type ReadyFillOf = (node: string) => number | undefined;

/** Elapsed parts of minReadySeconds, and the names of their nodes. */
export interface ReadyFills {
  readonly of: ReadyFillOf;
  readonly names: readonly string[];
}

/** No node is about to become available. One object, so that nothing is redrawn each second. */
export const NO_READY_FILLS: ReadyFills = { of: () => undefined, names: [] };

export function readyFillsOf(readying: readonly BecomingAvailable[], nowMs: number): ReadyFills {
  if (readying.length === 0) return NO_READY_FILLS;
  const fills = new Map(
    readying
      .filter((each) => each.availableAtMs > each.readyAtMs)
      .map((each) => [each.node, Math.min(1, Math.max(0, (nowMs - each.readyAtMs) / (each.availableAtMs - each.readyAtMs)))]),
  );
  return { of: (node) => fills.get(node), names: [...fills.keys()] };
}
