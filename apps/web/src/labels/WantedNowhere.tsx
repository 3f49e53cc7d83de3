import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { useLabels } from "../api/queries.ts";
import { useClusterView } from "../cluster/cluster-context.ts";
import { usePlacementVersion } from "../cluster/use-placement-version.ts";
import { NoNodeMatches } from "./NoNodeMatches.tsx";

/** Why no node wants a pod of a DaemonSet, where its selector and affinity match none; asks the server only then. */
export function WantedNowhere({ record }: { readonly record: DaemonSetRecord }) {
  const { state } = useClusterView();
  const version = usePlacementVersion(state);
  const isNowhere = record.derived?.desiredNumberScheduled === 0 && (state?.rows.length ?? 0) > 0;
  const { data } = useLabels(undefined, version, isNowhere);
  const match = data?.daemonSets.find(({ key }) => key === record.key)?.match;
  if (!isNowhere || data === undefined || match === undefined || match.nodes > 0) return null;
  return (
    <div>
      <NoNodeMatches match={match} nodes={data.nodeCount} />
    </div>
  );
}
