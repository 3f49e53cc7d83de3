import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { useMemo } from "react";
import { nextVersion } from "../../data/cluster/next-version.ts";
import type { ReadableCluster } from "../../data/cluster/readable-cluster.ts";
import type { ViewReducer } from "../../data/computed/view-reducer.ts";
import { useProjection } from "../../data/hooks/cluster-context.ts";
import { useThrottled } from "../../data/hooks/use-throttled.ts";

/** Minimum interval between fetches of pods, with at most `MAX_FAST_NODES` nodes and with more. */
const FAST_INTERVAL_MS = 2000;
const SLOW_INTERVAL_MS = 10_000;
const MAX_FAST_NODES = 150;

/** Reduces frames to a number that increases when a pod of the DaemonSet, or a node, may have changed. */
export function podsVersions(key: DaemonSetKey): ViewReducer<number> {
  return {
    whole: () => nextVersion(),
    next(before, { columns }, effect) {
      const column = rowIdOf(columns, key) ?? -1;
      const { rows } = effect;
      const isSame = rows.freed.length + rows.put.length === 0 && !effect.columns.put.includes(column) && !effect.cells.has(column);
      return isSame ? before : nextVersion();
    },
  };
}

/** Returns a number that increases when pods should be fetched again: at once after an idle time, then at most every
 *  few seconds, and once more after the last change. */
export function usePodsVersion(source: ReadableCluster, key: DaemonSetKey, nodes: number): number {
  const version = useProjection(
    source,
    useMemo(() => podsVersions(key), [key]),
  );
  return useThrottled(version ?? 0, nodes <= MAX_FAST_NODES ? FAST_INTERVAL_MS : SLOW_INTERVAL_MS);
}
