import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { usePageCluster, useProjection } from "./cluster-context.ts";
import { nextVersion } from "./next-version.ts";
import type { Projection } from "./projection.ts";
import { usePaced } from "./use-paced.ts";

/** What the server says of placement is asked for again at most so often. */
const PACE_MS = 1000;

interface PlacementVersion {
  readonly version: number;
  readonly daemonSets: ClusterState["daemonSets"];
}

/** Whether placement, or who is misscheduled, may differ between two records. */
function asksOtherwise(a: DaemonSetRecord | undefined, b: DaemonSetRecord | undefined): boolean {
  return (
    a?.uid !== b?.uid ||
    a?.generation !== b?.generation ||
    a?.derived?.numberMisscheduled !== b?.derived?.numberMisscheduled ||
    a?.unread.join() !== b?.unread.join()
  );
}

/** Rises when a node, or what a DaemonSet asks of nodes, changed. */
export const placementVersion: Projection<PlacementVersion> = {
  whole: ({ daemonSets }) => ({ version: nextVersion(), daemonSets }),
  next(before, { daemonSets }, { rows, columns }) {
    const isSame =
      rows.freed.length + rows.put.length + columns.freed.length === 0 &&
      columns.put.every((column) => !asksOtherwise(before.daemonSets[column], daemonSets[column]));
    return isSame ? before : { version: nextVersion(), daemonSets };
  },
};

/** The version of whatever the server computes of nodes and of what DaemonSets ask of them. */
export function usePlacementVersion(): number {
  const seen = useProjection(usePageCluster().paced, placementVersion);
  return usePaced(seen?.version ?? 0, PACE_MS);
}
