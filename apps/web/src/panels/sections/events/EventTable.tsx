import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { EventEntry } from "@daemonscope/shared/http/answers";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { daemonSetView, podView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import css from "./events.module.css";
import type { EventGroup } from "./group-events.ts";

/** Limit of rows that are drawn at once, because their heights differ and their ages change each second. */
const ROWS_EACH = 200;
/** Limit of named objects in a row. */
const OBJECTS_SHOWN = 20;

interface EventTableProps {
  readonly groups: readonly EventGroup[];
  readonly nowMs: number;
  readonly showsDaemonSet: boolean;
}

/** Events as rows. Roles are explicit, because a phone lays the rows out as blocks, which would remove the table for
 *  screen readers. */
export function EventTable({ groups, nowMs, showsDaemonSet }: EventTableProps) {
  const { t } = useTranslation();
  const [most, setMost] = useState(ROWS_EACH);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = groups.slice(0, most);
  const more = Math.min(ROWS_EACH, groups.length - rows.length);
  const showMore = () => {
    flushSync(() => setMost(most + ROWS_EACH));
    // Focuses the first new row, because the button moves away or disappears.
    body.current?.rows[most]?.focus();
  };
  return (
    <>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: blocks on a phone */}
      <table className={css.table} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {(["lastSeen", "count", "reason", "object", "message"] as const).map((column) => (
              <th key={column} scope="col" role="columnheader" className={column === "count" ? "num" : undefined}>
                {t(`events.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {rows.map((group) => (
            <EventRow key={group.key} group={group} nowMs={nowMs} showsDaemonSet={showsDaemonSet} />
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: blocks on a phone */}
      {groups.length > ROWS_EACH ? (
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

const ago = (atMs: number | undefined, nowMs: number): string => (atMs === undefined ? "" : humanDuration(Math.max(0, nowMs - atMs)));

function EventRow({
  group,
  nowMs,
  showsDaemonSet,
}: {
  readonly group: EventGroup;
  readonly nowMs: number;
  readonly showsDaemonSet: boolean;
}) {
  const { t } = useTranslation();
  const { first, objects, count, firstSeenMs, lastSeenMs } = group;
  const isLong = firstSeenMs !== undefined && lastSeenMs !== undefined && lastSeenMs > firstSeenMs;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: blocks on a phone
    <tr role="row" data-type={first.type} tabIndex={-1}>
      <td role="cell" className={css.when}>
        {ago(lastSeenMs, nowMs)}
        {isLong ? <span className="i3">{t("events.since", { age: ago(firstSeenMs, nowMs) })}</span> : null}
      </td>
      <td role="cell" className={`num ${css.times}`}>
        {count === 1 ? <span className="i3">1</span> : `×${count}`}
      </td>
      <td role="cell" className={css.reason}>
        <b>{first.reason}</b>
        <span className={css.kindOf}>{first.type}</span>
      </td>
      <td role="cell" className={css.about}>
        <ObjectLink event={first} />
        {showsDaemonSet && first.daemonSet !== undefined && first.kind !== "DaemonSet" ? (
          <span className="i3">
            <ViewLink view={{ ...daemonSetView(first.daemonSet), section: "events" }}>{first.daemonSet}</ViewLink>
          </span>
        ) : null}
        {objects.length > 1 ? <OtherObjects objects={objects.slice(1)} /> : null}
      </td>
      <td role="cell" className={css.words}>
        {first.message}
        {first.component === undefined ? null : <span className="i3"> {first.component}</span>}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: blocks on a phone
  );
}

function OtherObjects({ objects }: { readonly objects: readonly EventEntry[] }) {
  const { t } = useTranslation();
  return (
    <details>
      <summary>{t("events.moreObjects", { count: objects.length })}</summary>
      <ul>
        {objects.slice(0, OBJECTS_SHOWN).map((event) => (
          <li key={event.uid}>
            <ObjectLink event={event} />
          </li>
        ))}
        {objects.length > OBJECTS_SHOWN ? <li className="i3">{t("events.notNamed", { count: objects.length - OBJECTS_SHOWN })}</li> : null}
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
