import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { hasSynced } from "@daemonscope/kube/source-status";
import type { PodSearchAnswer } from "@daemonscope/shared/http/pod-search";
import { daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { rowCount, rowIdOf } from "@daemonscope/shared/state/row-ids";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { isDataStale } from "../../data/freshness/freshness.ts";
import { useClusterView, useFreshness, useNow } from "../../data/hooks/cluster-context.ts";
import { continuityOf } from "../../data/hooks/continuity.ts";
import { nodesLoadingState } from "../../data/hooks/nodes-loading-state.ts";
import { slotHoldersNote } from "../../data/lanes/slot-holders-note.ts";
import { normalizeText } from "../../data/rows/filter/parse-filter.ts";
import { NO_GROUP } from "../../data/rows/grouping.ts";
import { navigate } from "../../data/url/navigation.ts";
import type { StripLayout } from "../../draw/strip/strip-layout.ts";
import { useStripLayout } from "../../draw/strip/use-strip-layout.ts";
import { ExportButton } from "../../panels/exports/ExportButton.tsx";
import { withoutForecast } from "../../panels/verdict/pace/rollout-pace-text.ts";
import { otherDaemonSetsText, verdictOnFleet } from "../../panels/verdict/select-verdict.ts";
import { VerdictLine } from "../../panels/verdict/VerdictLine.tsx";
import { Connecting } from "../../ui/loading/Connecting.tsx";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { NodesRead } from "../../ui/loading/NodesRead.tsx";
import { Causes } from "./Causes.tsx";
import { COLUMN_HEADS } from "./column-heads.ts";
import type { FleetView } from "./FleetFilters.tsx";
import { FleetRow } from "./FleetRow.tsx";
import { filterFleet, podsMatching } from "./filter-fleet.ts";
import css from "./fleet.module.css";
import { selectCauses } from "./select-causes.ts";
import { useRowKeys } from "./strips/use-row-keys.ts";

/** Up to this width a row is a card with several lines and no columns (CSS: 900 px, less the margins of the page). */
const CARDS_UP_TO = 860;
/** Up to this width the columns of the spec are hidden (CSS: 1180 px). */
const FEW_COLUMNS_UP_TO = 1140;
/** Width of all columns without the strips and the spec. */
const FEW_COLUMNS_WIDTH = 740;
/** Share of the width beyond `CARDS_UP_TO` that goes to the names while the columns of the spec are hidden. */
const NAMES_SHARE = 0.3;
/** Width of all columns without the strips. */
const COLUMNS_WIDTH = 1084;
const MIN_STRIP = 120;

/** Measures the width that is left for the strips. */
function useStripWidth() {
  const [table, setTable] = useState<HTMLDivElement | null>(null);
  const [whole, setWhole] = useState(1400);
  useEffect(() => {
    if (table === null) return;
    const observer = new ResizeObserver(([entry]) => setWhole(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(table);
    return () => observer.disconnect();
  }, [table]);
  const isCards = whole <= CARDS_UP_TO;
  const others = isCards
    ? 0
    : whole <= FEW_COLUMNS_UP_TO
      ? FEW_COLUMNS_WIDTH + Math.round(NAMES_SHARE * (whole - CARDS_UP_TO))
      : COLUMNS_WIDTH;
  return { table, setTable, isCards, width: Math.max(MIN_STRIP, whole - others) };
}

/** Reports whether the budget is used up by causes that do not end by themselves, which the note under the verdict
 *  explains. The end of temporary causes is shown on the DaemonSet's page. */
const isHeldForGood = (record: DaemonSetRecord): boolean => {
  const { kind, used, allowed, holders } = record.budget;
  const isBudget = kind === "maxUnavailable" || kind === "maxSurge";
  return isBudget && isBudgetInUse(record) && used > 0 && used >= allowed && holders.every(({ lasting }) => lasting);
};

/** Parts that depend on nodes, which load later. */
const PoolHeads = lazyWithWords(() => import("./PoolHeads.tsx").then((module) => module.PoolHeads));
const NodesNamed = lazyWithWords(() => import("./NodesNamed.tsx").then((module) => module.NodesNamed));
const FleetFilters = lazyWithWords(() => import("./FleetFilters.tsx").then((module) => module.FleetFilters));
/** Parts that call the server are loaded when they are needed. */
const PodsNamed = lazyWithWords(() => import("./PodsNamed.tsx").then((module) => module.PodsNamed));
const FleetExport = lazyWithWords(() => import("../../panels/exports/FleetExport.tsx").then((module) => module.FleetExport));

/** The page stays usable without a lazy part: `LazyPart` reports the failure, and nothing replaces the part. */
const ignore = () => {};

interface HeadsProps {
  readonly layout: StripLayout;
  /** Number of nodes, if known. */
  readonly nodes: number | undefined;
  readonly nameOf: (pool: string) => string;
}

/** The heads of the columns, and of the pools over the strips. */
function Heads({ layout, nodes, nameOf }: HeadsProps) {
  const { t } = useTranslation();
  return (
    <div role="row" className={css.heads}>
      <span role="columnheader">
        <span className="visually-hidden">STATE</span>
      </span>
      {COLUMN_HEADS.map(({ head, titleKey, className }) => (
        <span
          role="columnheader"
          key={head}
          className={className}
          title={titleKey === undefined ? undefined : t(`fleet.heads.${titleKey}`)}
        >
          <span lang="en">{head}</span>
        </span>
      ))}
      <span role="columnheader" className={css.stripHeads} title={nodes === undefined ? undefined : t("fleet.strips", { count: nodes })}>
        <span className="visually-hidden">NODES</span>
        {layout.pools.length === 0 ? null : (
          <LazyPart about="pools" onFailed={ignore}>
            <PoolHeads pools={layout.pools} nameOf={nameOf} />
          </LazyPart>
        )}
      </span>
    </div>
  );
}

/** All DaemonSets of the cluster, those that need a person first. */
export function FleetPage({ view }: { readonly view: FleetView }) {
  const { t } = useTranslation();
  const cluster = useClusterView();
  const { state, seq } = cluster;
  const awaited = nodesLoadingState(cluster);
  const nowMs = useNow();
  const { table, setTable, isCards, width } = useStripWidth();
  const rowFocus = useRowKeys(table);
  const poolName = useCallback((pool: string) => (pool === NO_GROUP ? t("fleet.noPool") : pool), [t]);
  const layout = useStripLayout(width, isCards ? undefined : poolName, awaited !== undefined);
  const { cause } = view;
  const text = normalizeText(view.query);
  const [answer, setAnswer] = useState<PodSearchAnswer | undefined>(undefined);
  const found = useMemo(() => podsMatching(view.query, answer), [view.query, answer]);
  const freshness = useFreshness();
  const isStale = isDataStale(freshness);
  if (state === undefined || layout === undefined) return <Connecting />;
  const records = isStale ? daemonSetsOf(state).map(withoutForecast) : daemonSetsOf(state);
  const verdict = verdictOnFleet(t, records, nowMs, state.sources);
  // Node counts are shown only when all nodes are loaded.
  const nodes = awaited === undefined && hasSynced(state.sources.nodes) ? rowCount(state.rows) : undefined;
  const shown = filterFleet(t, records, view, found, awaited === undefined ? rowCount(state.rows) : 0);
  return (
    <main data-seq={seq}>
      <VerdictLine verdict={verdict} linked>
        {verdict.record === undefined || isStale || !isHeldForGood(verdict.record) ? null : (
          <span>{slotHoldersNote(verdict.record, nowMs, t)}</span>
        )}
        <span className="i3">{otherDaemonSetsText(t, records, verdict)}</span>
      </VerdictLine>
      <div className="data">
        <Causes
          causes={selectCauses(records)}
          nowMs={nowMs}
          isNarrow={isCards}
          picked={cause}
          onPick={(next) => navigate({ ...view, cause: next })}
        />
        <div className={`sect ${css.heading}`}>
          <h2>{t("fleet.count", { count: records.length })}</h2>
          <NodesRead />
          <LazyPart about="filters" onFailed={ignore}>
            <FleetFilters view={view} all={records} shown={shown} />
          </LazyPart>
          {text === undefined ? null : (
            <LazyPart about="pods" onFailed={ignore}>
              <PodsNamed text={text} onFound={setAnswer} />
            </LazyPart>
          )}
          <span className="grow" />
          <ExportButton Dialog={FleetExport} props={{ records: shown.records }} />
        </div>
        <div
          ref={setTable}
          {...rowFocus}
          className={css.table}
          role="table"
          aria-label={t("fleet.table")}
          style={{
            ["--strip-w" as string]: `${awaited === undefined ? layout.width : width}px`,
            ["--nodes-read" as string]: awaited?.of === undefined ? 0 : awaited.read / Math.max(1, awaited.of),
          }}
        >
          <Heads layout={layout} nodes={nodes} nameOf={poolName} />
          {shown.records.map((record) => (
            <FleetRow
              key={record.uid}
              record={record}
              nowMs={nowMs}
              cause={cause}
              column={rowIdOf(state.columns, record.key) ?? 0}
              layout={awaited === undefined ? layout : undefined}
              continuity={continuityOf(cluster, freshness.kind)}
              podNodes={shown.podNodes.get(record.key)}
            />
          ))}
        </div>
        {shown.records.length === 0 && awaited === undefined ? (
          <LazyPart about="named" onFailed={ignore}>
            <NodesNamed text={text} rows={state.rows} />
          </LazyPart>
        ) : null}
        {records.length === 0 ? (
          <div className="message">
            <h2>{t("fleet.noDaemonSets")}</h2>
            <p>{nodes === undefined ? t("fleet.none") : t("fleet.nodesAndNone", { count: nodes })}</p>
          </div>
        ) : null}
      </div>
    </main>
  );
}
