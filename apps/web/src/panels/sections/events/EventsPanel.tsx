import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import { type EventsQuery, useEvents } from "../../../data/api/use-events.ts";
import { useNow } from "../../../data/hooks/cluster-context.ts";
import { type SectionQuery, withQuery } from "../../../data/url/section-query.ts";
import type { View } from "../../../data/url/url.ts";
import { FindInput } from "../../../ui/controls/FindInput.tsx";
import { ClockTime } from "../../../ui/text/ClockTime.tsx";
import { FilterChips } from "../../filters/FilterChips.tsx";
import sectionsCss from "../sections.module.css";
import { EventTable } from "./EventTable.tsx";
import css from "./events.module.css";
import { groupEvents } from "./group-events.ts";

const TYPES = ["Warning", "Normal"] as const;

interface EventsPanelProps {
  readonly about: EventsQuery;
  readonly at: SectionQuery;
  /** The view in the link. */
  readonly view: View;
  readonly onAt: (at: SectionQuery) => void;
}

/** Events with their filters, which are in the link. */
export function EventsPanel({ about, at, view, onAt }: EventsPanelProps) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const { data, error, readAtMs, isPending } = useEvents(about);
  const type = TYPES.find((known) => known === at.type);
  const find = at.find ?? "";
  const groups = useMemo(() => groupEvents(data?.events ?? [], { type, find }), [data, type, find]);
  const countOf = (wanted: string) => data?.events.filter((event) => event.type === wanted).length ?? 0;
  const isFiltered = type !== undefined || find !== "";
  return (
    <section className={css.section} aria-label={t("events.title")}>
      <div className={sectionsCss.tools}>
        <FindInput label={t("events.find")} value={find} onFind={(text) => onAt(withQuery(at, { find: text }))} />
        <fieldset aria-label={t("events.type")}>
          {TYPES.map((each) => (
            <button
              key={each}
              type="button"
              className={sectionsCss.chip}
              aria-pressed={type === each}
              onClick={() => onAt(withQuery(at, { type: type === each ? undefined : each }))}
            >
              {each} {data === undefined ? null : <span className="i3">{countOf(each)}</span>}
            </button>
          ))}
        </fieldset>
        <FilterChips view={view} />
        <span className="grow" />
        {data === undefined ? null : (
          <span className="i3">
            {t("sections.readAt")} <ClockTime atMs={readAtMs} />
          </span>
        )}
      </div>
      {error === null ? null : <p role="alert">{error instanceof ApiProblem ? error.message : t("sections.noServer")}</p>}
      {at.type === undefined || type !== undefined ? null : (
        <p role="alert">{t("events.unknownType", { type: at.type, known: TYPES.join(t("model.listComma")) })}</p>
      )}
      {data?.unread.map((sentence) => (
        <p key={sentence} role="alert">
          {sentence}
        </p>
      ))}
      {isPending ? <p role="status">{t("events.reading")}</p> : null}
      {data !== undefined && groups.length > 0 ? (
        <EventTable key={`${type ?? ""} ${find}`} groups={groups} nowMs={nowMs} showsDaemonSet={about.of === "all"} />
      ) : null}
      {data !== undefined && groups.length === 0 && data.unread.length === 0 ? (
        <p>{isFiltered && data.events.length > 0 ? t("events.noneKept", { count: data.events.length }) : t("events.none")}</p>
      ) : null}
      {data === undefined ? null : (
        <p className="i3">
          {data.total > data.events.length ? `${t("events.newestOnly", { count: data.events.length, total: data.total })} ` : ""}
          {data.isCut ? `${t("events.cut")} ` : ""}
          {t("events.lifetime")}
        </p>
      )}
    </section>
  );
}
