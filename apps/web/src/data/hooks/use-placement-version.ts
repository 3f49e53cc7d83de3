import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { nextVersion } from "../cluster/next-version.ts";
import type { ViewReducer } from "../computed/view-reducer.ts";
import { usePageCluster, useProjection } from "./cluster-context.ts";
import { useThrottled } from "./use-throttled.ts";

/** The shortest interval between requests about placement. */
const PACE_MS = 1000;

interface PlacementVersion {
  readonly version: number;
  readonly daemonSets: ClusterState["daemonSets"];
}

/** Reports whether placement, or the misscheduled pods, may differ between two records. */
function placementDiffers(a: DaemonSetRecord | undefined, b: DaemonSetRecord | undefined): boolean {
  return (
    a?.uid !== b?.uid ||
    a?.generation !== b?.generation ||
    a?.derived?.numberMisscheduled !== b?.derived?.numberMisscheduled ||
    a?.unread.join() !== b?.unread.join()
  );
}

/** Increases if a node, or the placement rules of a DaemonSet, changed. */
export const placementVersion: ViewReducer<PlacementVersion> = {
  whole: ({ daemonSets }) => ({ version: nextVersion(), daemonSets }),
  next(before, { daemonSets }, { rows, columns }) {
    const isSame =
      rows.freed.length + rows.put.length + columns.freed.length === 0 &&
      columns.put.every((column) => !placementDiffers(before.daemonSets[column], daemonSets[column]));
    return isSame ? before : { version: nextVersion(), daemonSets };
  },
};

/** Returns the version of all server results that depend on nodes and on the placement rules of DaemonSets. */
export function usePlacementVersion(): number {
  const seen = useProjection(usePageCluster().paced, placementVersion);
  return useThrottled(seen?.version ?? 0, PACE_MS);
}
