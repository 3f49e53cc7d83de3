import { useSyncExternalStore } from "react";
import { useClusterStore } from "../cluster/cluster-context.ts";
import type { PlayerStatus } from "./past-player.ts";
import { type TimeTravel, timeTravelOf } from "./time-travel.ts";

export const useTimeTravel = (): TimeTravel => timeTravelOf(useClusterStore());

/** Which moment is asked for, and whether it is there. */
export function usePlayerStatus(): PlayerStatus {
  const { player } = useTimeTravel();
  return useSyncExternalStore(player.subscribe, player.status);
}
