import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { hasSynced } from "@daemonscope/kube/source-status";
import { type ClusterState, cellAtPair, daemonSetNamed } from "@daemonscope/shared/state/cluster-state";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import { memo, type ReactNode, useMemo, useState } from "react";
import { cellStyleOf } from "../../data/cell/cell-style.ts";
import type { ReadableCluster } from "../../data/cluster/readable-cluster.ts";
import { type Readable, useReadable } from "../../data/computed/computed.ts";
import { ComputedView } from "../../data/computed/view-reducer.ts";
import { useProjection } from "../../data/hooks/cluster-context.ts";
import { useAreNodesLoading } from "../../data/hooks/nodes-loading-state.ts";
import { useThrottledCluster } from "../../data/hooks/use-throttled-cluster.ts";
import { type LaneAssignment, laneAssignments } from "../../data/lanes/lane-assignment.ts";
import { daemonSetCells } from "../../data/rows/daemonset-cells.ts";
import type { Grouping } from "../../data/rows/grouping.ts";
import { type GridNode, type NodeCells, nodesByName } from "../../data/rows/node-cells.ts";
import { navigate, useView } from "../../data/url/navigation.ts";
import type { View } from "../../data/url/url.ts";
import type { ChangeMotion } from "../../draw/grid/grid-painter.ts";
import { gridSizeFor } from "../../draw/grid/layout/grid-size.ts";
import { readyFillsOf } from "../../draw/grid/ready-fills.ts";
import type { CellFactsIndex } from "../../panels/grid/cell-facts.ts";
import type { GridView } from "../../panels/grid/grid-view.ts";
import { NodesRead } from "../../ui/loading/NodesRead.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { useReducedMotion } from "../../ui/viewport/use-reduced-motion.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { FlowArea } from "./FlowArea.tsx";
import { GridSection } from "./GridSection.tsx";
import { OutdatedPods } from "./OutdatedPods.tsx";
import { outdatedPodGroups } from "./outdated-pod-groups.ts";
import css from "./page.module.css";
import { SidePanel } from "./SidePanel.tsx";
import { useCellFacts } from "./use-cell-facts.ts";

type DaemonSetView = Extract<View, { readonly page: "daemonSet" }>;

interface DaemonSetPageProps {
  readonly daemonSetKey: DaemonSetKey;
}

/** One DaemonSet: its counts, its rollout, all nodes, and the side panel. Renders at most ten times a
 *  second, regardless of its parent. */
export const DaemonSetPage = memo(function DaemonSetPage({ daemonSetKey }: DaemonSetPageProps) {
  const { view: cluster, source, nowMs, isLive } = useThrottledCluster();
  const view = useView();
  const { state, seq } = cluster;
  const cells = useMemo(() => new ComputedView(source, daemonSetCells(daemonSetKey)), [source, daemonSetKey]);
  const board = useProjection(
    source,
    useMemo(() => laneAssignments(daemonSetKey), [daemonSetKey]),
  );
  const record = state && daemonSetNamed(state, daemonSetKey);
  if (state === undefined || record === undefined || board === undefined || view.page !== "daemonSet") return null;
  return (
    <DaemonSetBody
      state={state}
      seq={seq}
      source={source}
      cells={cells}
      board={board}
      record={record}
      view={view}
      nowMs={nowMs}
      isLive={isLive}
    />
  );
});

interface DaemonSetBodyProps {
  readonly state: ClusterState;
  readonly source: ReadableCluster;
  readonly seq: number;
  readonly cells: Readable<NodeCells>;
  readonly board: LaneAssignment;
  readonly record: DaemonSetRecord;
  readonly view: DaemonSetView;
  readonly nowMs: number;
  readonly isLive: boolean;
}

/** Returns the part of the address that the grid shows. */
const gridViewOf = ({ group, only, lens, band, labels, filter, node, query }: DaemonSetView, size: GridView["size"]): GridView => ({
  grouping: group,
  only,
  lens,
  band,
  labels,
  size,
  filter,
  selected: node,
  query,
});

/** Applies a patch of the grid to the page. Opening or closing a node adds a history entry; other changes replace
 *  the current one. */
function showPatched(view: DaemonSetView, patch: Partial<GridView>): void {
  const next = {
    ...view,
    ...(patch.grouping === undefined ? {} : { group: patch.grouping }),
    ...(patch.lens === undefined ? {} : { lens: patch.lens }),
    ...("only" in patch ? { only: patch.only } : {}),
    ...("band" in patch ? { band: patch.band } : {}),
    ...("labels" in patch ? { labels: patch.labels } : {}),
    ...("filter" in patch ? { filter: patch.filter } : {}),
    ...(patch.query === undefined ? {} : { query: patch.query }),
  };
  const sized =
    "size" in patch
      ? { ...next, table: patch.size === "table", size: patch.size === "table" ? view.size : (patch.size ?? view.size) }
      : next;
  if ("selected" in patch) navigate({ ...sized, node: patch.selected, drawer: undefined });
  else navigate(sized, { replace: true });
}

