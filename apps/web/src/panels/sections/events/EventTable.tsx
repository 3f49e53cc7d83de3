import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { EventEntry } from "@daemonscope/shared/http/answers";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { daemonSetView, podView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { DataTable } from "../../../ui/controls/DataTable.tsx";
import { MiddleCut } from "../../../ui/text/MiddleCut.tsx";
import { ageSince } from "../../../words/format/age-text.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { eventIcon } from "./event-icon.ts";
import css from "./events.module.css";
import { type EventGroup, nameOfGroup } from "./group-events.ts";
import { commonPool, type PoolOf } from "./pools-of-nodes.ts";

/** Rows that one click adds. Rows are not virtual, because their heights differ. */
const ROWS_PER_STEP = 200;
/** Limit of named objects of a row. */
const MAX_OBJECTS = 6;

interface EventTableProps {
  readonly label: string;
  readonly groups: readonly EventGroup[];
  readonly pools: PoolOf;
  readonly nowMs: number;
  /** The first group is open until the user closes it. */
  readonly opensFirst?: boolean;
  /** Rows name their DaemonSet. False on a page of one DaemonSet, node or pod. */
  readonly namesDaemonSet?: boolean;
}

/** Event groups, one line each. An open group has its whole message and one line per object. */
export function EventTable({ label, groups, pools, nowMs, opensFirst = false, namesDaemonSet = false }: EventTableProps) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(ROWS_PER_STEP);
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = groups.slice(0, limit);
  const more = Math.min(ROWS_PER_STEP, groups.length - rows.length);
  const isOpen = ({ key, objects }: EventGroup) => choices.get(key) ?? (opensFirst && key === groups[0]?.key && objects.length > 1);
  const toggle = (group: EventGroup) => setChoices(new Map(choices).set(group.key, !isOpen(group)));
  const showMore = () => {
    flushSync(() => setLimit(limit + ROWS_PER_STEP));
    // Focuses the first new row, because the button moves away or disappears.
    body.current?.querySelectorAll<HTMLElement>("tr[data-group]")[limit]?.focus();
  };
  return (
    <>
      <DataTable
        className={css.events}
        label={label}
        isStacked
        body={body}
        rows={rows}
        keyOf={({ key }) => key}
        rowProps={(group) => ({ "data-group": group.first.type, "data-open": isOpen(group) || undefined, tabIndex: -1 })}
        rowsAfter={(group) => (isOpen(group) ? <ObjectRows group={group} nowMs={nowMs} /> : null)}
        columns={[
          {
            head: t("events.columns.reason"),
            className: css.reason,
            cell: (group) => (
              <button type="button" aria-expanded={isOpen(group)} onClick={() => toggle(group)}>
                <CellSwatch look={eventIcon(group)} size={16} isResting={group.first.type !== "Warning"} />
                <span className="ell" title={group.first.reason}>
                  {nameOfGroup(group)}
                </span>
              </button>
            ),
          },
          {
            head: t("events.columns.object"),
            className: css.object,
            cell: (group) => <Subject group={group} namesDaemonSet={namesDaemonSet} />,
          },
          {
            head: t("events.columns.on"),
            className: css.on,
            cell: (group) => <Place group={group} pools={pools} namesDaemonSet={namesDaemonSet} />,
          },
          {
            head: t("events.columns.message"),
            className: css.words,
            cell: ({ message }) => (
              <span className={css.message} title={message}>
                {message}
              </span>
            ),
          },
          { head: t("events.columns.count"), className: `num ${css.times}`, cell: ({ count }) => `×${count}` },
          { head: t("events.columns.last"), className: `num ${css.when}`, cell: ({ lastSeenMs }) => ageSince(t, lastSeenMs, nowMs) },
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

/** Cells that are laid out as blocks lose the roles of a table. */
const ROW = { role: "row", className: css.sub };
const CELL = { role: "cell" };

/** One line per object of an open group. */
function ObjectRows({ group: { objects }, nowMs }: { readonly group: EventGroup; readonly nowMs: number }) {
  const { t } = useTranslation();
  const rest = objects.length - MAX_OBJECTS;
  return (
    <>
      {objects.slice(0, MAX_OBJECTS).map((event) => (
        <tr key={event.uid} {...ROW}>
          <td {...CELL} className={css.reason} />
          <td {...CELL} className={css.object}>
            <ObjectLink event={event} />
          </td>
          <td {...CELL} className={css.on}>
            {event.kind !== "Node" && event.node !== undefined ? <NodeLink name={event.node} /> : null}
          </td>
          <td {...CELL} className={css.words} />
          <td {...CELL} className={`num ${css.times}`}>
            ×{event.count}
          </td>
          <td {...CELL} className={`num ${css.when}`}>
            {ageSince(t, event.lastSeenMs, nowMs)}
          </td>
        </tr>
      ))}
      {rest > 0 ? (
        <tr {...ROW}>
          <td {...CELL} className={css.reason} />
          <td {...CELL} className={`i3 ${css.object}`}>
            {t("events.notNamed", { count: rest })}
          </td>
          <td {...CELL} className={css.on} />
          <td {...CELL} className={css.words} />
          <td {...CELL} className={`num ${css.times}`} />
          <td {...CELL} className={`num ${css.when}`} />
        </tr>
      ) : null}
    </>
  );
}

/** The subject of a group: its DaemonSet, or on the page of that DaemonSet its pods; or its nodes. */
function Subject({ group: { first, objects }, namesDaemonSet }: { readonly group: EventGroup; readonly namesDaemonSet: boolean }) {
  const { t } = useTranslation();
  if (first.kind === "Node" && objects.length > 1) return t("events.nodes", { count: objects.length });
  if (!namesDaemonSet && objects.length > 1) return t("events.pods", { count: objects.length });
  const { daemonSet } = first;
  if (!namesDaemonSet || daemonSet === undefined) return <ObjectLink event={first} />;
  return (
    <ViewLink view={{ ...daemonSetView(daemonSet), section: "events" }} className="ell" title={daemonSet}>
      {nameOfKey(daemonSet)}
    </ViewLink>
  );
}

/** The place of a group: its node, or the number of its pods and their common pool. */
function Place({
  group: { first, objects },
  pools,
  namesDaemonSet,
}: {
  readonly group: EventGroup;
  readonly pools: PoolOf;
  readonly namesDaemonSet: boolean;
}) {
  const { t } = useTranslation();
  if (first.kind === "Node" || (first.kind !== "Pod" && first.node === undefined)) return null;
  if (objects.length === 1) return first.node === undefined ? <ObjectLink event={first} /> : <NodeLink name={first.node} />;
  const pool = commonPool(objects, pools);
  if (!namesDaemonSet) return pool ?? null;
  return pool === undefined ? t("events.pods", { count: objects.length }) : t("events.podsOnPool", { count: objects.length, pool });
}

const NodeLink = ({ name }: { readonly name: string }) => (
  <ViewLink view={{ page: "node", name }} className="ell" title={name}>
    {name}
  </ViewLink>
);

/** The name of an event's object; a link if it has a page. */
function ObjectLink({ event: { kind, name, namespace } }: { readonly event: EventEntry }) {
  if (kind === "Node") return <NodeLink name={name} />;
  if (kind === "DaemonSet")
    return (
      <ViewLink view={daemonSetView(`${namespace ?? ""}/${name}`)} className="ell" title={name}>
        {name}
      </ViewLink>
    );
  if (kind === "Pod" && namespace !== undefined)
    return (
      <ViewLink view={podView(namespace, name)}>
        <MiddleCut text={name} />
      </ViewLink>
    );
  return <MiddleCut text={name} />;
}
