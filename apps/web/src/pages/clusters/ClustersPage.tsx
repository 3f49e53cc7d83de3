import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { ClustersSource } from "../../data/clusters/clusters-source.ts";
import { type ClustersView, clustersFilters, hrefInCluster, navigateClusters, useClustersView } from "../../data/clusters/clusters-view.ts";
import {
  filterMatrix,
  type Matrix,
  type MatrixRow,
  matrixOf,
  type Order,
  orderOf,
  sortMatrix,
  totalNodeCount,
} from "../../data/clusters/matrix.ts";
import { useSeconds } from "../../data/hooks/cluster-context.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { Chips } from "../../panels/filters/FilterChips.tsx";
import { columnsOf } from "../../panels/verdict/columns-of.ts";
import { useLongClass } from "../../panels/verdict/long-class.ts";
import verdictCss from "../../panels/verdict/verdict.module.css";
import { LiveRegion } from "../../ui/announce/LiveRegion.tsx";
import { EmptyState } from "../../ui/empty/EmptyState.tsx";
import { useCommand } from "../../ui/keys/use-command.ts";
import { Unhyphenated } from "../../ui/text/Unhyphenated.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { useMedia } from "../../ui/theme/use-media.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { AttentionList } from "./AttentionList.tsx";
import { ClustersBar } from "./ClustersBar.tsx";
import { ClustersDialogs } from "./ClustersDialogs.tsx";
import { ClustersDock } from "./ClustersDock.tsx";
import css from "./clusters.module.css";
import { clusterNotes, shortNames, verdictOnClusters } from "./clusters-verdict.ts";
import { Differences } from "./Differences.tsx";
import { CompactMatrix } from "./matrix/CompactMatrix.tsx";
import { columnWidths, hasStrips } from "./matrix/column-widths.ts";
import { WideMatrix } from "./matrix/WideMatrix.tsx";
import { answerAge } from "./summary-time.ts";
import { UnreachableClusters } from "./UnreachableClusters.tsx";
import { Versions } from "./Versions.tsx";

/** With more clusters, or less width for each in pixels, cells have no words. */
const MAX_WORDS = 14;
const MIN_COLUMN = 82;
/** Widths of the row names with the version, and of the names and the row end without words; the CSS has the same
 *  numbers. */
const HEADS = 232;
const HEADS_LARGE = 290;
const NAMES = 162;
const END = 200;

