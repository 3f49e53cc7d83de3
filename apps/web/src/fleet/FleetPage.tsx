import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { wasRead } from "@daemonscope/shared/source-status";
import { lazy, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Connecting } from "../Connecting.tsx";
import { compareNeed, othersInWords, verdictOnFleet } from "../chrome/select-verdict.ts";
import { VerdictLine } from "../chrome/VerdictLine.tsx";
import { useClusterView, useFreshness, useNow } from "../cluster/cluster-context.ts";
import { isOld } from "../cluster/freshness.ts";
import { ExportButton } from "../exports/ExportButton.tsx";
import { daemonSetFilterable } from "../filter/filterables.ts";
import { parseFilter } from "../filter/parse-filter.ts";
import { NO_GROUP } from "../grid/grouping.ts";
import type { Translate } from "../i18n/translator.ts";
import { MiddleCut } from "../MiddleCut.tsx";
import { causeWords } from "../model-words/cause-words.ts";
import { navigate } from "../navigation.ts";
import { withoutPace } from "../pace/pace-words.ts";
import { holdersNote } from "../rollout/flow-words.ts";
import type { View } from "../url.ts";
import { Causes } from "./Causes.tsx";
import { COLUMN_HEADS } from "./column-heads.ts";
import { FleetRow } from "./FleetRow.tsx";
import { causeIn, selectCauses, wordsOfId } from "./select-causes.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useStripLayout } from "./use-strip-layout.ts";
import "./fleet.css";

/** A narrower pool has no room for three letters of its name. */
const NAMED_FROM_PX = 20;

/** Up to this width a row is a card of its own lines: no columns (CSS: 900 px, less the margins of the page). */
const CARDS_UP_TO = 860;
/** Up to this width the columns of what a DaemonSet wants are left out (CSS: 1180 px). */
const FEW_COLUMNS_UP_TO = 1140;
/** What all other columns take. */
const FEW_COLUMNS_WIDTH = 740;
/** Of what is more than the narrowest page with columns, this part goes to the names. */
const NAMES_SHARE = 0.3;
const COLUMNS_WIDTH = 1084;
const LEAST_STRIP = 120;
const SECOND_MS = 1000;

/** Width that is left for the strips, measured. */
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
  return { table, setTable, isCards, width: Math.max(LEAST_STRIP, whole - others) };
}

/** Which DaemonSets are shown, in words; undefined when all are. */
function filterWords(t: Translate, view: FleetView, records: readonly DaemonSetRecord[], shownCount: number): string | undefined {
  const { query, cause: id } = view;
  if (query === "" && id === undefined) return undefined;
  const shown = t("fleet.shownOf", { shown: shownCount, all: records.length });
  if (id === undefined) return t("fleet.named", { shown, query });
  const found = records.map((record) => causeIn(record, id)).find((each) => each !== undefined);
  const cause = found === undefined ? wordsOfId(id) : causeWords(t, found.cause);
  return query === "" ? t("fleet.withCause", { shown, cause }) : t("fleet.withCauseNamed", { shown, cause, query });
}

/** No old pod may go until a place comes back: what ends by itself says more than kubectl's sentence, which stands in the row too. */
const isHeld = ({ budget: { kind, used, allowed } }: DaemonSetRecord): boolean =>
  (kind === "maxUnavailable" || kind === "maxSurge") && used > 0 && used >= allowed;

type FleetView = Extract<View, { readonly page: "fleet" }>;

const FleetExport = lazy(() => import("../exports/FleetExport.tsx").then((module) => ({ default: module.FleetExport })));

