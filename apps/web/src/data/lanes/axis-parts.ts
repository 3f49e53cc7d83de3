import type { CountBar } from "./count-bars.ts";
import { CREATED_PARTS, type CreatedPart, inLane, type Lanes } from "./count-lanes.ts";
import { LANES, type LaneId } from "./lanes.ts";

/** A segment of the axis: the nodes of a lane, or a part of it by pod state. `oldLeaving`: old and unavailable pods of
 *  nodes on their way out. */
export interface AxisPart {
  readonly id: LaneId | CreatedPart | "oldLeaving";
  readonly lane: LaneId;
  /** Number of nodes before this part. */
  readonly from: number;
  readonly count: number;
}

/** Returns the segments of all lanes in order. The segments are always the same, also with 0 nodes. */
export function axisParts(lanes: Lanes): readonly AxisPart[] {
  const parts = LANES.flatMap((lane): readonly Omit<AxisPart, "from">[] => {
    if (lane === "created") return CREATED_PARTS.map((id) => ({ id, lane, count: lanes.created[id] }));
    const count = inLane(lanes, lane);
    if (lane !== "oldUnavailable") return [{ id: lane, lane, count }];
    return [
      { id: lane, lane, count: count - lanes.oldLeaving },
      { id: "oldLeaving", lane, count: lanes.oldLeaving },
    ];
  });
  let from = 0;
  return parts.map((part) => {
    const placed = { ...part, from };
    from += part.count;
    return placed;
  });
}

/** Returns the same segments with the nodes that a count includes. If a count includes only a part of a lane, the
 *  first nodes are included. `total`: the displayed number. While the status lags behind the pods, the last segments
 *  have fewer or more nodes, so that the bar has the length of its number. */
export function countedParts(parts: readonly AxisPart[], { shares }: CountBar, total: number): readonly AxisPart[] {
  const left = new Map<LaneId, number>();
  const counted = parts.map((part) => {
    const remaining = left.get(part.lane) ?? shares[part.lane].count;
    const count = Math.min(remaining, part.count);
    left.set(part.lane, remaining - count);
    return { ...part, count };
  });
  let missing = total - counted.reduce((sum, { count }) => sum + count, 0);
  return counted
    .toReversed()
    .map((part, at) => {
      const most = parts[parts.length - 1 - at]?.count ?? 0;
      const count = Math.min(most, Math.max(0, part.count + missing));
      missing -= count - part.count;
      return { ...part, count };
    })
    .toReversed();
}
