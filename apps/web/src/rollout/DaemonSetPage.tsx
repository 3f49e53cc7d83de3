import type { DaemonSetKey } from "@daemonscope/daemonset/model/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { wasRead } from "@daemonscope/shared/source-status";
import { memo, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDaemonSetPods } from "../api/queries.ts";
import { lookOf } from "../cell/look.ts";
import { usePalette } from "../cell/use-palette.ts";
import { readingOf } from "../cluster/reading-of.ts";
import { cellFactsIndex } from "../grid/cell-facts.ts";
import { GridSection, type GridView } from "../grid/GridSection.tsx";
import { gridNodes } from "../grid/grid-nodes.ts";
import type { ChangeMotion } from "../grid/grid-painter.ts";
import { gridSizeFor, NAMES_UP_TO } from "../grid/grid-size.ts";
import { fillsOf } from "../grid/ready-fill.ts";
import type { GridNode } from "../grid/select-groups.ts";
import { useElementBox } from "../grid/use-element-box.ts";
import { useReducedMotion } from "../grid/use-reduced-motion.ts";
import { navigate, useView } from "../navigation.ts";
import { PaceLine } from "../pace/PaceLine.tsx";
import { RevisionsPanel } from "../revisions/RevisionsPanel.tsx";
import type { View } from "../url.ts";
import { WaysOut } from "../ways/WaysOut.tsx";
import { DaemonSetFacts } from "./DaemonSetFacts.tsx";
import { Disagreements } from "./Disagreements.tsx";
import { Flow } from "./Flow.tsx";
import { Holders } from "./Holders.tsx";
import { ReportedOnly } from "./ReportedOnly.tsx";
import { selectLanes } from "./select-lanes.ts";
import { selectWorklist } from "./select-worklist.ts";
import { usePacedCluster } from "./use-paced-cluster.ts";
import { usePodsVersion } from "./use-pods-version.ts";
import { Worklist } from "./Worklist.tsx";

interface DaemonSetPageProps {
  readonly daemonSetKey: DaemonSetKey;
}

/** One DaemonSet: its rollout as a flow, what holds the budget, and all nodes. Renders at most ten times a second by itself, whatever its parent does. */
export const DaemonSetPage = memo(function DaemonSetPage({ daemonSetKey }: DaemonSetPageProps) {
  const { view: cluster, nowMs, isLive } = usePacedCluster();
  const view = useView();
  const { state, seq } = cluster;
  const nodes = useNodes(state, seq, daemonSetKey);
  const record = state?.daemonSets.get(daemonSetKey);
  if (state === undefined || record === undefined || nodes === undefined || view.page !== "daemonSet") return null;
  return <DaemonSetBody state={state} seq={seq} nodes={nodes} record={record} view={view} nowMs={nowMs} isLive={isLive} />;
});

interface DaemonSetBodyProps {
  readonly state: ClusterState;
  readonly seq: number;
  readonly nodes: readonly GridNode[];
  readonly record: NonNullable<ReturnType<ClusterState["daemonSets"]["get"]>>;
  readonly view: Extract<View, { readonly page: "daemonSet" }>;
  readonly nowMs: number;
  readonly isLive: boolean;
}

