import type { EventsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useMemo } from "react";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import { useClusterStore, useNow } from "../../../data/hooks/cluster-context.ts";
import { type SectionQuery, withQuery } from "../../../data/url/section-query.ts";
import type { View } from "../../../data/url/url.ts";
import { FindInput } from "../../../ui/controls/FindInput.tsx";
import { EmptyState } from "../../../ui/empty/EmptyState.tsx";
import { ageSince } from "../../../words/format/age-text.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { namespaceOf } from "../../bar/namespace-of.ts";
import { FilterChips } from "../../filters/FilterChips.tsx";
import sectionsCss from "../sections.module.css";
import { usePolledAnswer } from "../use-polled-answer.ts";
import { EventsHeadline } from "./EventsHeadline.tsx";
import { EventTable } from "./EventTable.tsx";
import css from "./events.module.css";
import { countEvents, type EventGroup, groupEvents } from "./group-events.ts";
import { poolsOfNodes } from "./pools-of-nodes.ts";

/** The subject of the events. */
type EventsQuery =
  | { readonly of: "daemonSet"; readonly namespace: string; readonly daemonSet: string }
  | { readonly of: "node"; readonly node: string }
  | { readonly of: "all" };

const useEvents = ({ of: _of, ...query }: EventsQuery) => usePolledAnswer<EventsAnswer>(PATHS.events, query);

interface EventsPanelProps {
  readonly about: EventsQuery;
  readonly at: SectionQuery;
  /** The view in the link. */
  readonly view: View;
  readonly onAt: (at: SectionQuery) => void;
}

const NO_EVENTS: NonNullable<ReturnType<typeof useEvents>["data"]>["events"] = [];

/** Events: warnings first, all others behind one line, which is open if there is no warning. The filter and that line
 *  are in the link. */
export function EventsPanel({ about, at, view, onAt }: EventsPanelProps) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const store = useClusterStore();
  const { data, error, isPending } = useEvents(about);
  const find = at.find ?? "";
  const events = data?.events ?? NO_EVENTS;
  const { warnings, normal } = useMemo(() => groupEvents(events, find), [events, find]);
  const pools = useMemo(() => poolsOfNodes(store.snapshot().state, events), [store, events]);
  const isAll = about.of === "all";
  // A search covers all events, so the line is no switch then.
  const isSwitch = find === "" && warnings.length > 0;
  const isNormalOpen = at.type === "Normal" || !isSwitch;
  const onNormal = () => onAt(withQuery(at, { type: isNormalOpen ? undefined : "Normal" }));
  const isEmpty = data !== undefined && data.unread.length === 0 && warnings.length === 0 && normal.length === 0;
  const tools = (
    <>
      {namespaceOf(view) === undefined || !isAll ? <FilterChips view={view} /> : null}
      <span className="grow" />
      <FindInput label={t("events.find")} value={find} onFind={(text) => onAt(withQuery(at, { find: text }))} />
    </>
  );
  const tableProps = { pools, nowMs, namesDaemonSet: isAll };
  return (
    <section className={css.section} aria-label={t("events.title")}>
      {isAll ? (
        <EventsHeadline warnings={warnings} pools={pools} isRead={data !== undefined} tools={tools} />
      ) : (
        <div className={`${sectionsCss.tools} ${css.tools}`}>{tools}</div>
      )}
      {error === null ? null : <p role="alert">{error instanceof ApiProblem ? error.message : t("sections.noServer")}</p>}
      {data?.unread.map((sentence) => (
        <p key={sentence} role="alert">
          {sentence}
        </p>
      ))}
      {isPending ? <p role="status">{t("events.reading")}</p> : null}
      {warnings.length > 0 ? <EventTable key={find} label={t("events.warnings")} groups={warnings} opensFirst {...tableProps} /> : null}
      {isEmpty && find !== "" ? (
        <EmptyState title={t("events.noMatches", { find })}>
          <button type="button" className="btn" onClick={() => onAt(withQuery(at, { find: undefined }))}>
            {t("events.clear")}
          </button>
        </EmptyState>
      ) : null}
      {isEmpty && find === "" ? (
        <EmptyState title={isAll ? undefined : t("events.noWarnings")} cells="available">
          <p>{t("events.lifetime")}</p>
        </EmptyState>
      ) : null}
      {normal.length > 0 ? (
        <>
          {isAll || find !== "" || warnings.length > 0 ? null : <p className="i2">{t("events.noWarnings")}</p>}
          <NormalLine normal={normal} nowMs={nowMs} isOpen={isNormalOpen} onSwitch={isSwitch ? onNormal : undefined} />
          {isNormalOpen ? <EventTable key={`normal ${find}`} label={t("events.normal")} groups={normal} {...tableProps} /> : null}
        </>
      ) : null}
      {data === undefined || (data.total === data.events.length && !data.isCut) ? null : (
        <p className="i3">
          {data.total > data.events.length ? `${t("events.newestOnly", { count: data.events.length, total: data.total })} ` : ""}
          {data.isCut ? t("events.cut") : ""}
        </p>
      )}
    </section>
  );
}

interface NormalLineProps {
  readonly normal: readonly EventGroup[];
  readonly nowMs: number;
  readonly isOpen: boolean;
  readonly onSwitch: (() => void) | undefined;
}

/** The line above all events that are not warnings. It opens and closes them. */
function NormalLine({ normal, nowMs, isOpen, onSwitch }: NormalLineProps) {
  const { t } = useTranslation();
  const summary = t("events.normalSummary", { count: countEvents(normal), age: ageSince(t, normal[0]?.lastSeenMs, nowMs) });
  const words = (
    <>
      {t("events.normal")} <span className="i3">{summary}</span>
    </>
  );
  return onSwitch === undefined ? (
    <p className={css.normal}>{words}</p>
  ) : (
    <button type="button" className={css.normal} aria-expanded={isOpen} onClick={onSwitch}>
      {words}
    </button>
  );
}