/** All DaemonSets of the cluster, those that need a person first. */
export function FleetPage({ view }: { readonly view: FleetView }) {
  const { t } = useTranslation();
  const { state, seq } = useClusterView();
  // What counts up says whole seconds: rows whose record is the same are drawn anew once a second.
  const nowMs = Math.floor(useNow() / SECOND_MS) * SECOND_MS;
  const { table, setTable, isCards, width } = useStripWidth();
  const rowFocus = useRowKeys(table);
  const poolName = useCallback((pool: string) => (pool === NO_GROUP ? t("fleet.noPool") : pool), [t]);
  const layout = useStripLayout(state, seq, width, isCards ? undefined : poolName);
  const { cause } = view;
  const was = isOld(useFreshness());
  const columnOf = useMemo(() => new Map(state?.columns.map((key, column) => [key, column])), [state?.columns]);
  if (state === undefined || layout === undefined) return <Connecting />;
  const records = was ? [...state.daemonSets.values()].map(withoutPace) : [...state.daemonSets.values()];
  const verdict = verdictOnFleet(t, records, nowMs, state.sources);
  const typed = parseFilter(view.query);
  const shown = records
    .filter((record) => typed.keeps(daemonSetFilterable(record)) && (cause === undefined || causeIn(record, cause) !== undefined))
    .sort(compareNeed);
  const filtered = filterWords(t, view, records, shown.length);
  return (
    <main data-seq={seq}>
      <VerdictLine verdict={verdict} linked>
        {verdict.record === undefined ? null : !was && isHeld(verdict.record) ? (
          <span>{holdersNote(verdict.record, nowMs, t)}</span>
        ) : (
          <code className="ell" lang="en">
            {verdict.record.rollout.message}
          </code>
        )}
        <span className="i3">{othersInWords(t, records, verdict)}</span>
      </VerdictLine>
      <div className="data">
        <Causes
          causes={selectCauses(records)}
          nowMs={nowMs}
          isNarrow={isCards}
          picked={cause}
          onPick={(next) => navigate({ ...view, cause: next })}
        />
        <div className="sect fleet-head">
          <h2>{t("fleet.count", { count: records.length })}</h2>
          {filtered === undefined ? (
            <span className="i3">{t("fleet.needYouFirst")}</span>
          ) : (
            <span role="status" className="filtered">
              <span>{filtered}</span>
              {typed.problem === undefined ? null : <span className="i3">{t(`filter.${typed.problem}`)}</span>}
              <button type="button" className="btn" onClick={() => navigate({ ...view, query: "", cause: undefined })}>
                {t("fleet.showAll")}
              </button>
            </span>
          )}
          <span className="grow" />
          <span className="i3 legend-line ell">{wasRead(state.sources.nodes) ? t("fleet.strips", { count: state.rows.length }) : ""}</span>
          <ExportButton Shown={FleetExport} props={{ records: shown }} />
        </div>
        <div
          ref={setTable}
          {...rowFocus}
          className="fleet"
          role="table"
          aria-label={t("fleet.table")}
          style={{ ["--strip-w" as string]: `${layout.width}px` }}
        >
          <div role="row" className="hd">
            <span role="columnheader">
              <span className="visually-hidden">STATE</span>
            </span>
            {COLUMN_HEADS.map(({ head, says, className }) => (
              <span role="columnheader" key={head} className={className} title={says === undefined ? undefined : t(`fleet.heads.${says}`)}>
                <span lang="en">{head}</span>
              </span>
            ))}
            <span role="columnheader" className="strip-heads">
              <span className="visually-hidden">NODES</span>
              {layout.pools
                .filter(({ width }) => width >= NAMED_FROM_PX)
                .map((pool) => (
                  <span key={pool.name} style={{ left: `${pool.x}px`, width: `${pool.width}px` }} title={poolName(pool.name)}>
                    <MiddleCut text={poolName(pool.name)} />
                  </span>
                ))}
            </span>
          </div>
          {shown.map((record) => (
            <FleetRow
              key={record.uid}
              record={record}
              nowMs={nowMs}
              cause={cause}
              state={state}
              column={columnOf.get(record.key) ?? 0}
              layout={layout}
            />
          ))}
        </div>
        {records.length === 0 ? (
          <div className="message">
            <h2>{t("fleet.noDaemonSets")}</h2>
            <p>{wasRead(state.sources.nodes) ? t("fleet.nodesAndNone", { count: state.rows.length }) : t("fleet.none")}</p>
          </div>
        ) : null}
      </div>
    </main>
  );
}
