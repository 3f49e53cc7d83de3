import type { ClusterView } from "../cluster/cluster-view.ts";
import type { Freshness } from "../freshness/freshness.ts";
import { useCluster, useFreshness } from "./cluster-context.ts";

/**
 * Equal for two views if time passed between them without a jump. Time passes in frames of one log and in a replay that
 * plays. Undefined while the view is neither live nor history; then nothing moves. A scrub, another story, a new log
 * and the first state are jumps.
 */
export type Continuity = string | undefined;

export function continuityOf({ state, moment, resyncs, nodesRead }: ClusterView, kind: Freshness["kind"]): Continuity {
  if (moment !== undefined) return state === undefined ? undefined : `past ${moment.jumps}`;
  if (kind !== "live" || nodesRead !== undefined) return undefined;
  return `live ${state?.epoch} ${resyncs}`;
}

export function useContinuity(): Continuity {
  const { kind } = useFreshness();
  return useCluster((view) => continuityOf(view, kind));
}
