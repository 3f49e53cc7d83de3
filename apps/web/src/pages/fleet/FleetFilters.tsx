import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { hasSynced } from "@daemonscope/kube/source-status";
import { causeOrPortText } from "@daemonscope/words/facts/cause-text";
import { useState } from "react";
import type { ClusterView } from "../../data/cluster/cluster-view.ts";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import { nodesLoadingState } from "../../data/hooks/nodes-loading-state.ts";
import { parseFilter } from "../../data/rows/filter/parse-filter.ts";
import type { FleetView } from "../../data/url/url.ts";
import { FilterChips } from "../../panels/filters/FilterChips.tsx";
import { countText } from "../../words/format/figures.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { causeIn, causeTextOfId } from "./cause-filter.ts";
import css from "./fleet.module.css";
import type { FilteredFleet, FilterResult } from "./shown-fleet.ts";

interface FleetFiltersProps {
  readonly view: FleetView;
  readonly all: readonly DaemonSetRecord[];
  readonly shown: FilteredFleet;
}

function podWords(t: Translate, { pods, cut }: FilteredFleet): readonly string[] {
  if (pods === 0) return [];
  return [cut === undefined ? t("filter.keptPods", { count: pods }) : t("filter.firstPods", { first: cut.shown, count: cut.total })];
}

/** Returns the found pods, and whether more may follow: a matching node or pod may be among those that are not read
 *  yet. */
function useFoundWords(t: Translate, shown: FilteredFleet): readonly string[] {
  const isAwaited = useCluster((view) => nodesLoadingState(view) !== undefined || arePodsLoading(view));
  return [...podWords(t, shown), ...(isAwaited ? [t("filter.notAllRead")] : [])];
}

/** Returns what a filter keeps: `1 of 10, 1 pod, 47 cells dimmed`. */
const keptNote = (t: Translate, all: number, { kept, dimmed }: FilterResult, pods: readonly string[] = []): string =>
  [t("chips.keptOf", { count: kept, all }), ...pods, ...(dimmed === 0 ? [] : [t("filter.dimmed", { count: dimmed })])].join(
    t("model.comma"),
  );

function causeName(t: Translate, id: string, all: readonly DaemonSetRecord[]): string {
  const found = all.map((record) => causeIn(record, id)).find((each) => each !== undefined);
  return found === undefined ? causeTextOfId(id) : causeOrPortText(t, found.cause);
}

/** Announces what the filters keep to screen readers: once for each filter that a user sets, although the numbers keep
 *  changing. */
function FilterAnnouncement({ view: { query, cause }, all, shown }: FleetFiltersProps) {
  const { t, i18n } = useTranslation();
  const { problem } = parseFilter(query);
  const found = useFoundWords(t, shown);
  const kept = ({ kept }: FilterResult, text: string) => `${countText(kept)} ${t("filter.keptOf", { all: all.length, text })}`;
  const text = [
    ...(cause === undefined ? [] : [kept(shown.byCause, causeName(t, cause, all))]),
    ...(query === "" ? [] : [kept(shown.byText, query), ...found]),
    ...(problem === undefined ? [] : [t(`filter.${problem}`)]),
  ].join(t("model.comma"));
  // The found pods, and the end of reading, arrive after the other results.
  const about = `${i18n.language}\n${query}\n${cause}\n${shown.pods > 0}\n${found.length}`;
  const [announced, setAnnounced] = useState({ about, text });
  if (announced.about !== about) setAnnounced({ about, text });
  return (
    <span role="status" className="visually-hidden">
      {announced.text}
    </span>
  );
}

/** The chips of the filters, with how many DaemonSets each keeps and how many cells it dims. */
export function FleetFilters({ view, all, shown }: FleetFiltersProps) {
  const { t } = useTranslation();
  const { query, cause } = view;
  const { problem } = parseFilter(query);
  const found = useFoundWords(t, shown);
  const facts = {
    ...(cause === undefined ? {} : { cause: { value: causeName(t, cause, all), note: keptNote(t, all.length, shown.byCause) } }),
    q: { note: keptNote(t, all.length, shown.byText, found) },
  };
  return (
    <>
      <FilterAnnouncement view={view} all={all} shown={shown} />
      {query === "" && cause === undefined ? null : (
        <span className={css.filtered}>
          <FilterChips view={view} facts={facts} />
          {problem === undefined ? null : <span className="i3">{t(`filter.${problem}`)}</span>}
        </span>
      )}
    </>
  );
}

/** Reports whether the server is still reading pods that it may read. */
export function arePodsLoading({ state }: Pick<ClusterView, "state">): boolean {
  return state !== undefined && !hasSynced(state.sources.pods) && state.sources.pods.state !== "forbidden";
}
