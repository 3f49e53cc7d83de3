import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import { useMemo } from "react";
import { useDaemonSetPods } from "../../data/api/queries.ts";
import type { ReadableCluster } from "../../data/cluster/readable-cluster.ts";
import { sourceReadState } from "../../data/freshness/source-read-state.ts";
import { type EligibilityOf, useEligibility } from "../../data/lens/use-eligibility.ts";
import { NAMES_UP_TO } from "../../draw/grid/layout/grid-size.ts";
import { usePodsVersion } from "../../panels/explain/use-pods-version.ts";
import { type CellFactsIndex, cellFactsIndex } from "../../panels/grid/cell-facts.ts";
import type { GridView } from "../../panels/grid/grid-view.ts";

interface CellFactsWanted {
  readonly state: ClusterState;
  readonly source: ReadableCluster;
  readonly record: DaemonSetRecord;
  readonly isTable: boolean;
  /** Commands name pods. */
  readonly namesPods: boolean;
  readonly lens: GridView["lens"];
  readonly isLive: boolean;
}

/** Returns facts of a DaemonSet's cells that the cells lack. Fetches pods and eligibility only if a part of the page
 *  shows them. */
export function useCellFacts({ state, source, record, isTable, namesPods, lens, isLive }: CellFactsWanted): {
  readonly index: CellFactsIndex;
  /** Missing pods may still arrive: the page is live, and the last request did not fail. */
  readonly isReadingPods: boolean;
  readonly eligibilityOf: EligibilityOf;
} {
  const nodes = rowCount(state.rows);
  const oldOnNodes = record.revisions.filter((revision) => !revision.current && (revision.nodes ?? 0) > 0).length;
  const needsPods = nodes <= NAMES_UP_TO || isTable || namesPods || (lens === "revision" && oldOnNodes > 1);
  const podsVersion = usePodsVersion(source, record.key, nodes);
  const pods = useDaemonSetPods(record.namespace, record.name, `${record.uid} ${podsVersion}`, needsPods && isLive);
  const isLeftOut = (record.derived?.desiredNumberScheduled ?? 0) < nodes;
  const eligibilityOf = useEligibility(state, record, isLive && (isLeftOut || lens === "eligibility"));
  const isAwaited = sourceReadState("pods", state.sources) === "awaited";
  const index = useMemo(() => cellFactsIndex(record, pods.data, eligibilityOf, isAwaited), [record, pods.data, eligibilityOf, isAwaited]);
  return { index, isReadingPods: isLive && pods.error === null, eligibilityOf };
}
