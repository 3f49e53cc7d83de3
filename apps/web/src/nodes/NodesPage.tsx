import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Connecting } from "../Connecting.tsx";
import { Headline } from "../chrome/Headline.tsx";
import { compareNeed } from "../chrome/select-verdict.ts";
import { nodeFilterable } from "../filter/filterables.ts";
import { parseFilter } from "../filter/parse-filter.ts";
import { GridTools } from "../grid/GridTools.tsx";
import { type GridSize, gridSizeFor, nextGridSize } from "../grid/grid-size.ts";
import { groupingsOf, groupOf } from "../grid/grouping.ts";
import { CloseMark, Legend, LegendMarks } from "../grid/Legend.tsx";
import { type LegendFilter, legendCounts } from "../grid/legend.ts";
import { useGridOrder } from "../grid/use-grid-order.ts";
import { useReducedMotion } from "../grid/use-reduced-motion.ts";
import { useCommand } from "../keys/use-command.ts";
import { navigate } from "../navigation.ts";
import { usePacedCluster } from "../rollout/use-paced-cluster.ts";
import type { NodesView } from "../url.ts";
import { NodesMap } from "./NodesMap.tsx";
import { NodesTable } from "./NodesTable.tsx";
import { nodesVerdict, notReadyWords } from "./nodes-verdict.ts";
import { PoolProgressTables } from "./PoolProgressTables.tsx";
import { type NodeStates, selectNodeStates } from "./select-node-states.ts";
import "../grid/grid.css";
import "./nodes.css";

const BELOW_MAP = 20;
/** Room for the first rows of what is under way. */
const BELOW_MAP_UNDER_WAY = 190;

/** DaemonSets by need as they were when the page was opened: columns do not change places under the pointer; new ones come last. */
function useColumnOrder(records: readonly DaemonSetRecord[]): readonly DaemonSetKey[] {
  const kept = useRef<readonly DaemonSetKey[]>([]);
  const there = new Set(records.map(({ key }) => key));
  const known = new Set(kept.current);
  const isSame = kept.current.every((key) => there.has(key)) && records.every(({ key }) => known.has(key));
  if (!isSame) {
    const news = records.filter(({ key }) => !known.has(key)).sort(compareNeed);
    kept.current = [...kept.current.filter((key) => there.has(key)), ...news.map(({ key }) => key)];
  }
  return kept.current;
}

/** All nodes with all DaemonSets: which lack an agent. */
export function NodesPage({ view }: { readonly view: NodesView }) {
  const { t } = useTranslation();
  const { view: cluster, nowMs, isLive } = usePacedCluster();
  const { state, seq } = cluster;
  const before = useRef<NodeStates>(undefined);
  if (state === undefined) return <Connecting />;
  const states = selectNodeStates(state, before.current);
  before.current = states;
  const verdict = nodesVerdict(t, states, state.sources);
  const silent = notReadyWords(t, states);
  return (
    <main className="nodes-page" data-seq={seq}>
      <Headline look={verdict.look} word={verdict.word} sentence={verdict.sentence} isBad={verdict.isBad}>
        {silent === undefined ? null : <span>{silent}</span>}
        {states.columns.length === 0 ? null : <span className="i3">{t("nodes.verdict.lackMeans")}</span>}
      </Headline>
      {states.nodes.length === 0 ? null : (
        <NodesBody states={states} records={[...state.daemonSets.values()]} view={view} nowMs={nowMs} seq={seq} isLive={isLive} />
      )}
    </main>
  );
}

interface NodesBodyProps {
  readonly states: NodeStates;
  readonly records: readonly DaemonSetRecord[];
  readonly view: NodesView;
  readonly nowMs: number;
  readonly seq: number;
  readonly isLive: boolean;
}

