import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import { useLabels } from "../../data/api/queries.ts";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import { usePlacementVersion } from "../../data/hooks/use-placement-version.ts";
import { NoNodeMatches } from "./NoNodeMatches.tsx";

/** Why no node is eligible for a DaemonSet, if its selector and affinity match none. Asks the server only in that
 *  case. */
export function WantedNowhere({ record }: { readonly record: DaemonSetRecord }) {
  const isKnown = useCluster(({ state }) => state !== undefined && rowCount(state.rows) > 0);
  const version = usePlacementVersion();
  const { data } = useLabels(undefined, version, isKnown);
  const match = data?.daemonSets.find(({ key }) => key === record.key)?.match;
  if (!isKnown || data === undefined || match === undefined || match.nodes > 0) return null;
  return (
    <div>
      <NoNodeMatches match={match} nodes={data.nodeCount} />
    </div>
  );
}
