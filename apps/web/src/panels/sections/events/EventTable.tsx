import type { EventEntry } from "@daemonscope/shared/http/answers";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { daemonSetView, podView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import { DataTable } from "../../../ui/controls/DataTable.tsx";
import { ageSince } from "../../../words/format/age-text.ts";
import css from "./events.module.css";
import type { EventGroup } from "./group-events.ts";

/** Rows that one click adds. Rows are not virtual, because their heights differ. */
const ROWS_PER_STEP = 200;
/** Limit of named objects in a row. */
const MAX_OBJECTS = 20;

interface EventTableProps {
  readonly groups: readonly EventGroup[];
  readonly nowMs: number;
  readonly showsDaemonSet: boolean;
}

export function EventTable({ groups, nowMs, showsDaemonSet }: EventTableProps) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(ROWS_PER_STEP);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = groups.slice(0, limit);
  const more = Math.min(ROWS_PER_STEP, groups.length - rows.length);
  const showMore = () => {
    flushSync(() => setLimit(limit + ROWS_PER_STEP));
    // Focuses the first new row, because the button moves away or disappears.
    body.current?.rows[limit]?.focus();
  };
  return (
    <>
      <DataTable
        className={css.events}
        isStacked
        body={body}
        rows={rows}
        keyOf={({ key }) => key}
        rowProps={({ first }) => ({ "data-type": first.type, tabIndex: -1 })}
        columns={[
          {
            head: t("events.columns.lastSeen"),
            className: css.when,
            cell: ({ firstSeenMs = Number.POSITIVE_INFINITY, lastSeenMs }) => (
              <>
                {ageSince(lastSeenMs, nowMs)}
                {lastSeenMs !== undefined && lastSeenMs > firstSeenMs ? (
                  <span className="i3">{t("events.since", { age: ageSince(firstSeenMs, nowMs) })}</span>
                ) : null}
              </>
            ),
          },
          {
            head: t("events.columns.count"),
            className: `num ${css.times}`,
            cell: ({ count }) => (count === 1 ? <span className="i3">1</span> : `×${count}`),
          },
          {
            head: t("events.columns.reason"),
            className: css.reason,
            cell: ({ first }) => (
              <>
                <b>{first.reason}</b>
                <span className={css.kindOf}>{first.type}</span>
              </>
            ),
          },
          {
            head: t("events.columns.object"),
            className: css.about,
            cell: ({ first, objects }) => (
              <>
                <ObjectLink event={first} />
                {showsDaemonSet && first.daemonSet !== undefined && first.kind !== "DaemonSet" ? (
                  <span className="i3">
                    <ViewLink view={{ ...daemonSetView(first.daemonSet), section: "events" }}>{first.daemonSet}</ViewLink>
                  </span>
                ) : null}
                {objects.length > 1 ? <OtherObjects objects={objects.slice(1)} /> : null}
              </>
            ),
          },
          {
            head: t("events.columns.message"),
            className: css.words,
            cell: ({ first }) => (
              <>
                {first.message}
                {first.component === undefined ? null : <span className="i3"> {first.component}</span>}
              </>
            ),
          },
        ]}
      />
      {groups.length > ROWS_PER_STEP ? (
        <p className={css.counts}>
          <span role="status">{t("events.rowsShown", { count: rows.length, all: groups.length })}</span>
          {more > 0 ? (
            <button type="button" className="btn" onClick={showMore}>
              {t("events.showMore", { count: more })}
            </button>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

function OtherObjects({ objects }: { readonly objects: readonly EventEntry[] }) {
  const { t } = useTranslation();
  return (
    <details>
      <summary>{t("events.moreObjects", { count: objects.length })}</summary>
      <ul>
        {objects.slice(0, MAX_OBJECTS).map((event) => (
          <li key={event.uid}>
            <ObjectLink event={event} />
          </li>
        ))}
        {objects.length > MAX_OBJECTS ? <li className="i3">{t("events.notNamed", { count: objects.length - MAX_OBJECTS })}</li> : null}
      </ul>
    </details>
  );
}

/** The kind and the name of an event's object; a link if it has a page. */
function ObjectLink({ event: { kind, name, namespace } }: { readonly event: EventEntry }) {
  const text = (
    <>
      <span className="i3">{kind}</span> {name}
    </>
  );
  if (kind === "Node") return <ViewLink view={{ page: "node", name }}>{text}</ViewLink>;
  if (kind === "DaemonSet") return <ViewLink view={daemonSetView(`${namespace ?? ""}/${name}`)}>{text}</ViewLink>;
  if (kind === "Pod" && namespace !== undefined) return <ViewLink view={podView(namespace, name)}>{text}</ViewLink>;
  return <span>{text}</span>;
}
