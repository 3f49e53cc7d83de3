import type { ByLane, LaneId } from "./lanes.ts";

export interface FlowShape {
  /** Nodes for which each lane has room: its current count, or a higher one from earlier in the rollout. */
  readonly counts: ByLane<number>;
  /** All nodes. Less than the sum of `counts` if these are of different moments. */
  readonly total: number;
  /** Budget slots of the tray; 0 if there is none. */
  readonly places: number;
  /** The new pod starts before the old one ends (maxSurge). Terminating and gap then use no budget slot. */
  readonly surge: boolean;
}

/**
 * Returns the drawn lanes in order. Old unavailable nodes appear only if they exist. With maxSurge, terminating and gap
 * follow the tray if they hold a node.
 */
export function flowLanesOf({ counts, surge }: FlowShape): readonly { readonly lane: LaneId; readonly inTray: boolean }[] {
  const ifAny = (lane: LaneId, inTray: boolean) => (counts[lane] > 0 ? [{ lane, inTray }] : []);
  if (!surge)
    return [
      { lane: "old", inTray: false },
      ...ifAny("oldUnavailable", true),
      ...(["terminating", "gap", "created", "ready"] as const).map((lane) => ({ lane, inTray: true })),
      { lane: "available", inTray: false },
    ];
  return [
    { lane: "old", inTray: false },
    ...ifAny("oldUnavailable", false),
    { lane: "created", inTray: true },
    { lane: "ready", inTray: true },
    ...ifAny("terminating", false),
    ...ifAny("gap", false),
    { lane: "available", inTray: false },
  ];
}

/** Reports whether a lane holds nodes before or after their update, usually most nodes. The other lanes are steps
 *  of the update. */
export const isUnboundedLane = (lane: LaneId): boolean => lane === "old" || lane === "available";
