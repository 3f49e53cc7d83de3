import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { slotOf } from "@daemonscope/shared/slots";
import { useMemo } from "react";
import { useProjection } from "../cluster/cluster-context.ts";
import type { ClusterSource } from "../cluster/cluster-source.ts";
import { nextVersion } from "../cluster/next-version.ts";
import type { Projection } from "../cluster/projection.ts";
import { usePaced } from "../cluster/use-paced.ts";

/** Names and reasons of pods are asked for anew when something changed, but not more often than this. */
const FEW_MS = 2000;
const MANY_MS = 10_000;
const FEW_NODES = 150;

/** Rises when a pod of the DaemonSet, or a node, may have changed. */
export function podsVersions(key: DaemonSetKey): Projection<number> {
  return {
    whole: () => nextVersion(),
    next(before, { columns }, effect) {
      const column = slotOf(columns, key) ?? -1;
      const { rows } = effect;
      const isSame = rows.freed.length + rows.put.length === 0 && !effect.columns.put.includes(column) && !effect.cells.has(column);
      return isSame ? before : nextVersion();
    },
  };
}

/** A number that rises when pods should be fetched again: at once after a quiet time, then at most each few seconds, and once more after the last change. */
export function usePodsVersion(source: ClusterSource, key: DaemonSetKey, nodes: number): number {
  const version = useProjection(
    source,
    useMemo(() => podsVersions(key), [key]),
  );
  return usePaced(version ?? 0, nodes <= FEW_NODES ? FEW_MS : MANY_MS);
}
