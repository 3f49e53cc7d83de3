import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { navigate } from "../../data/url/navigation.ts";
import type { FleetSort, FleetView } from "../../data/url/url.ts";
import type { StripLayout } from "../../draw/strip/strip-layout.ts";
import { rovingTabIndex } from "../../ui/controls/roving-tab-index.ts";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { countText } from "../../words/format/figures.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { FleetRow } from "./FleetRow.tsx";
import css from "./fleet.module.css";
import { isFineRow, isUrgentRow } from "./row-status.ts";
import { SickNodeRow } from "./SickNodeRow.tsx";
import type { FilteredFleet } from "./shown-fleet.ts";
import type { SickNodes } from "./sick-nodes.ts";

/** Depends on nodes, which load later. */
const PoolHeads = lazyWithWords(() => import("./PoolHeads.tsx").then((module) => module.PoolHeads));

/** kubectl's columns after DESIRED in kubectl's order, the same in every language. */
const COUNT_HEADS = [
  ["CURRENT", "current"],
  ["READY", "ready"],
  ["UP-TO-DATE", "updated"],
  ["AVAILABLE", "available"],
] as const;

interface HeadsProps {
  readonly layout: StripLayout;
  /** Number of nodes, if known. */
  readonly nodes: number | undefined;
  readonly nameOf: (pool: string) => string;
  readonly view: FleetView;
}

interface SortedHeadProps {
  readonly by: FleetSort;
  /** kubectl's head. */
  readonly head: string;
  readonly view: FleetView;
  readonly className?: string | undefined;
  readonly title?: string;
}

/** A head that sorts the rows; a second press sorts them by need again. */
function SortedHead({ by, head, view, className, title }: SortedHeadProps) {
  const isSorted = view.sort === by;
  const isDescending = by === "desired";
  return (
    <span
      role="columnheader"
      className={className}
      title={title}
      lang="en"
      aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined}
    >
      <button type="button" onClick={() => navigate({ ...view, sort: isSorted ? "need" : by }, { replace: true })}>
        {head}
        {isSorted ? <i aria-hidden="true">{isDescending ? " ↓" : " ↑"}</i> : null}
      </button>
    </span>
  );
}

/** The heads of the columns, and of the pools over the strips. The heads are one stop of the Tab key. */
export function Heads({ layout, nodes, nameOf, view }: HeadsProps) {
  const { t } = useTranslation();
  return (
    <div role="row" className={css.heads} {...rovingTabIndex}>
      <span role="columnheader">
        <span className="visually-hidden">STATE</span>
      </span>
      <SortedHead by="namespace" head="NAMESPACE" view={view} />
      <SortedHead by="name" head="NAME" view={view} />
      <span role="columnheader">
        <span className="visually-hidden">STATUS</span>
      </span>
      <SortedHead by="desired" head="DESIRED" view={view} className={css.count} title={t("fleet.heads.desired")} />
      {COUNT_HEADS.map(([head, key]) => (
        <span role="columnheader" key={head} className={css.count} title={t(`fleet.heads.${key}`)} lang="en">
          {head}
        </span>
      ))}
      <span role="columnheader" className={css.stripHeads} title={nodes === undefined ? undefined : t("fleet.strips", { count: nodes })}>
        <span className="visually-hidden">NODES</span>
        {layout.pools.length === 0 ? null : (
          <LazyPart about="pools" onFailed={() => {}}>
            <PoolHeads pools={layout.pools} nameOf={nameOf} />
          </LazyPart>
        )}
      </span>
    </div>
  );
}

interface RowsProps {
  readonly shown: FilteredFleet;
  readonly sick: readonly SickNodes[];
  readonly state: ClusterState;
  readonly view: FleetView;
  /** Undefined until all nodes are loaded. */
  readonly layout: StripLayout | undefined;
  readonly isCards: boolean;
  readonly nowMs: number;
  /** Shows a DaemonSet next to the list. Pass the same function. */
  readonly onPeek: ((key: string) => void) | undefined;
}

/** Returns the heading of the healthy rows: `7 others, fine except on spot-07`. */
function fineText(t: Translate, count: number, sick: readonly SickNodes[], isAll: boolean): string {
  const words = t(isAll ? "fleet.count" : "fleet.others", { count });
  const [first, ...more] = sick;
  const number = sick.reduce((sum, each) => sum + each.count, 0);
  if (first === undefined) return t("fleet.fine", { words });
  const nodes =
    more.length === 0 && first.count === 1 ? (first.nodes[0] ?? "") : t("fleet.sickNodes", { number: countText(number), count: number });
  return t("fleet.fineExcept", { words, nodes });
}

/** All rows: those that need a person, NotReady nodes, those that move, then the healthy ones under one line. In
 *  another order, NotReady nodes are first. */
export function Rows({ shown: { records, podNodes }, sick, state, view, layout, isCards, nowMs, onPeek }: RowsProps) {
  const { t } = useTranslation();
  const isByNeed = view.sort === "need";
  const [above, fine] = [
    records.filter((record) => !isByNeed || !isFineRow(record)),
    records.filter((record) => isByNeed && isFineRow(record)),
  ];
  const urgent = above.filter((record) => isByNeed && isUrgentRow(record));
  const rowOf = (record: DaemonSetRecord) => (
    <FleetRow
      key={record.uid}
      record={record}
      nowMs={nowMs}
      cause={view.cause}
      column={rowIdOf(state.columns, record.key) ?? 0}
      layout={layout}
      podNodes={podNodes.get(record.key)}
      isAbove={!isFineRow(record)}
      hasStrip={!isCards || !isFineRow(record)}
      onPeek={onPeek}
    />
  );
  return (
    <>
      {urgent.map(rowOf)}
      {sick.map((each) => (
        <SickNodeRow key={each.id} sick={each} state={state} layout={layout} nowMs={nowMs} />
      ))}
      {above.filter((record) => !urgent.includes(record)).map(rowOf)}
      {fine.length === 0 || (above.length === 0 && sick.length === 0) ? null : (
        <div role="row" className={css.gap}>
          <span role="cell" aria-colspan={10}>
            {fineText(t, fine.length, sick, above.length === 0)}
          </span>
        </div>
      )}
      {fine.map(rowOf)}
    </>
  );
}
