import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { compareVerdicts } from "@daemonscope/daemonset/rollout/verdict-word";
import { useLayoutEffect, useRef, useState } from "react";
import { useClusterView, useFreshness, useIsNow } from "../../data/hooks/cluster-context.ts";
import { nodesLoadingState } from "../../data/hooks/nodes-loading-state.ts";
import { firstTroubledNode } from "../../panels/explain/failing-nodes.ts";
import { EmptyState } from "../../ui/empty/EmptyState.tsx";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { useMedia } from "../../ui/theme/use-media.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { AuditLine } from "./AuditLine.tsx";
import { FleetBar } from "./FleetBar.tsx";
import { NoMatches } from "./NoMatches.tsx";
import { RecentChanges } from "./RecentChanges.tsx";
import css from "./recent-changes.module.css";
import { isFineRow, needsPerson } from "./row-status.ts";
import type { FilteredFleet } from "./shown-fleet.ts";
import { WIDE } from "./use-peek.ts";

/** A list of at most this many DaemonSets leaves space for the last changes. */
const SHORT = 6;
/** A longer list has them too if this space is free, CSS pixels. */
const MIN_FREE = 200;
/** A list of at most this many also leaves space for the worst DaemonSet. */
const VERY_SHORT = 4;

/** The evidence is large, and most pages show none. */
const WorstDaemonSet = lazyWithWords(() => import("./WorstDaemonSet.tsx").then((module) => module.WorstDaemonSet));

interface BelowFleetProps {
  readonly isFiltered: boolean;
  /** Number of nodes, if known. */
  readonly nodes: number | undefined;
  readonly records: readonly DaemonSetRecord[];
  readonly shown: FilteredFleet;
  readonly isTall: boolean;
  readonly isCards: boolean;
  /** The panel next to the list is open. */
  readonly isPeeking: boolean;
  readonly nowMs: number;
}

/** The worst DaemonSet that needs a person, and its first failing node. A wide page has a panel for it. */
function Worst({ records }: Pick<BelowFleetProps, "records">) {
  const isWide = useMedia(WIDE);
  const record = records.filter(needsPerson).sort(compareVerdicts)[0];
  const node = record === undefined ? undefined : firstTroubledNode(record);
  if (isWide || record === undefined || node === undefined) return null;
  return (
    <div className={css.worst}>
      <LazyPart key={record.key} about={`worst ${record.key}`} onFailed={() => {}}>
        <WorstDaemonSet record={record} node={node} />
      </LazyPart>
    </div>
  );
}

/** Reports whether the space between an element and the dock is free. `version`: changes with the rows above. */
function useFreeSpace(version: string) {
  const end = useRef<HTMLDivElement>(null);
  const [isFree, setFree] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the height of the rows
  useLayoutEffect(() => {
    const measure = () => {
      if (end.current === null) return;
      const dock = document.querySelector("[data-timeline]")?.getBoundingClientRect().top ?? innerHeight;
      setFree(dock - end.current.getBoundingClientRect().top - scrollY >= MIN_FREE);
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [version]);
  return { end, isFree };
}

/** `nodes`: their number, if known. */
function NoDaemonSets({ nodes }: { readonly nodes: number | undefined }) {
  const { t } = useTranslation();
  return (
    <EmptyState title={t("fleet.noDaemonSets")}>
      <p>{nodes === undefined ? t("fleet.none") : t("fleet.nodesAndNone", { count: nodes })}</p>
    </EmptyState>
  );
}

/** Below the rows: the worst DaemonSet and the last changes where there is space, the weaknesses, or the nodes that a
 *  search names. On a narrow page, the next steps follow. */
export function BelowFleet({ isFiltered, nodes, records, shown, isTall, isCards, isPeeking, nowMs }: BelowFleetProps) {
  const cluster = useClusterView();
  const isNow = useIsNow();
  const isLive = useFreshness().kind === "live";
  const { end, isFree } = useFreeSpace(`${shown.records.length} ${shown.records.filter(isFineRow).length} ${isPeeking}`);
  const hasSpace = isTall || isFree || records.length <= SHORT || shown.records.every(isFineRow);
  return (
    <>
      <div ref={end} />
      {isFiltered || isCards || isPeeking || records.length > VERY_SHORT ? null : <Worst records={records} />}
      {isFiltered || !hasSpace ? null : <RecentChanges records={records} nowMs={nowMs} isLive={isNow} isCards={isCards} />}
      {isNow && !isFiltered && records.length > 0 ? <AuditLine /> : null}
      {shown.records.length === 0 && records.length > 0 && cluster.state !== undefined && nodesLoadingState(cluster) === undefined ? (
        <NoMatches text={shown.text} rows={cluster.state.rows} keys={records.map(({ key }) => key)} />
      ) : null}
      {records.length === 0 ? <NoDaemonSets nodes={nodes} /> : null}
      {isCards && isLive ? <FleetBar records={records} nowMs={nowMs} /> : null}
    </>
  );
}