function NodesBody({ states, records, view, nowMs, seq, isLive }: NodesBodyProps) {
  const { t } = useTranslation();
  const { nodes } = states;
  const { group: grouping, only, filter, query } = view;
  const size: GridSize = view.table ? "table" : gridSizeFor(view.size, nodes.length);
  const { order, moved, sortAgain } = useGridOrder("nodes", nodes, grouping, size === "names");
  const counts = useMemo(() => legendCounts(nodes), [nodes]);
  const nodeRecords = useRecords(states);
  const groupings = useMemo(() => groupingsOf(nodeRecords), [nodeRecords]);
  const typed = useMemo(() => parseFilter(query), [query]);
  const isReduced = useReducedMotion();
  const columns = useColumnOrder(records);
  const underWay = records.filter((record) => record.underWay && record.unread.length === 0).sort(compareNeed);
  const change = (patch: Partial<NodesView>) => navigate({ ...view, ...patch }, { replace: true });
  const onSize = (next: GridSize) => change(next === "table" ? { table: true } : { table: false, size: next });
  useCommand("group", () =>
    change({ group: groupings[(groupings.indexOf(grouping) + 1) % groupings.length] ?? grouping, only: undefined }),
  );
  useCommand("table", () => change({ table: !view.table }));
  useCommand("wide", () => onSize(nextGridSize(size, nodes.length)));
  const onFilter = (next: LegendFilter | undefined) => change({ filter: next });
  return (
    <section className="grid-section data" aria-label={t("nodes.title")}>
      <GridTools
        nodes={nodes.length}
        grouping={grouping}
        groupings={groupings}
        size={size}
        onGrouping={(next) => change({ group: next, only: undefined })}
        onSize={onSize}
      >
        <LegendMarks counts={counts} filter={filter} onFilter={onFilter} />
        {only !== undefined && (
          <button type="button" className="lg on" title={t("grid.showAll")} onClick={() => change({ only: undefined })}>
            <b>{nodes.filter(({ record }) => groupOf(record, grouping) === only).length.toLocaleString("en-US")}</b>
            <span>{t("grid.inGroup", { name: only === "" ? t("grid.noValue") : only })}</span>
            <CloseMark />
          </button>
        )}
        {query !== "" && (
          <button type="button" className="lg on" title={t("grid.showAll")} onClick={() => change({ query: "" })}>
            <b>{nodes.filter(({ record }) => typed.keeps(nodeFilterable(record))).length.toLocaleString("en-US")}</b>
            <span>{t("grid.withText", { text: query })}</span>
            <CloseMark />
          </button>
        )}
      </GridTools>
      <div className="legend">
        <span className="i3 worst-of">{t("nodes.worstOf", { count: states.columns.length })}</span>
        <Legend counts={counts} filter={filter} onFilter={onFilter} knowsRevisions={counts.figures.old > 0} />
        <span className="grow" />
        {moved > 0 && !view.table && (
          <span className="moved">
            <span className="i3">{t("grid.moved", { count: moved })}</span>
            <button type="button" className="btn" onClick={sortAgain}>
              {t("grid.sortAgain")}
            </button>
          </span>
        )}
      </div>
      {view.table ? (
        <NodesTable states={states} columns={columns} view={view} nowMs={nowMs} />
      ) : (
        <NodesMap
          states={states}
          order={order}
          view={view}
          size={size}
          nowMs={nowMs}
          seq={seq}
          motion={!isLive ? "none" : isReduced ? "trace" : "fade"}
          below={underWay.length === 0 ? BELOW_MAP : BELOW_MAP_UNDER_WAY}
        />
      )}
      {underWay.length === 0 ? null : <PoolProgressTables states={states} records={underWay} grouping={grouping} />}
    </section>
  );
}

/** The records of all nodes: the same array while they are the same records, whatever their pods do. */
function useRecords({ nodes }: NodeStates) {
  const kept = useRef<readonly NodeStates["nodes"][number]["record"][]>([]);
  const isSame = kept.current.length === nodes.length && nodes.every(({ record }, row) => record === kept.current[row]);
  if (!isSame) kept.current = nodes.map(({ record }) => record);
  return kept.current;
}
