import type { CellStyle } from "../../data/cell/cell-style.ts";
import { isUnboundedLane } from "../../data/lanes/flow-lanes.ts";
import type { LaneId } from "../../data/lanes/lanes.ts";
import { dotPlace } from "./flow-layout.ts";
import type { FlowScene } from "./flow-scene.ts";

/** A dot that moves to its place. Positions in CSS pixels. */
export interface DotMove {
  readonly row: number;
  readonly fromX: number;
  readonly fromY: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly look: CellStyle;
  readonly isPair: boolean;
}

export interface DotPosition {
  readonly x: number;
  readonly y: number;
}

/** Returns the place of each row's dot, packed: number of its lane × 2²⁴ + its place in the lane. */
function placesOf({ lanes }: FlowScene): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const [number, { rows }] of lanes.entries()) for (const [index, row] of rows.entries()) places.set(row, number * 2 ** 24 + index);
  return places;
}

/** Reports whether only the classification of the pod changed. A change of the current revision turns a new pod into
 *  an old one, or the reverse. No pod moved. */
function isOnlyRenamed(from: LaneId, to: LaneId): boolean {
  switch (from) {
    case "available":
      return to === "old";
    case "old":
      return to === "available";
    case "created":
    case "ready":
      return to === "oldUnavailable";
    case "oldUnavailable":
      return to === "created" || to === "ready";
    case "terminating":
    case "gap":
      return false;
  }
}

/** Returns the dots that move from one scene to the next, by node. All others stay, also a pod that was only
 *  reclassified. A dot that leaves an unbounded lane starts from its end, where the lane shrinks. A dot that is
 *  moving starts from its drawn position. Empty if a dot stands for several nodes, or if the width changed.
 *  O(dots). */
export function movesBetween(before: FlowScene, after: FlowScene, drawnAt: (row: number) => DotPosition | undefined): readonly DotMove[] {
  if (before.layout.nodesPerDot !== 1 || after.layout.nodesPerDot !== 1 || before.layout.width !== after.layout.width) return [];
  const earlier = placesOf(before);
  const laneEnds = new Map<LaneId, number>(before.lanes.map(({ column, rows }) => [column.lane, rows.length - 1]));
  const moves: DotMove[] = [];
  for (const { column, rows, looks, pairs } of after.lanes)
    for (const [index, row] of rows.entries()) {
      const packed = earlier.get(row);
      const look = looks[index];
      const was = packed === undefined ? undefined : before.lanes[Math.floor(packed / 2 ** 24)];
      if (packed === undefined || was === undefined || look === undefined) continue;
      const lane = was.column.lane;
      if ((lane === column.lane && isUnboundedLane(lane)) || isOnlyRenamed(lane, column.lane)) continue;
      let at = drawnAt(row);
      if (at === undefined) {
        const end = laneEnds.get(lane) ?? -1;
        const isFromEnd = isUnboundedLane(lane) && end >= 0;
        at = dotPlace(before.layout, was.column, isFromEnd ? end : packed % 2 ** 24);
        if (isFromEnd) laneEnds.set(lane, end - 1);
      }
      const { x, y } = dotPlace(after.layout, column, index);
      if (at.x !== x || at.y !== y)
        moves.push({ row, fromX: at.x, fromY: at.y, x, y, size: column.size, look, isPair: pairs[index] ?? false });
    }
  return moves;
}