function useWidth() {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(1400);
  // Measured before it is painted, so that a phone never shows the columns of a wide page.
  useLayoutEffect(() => {
    if (box === null) return;
    const measure = () => setWidth(Math.floor(box.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [box]);
  return { setBox, width };
}

/** Width of the second button, for which a headline has room and which this page has not, in letters of a button. */
const SECOND_BUTTON = 18;

/** The first line and its notes. The verdict is also the title of the tab, and screen readers announce its changes. */
function Verdict({
  matrix,
  sinceAnswerMs,
  about,
}: {
  readonly matrix: Matrix;
  readonly sinceAnswerMs: number;
  readonly about: MatrixRow | undefined;
}) {
  const { t } = useTranslation();
  const isPhone = useMedia("(max-width: 600px)");
  const verdict = verdictOnClusters(t, matrix, sinceAnswerMs);
  const notes = clusterNotes(t, matrix, about ?? verdict.about?.row, sinceAnswerMs);
  const longClass = useLongClass(verdict.word, columnsOf(verdict.sentence), columnsOf(verdict.about?.cluster.name ?? "") - SECOND_BUTTON);
  useEffect(() => {
    document.title = `${verdict.word} · ${verdict.sentence} · Daemonscope`;
  }, [verdict.word, verdict.sentence]);
  const tone = verdict.tone === "bad" ? verdictCss.stuck : verdict.tone === "quiet" ? verdictCss.rolling : undefined;
  return (
    <section className={classes(verdictCss.verdict, !isPhone && verdictCss.fixed, "data")} data-verdict aria-label={t("chrome.verdict")}>
      <h1 className={longClass}>
        <CellSwatch look={verdict.look} size={28} />
        <b className={tone}>{verdict.word}</b>{" "}
        <span className={verdictCss.sentence} title={verdict.sentence}>
          {verdict.about === undefined ? (
            <Unhyphenated text={verdict.sentence} />
          ) : (
            <a href={hrefInCluster(verdict.about.cluster.name, daemonSetView(verdict.about.key))}>
              <Unhyphenated text={verdict.sentence} />
            </a>
          )}
        </span>
      </h1>
      {verdict.about === undefined || isPhone ? null : (
        <div className={verdictCss.actions}>
          <a className="btn" href={hrefInCluster(verdict.about.cluster.name)}>
            {t("fleet.open", { name: verdict.about.cluster.name })}
          </a>
        </div>
      )}
      <div className={verdictCss.sub}>
        {verdict.behind === undefined ? null : <span>{verdict.behind}</span>}
        {notes.map(({ kind, names, words }) => (
          <span key={kind} title={names.join(", ")}>
            <b className={kind === "silent" || kind === "unheard" ? css.late : undefined}>{shortNames(t, names)}</b> {words}
          </span>
        ))}
      </div>
      <div className="visually-hidden" aria-live="polite">
        {verdict.about === undefined
          ? verdict.word
          : `${verdict.about.row.name} ${verdict.about.cluster.name}: ${verdict.word.replace(/\s\S*$/, "")}`}
      </div>
    </section>
  );
}

/** Returns the row whose versions are shown: the open one, by default the worst. */
function shownRow({ rows }: Matrix, { open }: ClustersView): MatrixRow | undefined {
  return open === undefined ? rows[0] : rows.find(({ keys }) => keys.includes(open));
}

/** Selects the row whose versions are shown. */
function VersionsOf({
  rows,
  shown,
  onOpen,
}: {
  readonly rows: readonly MatrixRow[];
  readonly shown: MatrixRow | undefined;
  readonly onOpen: (row: MatrixRow) => void;
}) {
  const { t } = useTranslation();
  return (
    <label className={css.choose}>
      <span className="i3">{t("clusters.version.of")}</span>
      <select
        aria-label={t("clusters.version.choose")}
        value={shown?.key ?? ""}
        onChange={(event) => {
          const row = rows.find(({ key }) => key === event.target.value);
          if (row !== undefined) onOpen(row);
        }}
      >
        {shown === undefined ? <option value="" /> : null}
        {rows.map(({ key, name, isNamesake }) => (
          <option key={key} value={key}>
            {isNamesake ? key : name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Clusters({
  matrix,
  view,
  sinceAnswerMs,
}: {
  readonly matrix: Matrix;
  readonly view: ClustersView;
  readonly sinceAnswerMs: number;
}) {
  const { t } = useTranslation();
  const { setBox, width } = useWidth();
  const isNarrow = useMedia("(max-width: 480px)");
  const isLarge = useMedia("(min-width: 1900px)");
  const kept = useMemo(() => filterMatrix(matrix, view.query), [matrix, view.query]);
  const shown = shownRow(kept, view);
  const opened = view.open === undefined ? undefined : shown;
  const columns = columnWidths(kept.clusters, width - (isLarge ? HEADS_LARGE : HEADS));
  const isWide = !isNarrow && kept.clusters.length <= MAX_WORDS && columns.every((column) => column >= MIN_COLUMN);
  const onOpen = (row: MatrixRow) =>
    navigateClusters({ ...view, version: undefined, open: isWide && row.key === opened?.key ? undefined : row.key }, { replace: true });
  const onVersion = (row: MatrixRow, version: string) =>
    navigateClusters({ ...view, open: row.key, version: view.version === version ? undefined : version }, { replace: true });
  useCommand(
    "up",
    view.version === undefined && view.open === undefined
      ? undefined
      : () => navigateClusters({ ...view, version: undefined, open: view.version === undefined ? undefined : view.open }),
  );
  useCommand("all", view.query === "" ? undefined : () => navigateClusters({ ...view, query: "" }, { replace: true }));
  const props = { matrix: kept, shown, version: view.version, sinceAnswerMs, onOpen, onVersion };
  return (
    <div ref={setBox} className={`${css.page} data`}>
      <div className={`sect ${css.tools}`}>
        <h2>
          {t("clusters.heading", {
            sets: t("clusters.sets", { count: kept.rows.length }),
            clusters: t("clusters.count", { count: kept.clusters.length }),
          })}
        </h2>
        <span className={`i3 ${css.notNarrow}`}>
          {t("clusters.nodes", { count: totalNodeCount(kept.clusters) })}
          {t("model.comma")}
          {t("clusters.worstFirst")}
        </span>
        <Chips filters={clustersFilters(view)} onRemove={(without) => navigateClusters(without)} />
        <span className="grow" />
        <VersionsOf rows={kept.rows} shown={shown} onOpen={onOpen} />
        {shown === undefined ? null : <Versions row={shown} clusters={kept.clusters} version={view.version} onVersion={onVersion} />}
      </div>
      {kept.rows.length === 0 ? (
        <EmptyState title={view.query === "" ? t("clusters.noSets") : t("clusters.nothing", { query: view.query })}>
          {view.query === "" ? (
            <p>{t("clusters.noSetsMeans")}</p>
          ) : (
            <button type="button" className="btn" onClick={() => navigateClusters({ ...view, query: "" }, { replace: true })}>
              {t("events.clear")}
            </button>
          )}
        </EmptyState>
      ) : isWide ? (
        <WideMatrix {...props} opened={opened} columns={columns} />
      ) : (
        <CompactMatrix {...props} width={isNarrow ? width : width - NAMES - END} isNarrow={isNarrow} />
      )}
      {isWide || opened === undefined ? null : (
        <div className={css.chosen}>
          <Differences row={opened} clusters={kept.clusters} />
        </div>
      )}
      {hasStrips(kept.clusters) && isWide ? null : <AttentionList matrix={kept} sinceAnswerMs={sinceAnswerMs} />}
    </div>
  );
}

/** An order is kept for this time if the worst row and the worst cluster stay the same, so that a user can read the
 *  rows. */
const KEPT_MS = 10_000;

interface Kept {
  readonly order: Order;
  readonly sinceMs: number;
}

const isSame = (a: Order, b: Order): boolean => a.clusters.join(" ") === b.clusters.join(" ") && a.rows.join(" ") === b.rows.join(" ");

const hasSameWorst = (a: Order, b: Order): boolean => a.clusters[0] === b.clusters[0] && a.rows[0] === b.rows[0];

/** Returns the matrix in its kept order. Worst first replaces the order at once if the worst changed, else after
 *  `KEPT_MS`. */
function useOrder(matrix: Matrix | undefined, nowMs: number): Matrix | undefined {
  const [kept, setKept] = useState<Kept | undefined>(undefined);
  if (matrix === undefined) return undefined;
  const wanted = orderOf(matrix);
  if (kept === undefined || !hasSameWorst(kept.order, wanted) || (!isSame(kept.order, wanted) && nowMs - kept.sinceMs >= KEPT_MS)) {
    setKept({ order: wanted, sinceMs: nowMs });
    return matrix;
  }
  return sortMatrix(matrix, kept.order);
}

/** The page of all clusters: the location and version of each agent, and the problems that need a user. */
export function ClustersPage({ source }: { readonly source: ClustersSource }) {
  const { t } = useTranslation();
  const { clusters, notes, answeredAtMs } = useSyncExternalStore(source.subscribe, source.snapshot);
  const view = useClustersView();
  const nowMs = Math.max(useSeconds(), answeredAtMs ?? 0);
  const worstFirst = useMemo(() => (clusters === undefined ? undefined : matrixOf(clusters)), [clusters]);
  const matrix = useOrder(worstFirst, nowMs);
  const { sinceAnswerMs, lostMs } = answerAge(nowMs, answeredAtMs);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-stale", lostMs !== undefined);
  }, [lostMs]);
  const isSimulated =
    clusters?.some(({ hearing }) => hearing !== "unusable") === true &&
    clusters.every(({ simulated, hearing }) => simulated || hearing === "unusable");
  return (
    <>
      <ClustersBar view={view} count={clusters?.length} isSimulated={isSimulated} lostMs={lostMs} />
      <main>
        {lostMs === undefined ? null : (
          <p className={css.lost} role="alert">
            {t("clusters.lost", { age: humanDuration(lostMs) })}
          </p>
        )}
        {view.missing === undefined ? null : <p className={css.lost}>{t("clusters.notThere", { name: view.missing })}</p>}
        {matrix === undefined || clusters === undefined ? (
          <p className="message" role="status">
            {t("clusters.connecting")}
          </p>
        ) : (
          <>
            <Verdict matrix={matrix} sinceAnswerMs={sinceAnswerMs} about={view.open === undefined ? undefined : shownRow(matrix, view)} />
            <Clusters matrix={matrix} view={view} sinceAnswerMs={sinceAnswerMs} />
            <ClustersDock matrix={matrix} answeredMs={nowMs - (lostMs ?? 0)} sinceAnswerMs={sinceAnswerMs} isLost={lostMs !== undefined} />
            <UnreachableClusters clusters={matrix.clusters} notes={notes} sinceAnswerMs={sinceAnswerMs} />
          </>
        )}
      </main>
      <ClustersDialogs matrix={matrix} />
      <LiveRegion />
    </>
  );
}