function DaemonSetBody({ state, seq, nodes, record, view, nowMs, isLive }: DaemonSetBodyProps) {
  const { t } = useTranslation();
  const palette = usePalette();
  const isReduced = useReducedMotion();
  const motion: ChangeMotion = !isLive ? "none" : isReduced ? "trace" : "fade";
  const flowArea = useRef<HTMLDivElement>(null);
  const { width } = useElementBox(flowArea);
  const size = view.table ? "table" : gridSizeFor(view.size, nodes.length);
  const oldOnNodes = record.revisions.filter((revision) => !revision.current && (revision.nodes ?? 0) > 0).length;
  const needsPods = nodes.length <= NAMES_UP_TO || size === "table" || (view.lens === "revision" && oldOnNodes > 1);
  const version = usePodsVersion([record, nodes], nodes.length, nowMs);
  const pods = useDaemonSetPods(record.namespace, record.name, `${record.uid} ${version}`, needsPods && isLive);
  const isAwaited = readingOf("pods", state.sources) === "awaited";
  const index = useMemo(() => cellFactsIndex(record, pods.data, isAwaited), [record, pods.data, isAwaited]);
  const lanes = useMemo(() => selectLanes(nodes.map((node) => node.byte)), [nodes]);
  const { readying } = record;
  const fillOf = useMemo(() => fillsOf(readying, nowMs), [readying, nowMs]);
  const [picked, setPicked] = useState<{ readonly id: string; readonly nodes: ReadonlySet<string> } | undefined>(undefined);
  const worklist = useMemo(
    () => (record.strategy === "OnDelete" ? selectWorklist(nodes, view.group) : undefined),
    [record.strategy, nodes, view.group],
  );
  const column = state.columns.indexOf(record.key);
  const lookOfNode = (name: string) => {
    const row = state.rows.indexOf(name);
    return row < 0 ? undefined : lookOf(state.cells[row * state.columns.length + column] ?? 0, undefined, [], fillOf(name));
  };
  const onView = (patch: Partial<GridView>) => {
    const next = {
      ...view,
      ...(patch.grouping === undefined ? {} : { group: patch.grouping }),
      ...(patch.lens === undefined ? {} : { lens: patch.lens }),
      ...("only" in patch ? { only: patch.only } : {}),
      ...("band" in patch ? { band: patch.band } : {}),
      ...("filter" in patch ? { filter: patch.filter } : {}),
      ...(patch.query === undefined ? {} : { query: patch.query }),
    };
    const sized =
      "size" in patch
        ? { ...next, table: patch.size === "table", size: patch.size === "table" ? view.size : (patch.size ?? view.size) }
        : next;
    if ("selected" in patch) navigate({ ...sized, node: patch.selected });
    else navigate(sized, { replace: true });
  };
  return (
    <div className="data daemonset">
      <div className="upper">
        <div ref={flowArea} className="flow-area">
          {record.derived === null ? (
            <ReportedOnly record={record} />
          ) : width > 0 ? (
            <Flow
              record={record}
              derived={record.derived}
              lanes={lanes}
              names={state.rows}
              width={width}
              palette={palette}
              nowMs={nowMs}
              seq={seq}
              fillOf={fillOf}
              motion={motion}
            />
          ) : null}
          <PaceLine record={record} nowMs={nowMs} isLive={isLive} />
        </div>
        {record.derived !== null && (
          <Holders
            record={record}
            nowMs={nowMs}
            lookOfNode={lookOfNode}
            picked={picked?.id}
            onPick={(id, names) => setPicked(id === undefined ? undefined : { id, nodes: new Set(names) })}
          />
        )}
      </div>
      {wasRead(state.sources.nodes) ? (
        <GridSection
          nodes={nodes}
          daemonSet={record}
          index={index}
          fillOf={fillOf}
          emphasised={picked?.nodes}
          view={{
            grouping: view.group,
            only: view.only,
            lens: view.lens,
            band: view.band,
            size,
            filter: view.filter,
            selected: view.node,
            query: view.query,
          }}
          nowMs={nowMs}
          seq={seq}
          motion={motion}
          onView={onView}
        />
      ) : (
        <p className="i2">{t("rollout.nodesUnread")}</p>
      )}
      <div className="below">
        {worklist !== undefined && <Worklist groups={worklist} onOpen={(node) => onView({ selected: node })} />}
        <section aria-label="DaemonSet">
          <h2>{record.name}</h2>
          <DaemonSetFacts record={record} nowMs={nowMs} />
        </section>
        <Disagreements record={record} />
      </div>
      <div className="below">
        <WaysOut record={record} />
      </div>
      <div className="below">
        <RevisionsPanel record={record} view={view} podsVersion={version} nowMs={nowMs} isLive={isLive} />
      </div>
    </div>
  );
}

/** The nodes with their cells as of `seq`; the same list while nothing of this DaemonSet or its nodes changed. */
function useNodes(state: ClusterState | undefined, seq: number, key: DaemonSetKey): readonly GridNode[] | undefined {
  const before = useRef<{ readonly key: string; readonly nodes: readonly GridNode[] } | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is changed in place; seq says when
  return useMemo(() => {
    if (state === undefined) return undefined;
    const nodes = gridNodes(state, key, before.current?.key === key ? before.current.nodes : []);
    before.current = nodes === undefined ? undefined : { key, nodes };
    return nodes;
  }, [state, seq, key]);
}
