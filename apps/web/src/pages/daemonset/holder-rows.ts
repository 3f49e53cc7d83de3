import type { HolderGroup } from "@daemonscope/daemonset/records/budget";
import type { LaneId } from "../../data/lanes/lanes.ts";

/** A row of the list. In a rollout each lane of the tray has one at a fixed place, empty without a group. */
export type HolderRow = { readonly group: HolderGroup; readonly lane?: LaneId } | { readonly group: undefined; readonly lane: LaneId };

const LANES = ["terminating", "gap", "created", "ready"] as const;
/** With maxSurge, the other lanes use no slot. */
const SURGE_LANES = ["created", "ready"] as const;

function laneOfGroup({ reason, cause }: HolderGroup): LaneId {
  if (reason === "terminating") return "terminating";
  if (reason === "noPod") return "gap";
  return cause.kind === "readyNotAvailable" ? "ready" : "created";
}

/** Returns a row for each lane with its largest group, then the other groups. The first rows never move. */
export function holderRows(holders: readonly HolderGroup[], isSurge: boolean): readonly HolderRow[] {
  const rows: HolderRow[] = (isSurge ? SURGE_LANES : LANES).map((lane) => ({
    lane,
    group: holders.find((group) => laneOfGroup(group) === lane),
  }));
  const others = holders.filter((holder) => rows.every(({ group }) => group !== holder));
  return [...rows, ...others.map((group) => ({ group }))];
}
