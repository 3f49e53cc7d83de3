import type { ByLane, LaneId } from "./lanes.ts";

export interface FlowShape {
  readonly counts: ByLane<number>;
  /** Places of the tray; 0 when there is none. */
  readonly places: number;
  /** Two pods a node come first: terminating and gap spend nothing then. */
  readonly surge: boolean;
}

/** The lanes that are drawn, in order. Old unavailable ones only when there are any; under maxSurge the lanes that spend nothing follow the tray, when they hold a node. */
export function lanesOf({ counts, surge }: FlowShape): readonly { readonly lane: LaneId; readonly inTray: boolean }[] {
  const some = (lane: LaneId, inTray: boolean) => (counts[lane] > 0 ? [{ lane, inTray }] : []);
  if (!surge)
    return [
      { lane: "old", inTray: false },
      ...some("oldUnavailable", true),
      ...(["terminating", "gap", "created", "ready"] as const).map((lane) => ({ lane, inTray: true })),
      { lane: "available", inTray: false },
    ];
  return [
    { lane: "old", inTray: false },
    ...some("oldUnavailable", false),
    { lane: "created", inTray: true },
    { lane: "ready", inTray: true },
    ...some("terminating", false),
    ...some("gap", false),
    { lane: "available", inTray: false },
  ];
}

/** The two lanes that may hold any number of nodes; all others spend places. */
export const isTank = (lane: LaneId): boolean => lane === "old" || lane === "available";
