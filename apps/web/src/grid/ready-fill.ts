import type { Readying } from "@daemonscope/daemonset/model/records";

/** How far minReadySeconds has run on a node, 0 to 1; undefined for a node that is not about to become available. */
export type FillOf = (node: string) => number | undefined;

/** No node is about to become available; one function, so that nothing is drawn anew each second then. */
const noFill: FillOf = () => undefined;

export function fillsOf(readying: readonly Readying[], nowMs: number): FillOf {
  if (readying.length === 0) return noFill;
  const fills = new Map(
    readying
      .filter((each) => each.availableAtMs > each.readyAtMs)
      .map((each) => [each.node, Math.min(1, Math.max(0, (nowMs - each.readyAtMs) / (each.availableAtMs - each.readyAtMs)))]),
  );
  return (node) => fills.get(node);
}
