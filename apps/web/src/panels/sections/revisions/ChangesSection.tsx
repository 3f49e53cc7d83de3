import { daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import { useThrottledCluster } from "../../../data/hooks/use-throttled-cluster.ts";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { usePodsVersion } from "../../explain/use-pods-version.ts";
import css from "../section-body.module.css";
import { NodesLost } from "./NodesLost.tsx";
import { RevisionsPanel } from "./RevisionsPanel.tsx";

/** Changes of a DaemonSet: its revisions, and the differences between any two. */
export function ChangesSection({ view }: { readonly view: DaemonSetView }) {
  const { view: cluster, source, nowMs, isLive } = useThrottledCluster();
  const key = `${view.namespace}/${view.name}`;
  const { state } = cluster;
  const podsVersion = usePodsVersion(source, key, state === undefined ? 0 : rowCount(state.rows));
  const record = state && daemonSetNamed(state, key);
  if (record === undefined) return null;
  return (
    <div className={`data ${css.below}`}>
      <NodesLost record={record} view={view} />
      <RevisionsPanel record={record} view={view} podsVersion={podsVersion} nowMs={nowMs} isLive={isLive} />
    </div>
  );
}