function DaemonSetBody({ state, source, seq, cells: cellSource, board, record, view, nowMs, isLive }: DaemonSetBodyProps) {
  const isReduced = useReducedMotion();
  const motion: ChangeMotion = !isLive ? "none" : isReduced ? "trace" : "fade";
  const cells = useReadable(cellSource);
  const nodes = rowCount(state.rows);
  const size = view.table ? "table" : gridSizeFor(view.size, nodes);
  const worklist = useWorklist(record, cells, view.group);
  const { index, isReadingPods, eligibilityOf } = useCellFacts({
    state,
    source,
    record,
    isTable: size === "table",
    namesPods: worklist !== undefined && worklist.groups.length > 0,
    lens: view.lens,
    isLive,
  });
  const { readying } = record;
  const fills = useMemo(() => readyFillsOf(readying, nowMs), [readying, nowMs]);
  const [picked, setPicked] = useState<{ readonly id: string; readonly nodes: ReadonlySet<string> } | undefined>(undefined);
  const lookOfNode = (name: string) => {
    const byte = cellAtPair(state, name, record.key);
    return byte === undefined ? undefined : cellStyleOf(byte, undefined, [], fills.of(name));
  };
  const onView = (patch: Partial<GridView>) => showPatched(view, patch);
  return (
    <>
      <div className={classes(css.main, "data")}>
        <RequireNodes>
          {() => <FlowArea record={record} board={board} fillOf={fills.of} nowMs={nowMs} seq={seq} motion={motion} />}
        </RequireNodes>
        <NodesOf wereRead={hasSynced(state.sources.nodes)}>
          {() => (
            <GridSection
              source={cellSource}
              nodes={nodes}
              daemonSet={record}
              index={index}
              eligibilityOf={eligibilityOf}
              fills={fills}
              emphasised={picked?.nodes}
              view={gridViewOf(view, size)}
              inLink={view}
              nowMs={nowMs}
              seq={seq}
              motion={motion}
              onView={onView}
            />
          )}
        </NodesOf>
      </div>
      <SidePanel
        view={view}
        isLive={isLive}
        outdatedPods={
          worklist === undefined ? null : (
            <OutdatedPods
              view={view}
              worklist={worklist}
              newPodsFail={record.newPodsFail === true}
              onOpen={(node) => onView({ selected: node })}
              cluster={state.cluster}
              oldPodOf={oldPodsOf(index, nowMs)}
              isReadingPods={isReadingPods}
            />
          )
        }
        record={record}
        nowMs={nowMs}
        lookOfNode={lookOfNode}
        picked={picked?.id}
        onPick={(id, names) => setPicked(id === undefined ? undefined : { id, nodes: new Set(names) })}
      />
    </>
  );
}

/** Renders content that needs all nodes once they are loaded, or states that nodes are not read. */
function NodesOf({ wereRead, children }: { readonly wereRead: boolean; readonly children: () => ReactNode }) {
  const { t } = useTranslation();
  return (
    <RequireNodes
      until={
        <p className={css.ofNodes}>
          <NodesRead />
        </p>
      }
    >
      {() => (wereRead ? children() : <p className={`${css.ofNodes} i2`}>{t("rollout.nodesUnread")}</p>)}
    </RequireNodes>
  );
}

function oldPodsOf(index: CellFactsIndex, nowMs: number) {
  return (node: GridNode): string | undefined => {
    const { pod } = index.factsOf(node, nowMs);
    return pod?.updated === false ? pod.name : undefined;
  };
}

/** Computed only if the user replaces the pods, because it is expensive for thousands of nodes. Covers all nodes, or
 *  none. */
function useWorklist({ strategy, managedBy }: DaemonSetRecord, cells: NodeCells | undefined, grouping: Grouping) {
  const areNodesAwaited = useAreNodesLoading();
  const isByHand = strategy === "OnDelete" && managedBy === undefined && !areNodesAwaited;
  return useMemo(
    () => (isByHand && cells !== undefined ? outdatedPodGroups(nodesByName(cells), grouping) : undefined),
    [isByHand, cells, grouping],
  );
}

/** Renders its children once all nodes are loaded, and `until` before that. */
function RequireNodes({ until = null, children }: { readonly until?: ReactNode; readonly children: () => ReactNode }) {
  return useAreNodesLoading() ? until : children();
}
