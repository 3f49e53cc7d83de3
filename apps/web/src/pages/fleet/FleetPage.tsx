import { wasNeverReady } from "@daemonscope/daemonset/records/never-ready";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { hasSynced } from "@daemonscope/kube/source-status";
import type { PodSearchAnswer } from "@daemonscope/shared/http/pod-search";
import { type ClusterState, daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { rowCount, rowIdOf } from "@daemonscope/shared/state/row-ids";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { isDataStale } from "../../data/freshness/freshness.ts";
import { useClusterView, useFreshness, useNow } from "../../data/hooks/cluster-context.ts";
import { nodesLoadingState } from "../../data/hooks/nodes-loading-state.ts";
import { groupOf, NO_GROUP } from "../../data/rows/grouping.ts";
import type { FleetView } from "../../data/url/url.ts";
import { useStripLayout } from "../../draw/strip/use-strip-layout.ts";
import { ExportCommand } from "../../panels/exports/ExportCommand.tsx";
import { withoutForecast } from "../../panels/verdict/pace/rollout-pace-text.ts";
import { Connecting } from "../../ui/loading/Connecting.tsx";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { NodesRead } from "../../ui/loading/NodesRead.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { FleetHead } from "./FleetHead.tsx";
import { Heads, Rows } from "./FleetTable.tsx";
import css from "./fleet.module.css";
import { isFineRow } from "./row-status.ts";
import type { FilteredFleet } from "./shown-fleet.ts";
import { selectSickNodes } from "./sick-nodes.ts";
import { useRowKeys } from "./strips/use-row-keys.ts";
import { useFleetSize } from "./use-fleet-size.ts";
import { usePeek } from "./use-peek.ts";
import { useShownFleet } from "./use-shown-fleet.ts";

const SLIDE = { duration: 240, easing: "cubic-bezier(.215, .61, .355, 1)" };

/** Slides rows once from their previous places to new ones if `order` changes while `filter` is the same. Rows have
 *  `data-row`. */
function useRowSlide(table: HTMLElement | null, order: string, filter: string): void {
  const last = useRef<{ readonly filter: string; readonly tops: ReadonlyMap<string, number> }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is that of the rows in the table
  useLayoutEffect(() => {
    if (table === null) return;
    const rows = [...table.querySelectorAll<HTMLElement>("[data-row]")];
    const before = last.current;
    const note = () => {
      last.current = { filter, tops: new Map(rows.map((row) => [row.dataset.row ?? "", row.offsetTop])) };
    };
    if (before === undefined) {
      // Does not lay out the page before its first frame.
      const frame = requestAnimationFrame(note);
      return () => cancelAnimationFrame(frame);
    }
    note();
    if (before.filter !== filter || document.hidden || document.documentElement.dataset.motion === "reduce") return;
    for (const row of rows) {
      const from = before.tops.get(row.dataset.row ?? "");
      if (from === undefined || from === row.offsetTop) continue;
      row.animate([{ transform: `translateY(${from - row.offsetTop}px)` }, { transform: "none" }], SLIDE);
    }
  }, [table, order, filter]);
}

/** The strips of more nodes need all their space. */
const MANY_NODES = 64;

/** Parts that depend on nodes, which load later. */
const FleetFilters = lazyWithWords(() => import("./FleetFilters.tsx").then((module) => module.FleetFilters));
const BelowFleet = lazyWithWords(() => import("./BelowFleet.tsx").then((module) => module.BelowFleet));
/** Parts that call the server are loaded when they are needed. */
const PodsNamed = lazyWithWords(() => import("./PodsNamed.tsx").then((module) => module.PodsNamed));
const FleetPeek = lazyWithWords(() => import("./FleetPeek.tsx").then((module) => module.FleetPeek));
const FleetExport = lazyWithWords(() => import("../../panels/exports/FleetExport.tsx").then((module) => module.FleetExport));

/** The page stays usable without a lazy part: `LazyPart` reports the failure, and nothing replaces the part. */
const ignore = () => {};

interface ToolsProps {
  readonly view: FleetView;
  readonly all: readonly DaemonSetRecord[];
  readonly shown: FilteredFleet;
  readonly onFound: (answer: PodSearchAnswer | undefined) => void;
}

/** The filters, and the export. */
function Tools({ view, all, shown, onFound }: ToolsProps) {
  return (
    <div className={css.tools}>
      <NodesRead />
      <LazyPart about="filters" onFailed={ignore}>
        <FleetFilters view={view} all={all} shown={shown} />
      </LazyPart>
      {shown.text === undefined ? null : (
        <LazyPart about="pods" onFailed={ignore}>
          <PodsNamed text={shown.text} onFound={onFound} />
        </LazyPart>
      )}
      <span className="grow" />
      <ExportCommand Dialog={FleetExport} props={{ records: shown.records }} />
    </div>
  );
}

function sickNodesIn(state: ClusterState, records: readonly DaemonSetRecord[], poolName: (pool: string) => string) {
  const recordOf = (node: string) => state.nodes[rowIdOf(state.rows, node) ?? -1];
  return selectSickNodes(
    records,
    (node) => {
      const record = recordOf(node);
      return poolName(record === undefined ? NO_GROUP : groupOf(record, "pool"));
    },
    (node) => {
      const record = recordOf(node);
      return record !== undefined && wasNeverReady(record) === true;
    },
  );
}

/** The sizes of the list, for its style sheets. */
const sizesOf = (
  { columns, row, room, strips, strip }: ReturnType<typeof useFleetSize>["size"],
  stripWidth: number,
  awaited: ReturnType<typeof nodesLoadingState>,
): object => ({
  "--columns": columns,
  "--row": row,
  "--strip-w": `${Math.max(strips, (awaited?.of ?? 0) > MANY_NODES ? room : stripWidth)}px`,
  "--strip-h": `${strip.height}px`,
  "--nodes-read": awaited?.of === undefined ? 0 : awaited.read / Math.max(1, awaited.of),
});

/** All DaemonSets of the cluster, those that need a person first. */
export function FleetPage({ view }: { readonly view: FleetView }) {
  const { t } = useTranslation();
  const cluster = useClusterView();
  const { state, seq } = cluster;
  const awaited = nodesLoadingState(cluster);
  const nowMs = useNow();
  const { cause } = view;
  const [answer, setAnswer] = useState<PodSearchAnswer | undefined>(undefined);
  const isStale = isDataStale(useFreshness());
  const records = useMemo(() => {
    const all = state === undefined ? [] : daemonSetsOf(state);
    return isStale ? all.map(withoutForecast) : all;
  }, [state, isStale]);
  const longest = useMemo(() => records.reduce((most, { name }) => Math.max(most, name.length), 0), [records]);
  const { table, setTable, size } = useFleetSize(longest);
  const { isCards, room, strip } = size;
  const rowFocus = useRowKeys(table);
  const poolName = useCallback((pool: string) => (pool === NO_GROUP ? t("fleet.noPool") : pool), [t]);
  const layout = useStripLayout(room, strip, isCards ? undefined : poolName, awaited !== undefined);
  const { peeked, close, toggle, onKeyDown } = usePeek(records);
  const shown = useShownFleet(records, view, answer, state === undefined || awaited !== undefined ? 0 : rowCount(state.rows));
  const isFiltered = shown.text !== undefined || cause !== undefined;
  useRowSlide(table, shown.records.map((record) => `${record.uid} ${isFineRow(record)}`).join(), `${shown.text} ${cause} ${room}`);
  if (state === undefined || layout === undefined) return <Connecting />;
  // Node counts are shown only when all nodes are loaded.
  const nodes = awaited === undefined && hasSynced(state.sources.nodes) ? rowCount(state.rows) : undefined;
  return (
    <main data-seq={seq} className={peeked === undefined ? undefined : css.peeking}>
      <FleetHead
        records={records}
        sources={state.sources}
        nodes={nodes}
        nowMs={nowMs}
        isStale={isStale}
        isCards={isCards}
        tools={<Tools view={view} all={records} shown={shown} onFound={setAnswer} />}
      />
      <div className={classes(css.list, "data")} style={sizesOf(size, layout.width, awaited)}>
        <div
          ref={setTable}
          {...rowFocus}
          onKeyDown={onKeyDown}
          className={classes(css.table, isCards && css.cards)}
          role="table"
          aria-label={t("fleet.table")}
        >
          <Heads layout={layout} nodes={nodes} nameOf={poolName} view={view} />
          <Rows
            shown={shown}
            sick={isFiltered ? [] : sickNodesIn(state, records, poolName)}
            state={state}
            view={view}
            layout={awaited === undefined ? layout : undefined}
            isCards={isCards}
            nowMs={nowMs}
            onPeek={toggle}
          />
        </div>
        <LazyPart about="below" onFailed={ignore}>
          <BelowFleet
            isFiltered={isFiltered}
            nodes={nodes}
            shown={shown}
            isTall={size.isTall}
            isCards={isCards}
            isPeeking={peeked !== undefined}
            nowMs={nowMs}
            records={records}
          />
        </LazyPart>
      </div>
      {peeked === undefined ? null : (
        <LazyPart about={`peek ${peeked.key}`} onFailed={close}>
          <FleetPeek record={peeked} nowMs={nowMs} onClose={close} />
        </LazyPart>
      )}
    </main>
  );
}
