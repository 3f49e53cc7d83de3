import type { HolderGroup } from "@daemonscope/daemonset/records/budget";
import type { LaneId } from "../../data/lanes/lanes.ts";

/** A row of the list. `lane`: the lane of the tray, for its largest group. */
export interface HolderRow {
  readonly group: HolderGroup;
  readonly lane?: LaneId;
}

const LANES = ["terminating", "gap", "created", "ready"] as const;
/** With maxSurge, the other lanes use no slot. */
const SURGE_LANES = ["created", "ready"] as const;

function laneOfGroup({ reason, cause }: HolderGroup): LaneId {
  if (reason === "terminating") return "terminating";
  if (reason === "noPod") return "gap";
  return cause.kind === "readyNotAvailable" ? "ready" : "created";
}

/** Returns the largest group of each lane in the order of the tray, then the other groups. */
export function holderRows(holders: readonly HolderGroup[], isSurge: boolean): readonly HolderRow[] {
  const rows = (isSurge ? SURGE_LANES : LANES).flatMap((lane): HolderRow[] => {
    const group = holders.find((each) => laneOfGroup(each) === lane);
    return group === undefined ? [] : [{ lane, group }];
  });
  const others = holders.filter((holder) => rows.every(({ group }) => group !== holder));
  return [...rows, ...others.map((group) => ({ group }))];
}
