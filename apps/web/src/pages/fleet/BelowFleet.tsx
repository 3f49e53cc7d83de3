import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useClusterView, useFreshness, useIsNow } from "../../data/hooks/cluster-context.ts";
import { nodesLoadingState } from "../../data/hooks/nodes-loading-state.ts";
import { AuditLine } from "./AuditLine.tsx";
import { FleetBar } from "./FleetBar.tsx";
import { NoMatches } from "./NoMatches.tsx";
import { RecentChanges } from "./RecentChanges.tsx";
import { isFineRow } from "./row-status.ts";
import type { FilteredFleet } from "./shown-fleet.ts";

/** A list of at most this many DaemonSets leaves space for the last changes. */
const SHORT = 6;

interface BelowFleetProps {
  readonly isFiltered: boolean;
  readonly records: readonly DaemonSetRecord[];
  readonly shown: FilteredFleet;
  readonly isTall: boolean;
  readonly isCards: boolean;
  readonly nowMs: number;
}

/** Below the rows: the last changes where there is space, the weaknesses, or the nodes that a search names. On a
 *  narrow page, the next steps follow. */
export function BelowFleet({ isFiltered, records, shown, isTall, isCards, nowMs }: BelowFleetProps) {
  const cluster = useClusterView();
  const isNow = useIsNow();
  const isLive = useFreshness().kind === "live";
  return (
    <>
      {isFiltered || !(isTall || records.length <= SHORT || shown.records.every(isFineRow)) ? null : (
        <RecentChanges records={records} nowMs={nowMs} isLive={isNow} isCards={isCards} />
      )}
      {isNow && !isFiltered && records.length > 0 ? <AuditLine /> : null}
      {shown.records.length === 0 && records.length > 0 && cluster.state !== undefined && nodesLoadingState(cluster) === undefined ? (
        <NoMatches text={shown.text} rows={cluster.state.rows} keys={records.map(({ key }) => key)} />
      ) : null}
      {isCards && isLive ? <FleetBar records={records} nowMs={nowMs} /> : null}
    </>
  );
}
