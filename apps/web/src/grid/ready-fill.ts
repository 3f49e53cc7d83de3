import type { Readying } from "@daemonscope/daemonset/records/records";

/** Elapsed part of minReadySeconds on a node, 0 to 1; undefined for a node that is not about to become available. */
export type FillOf = (node: string) => number | undefined;

/** Elapsed parts of minReadySeconds, and the names of their nodes. */
export interface Fills {
  readonly of: FillOf;
  readonly names: readonly string[];
}

/** No node is about to become available. One object, so that nothing is redrawn each second. */
export const NO_FILLS: Fills = { of: () => undefined, names: [] };

export function fillsOf(readying: readonly Readying[], nowMs: number): Fills {
  if (readying.length === 0) return NO_FILLS;
  const fills = new Map(
    readying
      .filter((each) => each.availableAtMs > each.readyAtMs)
      .map((each) => [each.node, Math.min(1, Math.max(0, (nowMs - each.readyAtMs) / (each.availableAtMs - each.readyAtMs)))]),
  );
  return { of: (node) => fills.get(node), names: [...fills.keys()] };
}
