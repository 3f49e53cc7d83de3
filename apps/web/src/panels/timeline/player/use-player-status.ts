import { useSyncExternalStore } from "react";
import { useClusterStore } from "../../../data/hooks/cluster-context.ts";
import type { PlayerStatus } from "./history-player.ts";
import { type TimeTravel, timeTravelOf } from "./time-travel.ts";

export const useTimeTravel = (): TimeTravel => timeTravelOf(useClusterStore());

/** Returns the requested moment, and whether it is shown. */
export function usePlayerStatus(): PlayerStatus {
  const { player } = useTimeTravel();
  return useSyncExternalStore(player.subscribe, player.status);
}
